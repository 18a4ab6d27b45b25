//! Every lasting change to a run, one function per kind. Evaluates no condition.

use std::sync::Arc;

use super::{
    AdvanceTrigger, BudgetState, ExecutorTask, OpenInstance, RunState, StagePhase,
    StageSettlement,
};
use crate::{
    AttemptCompleted, AttemptFailed, ChannelWrites, EventCause, FailureClass, OmissionReason,
    OnFailure, RunResumed, RunStarted, StageAt, StageFault, StateOperation, UnitAmounts,
    instance::{InstanceKey, StageIx},
    journal,
    plan::{ChannelIx, JoinRule},
    stored_value::StoredValue,
};

impl RunState {
    /// Says what is to be done about it.
    pub(super) fn apply_cause(&mut self, cause: &EventCause) -> Vec<ExecutorTask> {
        match cause {
            EventCause::Failed(failed) => return Vec::from_iter(self.apply_failed(failed)),
            EventCause::Resumed(resumed) => return self.apply_resumed(resumed),
            EventCause::RunStarted(started) => self.apply_started(started),
            EventCause::Started { at, .. } => self.with_open(at, |open| open.started = true),
            EventCause::Completed(done) => self.apply_completed(done),
            EventCause::Answered { at, writes, .. } => {
                self.complete(at, writes, &UnitAmounts::new());
            }
            EventCause::CancelAsked { author, reason } => {
                self.apply_cancel(author, reason.as_deref());
            }
            EventCause::Late(_)
            | EventCause::Snapshot { .. }
            | EventCause::Forked(_)
            | EventCause::Ignored { .. } => {}
            EventCause::PaidIntent { at, call, reserve } => {
                if let Some(key) = self.plan.key(at) {
                    self.reserve(key, reserve);
                    self.intents.insert(*call, (key, reserve.clone()));
                }
            }
            EventCause::PaidResult { at, call, result, spend } => {
                self.with_open(at, OpenInstance::clear);
                if let Some(key) = self.unreserve(*call) {
                    self.spend(key, spend);
                }
                self.paid.insert(*call, result.clone());
            }
            EventCause::PaidFailed { call, .. } => {
                self.unreserve(*call);
            }
            EventCause::JoinDue { stage, epoch } => self.apply_join_due(stage, *epoch),
            EventCause::WallSpent { budget, used_ms } => self.apply_wall(budget, *used_ms),
            EventCause::Released => self.released = true,
        }
        Vec::new()
    }

    /// Says what is to be done about it.
    pub(super) fn apply(&mut self, op: &StateOperation) -> Vec<ExecutorTask> {
        match op {
            StateOperation::Start(start) => return self.apply_start(start),
            StateOperation::Done(at) => {
                self.enter(at, |state, stage| state.settle(stage, StageSettlement::Done));
            }
            StateOperation::Ask(at) => self.enter(at, Self::ask),
            StateOperation::Skip(leave) => self.leave(leave, skipped(leave.why)),
            StateOperation::Pass(leave) => self.leave(leave, StageSettlement::Passed),
            StateOperation::Fault(fault) => self.apply_fault(fault),
            StateOperation::Release { stage, to } => self.apply_release(stage, to.as_deref()),
            StateOperation::Divert { stage, to } => {
                if let (Some(stage), to) = (self.stage(stage), self.stage(to)) {
                    self.release(stage, |succ| Some(succ) == to);
                }
            }
            StateOperation::Loop { loop_back, count } => self.apply_loop(*loop_back, *count),
            StateOperation::Exhausted { what, reason } => {
                self.reasons.push(format!("{what}: {reason}"));
                self.mark_exhausted(what);
            }
            StateOperation::Cancel { instances } => {
                for at in instances {
                    self.cancel(at);
                }
            }
            StateOperation::Outcome { outcome, reason } => {
                self.outcome = self.outcome.max(*outcome);
                if !reason.is_empty() {
                    self.reasons.push(reason.clone());
                }
            }
            StateOperation::Failing { reason } => self.failing = Some(reason.clone()),
            StateOperation::End { outcome } => self.apply_end(*outcome),
        }
        Vec::new()
    }

