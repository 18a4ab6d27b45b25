//! How results travel: a stage settles, its successors get tokens or skip tokens.

use std::sync::Arc;

use super::{AdvanceTrigger, InputEdge, ResultToken, RunState, StagePhase, StageSettlement};
use crate::{
    ancestor_view::{AncestorView, ChannelPatch},
    instance::{InstanceKey, MergePosition, StageIx},
    plan::{ChannelIx, JoinRule, StageKind},
    stored_value::StoredValue,
};

impl RunState {
    /// Ends a stage's epoch.
    pub(super) fn settle(&mut self, stage: StageIx, how: StageSettlement) {
        self.unsettled -= 1;
        self.stages[stage].phase = StagePhase::Settled(how);
        self.stages[stage].freed = false;
        if how == StageSettlement::Failed && self.plan.definition.stages[stage].required {
            // The run fails. Its inputs and finished instances stay, for a fresh start.
            return self.triggers.push_back(AdvanceTrigger::Settled(stage));
        }
        if how == StageSettlement::Done
            && 0 < self.stages[stage].epoch
            && self.stages[stage].ok == 0
        {
            let epoch = self.stages[stage].epoch;
            self.supersede_live(InstanceKey { stage, epoch, index: 0 });
        }
        if how.hands_on() {
            self.stages[stage].after = Some(Arc::new(self.view_after(stage, how)));
        }
        let state = &mut self.stages[stage];
        state.ever |= how == StageSettlement::Done;
        state.done = Vec::new();
        state.items = None;
        // Kept until it is known whether channels can hold what several instances wrote together.
        if state.ok < 2 {
            state.base = None;
        }
        if how.hands_on() {
            self.triggers.push_back(AdvanceTrigger::Settled(stage));
        } else {
            self.release(stage, |_| false);
        }
    }

    /// What successors of a stage rest on: its own inputs and all its patches.
    fn view_after(&mut self, stage: StageIx, how: StageSettlement) -> AncestorView {
        let plan = Arc::clone(&self.plan);
        let state = &mut self.stages[stage];
        let base = state
            .base
            .clone()
            .unwrap_or_else(|| Arc::new(AncestorView::new(&plan)));
        // A stage done again without a result has none: not even its earlier one.
        let nothing_new = how != StageSettlement::Done || state.epoch == 0;
        if state.done.is_empty() && state.ok == 0 && nothing_new {
            return AncestorView::clone(&base);
        }
        let mut done = std::mem::take(&mut state.done);
        done.sort_by_key(|(index, _)| *index);
        let (epoch, depth) = (state.epoch, state.depth);
        let entries = done.into_iter().flat_map(|(index, writes)| {
            entries(InstanceKey { stage, epoch, index }, depth, writes)
        });
        base.with(&plan, (stage, epoch), entries)
    }

    /// Gives each successor a token if `taken` says so, else a skip token. Those beyond a loop that
    /// is not over get theirs when it is.
    pub(super) fn release(&mut self, stage: StageIx, taken: impl Fn(StageIx) -> bool) {
        let plan = Arc::clone(&self.plan);
        self.stages[stage].freed = true;
        self.stages[stage].base = None;
        let succs = plan.stages[stage].succs.iter().enumerate();
        let edges = succs.map(|(place, (succ, _))| (stage, place, taken(*succ)));
        self.leaving.extend(edges);
        for (stage, place, taken) in std::mem::take(&mut self.leaving) {
            let exits = &plan.stages[stage].exits[place];
            if exits.iter().all(|from| self.stages[*from].freed) {
                self.hand_on(stage, plan.stages[stage].succs[place], taken);
            } else {
                self.leaving.push((stage, place, taken));
            }
        }
        self.settle_proxies();
    }

    fn hand_on(&mut self, stage: StageIx, (succ, edge): (StageIx, usize), taken: bool) {
        if taken && self.plan.stages[succ].join != JoinRule::All {
            let later = &mut self.stages[stage].later;
            let later: Vec<ResultToken> = later
                .extract_if(.., |(to, _)| *to == succ)
                .map(|(_, token)| token)
                .collect();
            if self.stages[succ].phase == StagePhase::Waiting {
                self.stages[succ].tokens.extend(later);
            }
            self.stage_token(stage, succ);
        }
        self.settle_edge(succ, edge, taken);
    }

