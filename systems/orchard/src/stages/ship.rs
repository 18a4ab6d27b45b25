//! Sends the crates off: the one stage that changes something outside.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{CRATES, CrateShipment, SHIPMENT},
    ledger,
    pause::pause,
};

pub(crate) fn ship(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    ledger::note(ctx, &format!("external {}", ctx.instance()))?;
    pause(ctx)?;
    Ok(Patch::of(SHIPMENT, Some(CrateShipment { crates: ctx.get(CRATES)? })))
}
