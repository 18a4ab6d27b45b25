//! A stage whose inputs are there: it starts, asks, is left out, or fails.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{RunState, partial::Joined, scope::Unclear};
use crate::{
    FailureClass, Fault, Leave, Op, StageAt, Then, Why,
    datum::Datum,
    instance::{Key, StageIx},
    journal::Start,
    plan::Kind,
    view::View,
};

/// What came of a stage whose inputs are there.
type Fired = Result<Vec<Op>, Failure>;

/// Why it could not start.
struct Failure {
    class: FailureClass,
    message: String,
}

impl From<Unclear> for Failure {
    fn from(unclear: Unclear) -> Self {
        Self { class: FailureClass::Condition, message: unclear.0 }
    }
}

impl RunState {
    /// All inputs have settled, or a loop leads here.
    pub(super) fn fire(&mut self, stage: StageIx) -> Vec<Op> {
        let taken = self.stages[stage].edges.contains(&super::Edge::Taken);
        let root = self.plan.stages[stage].deps.is_empty();
        if !taken && !root && self.stages[stage].looped.is_none() {
            return vec![Op::Skip(self.leaving(stage, Why::Untaken, &[]))];
        }
        self.fire_with(stage, &[])
    }

    /// A join that is not `all` got something.
    pub(super) fn fire_partial(&mut self, stage: StageIx) -> Vec<Op> {
        match self.joined(stage) {
            Joined::Waits => {
                if let Some(timer) =
                    self.join_timer(stage).filter(|_| !self.stages[stage].timed)
                {
                    self.stages[stage].timed = true;
                    self.tasks.push(timer);
                }
                Vec::new()
            }
            Joined::Empty => vec![Op::Skip(self.leaving(stage, Why::Untaken, &[]))],
            Joined::Short(message) => {
                let failure = Failure { class: FailureClass::Permanent, message };
                vec![self.fault(stage, failure, &[])]
            }
            Joined::Goes(chosen) => {
                let mut ops = self.fire_with(stage, &chosen);
                ops.extend(self.drop_unneeded(stage));
                ops
            }
        }
    }

    fn fire_with(&mut self, stage: StageIx, chosen: &[Key]) -> Vec<Op> {
        let (view, depth) = self.inputs(stage, chosen);
        self.stages[stage].prepared = Some((Arc::clone(&view), depth));
        let fired = self.fired(stage, &view, chosen);
        fired.unwrap_or_else(|failure| vec![self.fault(stage, failure, chosen)])
    }

    fn fired(&self, stage: StageIx, view: &View, chosen: &[Key]) -> Fired {
        let required = self.plan.definition.stages[stage].required;
        if let Some(when) = self.plan.when(stage)
            && !self.holds(when, view, self.stages[stage].epoch)?
        {
            let leave = self.leaving(stage, Why::When, chosen);
            return Ok(vec![if required { Op::Skip(leave) } else { Op::Pass(leave) }]);
        }
        let at = || self.stage_at(stage, chosen);
        match self.kind(stage) {
            Kind::Pass => Ok(vec![Op::Done(at())]),
            Kind::Interrupt => Ok(vec![Op::Ask(at())]),
            Kind::Work | Kind::Outside => self.started(stage, view, chosen),
        }
    }

    fn started(&self, stage: StageIx, view: &View, chosen: &[Key]) -> Fired {
        let items = self.elements(stage, view)?;
        let width = items.as_ref().map_or(1, |(width, _)| *width);
        if let Some(budget) = self.starves(stage, width) {
            return Ok(self.starved(stage, budget, chosen));
        }
        let at = self.stage_at(stage, chosen);
        Ok(vec![Op::Start(Start {
            stage: at.stage,
            epoch: at.epoch,
            items: items.map(|(_, items)| items),
            width,
            chosen: at.chosen,
        })])
    }

    fn elements(&self, stage: StageIx, view: &View) -> Result<Option<(u32, Datum)>, Failure> {
        let def = self.plan.definition.stages[stage].for_each.as_ref();
        let condition = self.plan.conditions.for_each[stage].as_ref();
        let (Some(def), Some(condition)) = (def, condition) else { return Ok(None) };
        let items = self.value(condition, view, self.stages[stage].epoch)?;
        let permanent = |message| Failure { class: FailureClass::Permanent, message };
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
        let (datum, _) = Datum::new(items).map_err(|error| permanent(error.to_string()))?;
        Ok(Some((width, datum)))
    }

    fn starved(&self, stage: StageIx, budget: usize, chosen: &[Key]) -> Vec<Op> {
        let settings = self.budget_exhausted(budget);
        let mut ops =
            if self.budgets[budget].exhausted { Vec::new() } else { self.spent(budget) };
        ops.push(Op::Pass(self.leaving(stage, Why::Starved, chosen)));
        if settings.then == Then::Stop {
            ops.extend(self.stop(settings.outcome));
        }
        ops
    }

    fn drop_unneeded(&self, join: StageIx) -> Vec<Op> {
        let unneeded = self.unneeded(join);
        let open = self.open.keys().filter(|key| unneeded.contains(&key.stage));
        let instances: Vec<String> = open.map(|key| self.plan.text(*key)).collect();
        let waiting = unneeded
            .iter()
            .filter(|stage| self.stages[**stage].phase == super::Phase::Waiting);
        let skips: Vec<Op> = waiting
            .map(|stage| Op::Skip(self.leaving(*stage, Why::Unneeded, &[])))
            .collect();
        let cancel = (!instances.is_empty()).then_some(Op::Cancel { instances });
        cancel.into_iter().chain(skips).collect()
    }

    fn fault(&self, stage: StageIx, failure: Failure, chosen: &[Key]) -> Op {
        let Failure { class, message } = failure;
        let StageAt { stage, epoch, chosen } = self.stage_at(stage, chosen);
        Op::Fault(Fault { stage, epoch, class, message, chosen })
    }

    /// A stage whose route or loop condition could not be evaluated.
    pub(super) fn condition_fault(&self, stage: StageIx, unclear: Unclear) -> Op {
        self.fault(stage, unclear.into(), &[])
    }

    fn stage_at(&self, stage: StageIx, chosen: &[Key]) -> StageAt {
        StageAt {
            stage: Arc::clone(&self.plan.names[stage]),
            epoch: self.stages[stage].epoch,
            chosen: chosen.iter().map(|key| self.plan.text(*key)).collect(),
        }
    }

    fn leaving(&self, stage: StageIx, why: Why, chosen: &[Key]) -> Leave {
        let StageAt { stage, epoch, chosen } = self.stage_at(stage, chosen);
        Leave { stage, epoch, why, chosen }
    }
}
