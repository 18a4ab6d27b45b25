//! Sends the crates off: the one stage that changes something outside.

use jurat_engine::{Patch, StageCtx, StageError};

use super::NoOrchardSettings;
use crate::{
    channels::{CRATES, CrateShipment, SHIPMENT},
    ledger,
    pause::pause,
};

pub(crate) fn ship(ctx: &StageCtx, _: &NoOrchardSettings) -> Result<Patch, StageError> {
    ledger::note(ctx, &format!("external {}", ctx.instance()))?;
    pause(ctx)?;
    Ok(Patch::of(SHIPMENT, Some(CrateShipment { crates: ctx.get(CRATES)? })))
}
