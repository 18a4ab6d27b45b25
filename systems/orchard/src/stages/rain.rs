//! Reads a rain gauge: a stage that waits instead of computing.

use std::sync::Arc;

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{RainReading, WEATHER},
    facts::facts,
    pause::pause_waiting,
};

pub(crate) async fn read_gauge(ctx: StageCtx, _: Arc<NoSettings>) -> Result<Patch, StageError> {
    pause_waiting(&ctx).await?;
    Ok(Patch::of(WEATHER, RainReading { rain_mm: facts()?.rain_mm }))
}
