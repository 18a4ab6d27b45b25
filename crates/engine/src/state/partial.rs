//! Joins that do not wait for everything: any, quorum, best effort.

use std::collections::BTreeSet;

use super::{Edge, Phase, RunState, Task};
use crate::{
    instance::{Key, StageIx},
    plan::Join,
};

/// What a join that got something does.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// It waits for more.
    Waits,
    /// It goes on with these inputs.
    Goes(Vec<Key>),
    /// Nothing came, nothing will.
    Empty,
    /// Not enough came, nothing more will.
    Short(String),
}

impl RunState {
    pub(super) fn joined(&self, stage: StageIx) -> Joined {
        let state = &self.stages[stage];
        let (came, settled) = (state.tokens.len(), state.pending == 0);
        let (need, now) = match self.plan.stages[stage].join {
            Join::All => return Joined::Waits,
            Join::First(need) => (need as usize, true),
            Join::BestEffort { min, .. } => (min as usize, settled || state.overdue),
        };
        if now && need <= came {
            let mut chosen: Vec<Key> = state.tokens.iter().map(|token| token.key).collect();
            // In a later epoch, what was repeated comes first and the rest fills up.
            chosen.sort_by_key(|key| !self.plan.stages[key.stage].repeated);
            if let Join::First(need) = self.plan.stages[stage].join {
                chosen.truncate(need as usize);
            }
            chosen.sort_unstable();
            return Joined::Goes(chosen);
        }
        match (settled, came) {
            (false, _) => Joined::Waits,
            (true, 0) if state.edges.iter().all(|edge| *edge == Edge::Skipped) => Joined::Empty,
            (true, _) => Joined::Short(format!("{came} of the {need} inputs it needs came")),
        }
    }

    /// The timers that best-effort joins want, after the first of their inputs came.
    pub(super) fn join_timers(&self) -> Vec<Task> {
        (0..self.stages.len())
            .filter_map(|stage| self.join_timer(stage))
            .collect()
    }

    pub(super) fn join_timer(&self, stage: StageIx) -> Option<Task> {
        let state = &self.stages[stage];
        let Join::BestEffort { after_ms: Some(after_ms), .. } = self.plan.stages[stage].join
        else {
            return None;
        };
        let wanted =
            state.phase == Phase::Waiting && !state.tokens.is_empty() && !state.overdue;
        wanted.then_some(Task::JoinTimer { stage, epoch: state.epoch, after_ms })
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
            succ != join && !known.contains(&succ) && self.stages[succ].phase == Phase::Waiting
        };
        !matches!(self.stages[stage].phase, Phase::Settled(_))
            && plan.loops.is_empty()
            && !plan.succs.iter().any(|(succ, _)| read(*succ))
    }
}
