//! Counts the trees and the fruit of one block.

use std::collections::BTreeSet;

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{BEST_KG, BlockCount, COUNTS, VARIETIES, YIELD_KG},
    facts::facts,
    pause::pause,
};

pub(crate) fn count(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    if ctx.param("flaky")? && ctx.index() == 0 && ctx.attempt() == 1 {
        return Err(StageError::transient("the counter lost count"));
    }
    let name: String = ctx.item()?;
    let block = facts()?.block(&name)?;
    let count = BlockCount {
        block: name,
        variety: block.variety.clone(),
        trees: block.trees,
        kg: block.kg,
    };
    Ok(Patch::of(COUNTS, vec![count])
        .and(YIELD_KG, block.kg)
        .and(BEST_KG, block.kg)
        .and(VARIETIES, BTreeSet::from([block.variety.clone()])))
}
