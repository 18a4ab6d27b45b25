//! Decides what the fruit is sold as; the route before it has chosen the words.

use jurat_engine::{Patch, StageCtx, StageError};

use crate::{
    channels::{FruitSale, SALE},
    pause::pause,
};

pub(crate) fn sell(ctx: &StageCtx, with: &FruitSale) -> Result<Patch, StageError> {
    pause(ctx)?;
    Ok(Patch::of(SALE, FruitSale { sold_as: with.sold_as.clone() }))
}
