//! A stage whose inputs are there: it starts, asks, is left out, or fails.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{RunState, condition_scope::ConditionFailure, partial_joins::JoinReadiness};
use crate::{
    ExhaustionRoute, FailureClass, OmissionReason, StageAt, StageFault, StageOmission,
    StateOperation,
    ancestor_view::AncestorView,
    instance::{InstanceKey, StageIx},
    journal::StageStart,
    plan::{ChannelIx, StageKind},
    stored_value::StoredValue,
};

type FireResult = Result<Vec<StateOperation>, StageStartFailure>;

struct StageStartFailure {
    class: FailureClass,
    message: String,
}

impl From<ConditionFailure> for StageStartFailure {
    fn from(unclear: ConditionFailure) -> Self {
        Self { class: FailureClass::Condition, message: unclear.0 }
    }
}

impl RunState {
    /// All inputs have settled, or a loop leads here.
    pub(super) fn fire(&mut self, stage: StageIx) -> Vec<StateOperation> {
        let taken = self.stages[stage].edges.contains(&super::InputEdge::Taken);
        let root = self.plan.stages[stage].deps.is_empty();
        if !taken && !root && self.stages[stage].looped.is_none() {
            return vec![StateOperation::Skip(self.leaving(
                stage,
                OmissionReason::Untaken,
                &[],
            ))];
        }
        self.fire_with(stage, &[])
    }

    /// A join that is not `all` got something.
    pub(super) fn fire_partial(&mut self, stage: StageIx) -> Vec<StateOperation> {
        match self.joined(stage) {
            JoinReadiness::Waits => Vec::new(),
            JoinReadiness::Empty => {
                vec![StateOperation::Skip(self.leaving(stage, OmissionReason::Untaken, &[]))]
            }
            JoinReadiness::Short(message) => {
                let failure = StageStartFailure { class: FailureClass::Permanent, message };
                vec![self.fault(stage, failure, &[])]
            }
            JoinReadiness::Goes(chosen) => {
                let mut ops: Vec<StateOperation> =
                    self.gone_without(stage).into_iter().collect();
                ops.extend(self.fire_with(stage, &chosen));
                ops.extend(self.drop_unneeded(stage));
                ops
            }
        }
    }

    fn fire_with(&mut self, stage: StageIx, chosen: &[InstanceKey]) -> Vec<StateOperation> {
        let (view, depth) = self.inputs(stage, chosen);
        self.stages[stage].prepared = Some((Arc::clone(&view), depth));
        let fired = self.fired(stage, &view, chosen);
        fired.unwrap_or_else(|failure| vec![self.fault(stage, failure, chosen)])
    }

    fn fired(&self, stage: StageIx, view: &AncestorView, chosen: &[InstanceKey]) -> FireResult {
        if let Some(message) = self.overfull_inputs((stage, chosen), view) {
            return Err(StageStartFailure { class: FailureClass::Permanent, message });
        }
        let required = self.plan.definition.stages[stage].required;
        if let Some(when) = self.plan.when(stage)
            && !self.holds(when, view, self.stages[stage].epoch)?
        {
            let leave = self.leaving(stage, OmissionReason::When, chosen);
            return Ok(vec![if required {
                StateOperation::Skip(leave)
            } else {
                StateOperation::Pass(leave)
            }]);
        }
        let at = || self.stage_at(stage, chosen);
        match self.kind(stage) {
            StageKind::Pass => Ok(vec![StateOperation::Done(at())]),
            StageKind::Interrupt => Ok(vec![StateOperation::Ask(at())]),
            StageKind::Work | StageKind::Outside => self.started(stage, view, chosen),
        }
    }

    fn started(
        &self,
        stage: StageIx,
        view: &AncestorView,
        chosen: &[InstanceKey],
    ) -> FireResult {
        let items = self.elements(stage, view)?;
        let wanted = items.as_ref().map_or(1, |(width, _)| *width);
        let (width, short) = match self.starves(stage, wanted) {
            None => (wanted, Vec::new()),
            Some((budget, room)) if room == 0 || self.stops(budget) => {
                return Ok(self.starved(stage, budget, chosen));
            }
            Some((budget, room)) => (room, self.cut_short(stage, budget, (room, wanted))),
        };
        let at = self.stage_at(stage, chosen);
        let start = StateOperation::Start(StageStart {
            stage: at.stage,
            epoch: at.epoch,
            items: items.map(|(_, items)| items),
            width,
            chosen: at.chosen,
        });
        Ok([start].into_iter().chain(short).collect())
    }

    fn stops(&self, budget: usize) -> bool {
        self.budget_exhausted(budget).then == ExhaustionRoute::Stop
    }

    /// What is said where a budget has room for some elements of a fan-out and not for all.
    fn cut_short(
        &self,
        stage: StageIx,
        budget: usize,
        (room, wanted): (u32, u32),
    ) -> Vec<StateOperation> {
        let left = wanted - room;
        let name = &self.plan.names[stage];
        let reason = format!("stage `{name}`: {left} of {wanted} elements were not started");
        let outcome = self.budget_exhausted(budget).outcome;
        let mut ops = self.spent(budget);
        ops.push(StateOperation::Outcome { outcome, reason });
        ops
    }

