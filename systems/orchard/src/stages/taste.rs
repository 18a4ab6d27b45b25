//! One member of the panel tastes. All agree, so that it does not matter who comes first.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{channels::TASTES, facts::facts, pause::pause};

pub(crate) fn taste(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    pause(ctx)?;
    Ok(Patch::of(TASTES, vec![facts()?.taste.clone()]))
}
