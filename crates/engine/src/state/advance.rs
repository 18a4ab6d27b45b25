//! What follows: looks at what an event touched until nothing more follows from it.

use std::sync::Arc;

use super::{
    AdvanceTrigger, ExecutorTask, RunState, StagePhase, StageSettlement,
    condition_scope::ConditionFailure,
};
use crate::{
    ExhaustionRoute, OnExhausted, OnFailure, RunMode, RunOutcome, StateOperation,
    instance::{InstanceKey, StageIx},
};

impl RunState {
    /// The ops that follow; what they ask to be done is added to `tasks`.
    pub(super) fn advance(&mut self, tasks: &mut Vec<ExecutorTask>) -> Vec<StateOperation> {
        let mut ops = Vec::new();
        while self.ended.is_none() {
            let Some(next) = self.next_ops(tasks) else { break };
            for op in next {
                if self.ended.is_none() {
                    tasks.extend(self.apply(&op));
                    ops.push(op);
                }
            }
        }
        self.triggers.clear();
        ops
    }

    fn next_ops(&mut self, tasks: &mut Vec<ExecutorTask>) -> Option<Vec<StateOperation>> {
        if let Some(trigger) = self.triggers.pop_front() {
            let ops = self.look(trigger);
            if let AdvanceTrigger::Token(stage) = trigger
                && ops.is_empty()
            {
                tasks.extend(self.join_clock(stage));
            }
            return Some(ops);
        }
        if let Some(place) = self.held.iter().position(|stage| self.may_leave(*stage)) {
            let stage = self.held.remove(place);
            return Some(self.moved_on(stage));
        }
        self.over()
    }

    fn look(&mut self, trigger: AdvanceTrigger) -> Vec<StateOperation> {
        match trigger {
            // A failing run starts nothing new.
            AdvanceTrigger::Ready(_) | AdvanceTrigger::Token(_) if self.failing.is_some() => {
                Vec::new()
            }
            AdvanceTrigger::Ready(stage) if self.is_ready(stage) => self.fire(stage),
            AdvanceTrigger::Token(stage) if self.stages[stage].phase == StagePhase::Waiting => {
                self.fire_partial(stage)
            }
            AdvanceTrigger::Settled(stage) => self.settled(stage),
            AdvanceTrigger::Lost(stage) => self.lost(stage),
            AdvanceTrigger::Cancelled => self.stop(RunOutcome::Cancelled),
            AdvanceTrigger::Spent(budget) => self.budget_spent(budget),
            AdvanceTrigger::Ready(_) | AdvanceTrigger::Token(_) => Vec::new(),
        }
    }

    fn is_ready(&self, stage: StageIx) -> bool {
        self.stages[stage].phase == StagePhase::Waiting && self.is_looped_to(stage)
    }

    fn settled(&mut self, stage: StageIx) -> Vec<StateOperation> {
        let required = self.plan.definition.stages[stage].required;
        match self.stages[stage].phase {
            StagePhase::Settled(StageSettlement::Failed) if required => {
                let name = &self.plan.names[stage];
                vec![StateOperation::Failing { reason: format!("stage `{name}` failed") }]
            }
            StagePhase::Settled(how) if how.hands_on() => {
                if let Some(overfull) = self.overfull_after(stage) {
                    return vec![overfull];
                }
                if how == StageSettlement::Failed {
                    return vec![left_out(), self.past(stage)];
                }
                let mut ops = self.declared_outcome(stage);
                // Who failed and why is among the reasons already.
                ops.extend((0 < self.stages[stage].failed).then(left_out));
                ops.extend(self.moved_on(stage));
                ops
            }
            _ => Vec::new(),
        }
    }

    fn moved_on(&mut self, stage: StageIx) -> Vec<StateOperation> {
        self.onward(stage)
            .unwrap_or_else(|unclear| vec![self.condition_fault(stage, unclear)])
    }

