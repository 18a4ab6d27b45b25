//! Joins that do not wait for everything: any, quorum, best effort.

use std::collections::BTreeSet;

use super::{ExecutorTask, InputEdge, RunState, StagePhase};
use crate::{
    RunOutcome, StateOperation,
    instance::{InstanceKey, StageIx},
    plan::JoinRule,
};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum JoinReadiness {
    Waits,
    Goes(Vec<InstanceKey>),
    /// Nothing came, nothing will.
    Empty,
    /// Not enough came, nothing more will.
    Short(String),
}

impl RunState {
    pub(super) fn joined(&self, stage: StageIx) -> JoinReadiness {
        let state = &self.stages[stage];
        let (came, settled) = (state.tokens.len(), state.pending == 0);
        let (need, now) = match self.plan.stages[stage].join {
            JoinRule::All => return JoinReadiness::Waits,
            JoinRule::First(need) => (need as usize, true),
            JoinRule::BestEffort { min, .. } => (min as usize, settled || state.overdue),
        };
        if now && need <= came {
            let mut chosen: Vec<InstanceKey> =
                state.tokens.iter().map(|token| token.key).collect();
            // In a later epoch, what was repeated comes first and the rest fills up.
            chosen.sort_by_key(|key| !self.plan.stages[key.stage].repeated);
            if let JoinRule::First(need) = self.plan.stages[stage].join {
                chosen.truncate(need as usize);
            }
            chosen.sort_unstable();
            return JoinReadiness::Goes(chosen);
        }
        match (settled, came) {
            (false, _) => JoinReadiness::Waits,
            (true, 0) if state.edges.iter().all(|edge| *edge == InputEdge::Skipped) => {
                JoinReadiness::Empty
            }
            (true, _) => {
                JoinReadiness::Short(format!("{came} of the {need} inputs it needs came"))
            }
        }
    }

    /// What a best-effort join says that goes on before all its inputs have come. Those that failed
    /// have said so themselves.
    pub(super) fn gone_without(&self, stage: StageIx) -> Option<StateOperation> {
        let plan = &self.plan.stages[stage];
        let best_effort = matches!(plan.join, JoinRule::BestEffort { .. });
        let edges = self.stages[stage].edges.iter().zip(&plan.deps);
        let late = edges.filter(|(edge, _)| **edge == InputEdge::Pending);
        let missing: Vec<String> = late.flat_map(|(_, dep)| self.at_work(*dep)).collect();
        if !best_effort || missing.is_empty() {
            return None;
        }
        let (name, missing) = (&self.plan.names[stage], missing.join("`, `"));
        let reason = format!("stage `{name}` went on without `{missing}`: its time was up");
        Some(StateOperation::Outcome { outcome: RunOutcome::Incomplete, reason })
    }

    /// The instances of a stage that are not through; its name where it has not started.
    fn at_work(&self, stage: StageIx) -> Vec<String> {
        let open = self.open.keys().filter(|key| key.stage == stage);
        let open: Vec<String> = open.map(|key| self.plan.text(*key)).collect();
        if open.is_empty() { vec![self.plan.names[stage].to_string()] } else { open }
    }

    /// The timers that best-effort joins want, after the first of their inputs came.
    pub(super) fn join_timers(&self) -> Vec<ExecutorTask> {
        (0..self.stages.len())
            .filter_map(|stage| self.join_timer(stage))
            .collect()
    }

    pub(super) fn join_timer(&self, stage: StageIx) -> Option<ExecutorTask> {
        let state = &self.stages[stage];
        let JoinRule::BestEffort { after_ms: Some(after_ms), .. } =
            self.plan.stages[stage].join
        else {
            return None;
        };
        let wanted =
            state.phase == StagePhase::Waiting && !state.tokens.is_empty() && !state.overdue;
        wanted.then_some(ExecutorTask::JoinTimer { stage, epoch: state.epoch, after_ms })
    }

    /// Starts the clock of a join that waits for more, unless it runs. A failing run starts none.
    pub(super) fn join_clock(&mut self, stage: StageIx) -> Option<ExecutorTask> {
        let idle = self.failing.is_none() && !self.stages[stage].timed;
        let timer = self.join_timer(stage).filter(|_| idle)?;
        self.stages[stage].timed = true;
        Some(timer)
    }

    /// The unsettled stages whose results only `stage` would have read.
    pub(super) fn unneeded(&self, stage: StageIx) -> Vec<StageIx> {
        let mut found: BTreeSet<StageIx> = BTreeSet::new();
        let mut todo: Vec<StageIx> = self.plan.stages[stage].deps.clone();
        while let Some(next) = todo.pop() {
            if !found.contains(&next) && self.is_unneeded(next, stage, &found) {
                found.insert(next);
                todo.extend(&self.plan.stages[next].deps);
            }
        }
        found.into_iter().collect()
    }

    fn is_unneeded(&self, stage: StageIx, join: StageIx, known: &BTreeSet<StageIx>) -> bool {
        let plan = &self.plan.stages[stage];
        let read = |succ: StageIx| {
            succ != join
                && !known.contains(&succ)
                && self.stages[succ].phase == StagePhase::Waiting
        };
        !matches!(self.stages[stage].phase, StagePhase::Settled(_))
            && plan.loops.is_empty()
            && !plan.succs.iter().any(|(succ, _)| read(*succ))
    }
}
