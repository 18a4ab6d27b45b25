//! What our own function comes to for a stage that is done from outside. The run stays as it is: whoever does it hands
//! the result in, or does not.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value as Json;

use super::{
    PullEngine, PullError, StageClaim,
    claim_token::due_token,
    instance_name::{due, shown_name},
    report::due_instance,
};
use crate::{
    EffectClass, RunId, RunOutcome, UnitAmounts, Workflow, instance::InstanceKey,
    run::attempt_apart, stage::admit, state::RunState,
};

/// A stage that is due, and who does it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueAgent {
    /// The agent in the definition; the stage's id where it names none.
    pub agent: String,
    /// The name to hand back.
    pub stage: String,
    /// The token of this attempt of it in this run.
    pub token: String,
}

/// What our own function came to.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnAttempt {
    /// Channels with their values, as a report of the stage has them.
    pub output: BTreeMap<String, Json>,
    /// What else the result says: a report alone has no place for it.
    pub remarks: ReportRemarks,
}

/// What a result says beside its channels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportRemarks {
    /// What it cost, by unit.
    pub spend: UnitAmounts,
    /// What it means for the run: its outcome is at least this.
    pub outcome: Option<(RunOutcome, String)>,
}

impl PullEngine<'_> {
    /// Every stage that is due, in the order of the definition.
    pub fn due_agents(&self, run: RunId) -> Result<Vec<DueAgent>, PullError> {
        let state = self.look(run)?;
        let one = |key: &InstanceKey| {
            let def = &state.plan.definition.stages[key.stage];
            DueAgent {
                agent: def.agent.clone().unwrap_or_else(|| def.id.clone()),
                stage: shown_name(&state.plan, *key),
                token: due_token(run, &state, *key),
            }
        };
        Ok(due(&state).iter().map(one).collect())
    }

    /// Does a stage that is due by the function that `own`, the same workflow bound, has for it. A stage that acts outside
    /// is not done: it would act again when it is done again.
    pub fn own_attempt(
        &self,
        run: RunId,
        claim: &StageClaim<'_>,
        own: &Arc<Workflow>,
    ) -> Result<OwnAttempt, PullError> {
        let state = self.look(run)?;
        let stage = claim.stage.to_owned();
        let due: Vec<String> = due(&state).iter().map(|key| state.plan.text(*key)).collect();
        let Some(key) = due_instance(run, &state, claim) else {
            return Err(PullError::NotDue { given: stage, due, reported: false });
        };
        if state.open[&key].asks {
            return Err(PullError::OnlyAnswered { stage, due });
        }
        if state.plan.definition.stages[key.stage].effect == EffectClass::External {
            return Err(PullError::ActsOutside { stage, due });
        }
        made(own, (run, state), key, stage)
    }
}

fn made(
    own: &Arc<Workflow>,
    (run, state): (RunId, RunState),
    key: InstanceKey,
    stage: String,
) -> Result<OwnAttempt, PullError> {
    let (plan, start) = (Arc::clone(&state.plan), state.start.clone());
    let attempt = (key, state.open[&key].attempt);
    let view = state.stages[key.stage].base.clone();
    let made = attempt_apart(own, (run, state), key)?;
    let (Some((made, paid)), Some(view)) = (made, view) else {
        return Err(PullError::NoFunction { stage });
    };
    let failed = |stage: String, message: String| PullError::OwnFailed { stage, message };
    let patch = made.map_err(|error| failed(stage.clone(), error.message))?;
    let mut output = BTreeMap::new();
    for (channel, value) in &patch.writes {
        if output.insert(channel.to_string(), value.clone()).is_some() {
            let message = format!("it sets channel `{channel}` twice, which a report cannot");
            return Err(failed(stage, message));
        }
    }
    let admitted = admit(&plan, attempt, (&*view, &start), patch);
    let (done, _) = admitted.map_err(|error| failed(stage, error.message))?;
    let mut spend = done.spend;
    for (unit, amount) in paid {
        let sum = spend.entry(unit).or_insert(0);
        *sum = sum.saturating_add(amount);
    }
    let remarks = ReportRemarks { spend, outcome: done.outcome };
    Ok(OwnAttempt { output, remarks })
}