    fn declared_outcome(&self, stage: StageIx) -> Vec<StateOperation> {
        let done = self.stages[stage].phase == StagePhase::Settled(StageSettlement::Done);
        let outcome = self.plan.definition.stages[stage].outcome.filter(|_| done);
        let reached = |outcome| {
            let reason = format!("stage `{}` was reached", self.plan.names[stage]);
            StateOperation::Outcome { outcome, reason }
        };
        outcome.map(reached).into_iter().collect()
    }

    /// Where a run goes after a stage: back in a loop, or on to its successors.
    fn onward(&mut self, stage: StageIx) -> Result<Vec<StateOperation>, ConditionFailure> {
        let plan = Arc::clone(&self.plan);
        let epoch = self.stages[stage].epoch;
        let Some(view) = self.stages[stage].after.clone() else { return Ok(Vec::new()) };
        let done = self.stages[stage].phase == StagePhase::Settled(StageSettlement::Done);
        for ix in plan.stages[stage].loops.iter().filter(|_| done) {
            if !self.holds(&plan.conditions.loops[*ix], &view, epoch)? {
                continue;
            }
            if !self.at_rest(*ix) {
                self.held.push(stage);
                return Ok(Vec::new());
            }
            let counter = self.counters[plan.loops[*ix].counter];
            let starved = self.starves_loop(*ix);
            if let (Some(budget), true) = (starved, counter.count < counter.limit) {
                return self.out_of_means(stage, *ix, budget);
            }
            if counter.count < counter.limit {
                return Ok(vec![StateOperation::Loop {
                    loop_back: *ix,
                    count: counter.count + 1,
                }]);
            }
            let reason = format!("the limit of {} is reached", counter.limit);
            return self.exhausted((stage, *ix), reason, RunOutcome::Completed);
        }
        Ok(vec![self.routed(stage)?])
    }

    fn may_leave(&self, stage: StageIx) -> bool {
        self.plan.stages[stage].loops.iter().all(|ix| self.at_rest(*ix))
    }

    fn routed(&self, stage: StageIx) -> Result<StateOperation, ConditionFailure> {
        let name = Arc::clone(&self.plan.names[stage]);
        let routes = &self.plan.conditions.routes[stage];
        if routes.is_empty() {
            return Ok(StateOperation::Release { stage: name, to: None });
        }
        let state = &self.stages[stage];
        for (when, to) in routes {
            let taken = match (when, &state.after) {
                (Some(when), Some(view)) => self.holds(when, view, state.epoch)?,
                _ => true,
            };
            if taken {
                let to = to.iter().map(|to| Arc::clone(&self.plan.names[*to])).collect();
                return Ok(StateOperation::Release { stage: name, to: Some(to) });
            }
        }
        Err(ConditionFailure(
            "no branch of its route holds; add a last one without `when`".into(),
        ))
    }

    /// On past a stage that failed and is not required: a route takes its last resort, if any.
    fn past(&self, stage: StageIx) -> StateOperation {
        let routes = &self.plan.conditions.routes[stage];
        let resort = routes.last().filter(|(when, _)| when.is_none()).map(|(_, to)| to);
        let to = resort
            .into_iter()
            .flatten()
            .map(|to| Arc::clone(&self.plan.names[*to]));
        let to = (!routes.is_empty()).then(|| to.collect());
        StateOperation::Release { stage: Arc::clone(&self.plan.names[stage]), to }
    }

    /// A loop that a spent budget would only let go round in vain ends as one whose limit is reached.
    fn out_of_means(
        &self,
        stage: StageIx,
        ix: usize,
        budget: usize,
    ) -> Result<Vec<StateOperation>, ConditionFailure> {
        let mut ops =
            if self.budgets[budget].exhausted { Vec::new() } else { self.spent(budget) };
        let name = &self.plan.budgets[budget].name;
        let reason = format!("budget `{name}` has no room for another pass");
        let outcome = self.budget_exhausted(budget).outcome;
        ops.extend(self.exhausted((stage, ix), reason, outcome)?);
        Ok(ops)
    }

