//! What follows: looks at what an event touched until nothing more follows from it.

use std::sync::Arc;

use super::{How, Phase, RunState, Trigger, scope::Unclear};
use crate::{
    OnExhausted, OnFailure, Op, Outcome, RunMode, Then,
    instance::{Key, StageIx},
};

impl RunState {
    pub(super) fn advance(&mut self) -> Vec<Op> {
        let mut ops = Vec::new();
        while self.ended.is_none() {
            let Some(next) = self.next_ops() else { break };
            for op in next {
                if self.ended.is_none() {
                    self.apply(&op);
                    ops.push(op);
                }
            }
        }
        self.triggers.clear();
        ops
    }

    fn next_ops(&mut self) -> Option<Vec<Op>> {
        if let Some(trigger) = self.triggers.pop_front() {
            return Some(self.look(trigger));
        }
        if let Some(place) = self.held.iter().position(|stage| self.may_leave(*stage)) {
            let stage = self.held.remove(place);
            return Some(self.moved_on(stage));
        }
        self.over()
    }

    fn look(&mut self, trigger: Trigger) -> Vec<Op> {
        match trigger {
            // A failing run starts nothing new.
            Trigger::Ready(_) | Trigger::Token(_) if self.failing.is_some() => Vec::new(),
            Trigger::Ready(stage) if self.is_ready(stage) => self.fire(stage),
            Trigger::Token(stage) if self.stages[stage].phase == Phase::Waiting => {
                self.fire_partial(stage)
            }
            Trigger::Settled(stage) => self.settled(stage),
            Trigger::Lost(stage) => self.lost(stage),
            Trigger::Cancelled => self.stop(Outcome::Cancelled),
            Trigger::Spent(budget) => self.budget_spent(budget),
            Trigger::Ready(_) | Trigger::Token(_) => Vec::new(),
        }
    }

    fn is_ready(&self, stage: StageIx) -> bool {
        self.stages[stage].phase == Phase::Waiting && self.is_looped_to(stage)
    }

    fn settled(&mut self, stage: StageIx) -> Vec<Op> {
        let required = self.plan.definition.stages[stage].required;
        match self.stages[stage].phase {
            Phase::Settled(How::Failed) if required => {
                let name = &self.plan.names[stage];
                vec![Op::Failing { reason: format!("stage `{name}` failed") }]
            }
            Phase::Settled(How::Failed) => vec![self.past(stage)],
            Phase::Settled(How::Done | How::Passed) => {
                let mut ops = self.declared_outcome(stage);
                ops.extend(self.moved_on(stage));
                ops
            }
            _ => Vec::new(),
        }
    }

    fn moved_on(&mut self, stage: StageIx) -> Vec<Op> {
        self.onward(stage)
            .unwrap_or_else(|unclear| vec![self.condition_fault(stage, unclear)])
    }

    fn declared_outcome(&self, stage: StageIx) -> Vec<Op> {
        let done = self.stages[stage].phase == Phase::Settled(How::Done);
        let outcome = self.plan.definition.stages[stage].outcome.filter(|_| done);
        let reason = format!("stage `{}` was reached", self.plan.names[stage]);
        outcome
            .map(|outcome| Op::Outcome { outcome, reason })
            .into_iter()
            .collect()
    }

    /// Where a run goes after a stage: back in a loop, or on to its successors.
    fn onward(&mut self, stage: StageIx) -> Result<Vec<Op>, Unclear> {
        let plan = Arc::clone(&self.plan);
        let epoch = self.stages[stage].epoch;
        let Some(view) = self.stages[stage].after.clone() else { return Ok(Vec::new()) };
        let done = self.stages[stage].phase == Phase::Settled(How::Done);
        for ix in plan.stages[stage].loops.iter().filter(|_| done) {
            if !self.holds(&plan.conditions.loops[*ix], &view, epoch)? {
                continue;
            }
            if !self.at_rest(*ix) {
                self.held.push(stage);
                return Ok(Vec::new());
            }
            let counter = self.counters[plan.loops[*ix].counter];
            if counter.count < counter.limit {
                return Ok(vec![Op::Loop { loop_back: *ix, count: counter.count + 1 }]);
            }
            return self.exhausted(stage, *ix);
        }
        Ok(vec![self.routed(stage)?])
    }

    fn may_leave(&self, stage: StageIx) -> bool {
        self.plan.stages[stage].loops.iter().all(|ix| self.at_rest(*ix))
    }

