//! One attempt made again, on what the journal says it saw.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use tokio::runtime::Builder;

use jurat_canon::Hash;

use super::{
    Again, Replaying,
    compare::{Differs, compared, compared_failure},
};
use crate::{
    Cause, Completed, Effect, EngineError, Event, Failed, FailureClass, RunMode, StageError,
    StageFn, instance::Key, run::dispatch::Work, run::pool::panicked, stage::admit,
};

/// Attempts that differ for which it is worked out where the run would go now: each costs a copy
/// of the state.
const MAX_PARTS: usize = 16;

/// What an attempt can be in a replay.
enum Role {
    /// It is made again.
    Made(Box<Work>),
    /// The journal stands in for it.
    StoodIn,
    /// Nothing in the journal says that it began.
    Unbegun,
}

/// What it came to now, and the calls it asked for that the journal does not know.
type Made = (Result<Completed, StageError>, Vec<Hash>);

impl Replaying<'_> {
    /// Makes a completed attempt again. If it differs, what is to be merged in its place.
    pub(super) fn completed(
        &mut self,
        done: &Completed,
        event: &Event,
    ) -> Result<Option<Cause>, EngineError> {
        let Some(work) = self.cast(&done.at, done.attempt, is_made) else { return Ok(None) };
        let (now, unknown) = self.make(*work)?;
        let differences = compared(done, &now, &unknown);
        if differences.is_empty() {
            self.note(&done.at, Again::Same);
            return Ok(None);
        }
        let nothing = Completed {
            at: done.at.clone(),
            attempt: done.attempt,
            writes: Vec::new(),
            spend: done.spend.clone(),
            outcome: None,
        };
        let now = Cause::Completed(now.unwrap_or(nothing));
        let parts = self.parts(event, &now);
        self.note(&done.at, Again::Differs);
        self.differs(&done.at, differences.into_iter().chain(parts));
        Ok(Some(now))
    }

    /// Makes a failed attempt again, where the stage alone is to blame for it.
    pub(super) fn failed(&mut self, failed: &Failed) -> Result<(), EngineError> {
        let own = matches!(
            failed.class,
            FailureClass::Transient
                | FailureClass::RateLimited
                | FailureClass::Permanent
                | FailureClass::Panic
        );
        // In a stage that pays, it may be the call that failed, and a failed call left no reply.
        let is_made = |effect| own && effect == Effect::Pure;
        let Some(work) = self.cast(&failed.at, failed.attempt, is_made) else { return Ok(()) };
        let (now, unknown) = self.make(*work)?;
        let differences = compared_failure(failed, &now, &unknown);
        let again = if differences.is_empty() { Again::Same } else { Again::Differs };
        self.note(&failed.at, again);
        self.differs(&failed.at, differences);
        Ok(())
    }

    /// The attempt ready to be made; where it is not, that is noted.
    fn cast(
        &mut self,
        at: &str,
        attempt: u32,
        is_made: impl Fn(Effect) -> bool,
    ) -> Option<Box<Work>> {
        match self.role(at, attempt, is_made) {
            Role::Made(work) => return Some(work),
            Role::StoodIn => self.stand_in(at),
            Role::Unbegun => {
                self.note(at, Again::Differs);
                self.differs(at, [Differs::Unbegun]);
            }
        }
        None
    }

    fn role(&self, at: &str, attempt: u32, is_made: impl Fn(Effect) -> bool) -> Role {
        let plan = &self.cell.workflow.plan;
        let mut inner = self.cell.lock();
        let Some(key) = plan.key(at) else { return Role::Unbegun };
        let outside = inner.state.mode == RunMode::Pull
            || self.cell.workflow.functions[key.stage].is_none();
        let Some(open) = inner.state.open.get_mut(&key) else { return Role::Unbegun };
        if open.attempt != attempt {
            return Role::Unbegun;
        }
        if outside || !is_made(plan.definition.stages[key.stage].effect) {
            return Role::StoodIn;
        }
        // That a pause is over is not an event.
        open.idle = false;
        let work = self.cell.work(&inner, key, attempt);
        work.map_or(Role::Unbegun, |work| Role::Made(Box::new(work)))
    }

    fn make(&self, work: Work) -> Result<Made, EngineError> {
        let (key, attempt): (Key, u32) = (work.ctx.key, work.ctx.attempt);
        let result = match work.function {
            StageFn::Compute(function) => {
                let ctx = work.ctx;
                catch_unwind(AssertUnwindSafe(|| function(&ctx)))
            }
            StageFn::Wait(function) => {
                let runtime = Builder::new_current_thread().enable_all().build();
                let runtime =
                    runtime.map_err(|error| EngineError::Thread(error.to_string()))?;
                // A thread of its own, since the caller may be one that waits.
                thread::scope(|scope| {
                    let thread = thread::Builder::new().name("jurat-replay".into());
                    let spawned =
                        thread.spawn_scoped(scope, || runtime.block_on(function(work.ctx)));
                    spawned
                        .map(thread::ScopedJoinHandle::join)
                        .map_err(|error| EngineError::Thread(error.to_string()))
                })?
            }
        };
        let result = result.unwrap_or_else(|panic| Err(panicked(&*panic)));
        let plan = &self.cell.workflow.plan;
        let now = result.and_then(|patch| admit(plan, key, attempt, patch));
        let mut unknown = match &mut self.cell.lock().asked {
            Some(asked) => std::mem::take(&mut asked.unknown),
            None => Vec::new(),
        };
        unknown.sort_unstable();
        unknown.dedup();
        Ok((now.map(|(done, _)| done), unknown))
    }

    /// Whether the run would go another way now: both causes are decided on the same state.
    fn parts(&self, event: &Event, now: &Cause) -> Option<Differs> {
        if MAX_PARTS <= self.found.differences.len() {
            return None;
        }
        let mut state = self.cell.lock().state.clone();
        state.wake();
        let mut other = state.clone();
        let then = state.decide(event.cause.clone()).ops;
        let now = other.decide(now.clone()).ops;
        (then != now).then(|| Differs::decision(&then, &now))
    }
}

/// Whether attempts of stages with this effect are made again.
fn is_made(effect: Effect) -> bool {
    matches!(effect, Effect::Pure | Effect::Paid)
}
