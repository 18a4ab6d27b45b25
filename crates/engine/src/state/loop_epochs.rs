//! Loops as epochs: the stages between two points start again, all else stays as it is.

use std::sync::Arc;

use super::{AdvanceTrigger, InputEdge, ResultToken, RunState, StagePhase, StageState};
use crate::{
    instance::{InstanceKey, StageIx},
    plan::{JoinRule, ProxyInput},
};

impl RunState {
    pub(super) fn apply_loop(&mut self, ix: usize, count: u64) {
        let plan = Arc::clone(&self.plan);
        let Some(plan) = plan.loops.get(ix) else { return };
        self.counters[plan.counter].count = count;
        let from = &self.stages[plan.from];
        let looped = from.after.clone().map(|view| (view, from.depth));
        self.leaving.retain(|(stage, ..)| !plan.repeats.contains(stage));
        for stage in &plan.repeats {
            self.begin_epoch(*stage);
        }
        for stage in &plan.repeats {
            self.reset_edges(*stage, |dep| plan.repeats.contains(&dep));
        }
        for stage in &plan.repeats {
            self.withdraw(*stage, &|succ| plan.repeats.contains(&succ));
        }
        for (place, proxy) in plan.proxies.iter().enumerate() {
            self.put_behind(proxy);
            self.proxies.retain(|known| *known != (ix, place));
            self.proxies.push((ix, place));
        }
        for stage in &plan.repeats {
            self.keep_tokens(*stage);
        }
        self.stages[plan.to].looped = looped;
        if self.is_looped_to(plan.to) {
            self.triggers.push_back(AdvanceTrigger::Ready(plan.to));
        }
    }

    /// Whether all that the target of a loop needs is there. A join that once went on without
    /// some of its inputs needs them no more.
    pub(super) fn is_looped_to(&self, stage: StageIx) -> bool {
        let state = &self.stages[stage];
        let partial = self.plan.stages[stage].join != JoinRule::All;
        state.pending == 0 || (partial && state.looped.is_some())
    }

    /// Inputs that are not repeated still count for a join that is repeated or tried again.
    pub(super) fn keep_tokens(&mut self, stage: StageIx) {
        let plan = Arc::clone(&self.plan);
        if plan.stages[stage].join == JoinRule::All {
            return;
        }
        for (edge, dep) in plan.stages[stage].deps.iter().enumerate() {
            let input = &self.stages[*dep];
            let Some(view) = input.after.clone() else { continue };
            let came_to_nothing = 0 < input.failed && input.ok == 0;
            if self.stages[stage].edges[edge] != InputEdge::Taken || came_to_nothing {
                continue;
            }
            let (epoch, depth) = (input.epoch, input.depth);
            let count = input.ok + u32::try_from(input.lost.len()).unwrap_or(u32::MAX);
            let done = (0..count.max(1)).filter(|index| !input.lost.contains(index));
            let token = |index| {
                let key = InstanceKey { stage: *dep, epoch, index };
                ResultToken { key, view: Arc::clone(&view), depth }
            };
            let tokens: Vec<ResultToken> = done.map(token).collect();
            self.stages[stage].tokens.extend(tokens);
        }
    }

    /// Whether all stages between the ends of a loop are at rest.
    pub(super) fn at_rest(&self, ix: usize) -> bool {
        let plan = &self.plan.loops[ix];
        plan.region
            .iter()
            .all(|stage| self.stages[*stage].phase != StagePhase::Active)
    }

    fn begin_epoch(&mut self, stage: StageIx) {
        let state = &mut self.stages[stage];
        if matches!(state.phase, StagePhase::Settled(_)) {
            self.unsettled += 1;
        }
        let (pass, passes) = (state.pass(), state.passes);
        *state = StageState {
            epoch: state.epoch + 1,
            passes: passes + u32::from(pass.is_some()),
            past: pass.unwrap_or(state.past),
            edges: std::mem::take(&mut state.edges),
            pending: state.pending,
            ever: state.ever,
            live: std::mem::take(&mut state.live),
            ..StageState::default()
        };
    }

