//! From decided tasks to work: what may begin at once, after a pause, or once it is durable.

use std::{sync::Arc, time::Duration};

use super::{
    journal_tail::CommitUrgency,
    ready_attempt::{AttemptLimit, ReadyAttempt},
    run_cell::{RunCell, RunCellState},
    timer::AlarmAction,
};
use crate::{
    EffectClass, EventCause, RunMode, StageCtx, instance::InstanceKey, state::ExecutorTask,
    stored_value::StoredValue,
};

impl RunCell {
    /// Sorts the decided tasks. Says whether someone waits for the disk now.
    pub(super) fn dispatch(
        self: &Arc<Self>,
        inner: &mut RunCellState,
        tasks: Vec<ExecutorTask>,
    ) -> (Vec<ReadyAttempt>, CommitUrgency) {
        let barred = self.barrier.barred();
        let mut work = Vec::new();
        for task in tasks {
            match task {
                // Which of several suspects comes first is not for the order of tasks to say.
                ExecutorTask::Run { key, attempt, after_ms: 0 }
                    if inner.state.has_suspects() =>
                {
                    put_off(inner, key, attempt);
                }
                ExecutorTask::Run { key, attempt, after_ms: 0 } => {
                    work.extend(self.begin(inner, key, attempt));
                }
                ExecutorTask::Run { key, attempt, after_ms } => {
                    self.after(
                        after_ms,
                        AlarmAction::Retry { cell: Arc::downgrade(self), key, attempt },
                    );
                }
                ExecutorTask::JoinTimer { stage, epoch, after_ms } => {
                    let alarm = AlarmAction::Join { cell: Arc::downgrade(self), stage, epoch };
                    self.after(after_ms, alarm);
                }
            }
        }
        while inner.state.ended.is_none()
            && let Some((key, attempt)) = inner.suspects.next(&inner.state)
        {
            work.extend(self.begin(inner, key, attempt));
        }
        let haste = if barred < self.barrier.barred() {
            CommitUrgency::Now
        } else {
            CommitUrgency::Soon
        };
        (work, haste)
    }

    fn after(&self, after_ms: u64, alarm: AlarmAction) {
        self.shared.timer.after(Duration::from_millis(after_ms), alarm);
    }

    /// Makes an attempt ready. One that reaches outside is announced in the journal and waits until
    /// that is durable; so is every other one, by whoever makes it, while a suspect is about.
    pub(super) fn begin(
        self: &Arc<Self>,
        inner: &mut RunCellState,
        key: InstanceKey,
        attempt: u32,
    ) -> Option<ReadyAttempt> {
        if inner.state.mode == RunMode::Pull {
            return None;
        }
        if !inner.suspects.lets_begin(&inner.state, key) {
            put_off(inner, key, attempt);
            return None;
        }
        inner.suspects.begin(&inner.state, key, attempt);
        inner.state.open.get_mut(&key)?.idle = false;
        let work = self.work(inner, key, attempt)?;
        let effect = self.workflow.plan.definition.stages[key.stage].effect;
        if effect != EffectClass::External {
            return Some(work);
        }
        let at = self.workflow.plan.text(key);
        self.decide(inner, EventCause::Started { at, attempt }).ok()?;
        self.barrier.bar(inner.tail.seq(), work);
        None
    }

    /// Says in the journal that an attempt begins, where a death in it must not be blamed on others:
    /// its process died before. Called by the thread that makes it, so that one which only waits
    /// for a thread does not count as begun. False if the attempt is not wanted any more.
    pub(crate) fn announce_attempt(self: &Arc<Self>, ctx: &StageCtx) -> bool {
        let inner = self.lock();
        if !inner.state.is_careful() {
            return true;
        }
        let Some(open) = inner.state.open.get(&ctx.key) else { return false };
        if open.started {
            return true;
        }
        let cause = EventCause::Started { at: ctx.instance(), attempt: ctx.attempt };
        let announced = self.post_aside(inner, cause, None);
        announced.is_ok_and(|seq| self.wait_durable(seq).is_ok())
    }

    pub(super) fn work(
        self: &Arc<Self>,
        inner: &RunCellState,
        key: InstanceKey,
        attempt: u32,
    ) -> Option<ReadyAttempt> {
        let function = self.workflow.functions[key.stage].clone()?;
        let stage = &inner.state.stages[key.stage];
        let timeout = self.workflow.plan.definition.stages[key.stage].timeout_ms;
        let ctx = StageCtx {
            cell: Arc::clone(self),
            key,
            attempt,
            view: stage.base.clone()?,
            start: Arc::clone(&self.start),
            items: stage.items.as_ref().map(StoredValue::json),
        };
        Some(ReadyAttempt {
            ctx,
            function,
            limit: timeout.map(|ms| AttemptLimit {
                time: Duration::from_millis(ms),
                abandoned: Arc::default(),
            }),
        })
    }
}

/// Keeps an attempt back while suspects run alone.
fn put_off(inner: &mut RunCellState, key: InstanceKey, attempt: u32) {
    if let Some(open) = inner.state.open.get_mut(&key) {
        open.idle = true;
        inner.suspects.put_off(key, attempt);
    }
}
