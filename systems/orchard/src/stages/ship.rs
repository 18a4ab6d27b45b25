//! Sends the crates off: the one stage that changes something outside.

use jurat_engine::{Patch, StageCtx, StageError};

use super::NoSettings;
use crate::{
    channels::{CRATES, SHIPMENT, Shipment},
    ledger,
    pause::pause,
};

pub(crate) fn ship(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    ledger::note(ctx, &format!("external {}", ctx.instance()))?;
    pause(ctx)?;
    Ok(Patch::of(SHIPMENT, Some(Shipment { crates: ctx.get(CRATES)? })))
}