    fn routed(&self, stage: StageIx) -> Result<Op, Unclear> {
        let name = Arc::clone(&self.plan.names[stage]);
        let routes = &self.plan.conditions.routes[stage];
        if routes.is_empty() {
            return Ok(Op::Release { stage: name, to: None });
        }
        let state = &self.stages[stage];
        for (when, to) in routes {
            let taken = match (when, &state.after) {
                (Some(when), Some(view)) => self.holds(when, view, state.epoch)?,
                _ => true,
            };
            if taken {
                let to = to.iter().map(|to| Arc::clone(&self.plan.names[*to])).collect();
                return Ok(Op::Release { stage: name, to: Some(to) });
            }
        }
        Err(Unclear("no branch of its route holds; add a last one without `when`".into()))
    }

    /// On past a stage that failed and is not required: a route takes its last resort, if any.
    fn past(&self, stage: StageIx) -> Op {
        let routes = &self.plan.conditions.routes[stage];
        let resort = routes.last().filter(|(when, _)| when.is_none()).map(|(_, to)| to);
        let to = resort
            .into_iter()
            .flatten()
            .map(|to| Arc::clone(&self.plan.names[*to]));
        let to = (!routes.is_empty()).then(|| to.collect());
        Op::Release { stage: Arc::clone(&self.plan.names[stage]), to }
    }

    fn exhausted(&self, stage: StageIx, ix: usize) -> Result<Vec<Op>, Unclear> {
        let plan = &self.plan.loops[ix];
        let settings = &self.plan.definition.loop_back[ix].on_exhausted;
        let OnExhausted { outcome, reason, then } = settings;
        let limit = self.counters[plan.counter].limit;
        let default = format!("the limit of {limit} is reached");
        let what = format!("loop {}", self.plan.counters[plan.counter]);
        let mut ops = vec![
            Op::Exhausted { what, reason: reason.clone().unwrap_or(default) },
            Op::Outcome { outcome: *outcome, reason: String::new() },
        ];
        match then {
            Then::GoOn => ops.push(self.routed(stage)?),
            Then::Stop => ops.extend(self.stop(*outcome)),
            Then::Stage(to) => ops.push(Op::Divert {
                stage: Arc::clone(&self.plan.names[stage]),
                to: to.as_str().into(),
            }),
        }
        Ok(ops)
    }

    /// Ends the run here: what is open is given up.
    pub(super) fn stop(&self, outcome: Outcome) -> Vec<Op> {
        let instances: Vec<String> = self.open.keys().map(|key| self.plan.text(*key)).collect();
        let cancel = (!instances.is_empty()).then_some(Op::Cancel { instances });
        let outcome = self.outcome.max(outcome);
        cancel.into_iter().chain([Op::End { outcome }]).collect()
    }

    fn lost(&self, stage: StageIx) -> Vec<Op> {
        let fail_fast = self.plan.definition.stages[stage].on_failure == OnFailure::FailFast;
        if !fail_fast || self.stages[stage].phase != Phase::Active {
            return Vec::new();
        }
        let open = self.open.keys().filter(|key| key.stage == stage);
        let instances = open.map(|key| self.plan.text(*key)).collect();
        vec![Op::Cancel { instances }]
    }

    fn budget_spent(&self, budget: usize) -> Vec<Op> {
        if self.budgets[budget].exhausted {
            return Vec::new();
        }
        let settings = self.budget_exhausted(budget);
        let mut ops = self.spent(budget);
        if settings.then == Then::Stop {
            ops.extend(self.stop(settings.outcome));
        }
        ops
    }

    /// Whether the run is over, and how.
    fn over(&self) -> Option<Vec<Op>> {
        if self.failing.is_some() {
            let in_flight = self.mode == RunMode::Push
                && self.open.values().any(|open| !open.asks && !open.idle);
            return (!in_flight).then(|| vec![Op::End { outcome: Outcome::Failed }]);
        }
        if self.unsettled == 0 && self.held.is_empty() {
            return Some(vec![Op::End { outcome: self.outcome }]);
        }
        let stuck = self.open.is_empty() && self.join_timers().is_empty();
        stuck.then(|| {
            let reason = "no stage can go on, though not all are done".to_owned();
            vec![Op::Failing { reason }]
        })
    }

    /// Failed instances, or stages that failed as a whole, that a fresh start would try again.
    pub(crate) fn retriable(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (stage, state) in self.stages.iter().enumerate() {
            // A fan-out may have lost an instance and still wait for others to be tried again.
            let policy = self.plan.definition.stages[stage].on_failure;
            let fails = state.phase == Phase::Active
                && 0 < state.failed
                && policy == OnFailure::WaitAll;
            let failed = state.phase == Phase::Settled(How::Failed) && !state.freed;
            if !failed && !fails {
                continue;
            }
            let indices = if state.lost.is_empty() { &[0][..] } else { &state.lost[..] };
            let epoch = state.epoch;
            found.extend(
                indices
                    .iter()
                    .map(|index| self.plan.text(Key { stage, epoch, index: *index })),
            );
        }
        found
    }
}
