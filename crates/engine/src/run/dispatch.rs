//! From decided tasks to work: what may begin at once, after a pause, or once it is durable.

use std::{sync::Arc, time::Duration};

use super::{
    journal_tail::CommitUrgency,
    ready_attempt::ReadyAttempt,
    run_cell::{RunCell, RunCellState},
    timer::AlarmAction,
};
use crate::{
    EffectClass, EventCause, RunMode, StageCtx, instance::InstanceKey, state::ExecutorTask,
    stored_value::StoredValue,
};

/// Deaths in a row after which an instance runs alone.
const SUSPECT: u32 = 2;

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
        while let Some((key, attempt)) = inner.suspects.next(&inner.state) {
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

    /// Makes an attempt ready. One that reaches outside, or that may have killed its process
    /// before, is announced in the journal and waits until that is durable.
    pub(super) fn begin(
        self: &Arc<Self>,
        inner: &mut RunCellState,
        key: InstanceKey,
        attempt: u32,
    ) -> Option<ReadyAttempt> {
        if inner.state.mode == RunMode::Pull {
            return None;
        }
        let careful = inner.state.is_careful();
        let busy = inner.suspects.is_busy(&inner.state);
        let open = inner.state.open.get_mut(&key)?;
        let suspect = careful && SUSPECT <= open.crashes;
        open.idle = suspect && busy;
        if open.idle {
            inner.suspects.put_off(key, attempt);
            return None;
        }
        if suspect {
            inner.suspects.begin(key, attempt);
        }
        let work = self.work(inner, key, attempt)?;
        let effect = self.workflow.plan.definition.stages[key.stage].effect;
        if effect != EffectClass::External && !careful {
            return Some(work);
        }
        let at = self.workflow.plan.text(key);
        self.decide(inner, EventCause::Started { at, attempt }).ok()?;
        self.barrier.bar(inner.tail.seq(), work);
        None
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
            timeout: timeout.map(Duration::from_millis),
            abandoned: Arc::default(),
        })
    }
}
