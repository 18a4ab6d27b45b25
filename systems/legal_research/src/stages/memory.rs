//! Says whether the research is worth remembering. Nobody remembers it yet.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{MEMORY_WRITTEN, PLANNING_TABLE, PRESET},
    evaluation::mean_confidence,
    report::MemoryWriting,
};

pub(crate) fn write_back(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let mean = mean_confidence(&ctx.get(PLANNING_TABLE)?);
    let sure =
        mean.is_some_and(|mean| ctx.get(PRESET).is_ok_and(|it| it.remembered_from <= mean));
    let why = if sure {
        "It is sure enough, and there is no memory here yet."
    } else {
        "It is not sure enough to be remembered."
    };
    Ok(Patch::of(MEMORY_WRITTEN, MemoryWriting { written: false, why: why.to_owned() }))
}
