//! Tests the soil of a block, and names the blocks that could not be tested.

use std::collections::BTreeMap;

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{SOILS, UNCHECKED},
    facts::facts,
    pause::pause,
};

pub(crate) fn test_soil(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    let name: String = ctx.item()?;
    // Of a block without a sample nothing is known; `name_gaps` says so in the report.
    let Some(soil) = facts()?.block(&name)?.soil.clone() else { return Ok(Patch::empty()) };
    Ok(Patch::of(SOILS, BTreeMap::from([(name, soil)])))
}

pub(crate) fn name_gaps(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    let (soils, mut blocks) = (ctx.get(SOILS)?, ctx.param::<Vec<String>>("blocks")?);
    blocks.retain(|block| !soils.contains_key(block));
    Ok(Patch::of(UNCHECKED, blocks))
}
