//! Writes down a fixed sentence.

use jurat_engine::{Patch, StageCtx, StageError};
use serde::Deserialize;

use crate::{channels::NOTES, pause::pause};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteWith {
    text: String,
}

pub(crate) fn note(ctx: &StageCtx, with: &NoteWith) -> Result<Patch, StageError> {
    pause(ctx)?;
    Ok(Patch::of(NOTES, vec![with.text.clone()]))
}
