//! What a run spends: counted in the event that spends it.

use jurat_canon::Hash;

use super::{AdvanceTrigger, RunState};
use crate::{
    ExhaustionRoute, OnExhausted, StateOperation, UnitAmounts,
    instance::{InstanceKey, StageIx},
    plan::StageKind,
};

/// The unit that counts instances started.
pub(crate) const DISPATCHES: &str = "dispatches";
/// The unit that counts time.
pub(crate) const WALL_MS: &str = "wall_ms";
/// The units that stages cannot report: they are counted here.
pub const ENGINE_UNITS: [&str; 2] = [DISPATCHES, WALL_MS];

impl RunState {
    pub(super) fn count_dispatches(&mut self, stage: StageIx, epoch: u32, width: u32) {
        self.add(stage, epoch, DISPATCHES, u64::from(width));
    }

    pub(super) fn spend(&mut self, key: InstanceKey, amounts: &UnitAmounts) {
        for (unit, amount) in amounts {
            self.add(key.stage, key.epoch, unit, *amount);
        }
    }

    fn add(&mut self, stage: StageIx, epoch: u32, unit: &str, amount: u64) {
        for ix in 0..self.budgets.len() {
            if self.counts(ix, stage, epoch) && self.plan.budgets[ix].unit == unit {
                let used = &mut self.budgets[ix].used;
                *used = used.saturating_add(amount);
            }
        }
    }

    pub(super) fn reserve(&mut self, key: InstanceKey, amounts: &UnitAmounts) {
        for ix in 0..self.budgets.len() {
            let amount = amounts.get(&self.plan.budgets[ix].unit).copied().unwrap_or(0);
            if self.counts(ix, key.stage, key.epoch) {
                let reserved = &mut self.budgets[ix].reserved;
                *reserved = reserved.saturating_add(amount);
            }
        }
    }

    /// Frees what a paid call reserved; says whose it was.
    pub(super) fn unreserve(&mut self, call: Hash) -> Option<InstanceKey> {
        let (key, amounts) = self.intents.remove(&call)?;
        for ix in 0..self.budgets.len() {
            let amount = amounts.get(&self.plan.budgets[ix].unit).copied().unwrap_or(0);
            if self.counts(ix, key.stage, key.epoch) {
                let reserved = &mut self.budgets[ix].reserved;
                *reserved = reserved.saturating_sub(amount);
            }
        }
        Some(key)
    }

    /// The first budget that a paid call would break.
    pub(crate) fn refuses(&self, key: InstanceKey, amounts: &UnitAmounts) -> Option<&str> {
        let broken = |ix: &usize| {
            let (plan, budget) = (&self.plan.budgets[*ix], &self.budgets[*ix]);
            let wanted = amounts.get(&plan.unit).copied().unwrap_or(0);
            let total = budget.used.saturating_add(budget.reserved).saturating_add(wanted);
            0 < wanted && self.counts(*ix, key.stage, key.epoch) && budget.limit < total
        };
        let broken = (0..self.budgets.len()).find(broken)?;
        Some(&self.plan.budgets[broken].name)
    }

    /// The budget that leaves the least room for `width` instances of a stage, and how many it has
    /// room for.
    pub(super) fn starves(&self, stage: StageIx, width: u32) -> Option<(usize, u32)> {
        let epoch = self.stages[stage].epoch;
        let counted = (0..self.budgets.len()).filter(|ix| self.counts(*ix, stage, epoch));
        let short = counted.map(|ix| (ix, self.room(ix, width)));
        short.filter(|(_, room)| *room < width).min_by_key(|(_, room)| *room)
    }

    /// The budget that has no room for a stage that a loop would start again, and lets the run go on without it: every further
    /// pass would leave it out.
    pub(super) fn starves_loop(&self, ix: usize) -> Option<usize> {
        let starved = |stage: StageIx| {
            let epoch = self.stages[stage].epoch + 1;
            let goes_on = |budget| self.budget_exhausted(budget).then == ExhaustionRoute::GoOn;
            let works = matches!(self.kind(stage), StageKind::Work | StageKind::Outside);
            let counted =
                (0..self.budgets.len()).filter(|ix| works && self.counts(*ix, stage, epoch));
            counted.into_iter().find(|ix| self.room(*ix, 1) == 0 && goes_on(*ix))
        };
        self.plan.loops[ix].repeats.iter().find_map(|stage| starved(*stage))
    }

    fn room(&self, ix: usize, width: u32) -> u32 {
        let budget = &self.budgets[ix];
        let left = budget
            .limit
            .saturating_sub(budget.used.saturating_add(budget.reserved));
        match self.plan.budgets[ix].unit.as_str() {
            _ if budget.exhausted => 0,
            DISPATCHES => u32::try_from(left).unwrap_or(u32::MAX),
            WALL_MS => width,
            _ if left == 0 => 0,
            _ => width,
        }
    }

    pub(super) fn apply_wall(&mut self, name: &str, used_ms: u64) {
        let found = self.plan.budgets.iter().position(|budget| &*budget.name == name);
        if let Some(ix) = found {
            self.budgets[ix].used = used_ms;
            self.triggers.push_back(AdvanceTrigger::Spent(ix));
        }
    }

    pub(super) fn trigger_spent(&mut self, name: &str) {
        let found = self.plan.budgets.iter().position(|budget| &*budget.name == name);
        self.triggers.extend(found.map(AdvanceTrigger::Spent));
    }

    pub(super) fn mark_exhausted(&mut self, what: &str) {
        let Some(name) = what.strip_prefix("budget ") else { return };
        if let Some(ix) = self.plan.budgets.iter().position(|budget| &*budget.name == name) {
            self.budgets[ix].exhausted = true;
        }
    }

    /// What is said, once, when a budget is spent.
    pub(super) fn spent(&self, ix: usize) -> Vec<StateOperation> {
        let settings = self.budget_exhausted(ix);
        let (plan, limit) = (&self.plan.budgets[ix], self.budgets[ix].limit);
        let default = format!("the limit of {limit} {} is reached", plan.unit);
        let reason = settings.reason.clone().unwrap_or(default);
        vec![
            StateOperation::Exhausted { what: format!("budget {}", plan.name), reason },
            StateOperation::Outcome { outcome: settings.outcome, reason: String::new() },
        ]
    }

    pub(super) fn budget_exhausted(&self, ix: usize) -> &OnExhausted {
        let name: &str = &self.plan.budgets[ix].name;
        &self.plan.definition.budgets[name].on_exhausted
    }

    fn counts(&self, ix: usize, stage: StageIx, epoch: u32) -> bool {
        let plan = &self.plan.budgets[ix];
        plan.counts[stage] && (epoch == 0 || !plan.first_epoch_only)
    }
}