    /// Where a loop leads that may not be taken again; `default` is why, unless the definition has words for it. The run's
    /// outcome is at least `least`.
    fn exhausted(
        &self,
        (stage, ix): (StageIx, usize),
        default: String,
        least: RunOutcome,
    ) -> Result<Vec<StateOperation>, ConditionFailure> {
        let plan = &self.plan.loops[ix];
        let settings = &self.plan.definition.loop_back[ix].on_exhausted;
        let OnExhausted { outcome, reason, then } = settings;
        let what = format!("loop {}", self.plan.counters[plan.counter]);
        let mut ops = vec![
            StateOperation::Exhausted { what, reason: reason.clone().unwrap_or(default) },
            StateOperation::Outcome { outcome: *outcome, reason: String::new() },
        ];
        match then {
            ExhaustionRoute::GoOn => ops.push(self.routed(stage)?),
            ExhaustionRoute::Stop => ops.extend(self.stop(least.max(*outcome))),
            ExhaustionRoute::Stage(to) => ops.push(StateOperation::Divert {
                stage: Arc::clone(&self.plan.names[stage]),
                to: to.as_str().into(),
            }),
        }
        Ok(ops)
    }

    /// Ends the run here: what is open is given up.
    pub(super) fn stop(&self, outcome: RunOutcome) -> Vec<StateOperation> {
        let instances: Vec<String> = self.open.keys().map(|key| self.plan.text(*key)).collect();
        let cancel = (!instances.is_empty()).then_some(StateOperation::Cancel { instances });
        let outcome = self.outcome.max(outcome);
        cancel.into_iter().chain([StateOperation::End { outcome }]).collect()
    }

    fn lost(&self, stage: StageIx) -> Vec<StateOperation> {
        let fail_fast = self.plan.definition.stages[stage].on_failure == OnFailure::FailFast;
        if !fail_fast || self.stages[stage].phase != StagePhase::Active {
            return Vec::new();
        }
        let open = self.open.keys().filter(|key| key.stage == stage);
        let instances = open.map(|key| self.plan.text(*key)).collect();
        vec![StateOperation::Cancel { instances }]
    }

    fn budget_spent(&self, budget: usize) -> Vec<StateOperation> {
        if self.budgets[budget].exhausted {
            return Vec::new();
        }
        let settings = self.budget_exhausted(budget);
        let mut ops = self.spent(budget);
        if settings.then == ExhaustionRoute::Stop {
            ops.extend(self.stop(settings.outcome));
        }
        ops
    }

    /// Whether the run is over, and how.
    fn over(&self) -> Option<Vec<StateOperation>> {
        if self.failing.is_some() {
            let in_flight = self.mode == RunMode::Push
                && self.open.values().any(|open| !open.asks && !open.idle);
            return (!in_flight)
                .then(|| vec![StateOperation::End { outcome: RunOutcome::Failed }]);
        }
        if self.unsettled == 0 && self.held.is_empty() {
            return Some(vec![StateOperation::End { outcome: self.outcome }]);
        }
        let stuck = self.open.is_empty() && self.join_timers().is_empty();
        stuck.then(|| {
            let reason = "no stage can go on, though not all are done".to_owned();
            vec![StateOperation::Failing { reason }]
        })
    }

    /// Failed instances, or stages that failed as a whole, that a fresh start would try again.
    pub(crate) fn retriable(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (stage, state) in self.stages.iter().enumerate() {
            // A fan-out may have lost an instance and still wait for others to be tried again.
            let policy = self.plan.definition.stages[stage].on_failure;
            let fails = state.phase == StagePhase::Active
                && 0 < state.failed
                && policy == OnFailure::WaitAll;
            let failed =
                state.phase == StagePhase::Settled(StageSettlement::Failed) && !state.freed;
            if !failed && !fails {
                continue;
            }
            let indices = if state.lost.is_empty() { &[0][..] } else { &state.lost[..] };
            let epoch = state.epoch;
            found.extend(
                indices
                    .iter()
                    .map(|index| self.plan.text(InstanceKey { stage, epoch, index: *index })),
            );
        }
        found
    }
}

/// A part of the run came to nothing and it goes on: it is not all done, whatever else comes.
fn left_out() -> StateOperation {
    StateOperation::Outcome {
        outcome: RunOutcome::Incomplete,
        reason: String::new(),
    }
}
