//! Reads the rubric, in whatever dialect it is written.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use super::{told, value};
use crate::{
    built_in_rubrics,
    channels::{AS_OF, RUBRIC, SUBMISSION},
};

pub(crate) fn build(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    if ctx.param::<String>("repo")?.is_empty() && ctx.param::<String>("paper")?.is_empty() {
        return Err(StageError::permanent("neither a repository nor a paper was submitted"));
    }
    let text: String = ctx.param("rubric")?;
    let rubric = built_in_rubrics::load(&text).map_err(StageError::permanent)?;
    let reason: String = ctx.param("rubric_reason")?;
    Ok(Patch::of(RUBRIC, rubric)
        .and(AS_OF, ctx.param::<String>("as_of")?)
        .and(SUBMISSION, told([("rubric_reason", value(&reason))])))
}
