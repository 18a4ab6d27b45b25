//! An attempt made apart from its run: on what the run holds, with a journal of its own that is thrown away.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
};

use tokio::runtime::Builder;

use super::{
    EngineError, RunCell,
    engine_shared::EngineShared,
    journal_reader::parse,
    ready_attempt::{AttemptResult, ReadyAttempt, panicked},
};
use crate::{
    ChainHead, EventCause, MemoryStore, RunId, RunMode, RunStore, StageFn, SystemClock,
    UnitAmounts, Workflow, instance::InstanceKey, state::RunState,
};

/// What an attempt came to, and what its paid calls cost.
pub(crate) type ApartResult = (AttemptResult, UnitAmounts);

/// Makes the open attempt of an instance by our own function; none where the workflow names none for it.
pub(crate) fn attempt_apart(
    workflow: &Arc<Workflow>,
    (run, state): (RunId, RunState),
    key: InstanceKey,
) -> Result<Option<ApartResult>, EngineError> {
    let Some(attempt) = state.open.get(&key).map(|open| open.attempt) else {
        return Ok(None);
    };
    let memory: Arc<dyn RunStore> = Arc::new(MemoryStore::default());
    let lease = memory.claim(run, true)?;
    let shared =
        Arc::new(EngineShared::new(Arc::clone(&memory), Arc::new(SystemClock), u64::MAX));
    let cell = RunCell::new(&shared, run, workflow, (state, ChainHead::START), lease);
    let mut inner = cell.lock();
    // Paid calls are journaled before they are made, here too.
    inner.tail.open(workflow.plan.new_run(RunMode::Pull, None));
    if let Some(open) = inner.state.open.get_mut(&key) {
        open.idle = false;
    }
    let work = cell.work(&inner, key, attempt);
    drop(inner);
    let Some(work) = work else { return Ok(None) };
    let made = performed(work)?;
    Ok(Some((made, paid(&*memory, run)?)))
}

/// What the paid calls of a journal cost.
fn paid(store: &dyn RunStore, run: RunId) -> Result<UnitAmounts, EngineError> {
    let mut paid = UnitAmounts::new();
    if store.run(run)?.is_none() {
        return Ok(paid);
    }
    for sealed in store.events(run, 1, usize::MAX)? {
        let EventCause::PaidResult { spend, .. } = parse(run, &sealed)?.cause else { continue };
        for (unit, amount) in spend {
            let sum = paid.entry(unit).or_insert(0);
            *sum = sum.saturating_add(amount);
        }
    }
    Ok(paid)
}

/// Makes an attempt here and now, whatever its time limit.
pub(super) fn performed(work: ReadyAttempt) -> Result<AttemptResult, EngineError> {
    let made = match work.function {
        StageFn::Compute(function) => {
            let ctx = work.ctx;
            catch_unwind(AssertUnwindSafe(|| function(&ctx)))
        }
        StageFn::Wait(function) => {
            let runtime = Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| EngineError::Thread(error.to_string()))?;
            // A thread of its own, since the caller may be one that waits.
            thread::scope(|scope| {
                let thread = thread::Builder::new().name("jurat-apart".into());
                let spawned =
                    thread.spawn_scoped(scope, || runtime.block_on(function(work.ctx)));
                spawned
                    .map(thread::ScopedJoinHandle::join)
                    .map_err(|error| EngineError::Thread(error.to_string()))
            })?
        }
    };
    Ok(made.unwrap_or_else(|panic| Err(panicked(&*panic))))
}
