//! Slowness on demand: the parameter `slow_ms` makes every stage take that long.

use std::{thread, time::Duration};

use jurat_engine::{StageCtx, StageError};

/// Holds the thread of a stage that computes.
pub(super) fn pause(ctx: &StageCtx) -> Result<(), StageError> {
    thread::sleep(length(ctx)?);
    Ok(())
}

/// The same for a stage that waits.
pub(super) async fn pause_waiting(ctx: &StageCtx) -> Result<(), StageError> {
    tokio::time::sleep(length(ctx)?).await;
    Ok(())
}

fn length(ctx: &StageCtx) -> Result<Duration, StageError> {
    ctx.param("slow_ms").map(Duration::from_millis)
}
