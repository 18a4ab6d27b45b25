//! Remembers what was found.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{channels::MEMORY_WRITTEN, report::MemoryWriting};

pub(crate) fn write_back(_: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    Ok(Patch::of(
        MEMORY_WRITTEN,
        MemoryWriting {
            written: false,
            why: "There is no memory here.".to_owned(),
        },
    ))
}