    fn reset_edges(&mut self, stage: StageIx, repeated: impl Fn(StageIx) -> bool) {
        let plan = Arc::clone(&self.plan);
        let state = &mut self.stages[stage];
        for (edge, dep) in state.edges.iter_mut().zip(&plan.stages[stage].deps) {
            if repeated(*dep) {
                *edge = InputEdge::Pending;
            }
        }
        recount(state);
    }

    /// Takes back the tokens that a repeated stage gave to stages outside that have not started.
    fn withdraw(&mut self, stage: StageIx, repeated: &impl Fn(StageIx) -> bool) {
        let plan = Arc::clone(&self.plan);
        for (succ, edge) in plan.stages[stage].succs.iter().filter(|(succ, _)| !repeated(*succ))
        {
            match self.stages[*succ].phase {
                StagePhase::Waiting => self.take_back(stage, (*succ, *edge)),
                StagePhase::Settled(how) if !how.hands_on() && self.may_be_read(*succ) => {
                    self.unskip(*succ, repeated);
                    self.take_back(stage, (*succ, *edge));
                }
                _ => {}
            }
        }
    }

    fn take_back(&mut self, stage: StageIx, (succ, edge): (StageIx, usize)) {
        let state = &mut self.stages[succ];
        state.edges[edge] = InputEdge::Pending;
        state.tokens.retain(|token| token.key.stage != stage);
        recount(state);
    }

    /// A branch that was not taken has not started: this time it may be.
    fn unskip(&mut self, stage: StageIx, repeated: &impl Fn(StageIx) -> bool) {
        let state = &mut self.stages[stage];
        state.phase = StagePhase::Waiting;
        state.freed = false;
        self.unsettled += 1;
        self.withdraw(stage, repeated);
        let plan = Arc::clone(&self.plan);
        for (succ, edge) in plan.stages[stage].succs.iter().filter(|(succ, _)| repeated(*succ))
        {
            self.take_back(stage, (*succ, *edge));
        }
    }

    /// Whether anyone would still rest on a stage that was skipped.
    fn may_be_read(&self, stage: StageIx) -> bool {
        let succs = &self.plan.stages[stage].succs;
        let open = |phase| match phase {
            StagePhase::Waiting => true,
            StagePhase::Active => false,
            StagePhase::Settled(how) => !how.hands_on(),
        };
        succs.is_empty() || succs.iter().any(|(succ, _)| open(self.stages[*succ].phase))
    }

    fn put_behind(&mut self, proxy: &ProxyInput) {
        let state = &mut self.stages[proxy.stage];
        let edge = &mut state.edges[proxy.edge];
        match edge {
            InputEdge::Taken => *edge = InputEdge::Behind { taken: true },
            InputEdge::Skipped => *edge = InputEdge::Behind { taken: false },
            InputEdge::Pending | InputEdge::Behind { .. } => {}
        }
        recount(state);
    }

    /// Settles the inputs whose repeated stages behind them have settled in this epoch.
    pub(super) fn settle_proxies(&mut self) {
        if self.proxies.is_empty() {
            return;
        }
        let plan = Arc::clone(&self.plan);
        for (ix, place) in std::mem::take(&mut self.proxies) {
            let proxy = &plan.loops[ix].proxies[place];
            if !proxy.waits_for.iter().all(|stage| self.stages[*stage].freed) {
                self.proxies.push((ix, place));
                continue;
            }
            if let InputEdge::Behind { taken } = self.stages[proxy.stage].edges[proxy.edge] {
                self.stages[proxy.stage].edges[proxy.edge] = InputEdge::Pending;
                self.settle_edge(proxy.stage, proxy.edge, taken);
            }
        }
    }
}

fn recount(state: &mut StageState) {
    let settled = |edge: &&InputEdge| matches!(edge, InputEdge::Taken | InputEdge::Skipped);
    state.pending = state.edges.len() - state.edges.iter().filter(settled).count();
}