    pub(super) fn settle_edge(&mut self, stage: StageIx, edge: usize, taken: bool) {
        let join = self.plan.stages[stage].join;
        let state = &mut self.stages[stage];
        if state.edges[edge] != InputEdge::Pending {
            return;
        }
        state.edges[edge] = if taken { InputEdge::Taken } else { InputEdge::Skipped };
        state.pending -= 1;
        // A join that went on without this input may be repeated, and then wants to know.
        if state.phase != StagePhase::Waiting {
            return;
        }
        if join != JoinRule::All && state.looped.is_none() {
            self.triggers.push_back(AdvanceTrigger::Token(stage));
        } else if state.pending == 0 {
            self.triggers.push_back(AdvanceTrigger::Ready(stage));
        }
    }

    /// A token for a stage as a whole, unless its instances sent theirs already.
    fn stage_token(&mut self, stage: StageIx, succ: StageIx) {
        let sent = self.plan.stages[stage].streams && 0 < self.stages[stage].ok;
        let failed = 0 < self.stages[stage].failed && self.stages[stage].ok == 0;
        if sent || failed || self.stages[succ].phase != StagePhase::Waiting {
            return;
        }
        let state = &self.stages[stage];
        let Some(view) = state.after.clone() else { return };
        let key = InstanceKey { stage, epoch: state.epoch, index: 0 };
        let depth = state.depth;
        self.stages[succ].tokens.push(ResultToken { key, view, depth });
    }

    /// Hands one instance's result to the joins that take them one by one.
    pub(super) fn stream(&mut self, key: InstanceKey, writes: &[(ChannelIx, StoredValue)]) {
        let plan = Arc::clone(&self.plan);
        let state = &self.stages[key.stage];
        let (Some(base), depth) = (state.base.clone(), state.depth) else { return };
        let entries = entries(key, depth, writes.to_vec());
        let view = Arc::new(base.with(&plan, (key.stage, key.epoch), entries));
        let planned = &plan.stages[key.stage];
        for ((succ, _), exits) in planned.succs.iter().zip(&planned.exits) {
            let partial = plan.stages[*succ].join != JoinRule::All;
            let token = ResultToken { key, view: Arc::clone(&view), depth };
            if partial && !exits.is_empty() {
                self.stages[key.stage].later.push((*succ, token));
            } else if partial && self.stages[*succ].phase == StagePhase::Waiting {
                self.stages[*succ].tokens.push(token);
                self.triggers.push_back(AdvanceTrigger::Token(*succ));
            }
        }
    }

    pub(super) fn record_live(
        &mut self,
        key: InstanceKey,
        writes: &[(ChannelIx, StoredValue)],
    ) {
        if 0 < key.epoch {
            self.supersede_live(key);
        }
        let at = MergePosition::of(key, self.stages[key.stage].depth);
        for (channel, value) in writes {
            self.live[*channel].insert(at, value.clone());
            // Only a stage that a loop can repeat is ever asked for these again.
            if self.plan.stages[key.stage].repeated {
                self.stages[key.stage].live.push((*channel, at));
            }
        }
    }

    fn supersede_live(&mut self, key: InstanceKey) {
        let plan = Arc::clone(&self.plan);
        let live = &mut self.live;
        self.stages[key.stage].live.retain(|(channel, at)| {
            let stays = key.epoch <= at.epoch;
            if !stays && !plan.channels[*channel].keep {
                live[*channel].remove(at);
            }
            stays
        });
    }

    /// Takes back all that a stage wrote in this epoch, from the final state and from whoever would
    /// have rested on it: it came to nothing after its instances were through.
    pub(super) fn take_back_patches(&mut self, stage: StageIx) {
        let plan = Arc::clone(&self.plan);
        let epoch = self.stages[stage].epoch;
        let own = |at: &MergePosition| at.stage as StageIx == stage && at.epoch == epoch;
        for channel in &plan.stages[stage].writes {
            self.live[*channel].retain(|at, _| !own(at));
        }
        for (succ, _) in &plan.stages[stage].succs {
            self.stages[*succ].tokens.retain(|token| token.key.stage != stage);
        }
        let state = &mut self.stages[stage];
        state.live.retain(|(_, at)| !own(at));
        state.later = Vec::new();
        state.failed += std::mem::take(&mut state.ok);
        let base = state
            .base
            .take()
            .unwrap_or_else(|| Arc::new(AncestorView::new(&plan)));
        state.after = Some(Arc::new(base.with(&plan, (stage, epoch), [])));
    }

    /// Whether a stage waits for nobody but itself.
    pub(super) fn kind(&self, stage: StageIx) -> StageKind {
        self.plan.stages[stage].kind
    }
}

pub(super) fn entries(
    key: InstanceKey,
    depth: u32,
    writes: Vec<(ChannelIx, StoredValue)>,
) -> impl Iterator<Item = (ChannelIx, ChannelPatch)> {
    let at = MergePosition::of(key, depth);
    writes
        .into_iter()
        .map(move |(channel, value)| (channel, ChannelPatch { at, value }))
}
