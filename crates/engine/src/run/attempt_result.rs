//! What an attempt came to: a result, a failure, or one that nobody waits for any more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{
    ready_attempt::{AttemptResult, ReadyAttempt},
    retry::retry_pause,
    run_cell::RunCell,
};
use crate::{
    AttemptFailed, EventCause, FailureClass, StageCtx, StageError, instance::InstanceKey,
    stage::admit,
};

impl RunCell {
    /// Takes an attempt's result. Says what may begin now.
    pub(crate) fn finished(
        self: &Arc<Self>,
        ctx: &StageCtx,
        result: AttemptResult,
    ) -> Vec<ReadyAttempt> {
        let (attempt, seen) = ((ctx.key, ctx.attempt), (&*ctx.view, &*ctx.start));
        let admitted =
            result.and_then(|patch| admit(&self.workflow.plan, attempt, seen, patch));
        let mut inner = self.lock();
        if !inner.owner.is_alive() {
            return Vec::new();
        }
        let wanted = inner.state.wants(ctx.key, ctx.attempt);
        let (cause, blobs) = match admitted {
            Ok((done, blobs)) if wanted => (EventCause::Completed(done), blobs),
            Ok((late, blobs)) => (EventCause::Late(late), blobs),
            Err(error) if wanted => (self.failure(&inner.state, ctx.key, error), Vec::new()),
            Err(_) => return Vec::new(),
        };
        self.post(&mut inner, cause, blobs)
    }

    /// Fails an attempt that ran out of time, if it is still wanted.
    pub(super) fn give_up(
        self: &Arc<Self>,
        key: InstanceKey,
        attempt: u32,
        abandoned: &AtomicBool,
    ) -> Option<Vec<ReadyAttempt>> {
        let mut inner = self.lock();
        if !inner.owner.is_alive() || !inner.state.wants(key, attempt) {
            return None;
        }
        self.waiting.end(key);
        // Under the lock, so that the attempt's thread knows of it when it comes back.
        abandoned.store(true, Ordering::Release);
        let error = StageError::of(FailureClass::Timeout, "it took too long");
        let cause = self.failure(&inner.state, key, error);
        Some(self.post(&mut inner, cause, Vec::new()))
    }

    pub(super) fn failure(
        &self,
        state: &crate::state::RunState,
        key: InstanceKey,
        error: StageError,
    ) -> EventCause {
        let open = state.open.get(&key);
        let attempt = open.map_or(1, |open| open.attempt);
        let tries = open.map_or(0, |open| open.tries);
        let def = &self.workflow.plan.definition.stages[key.stage];
        let at = self.workflow.plan.text(key);
        let pause = retry_pause(def, tries, &error, (self.run, &at, attempt));
        let retry_in_ms = pause.filter(|_| state.failing.is_none());
        let StageError { class, message, budget, .. } = error;
        EventCause::Failed(AttemptFailed { at, attempt, class, message, budget, retry_in_ms })
    }
}