    fn apply_fault(&mut self, fault: &StageFault) {
        let Some(stage) = self.stage(&fault.stage) else { return };
        self.reasons
            .push(format!("stage `{}`: {}", fault.stage, fault.message));
        if matches!(self.stages[stage].phase, StagePhase::Settled(_)) {
            // A condition that cannot be evaluated leaves what was written; a channel that would be
            // too long may not be seen by anybody.
            if fault.class != FailureClass::Condition {
                self.take_back_patches(stage);
            }
            let state = &mut self.stages[stage];
            state.phase = StagePhase::Settled(StageSettlement::Failed);
            state.base = None;
            // What it was done for came to nothing; only an earlier pass may have been worth it.
            state.ever &= 0 < state.epoch;
            return self.triggers.push_back(AdvanceTrigger::Settled(stage));
        }
        // One that is passed over hands on what it would have seen.
        if !self.plan.definition.stages[stage].required {
            self.begin(stage, &fault.chosen);
        }
        self.settle(stage, StageSettlement::Failed);
    }

    pub(super) fn stage(&self, name: &str) -> Option<StageIx> {
        self.plan.stage_ix.get(name).copied()
    }

    fn apply_started(&mut self, started: &RunStarted) {
        self.mode = started.mode;
        self.owned_at_ms = started.at_ms;
        self.params.clone_from(&started.params);
        for (channel, value) in self.writes(&started.input) {
            self.start[channel] = Some(value);
        }
        let plan = Arc::clone(&self.plan);
        for (counter, name) in self.counters.iter_mut().zip(&plan.counters) {
            counter.limit = started.loop_limits.get(name).copied().unwrap_or(0);
        }
        for (budget, plan) in self.budgets.iter_mut().zip(&plan.budgets) {
            let limit = started.budget_limits.get(&*plan.name).copied().unwrap_or(0);
            *budget = BudgetState { limit, used: 0, reserved: 0, exhausted: false };
        }
        for stage in 0..self.stages.len() {
            if self.stages[stage].pending == 0 {
                self.triggers.push_back(AdvanceTrigger::Ready(stage));
            }
        }
    }

    fn writes(&self, writes: &ChannelWrites) -> Vec<(ChannelIx, StoredValue)> {
        let known = |(name, value): &(Arc<str>, StoredValue)| {
            Some((*self.plan.channel_ix.get(name)?, value.clone()))
        };
        writes.iter().filter_map(known).collect()
    }

    fn with_open(&mut self, at: &str, change: impl FnOnce(&mut OpenInstance)) {
        if let Some(open) = self.plan.key(at).and_then(|key| self.open.get_mut(&key)) {
            change(open);
        }
    }

    fn apply_completed(&mut self, done: &AttemptCompleted) {
        if let Some((outcome, reason)) = &done.outcome {
            self.apply(&StateOperation::Outcome { outcome: *outcome, reason: reason.clone() });
        }
        self.complete(&done.at, &done.writes, &done.spend);
    }

    fn complete(&mut self, at: &str, writes: &ChannelWrites, spend: &UnitAmounts) {
        let Some(key) = self.plan.key(at) else { return };
        if self.open.remove(&key).is_none() {
            return;
        }
        self.spend(key, spend);
        let writes = self.writes(writes);
        self.record_live(key, &writes);
        if self.plan.stages[key.stage].streams {
            self.stream(key, &writes);
        }
        let state = &mut self.stages[key.stage];
        state.ok += 1;
        state.left -= 1;
        state.done.push((key.index, writes));
        if state.left == 0 {
            self.finish(key.stage);
        }
    }

    fn apply_failed(&mut self, failed: &AttemptFailed) -> Option<ExecutorTask> {
        let key = self.plan.key(&failed.at)?;
        let open = self.open.get_mut(&key)?;
        if let Some(after_ms) = failed.retry_in_ms {
            open.attempt += 1;
            open.tries += 1;
            open.idle = true;
            open.started = false;
            open.clear();
            let attempt = open.attempt;
            return Some(ExecutorTask::Run { key, attempt, after_ms });
        }
        self.spent_attempts.insert(key, open.attempt);
        self.open.remove(&key);
        if let Some(budget) = &failed.budget {
            self.stages[key.stage].starved = true;
            self.trigger_spent(budget);
            // Of a stage that is left out as a whole the budget says so.
            let is_element = self.stages[key.stage].items.is_some();
            self.reasons
                .extend(is_element.then(|| {
                    format!("stage `{}` was left out: {}", failed.at, failed.message)
                }));
        } else {
            self.stages[key.stage].failed += 1;
            self.reasons
                .push(format!("stage `{}` failed: {}", failed.at, failed.message));
        }
        let state = &mut self.stages[key.stage];
        state.left -= 1;
        state.lost.push(key.index);
        if state.left == 0 {
            self.finish(key.stage);
        } else if failed.budget.is_none() {
            // What a budget has no room for is no failure: its siblings that have room go on.
            self.triggers.push_back(AdvanceTrigger::Lost(key.stage));
        }
        None
    }

