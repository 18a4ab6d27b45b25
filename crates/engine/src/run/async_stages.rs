//! Stages that wait: futures on one thread of their own, which must not compute.

use std::{
    sync::{Arc, Mutex},
    thread,
};

use tokio::runtime::{Builder, Handle};

use super::{
    engine_shared::EngineShared,
    plain_lock::locked,
    ready_attempt::{AttemptResult, ReadyAttempt, panicked},
};
use crate::{StageError, StageFn};

/// The thread that waits; started when first needed.
#[derive(Default)]
pub(crate) struct AsyncStageRuntime {
    runtime: Mutex<Option<Handle>>,
}

impl AsyncStageRuntime {
    pub(crate) fn start(&self, shared: &Arc<EngineShared>, work: ReadyAttempt) {
        let handle = match self.handle(shared) {
            Ok(handle) => handle,
            Err(message) => {
                let failed = Err(StageError::transient(message));
                let follows = work.ctx.cell.finished(&work.ctx, failed);
                return shared.pool.push(follows);
            }
        };
        let alarm = work.set_alarm(shared);
        let StageFn::Wait(function) = work.function else { return };
        let ctx = work.ctx;
        let given = ctx.clone();
        // Called over there: what panics before it returns a future is a failed attempt too.
        let attempt = handle.spawn(async move { function(given).await });
        ctx.cell.waiting.add(ctx.key, attempt.abort_handle());
        // Added first: a run that is let go in between ends what it finds.
        if !ctx.cell.lock().owner.is_alive() {
            attempt.abort();
        }
        let shared = Arc::clone(shared);
        handle.spawn(async move {
            let awaited = attempt.await;
            shared.timer.cancel(alarm);
            let result: AttemptResult = match awaited {
                Ok(result) => result,
                Err(error) if error.is_panic() => Err(panicked(&*error.into_panic())),
                // It was given up; whoever did so has recorded why.
                Err(_) => return,
            };
            ctx.cell.waiting.remove(ctx.key);
            shared.pool.push(ctx.cell.finished(&ctx, result));
        });
    }

    fn handle(&self, shared: &Arc<EngineShared>) -> Result<Handle, String> {
        let mut slot = locked(&self.runtime);
        if let Some(handle) = &*slot {
            return Ok(handle.clone());
        }
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let handle = runtime.handle().clone();
        let shared = Arc::downgrade(shared);
        let serve = move || {
            runtime.block_on(async {
                while shared.upgrade().is_some_and(|shared| !shared.is_closed()) {
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
            });
        };
        let thread = thread::Builder::new().name("jurat-wait".into());
        thread.spawn(serve).map_err(|error| error.to_string())?;
        *slot = Some(handle.clone());
        Ok(handle)
    }
}
