//! Checks every statement against its quotes.

use jurat_compose::review;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use super::grounded;
use crate::channels::{ANSWER, REVIEW};

pub(crate) fn quality_review(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let answer = ctx.get(ANSWER)?;
    let answer = answer.ok_or_else(|| StageError::permanent("there is no answer to review"))?;
    Ok(Patch::of(REVIEW, Some(review(&answer, &grounded(ctx)?))))
}
