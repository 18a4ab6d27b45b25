//! `worker:NAME`, on the side of the run: the task is offered, and its reply awaited.

use std::{sync::Arc, time::Duration};

use jurat_engine::{
    Clock as _, EffectClass, OfferedTask, Patch, StageCtx, StageDef, StageError, StageFn,
    StoreError, SystemClock, TaskId, TaskQueue, TaskStatus,
};
use serde_json::Value as Json;

use crate::{
    exact_json,
    exec::unpriced,
    reply,
    request::{StageRequest, priced},
    settings::{OwnStageSettings, refuse_pure},
    stage_host::StageHost,
};

/// Between two looks at a task: at first, and at last.
const LOOKS: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(200));
/// Looks after which people are told that nobody serves a name.
const LONELY: u32 = 12;
const LONGEST_NAME: usize = 100;

struct WorkerStage {
    name: String,
    settings: OwnStageSettings,
    host: Arc<dyn StageHost>,
}

pub(crate) fn stage(
    name: &str,
    def: &StageDef,
    host: Arc<dyn StageHost>,
) -> Result<StageFn, String> {
    refuse_pure(def)?;
    check_worker_name(name)?;
    let settings = OwnStageSettings::of(def)?;
    let stage = Arc::new(WorkerStage { name: name.to_owned(), settings, host });
    Ok(StageFn::Wait(Arc::new(move |ctx| {
        let stage = Arc::clone(&stage);
        Box::pin(async move { stage.attempt(ctx).await })
    })))
}

/// A name that a workflow can give: those who serve hold to the same rule, or they would wait for ever.
pub fn check_worker_name(name: &str) -> Result<(), String> {
    let letter = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || LONGEST_NAME < name.len() || !name.chars().all(letter) {
        return Err(format!(
            "a worker's name has letters, digits, `-`, `_` and `.`, at most {LONGEST_NAME} of them"
        ));
    }
    Ok(())
}

impl WorkerStage {
    async fn attempt(&self, ctx: StageCtx) -> Result<Patch, StageError> {
        let request = StageRequest::of(&ctx, &self.settings)?;
        if ctx.definition().effect != EffectClass::Paid {
            return reply::patch(&self.done(&ctx, &request).await?, ctx.budgets());
        }
        let call = request.paid(&format!("worker:{}", self.name), &self.settings)?;
        let make = |_| async { priced(self.done(&ctx, &request).await?, ctx.budgets()) };
        reply::patch(&unpriced(&*ctx.paid_async(&call, make).await?), ctx.budgets())
    }

    async fn done(&self, ctx: &StageCtx, request: &StageRequest) -> Result<Json, StageError> {
        let queue = self.host.queue().map_err(StageError::transient)?;
        let task = OfferedTask {
            id: TaskId {
                run: ctx.run(),
                instance: ctx.instance(),
                attempt: ctx.attempt(),
            },
            worker: self.name.clone(),
            key: ctx.idempotency_key(),
            request: request.text()?,
        };
        queue.offer(&task).map_err(|error| unavailable(&error))?;
        let offer = OpenOffer { queue: &*queue, id: &task.id, ctx };
        let reply = self.awaited(&offer).await?;
        exact_json(reply.as_bytes())
            .map_err(|error| StageError::permanent(format!("its reply is not JSON: {error}")))
    }

    async fn awaited(&self, offer: &OpenOffer<'_>) -> Result<String, StageError> {
        let (mut pause, most) = LOOKS;
        let mut lonely = 0;
        loop {
            let status = offer.queue.status(offer.id, SystemClock.now_ms());
            match status.map_err(|error| unavailable(&error))? {
                TaskStatus::Done { reply } => return Ok(reply),
                TaskStatus::Absent => {
                    return Err(StageError::transient("its task was taken away"));
                }
                TaskStatus::Abandoned => {
                    let message = "every worker that took it died or fell silent";
                    return Err(StageError::permanent(message));
                }
                TaskStatus::Claimed { .. } => lonely = 0,
                TaskStatus::Offered => lonely += 1,
            }
            if lonely == LONELY {
                let name = &self.name;
                let words = format!(
                    "stage {} waits for a worker: `jurat worker {name} -- COMMAND` serves it",
                    offer.ctx.stage()
                );
                self.host.tell(&words);
            }
            tokio::time::sleep(pause).await;
            pause = most.min(pause * 2);
        }
    }
}

/// An offer that is not wanted any more is taken back, so that its worker hears of it. One whose run is only let go of
/// stays: whoever takes the run over finds what was done meanwhile.
struct OpenOffer<'a> {
    queue: &'a dyn TaskQueue,
    id: &'a TaskId,
    ctx: &'a StageCtx,
}

impl Drop for OpenOffer<'_> {
    fn drop(&mut self) {
        if self.ctx.is_settled() {
            // If it stays, it goes with the end of the run.
            let _ = self.queue.withdraw(self.id);
        }
    }
}

fn unavailable(error: &StoreError) -> StageError {
    StageError::transient(error.to_string())
}
