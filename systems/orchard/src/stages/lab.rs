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
    let Some(soil) = facts()?.block(&name)?.soil.clone() else {
        return Err(StageError::permanent(format!("the soil sample of `{name}` was lost")));
    };
    Ok(Patch::of(SOILS, BTreeMap::from([(name, soil)])))
}

pub(crate) fn name_gaps(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    let (soils, mut blocks) = (ctx.get(SOILS)?, ctx.param::<Vec<String>>("blocks")?);
    blocks.retain(|block| !soils.contains_key(block));
    Ok(Patch::of(UNCHECKED, blocks))
}
