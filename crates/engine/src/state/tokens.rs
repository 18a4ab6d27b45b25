//! How results travel: a stage settles, its successors get tokens or skip tokens.

use std::sync::Arc;

use super::{Edge, How, Phase, RunState, Token, Trigger};
use crate::{
    datum::Datum,
    instance::{Key, Place, StageIx},
    plan::{ChannelIx, Join, Kind},
    view::{Entry, View},
};

impl RunState {
    /// Ends a stage's epoch.
    pub(super) fn settle(&mut self, stage: StageIx, how: How) {
        self.unsettled -= 1;
        self.stages[stage].phase = Phase::Settled(how);
        self.stages[stage].freed = false;
        if how == How::Failed && self.plan.definition.stages[stage].required {
            // The run fails. Its inputs and finished instances stay, for a fresh start.
            return self.triggers.push_back(Trigger::Settled(stage));
        }
        if how == How::Done && 0 < self.stages[stage].epoch && self.stages[stage].ok == 0 {
            let epoch = self.stages[stage].epoch;
            self.supersede_live(Key { stage, epoch, index: 0 });
        }
        if how != How::Skipped {
            self.stages[stage].after = Some(Arc::new(self.view_after(stage, how)));
        }
        let state = &mut self.stages[stage];
        state.ever |= how == How::Done;
        state.done = Vec::new();
        state.items = None;
        state.base = None;
        if how == How::Skipped {
            self.release(stage, |_| false);
        } else {
            self.triggers.push_back(Trigger::Settled(stage));
        }
    }

    /// What successors of a stage rest on: its own inputs and all its patches.
    fn view_after(&mut self, stage: StageIx, how: How) -> View {
        let plan = Arc::clone(&self.plan);
        let state = &mut self.stages[stage];
        let base = state.base.clone().unwrap_or_else(|| Arc::new(View::new(&plan)));
        // A stage done again without a result has none: not even its earlier one.
        let nothing_new = how != How::Done || state.epoch == 0;
        if state.done.is_empty() && state.ok == 0 && nothing_new {
            return View::clone(&base);
        }
        let mut done = std::mem::take(&mut state.done);
        done.sort_by_key(|(index, _)| *index);
        let (epoch, depth) = (state.epoch, state.depth);
        let entries = done
            .into_iter()
            .flat_map(|(index, writes)| entries(Key { stage, epoch, index }, depth, writes));
        base.with(&plan, (stage, epoch), entries)
    }

    /// Gives each successor a token if `taken` says so, else a skip token. Those beyond a loop that
    /// is not over get theirs when it is.
    pub(super) fn release(&mut self, stage: StageIx, taken: impl Fn(StageIx) -> bool) {
        let plan = Arc::clone(&self.plan);
        self.stages[stage].freed = true;
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
        if taken && self.plan.stages[succ].join != Join::All {
            let later = &mut self.stages[stage].later;
            let later: Vec<Token> = later
                .extract_if(.., |(to, _)| *to == succ)
                .map(|(_, token)| token)
                .collect();
            if self.stages[succ].phase == Phase::Waiting {
                self.stages[succ].tokens.extend(later);
            }
            self.stage_token(stage, succ);
        }
        self.settle_edge(succ, edge, taken);
    }

    pub(super) fn settle_edge(&mut self, stage: StageIx, edge: usize, taken: bool) {
        let join = self.plan.stages[stage].join;
        let state = &mut self.stages[stage];
        if state.edges[edge] != Edge::Pending {
            return;
        }
        state.edges[edge] = if taken { Edge::Taken } else { Edge::Skipped };
        state.pending -= 1;
        // A join that went on without this input may be repeated, and then wants to know.
        if state.phase != Phase::Waiting {
            return;
        }
        if join != Join::All && state.looped.is_none() {
            self.triggers.push_back(Trigger::Token(stage));
        } else if state.pending == 0 {
            self.triggers.push_back(Trigger::Ready(stage));
        }
    }

    /// A token for a stage as a whole, unless its instances sent theirs already.
    fn stage_token(&mut self, stage: StageIx, succ: StageIx) {
        let sent = self.plan.stages[stage].streams && 0 < self.stages[stage].ok;
        let failed = 0 < self.stages[stage].failed && self.stages[stage].ok == 0;
        if sent || failed || self.stages[succ].phase != Phase::Waiting {
            return;
        }
        let state = &self.stages[stage];
        let Some(view) = state.after.clone() else { return };
        let key = Key { stage, epoch: state.epoch, index: 0 };
        let depth = state.depth;
        self.stages[succ].tokens.push(Token { key, view, depth });
    }

    /// Hands one instance's result to the joins that take them one by one.
    pub(super) fn stream(&mut self, key: Key, writes: &[(ChannelIx, Datum)]) {
        let plan = Arc::clone(&self.plan);
        let state = &self.stages[key.stage];
        let (Some(base), depth) = (state.base.clone(), state.depth) else { return };
        let entries = entries(key, depth, writes.to_vec());
        let view = Arc::new(base.with(&plan, (key.stage, key.epoch), entries));
        let planned = &plan.stages[key.stage];
        for ((succ, _), exits) in planned.succs.iter().zip(&planned.exits) {
            let partial = plan.stages[*succ].join != Join::All;
            let token = Token { key, view: Arc::clone(&view), depth };
            if partial && !exits.is_empty() {
                self.stages[key.stage].later.push((*succ, token));
            } else if partial && self.stages[*succ].phase == Phase::Waiting {
                self.stages[*succ].tokens.push(token);
                self.triggers.push_back(Trigger::Token(*succ));
            }
        }
    }

    /// Enters a patch into the final state.
    pub(super) fn record_live(&mut self, key: Key, writes: &[(ChannelIx, Datum)]) {
        if 0 < key.epoch {
            self.supersede_live(key);
        }
        let at = Place::of(key, self.stages[key.stage].depth);
        for (channel, value) in writes {
            self.live[*channel].insert(at, value.clone());
            // Only a stage that a loop can repeat is ever asked for these again.
            if self.plan.stages[key.stage].repeated {
                self.stages[key.stage].live.push((*channel, at));
            }
        }
    }

    fn supersede_live(&mut self, key: Key) {
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

    /// Whether a stage waits for nobody but itself.
    pub(super) fn kind(&self, stage: StageIx) -> Kind {
        self.plan.stages[stage].kind
    }
}

pub(super) fn entries(
    key: Key,
    depth: u32,
    writes: Vec<(ChannelIx, Datum)>,
) -> impl Iterator<Item = (ChannelIx, Entry)> {
    let at = Place::of(key, depth);
    writes
        .into_iter()
        .map(move |(channel, value)| (channel, Entry { at, value }))
}
