//! Sorts bruised fruit out, looks again, and weighs what is left.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;
use serde::Deserialize;

use crate::{
    channels::{BRUISED, CRATES, NOTES, PASSES, YIELD_KG},
    pause::pause,
};

/// Above this share, in per cent, nothing can be saved.
const LOST: u32 = 90;

/// A pass halves what is bruised.
pub(crate) fn sort(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    let before = match ctx.get(BRUISED)? {
        Some(bruised) => bruised,
        None => ctx.param("bruised")?,
    };
    let after = if LOST < before { before } else { before / 2 };
    let note = format!("pass {}: {before} % bruised, then {after} %", ctx.epoch() + 1);
    Ok(Patch::of(BRUISED, Some(after)).and(NOTES, vec![note]))
}

pub(crate) fn inspect(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    Ok(Patch::of(PASSES, 1))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeighWith {
    kg_per_crate: u32,
}

pub(crate) fn weigh(ctx: &StageCtx, with: &WeighWith) -> Result<Patch, StageError> {
    pause(ctx)?;
    let sound = 100_u32.saturating_sub(ctx.get(BRUISED)?.unwrap_or(0));
    let kg = ctx.get(YIELD_KG)?.saturating_mul(sound) / 100;
    Ok(Patch::of(CRATES, kg / with.kg_per_crate.max(1)))
}