    /// The last instance of a stage is settled: so is the stage, by its failure policy.
    fn finish(&mut self, stage: StageIx) {
        let state = &self.stages[stage];
        let enough = match self.plan.definition.stages[stage].on_failure {
            OnFailure::FailFast | OnFailure::WaitAll => state.failed == 0,
            // What a join cut short is no shortfall.
            OnFailure::Continue { min } => {
                let cut_short = !state.starved && (state.failed as usize) < state.lost.len();
                state.failed == 0 || min <= state.ok || cut_short
            }
        };
        let unneeded = state.failed == 0 && state.ok == 0 && !state.lost.is_empty();
        let how = match (unneeded, enough) {
            (true, _) if state.cut == 0 => StageSettlement::Passed,
            (true, _) => StageSettlement::Cancelled,
            (false, true) => StageSettlement::Done,
            (false, false) => StageSettlement::Failed,
        };
        self.settle(stage, how);
    }

    fn apply_cancel(&mut self, author: &str, reason: Option<&str>) {
        let why = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        self.reasons.push(format!("cancelled by {author}{why}"));
        self.triggers.push_back(AdvanceTrigger::Cancelled);
    }

    fn cancel(&mut self, at: &str) {
        let Some(key) = self.plan.key(at) else { return };
        if self.open.remove(&key).is_none() {
            return;
        }
        let state = &mut self.stages[key.stage];
        state.left -= 1;
        state.cut += 1;
        state.lost.push(key.index);
        if state.left == 0 {
            self.finish(key.stage);
        }
    }

    fn apply_start(&mut self, start: &journal::StageStart) -> Vec<ExecutorTask> {
        let Some(stage) = self.stage(&start.stage) else { return Vec::new() };
        self.begin(stage, &start.chosen);
        let epoch = self.stages[stage].epoch;
        self.count_dispatches(stage, epoch, start.width);
        let state = &mut self.stages[stage];
        state.items.clone_from(&start.items);
        state.left = start.width;
        state.lost = unaffordable(start);
        state.cut = 0;
        state.starved = !state.lost.is_empty();
        if start.width == 0 {
            self.settle(stage, StageSettlement::Done);
        }
        (0..start.width)
            .map(|index| self.open_attempt(InstanceKey { stage, epoch, index }))
            .collect()
    }

    fn ask(&mut self, stage: StageIx) {
        let epoch = self.stages[stage].epoch;
        self.stages[stage].left = 1;
        self.open_instance(InstanceKey { stage, epoch, index: 0 }, true);
    }

    fn open_attempt(&mut self, key: InstanceKey) -> ExecutorTask {
        self.open_instance(key, false);
        ExecutorTask::Run { key, attempt: self.open[&key].attempt, after_ms: 0 }
    }

    fn open_instance(&mut self, key: InstanceKey, asks: bool) {
        let spent = self.spent_attempts.remove(&key).unwrap_or(0);
        let open = OpenInstance {
            attempt: spent + 1,
            tries: 0,
            asks,
            idle: false,
            started: false,
            crashes: 0,
            alone: 0,
        };
        self.open.insert(key, open);
    }

    fn enter(&mut self, at: &StageAt, then: impl FnOnce(&mut Self, StageIx)) {
        let Some(stage) = self.stage(&at.stage) else { return };
        self.begin(stage, &at.chosen);
        then(self, stage);
    }

    fn leave(&mut self, leave: &crate::StageOmission, how: StageSettlement) {
        let Some(stage) = self.stage(&leave.stage) else { return };
        if matches!(self.stages[stage].phase, StagePhase::Settled(_)) {
            return;
        }
        self.begin(stage, &leave.chosen);
        self.stages[stage].starved = leave.why == OmissionReason::Starved;
        self.settle(stage, how);
    }

    /// A stage's inputs are in: from here on they cannot change.
    fn begin(&mut self, stage: StageIx, chosen: &[String]) {
        let prepared = self.stages[stage].prepared.take();
        let (view, depth) = prepared.unwrap_or_else(|| {
            let chosen: Vec<InstanceKey> =
                chosen.iter().filter_map(|at| self.plan.key(at)).collect();
            self.inputs(stage, &chosen)
        });
        let state = &mut self.stages[stage];
        state.phase = StagePhase::Active;
        state.base = Some(view);
        state.depth = depth;
        state.looped = None;
        state.tokens = Vec::new();
    }