    fn elements(
        &self,
        stage: StageIx,
        view: &AncestorView,
    ) -> Result<Option<(u32, StoredValue)>, StageStartFailure> {
        let def = self.plan.definition.stages[stage].for_each.as_ref();
        let condition = self.plan.conditions.for_each[stage].as_ref();
        let (Some(def), Some(condition)) = (def, condition) else { return Ok(None) };
        let items = self.value(condition, view, self.stages[stage].epoch)?;
        let permanent = |message| StageStartFailure { class: FailureClass::Permanent, message };
        let Json::Array(list) = &items else {
            return Err(permanent(format!("`for_each` gave {items}, not a list")));
        };
        let width = u32::try_from(list.len()).unwrap_or(u32::MAX);
        if def.max() < width {
            let max = def.max();
            let message = format!("`for_each` gave {width} elements; the limit is {max}");
            return Err(permanent(message));
        }
        // The blob of a long list is made by the executor, from the event.
        let (datum, _) =
            StoredValue::new(items).map_err(|error| permanent(error.to_string()))?;
        Ok(Some((width, datum)))
    }

    fn starved(
        &self,
        stage: StageIx,
        budget: usize,
        chosen: &[InstanceKey],
    ) -> Vec<StateOperation> {
        let settings = self.budget_exhausted(budget);
        let mut ops =
            if self.budgets[budget].exhausted { Vec::new() } else { self.spent(budget) };
        ops.push(StateOperation::Pass(self.leaving(stage, OmissionReason::Starved, chosen)));
        if settings.then == ExhaustionRoute::Stop {
            ops.extend(self.stop(settings.outcome));
        }
        ops
    }

    fn drop_unneeded(&self, join: StageIx) -> Vec<StateOperation> {
        let unneeded = self.unneeded(join);
        let open = self.open.keys().filter(|key| unneeded.contains(&key.stage));
        let instances: Vec<String> = open.map(|key| self.plan.text(*key)).collect();
        let waiting = unneeded
            .iter()
            .filter(|stage| self.stages[**stage].phase == super::StagePhase::Waiting);
        let skips: Vec<StateOperation> = waiting
            .map(|stage| {
                StateOperation::Skip(self.leaving(*stage, OmissionReason::Unneeded, &[]))
            })
            .collect();
        let cancel = (!instances.is_empty()).then_some(StateOperation::Cancel { instances });
        cancel.into_iter().chain(skips).collect()
    }

    fn fault(
        &self,
        stage: StageIx,
        failure: StageStartFailure,
        chosen: &[InstanceKey],
    ) -> StateOperation {
        let StageStartFailure { class, message } = failure;
        let StageAt { stage, epoch, chosen } = self.stage_at(stage, chosen);
        StateOperation::Fault(StageFault { stage, epoch, class, message, chosen })
    }

    /// A stage whose instances together put more into a channel than it may hold.
    pub(super) fn overfull_after(&self, stage: StageIx) -> Option<StateOperation> {
        let view = self.stages[stage].after.as_ref()?;
        let together = 1 < self.stages[stage].ok;
        let writes = &self.plan.stages[stage].writes;
        let message = writes.iter().find_map(|ix| self.overfull(*ix, view));
        let message = message.filter(|_| together)?;
        let failure = StageStartFailure { class: FailureClass::Permanent, message };
        Some(self.fault(stage, failure, &[]))
    }

    /// A stage whose inputs together put more into a channel than it may hold.
    fn overfull_inputs(
        &self,
        (stage, chosen): (StageIx, &[InstanceKey]),
        view: &AncestorView,
    ) -> Option<String> {
        let together = 1 < self.plan.stages[stage].deps.len() || 1 < chosen.len();
        let channels = (0..self.plan.channels.len()).filter(|_| together);
        channels.into_iter().find_map(|ix| self.overfull(ix, view))
    }

    fn overfull(&self, channel: ChannelIx, view: &AncestorView) -> Option<String> {
        self.plan.channels[channel].max_items?;
        let value = view.value(&self.plan, &self.start, channel);
        self.plan.overfull(channel, &value)
    }

    /// A stage whose route or loop condition could not be evaluated.
    pub(super) fn condition_fault(
        &self,
        stage: StageIx,
        unclear: ConditionFailure,
    ) -> StateOperation {
        self.fault(stage, unclear.into(), &[])
    }

    fn stage_at(&self, stage: StageIx, chosen: &[InstanceKey]) -> StageAt {
        StageAt {
            stage: Arc::clone(&self.plan.names[stage]),
            epoch: self.stages[stage].epoch,
            chosen: chosen.iter().map(|key| self.plan.text(*key)).collect(),
        }
    }

    fn leaving(
        &self,
        stage: StageIx,
        why: OmissionReason,
        chosen: &[InstanceKey],
    ) -> StageOmission {
        let StageAt { stage, epoch, chosen } = self.stage_at(stage, chosen);
        StageOmission { stage, epoch, why, chosen }
    }
}
