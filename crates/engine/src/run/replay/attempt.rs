//! One attempt made again, on what the journal says it saw.

use std::sync::Arc;

use jurat_canon::Hash;

use super::{
    ReplaySession, ReplayStatus,
    compare::{ReplayDifferenceKind, compared, compared_failure},
};
use crate::{
    AttemptCompleted, AttemptFailed, EffectClass, EngineError, Event, EventCause, FailureClass,
    RunMode, StageError,
    instance::InstanceKey,
    run::{attempt_apart::performed, ready_attempt::ReadyAttempt},
    stage::admit,
};

/// Attempts that differ for which it is worked out where the run would go now: each costs a copy
/// of the state.
const MAX_PARTS: usize = 16;

enum ReplayRole {
    /// It is made again.
    Made(Box<ReadyAttempt>),
    /// The journal stands in for it.
    StoodIn,
    /// Nothing in the journal says that it began.
    Unbegun,
}

/// What it came to now, and the calls it asked for that the journal does not know.
type ReplayAttemptResult = (Result<AttemptCompleted, StageError>, Vec<Hash>);

impl ReplaySession<'_> {
    /// Makes a completed attempt again. If it differs, what is to be merged in its place.
    pub(super) fn completed(
        &mut self,
        done: &AttemptCompleted,
        event: &Event,
    ) -> Result<Option<EventCause>, EngineError> {
        let Some(work) = self.cast(&done.at, done.attempt, is_made) else { return Ok(None) };
        let (now, unknown) = self.make(*work)?;
        let differences = compared(done, &now, &unknown);
        if differences.is_empty() {
            self.note(&done.at, ReplayStatus::Same);
            return Ok(None);
        }
        let nothing = AttemptCompleted {
            at: done.at.clone(),
            attempt: done.attempt,
            writes: Vec::new(),
            spend: done.spend.clone(),
            outcome: None,
        };
        let now = EventCause::Completed(now.unwrap_or(nothing));
        let parts = self.parts(event, &now);
        self.note(&done.at, ReplayStatus::Differs);
        self.differs(&done.at, differences.into_iter().chain(parts));
        Ok(Some(now))
    }

    /// Makes a failed attempt again, where the stage alone is to blame for it.
    pub(super) fn failed(&mut self, failed: &AttemptFailed) -> Result<(), EngineError> {
        let own = matches!(
            failed.class,
            FailureClass::Transient
                | FailureClass::RateLimited
                | FailureClass::Permanent
                | FailureClass::Panic
        );
        // In a stage that pays, it may be the call that failed, and a failed call left no reply.
        let is_made = |effect| own && effect == EffectClass::Pure;
        let Some(work) = self.cast(&failed.at, failed.attempt, is_made) else { return Ok(()) };
        let (now, unknown) = self.make(*work)?;
        let differences = compared_failure(failed, &now, &unknown);
        let again =
            if differences.is_empty() { ReplayStatus::Same } else { ReplayStatus::Differs };
        self.note(&failed.at, again);
        self.differs(&failed.at, differences);
        Ok(())
    }

    /// The attempt ready to be made; where it is not, that is noted.
    fn cast(
        &mut self,
        at: &str,
        attempt: u32,
        is_made: impl Fn(EffectClass) -> bool,
    ) -> Option<Box<ReadyAttempt>> {
        match self.role(at, attempt, is_made) {
            ReplayRole::Made(work) => return Some(work),
            ReplayRole::StoodIn => self.stand_in(at),
            ReplayRole::Unbegun => {
                self.note(at, ReplayStatus::Differs);
                self.differs(at, [ReplayDifferenceKind::Unbegun]);
            }
        }
        None
    }

    fn role(
        &self,
        at: &str,
        attempt: u32,
        is_made: impl Fn(EffectClass) -> bool,
    ) -> ReplayRole {
        let plan = &self.cell.workflow.plan;
        let mut inner = self.cell.lock();
        let Some(key) = plan.key(at) else { return ReplayRole::Unbegun };
        let outside = inner.state.mode == RunMode::Pull
            || self.cell.workflow.functions[key.stage].is_none();
        let Some(open) = inner.state.open.get_mut(&key) else { return ReplayRole::Unbegun };
        if open.attempt != attempt {
            return ReplayRole::Unbegun;
        }
        if outside || !is_made(plan.definition.stages[key.stage].effect) {
            return ReplayRole::StoodIn;
        }
        // That a pause is over is not an event.
        open.idle = false;
        let work = self.cell.work(&inner, key, attempt);
        work.map_or(ReplayRole::Unbegun, |work| ReplayRole::Made(Box::new(work)))
    }

    fn make(&self, work: ReadyAttempt) -> Result<ReplayAttemptResult, EngineError> {
        let made: (InstanceKey, u32) = (work.ctx.key, work.ctx.attempt);
        let (view, start) = (Arc::clone(&work.ctx.view), Arc::clone(&work.ctx.start));
        let result = performed(work)?;
        let plan = &self.cell.workflow.plan;
        let now = result.and_then(|patch| admit(plan, made, (&view, &start), patch));
        Ok((now.map(|(done, _)| done), self.cell.replayed.take_refused()))
    }

    /// Whether the run would go another way now: both causes are decided on the same state.
    fn parts(&self, event: &Event, now: &EventCause) -> Option<ReplayDifferenceKind> {
        if MAX_PARTS <= self.found.differences.len() {
            return None;
        }
        let mut state = self.cell.lock().state.clone();
        state.wake();
        let mut other = state.clone();
        let then = state.decide(event.cause.clone()).event.ops;
        let now = other.decide(now.clone()).event.ops;
        (then != now).then(|| ReplayDifferenceKind::decision(&then, &now))
    }
}

fn is_made(effect: EffectClass) -> bool {
    matches!(effect, EffectClass::Pure | EffectClass::Paid)
}