    fn apply_release(&mut self, stage: &str, to: Option<&[Arc<str>]>) {
        let Some(stage) = self.stage(stage) else { return };
        let plan = Arc::clone(&self.plan);
        let chosen: Option<Vec<StageIx>> =
            to.map(|to| to.iter().filter_map(|name| self.stage(name)).collect());
        self.release(stage, |succ| match &chosen {
            Some(chosen) => {
                !plan.stages[stage].routed.contains(&succ) || chosen.contains(&succ)
            }
            None => true,
        });
    }

    fn apply_join_due(&mut self, stage: &str, epoch: u32) {
        let Some(stage) = self.stage(stage) else { return };
        let state = &mut self.stages[stage];
        if state.epoch == epoch && state.phase == StagePhase::Waiting {
            state.overdue = true;
            self.triggers.push_back(AdvanceTrigger::Token(stage));
        }
    }

    fn apply_resumed(&mut self, resumed: &RunResumed) -> Vec<ExecutorTask> {
        self.released = false;
        self.suspects = !resumed.in_flight.is_empty();
        self.worked_ms = resumed.worked_ms;
        self.owned_at_ms = resumed.at_ms;
        self.intents.clear();
        for budget in &mut self.budgets {
            budget.reserved = 0;
        }
        for open in self.open.values_mut() {
            open.started = false;
            open.clear();
        }
        for (at, crashes) in &resumed.in_flight {
            self.with_open(at, |open| open.crashes = *crashes);
        }
        if let Some((at, alone)) = &resumed.alone {
            self.with_open(at, |open| open.alone = *alone);
        }
        if resumed.retried.is_empty() {
            return Vec::new();
        }
        self.failing = None;
        self.ended = None;
        let tasks = resumed.retried.iter().filter_map(|at| self.reopen(at)).collect();
        self.trigger_waiting();
        tasks
    }

    /// What became ready while the run was failing was not started; now it may.
    fn trigger_waiting(&mut self) {
        for stage in 0..self.stages.len() {
            let state = &self.stages[stage];
            if state.phase != StagePhase::Waiting {
                continue;
            }
            if self.plan.stages[stage].join == JoinRule::All || state.looped.is_some() {
                self.triggers.push_back(AdvanceTrigger::Ready(stage));
            } else if !state.tokens.is_empty() || state.pending == 0 {
                self.triggers.push_back(AdvanceTrigger::Token(stage));
            }
        }
    }

    /// Gives a failed instance, or a stage that failed as a whole, a fresh start.
    fn reopen(&mut self, at: &str) -> Option<ExecutorTask> {
        let key = self.plan.key(at)?;
        let state = &mut self.stages[key.stage];
        if !matches!(state.phase, StagePhase::Settled(StageSettlement::Failed))
            && state.phase != StagePhase::Active
        {
            return None;
        }
        if state.phase != StagePhase::Active {
            self.unsettled += 1;
        }
        // Why it failed is no reason of a run in which it is tried again; the journal keeps it.
        let names = [
            format!("stage `{at}` failed: "),
            format!("stage `{}`: ", self.plan.names[key.stage]),
        ];
        self.reasons
            .retain(|reason| !names.iter().any(|name| reason.starts_with(name)));
        let state = &mut self.stages[key.stage];
        // One that failed before it began, or after all was done, starts as a whole; so does one whose
        // patches were handed on without it.
        let required = self.plan.definition.stages[key.stage].required;
        let handed_on = !required && state.phase != StagePhase::Active;
        if state.lost.is_empty() || state.base.is_none() || handed_on {
            state.phase = StagePhase::Waiting;
            (state.ok, state.failed, state.cut, state.starved) = (0, 0, 0, false);
            state.lost.clear();
            if state.tokens.is_empty() {
                self.keep_tokens(key.stage);
            }
            return None;
        }
        state.phase = StagePhase::Active;
        state.lost.retain(|index| *index != key.index);
        state.failed = state.failed.saturating_sub(1);
        // All that was lost is tried again, the siblings that were given up with it too.
        state.cut = 0;
        state.left += 1;
        Some(self.open_attempt(key))
    }
}

/// A stage whose only reader has gone on was to be done and is not; the others were never asked for.
fn skipped(why: OmissionReason) -> StageSettlement {
    match why {
        OmissionReason::Unneeded => StageSettlement::Cancelled,
        OmissionReason::Untaken | OmissionReason::When | OmissionReason::Starved => {
            StageSettlement::Skipped
        }
    }
}

/// Elements of a fan-out that no budget had room for: they are never started.
fn unaffordable(start: &journal::StageStart) -> Vec<u32> {
    let items = start.items.as_ref().map(StoredValue::json);
    let count = items.as_ref().and_then(|items| items.as_array()).map_or(0, Vec::len);
    (start.width..u32::try_from(count).unwrap_or(u32::MAX)).collect()
}
