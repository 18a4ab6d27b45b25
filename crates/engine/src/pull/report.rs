//! Reports: a stage is complete, or it has failed.

use serde_json::{Map, Value as Json};

use jurat_canon::Blob;

use super::{
    ClaimedRun, PullEngine, PullError, ReportRemarks,
    claim_token::due_token,
    instance_name::{due, named_instance, names},
    past_report::PastReport,
    reply::{CompletedStage, FailedStage, completed, failed, writes},
};
use crate::{
    AttemptFailed, Event, EventCause, FailureClass, Patch, RunId, StageError, StateOperation,
    instance::InstanceKey,
    plan::{JoinRule, WorkflowPlan},
    run::{answered, retry_pause, written},
    stage::admit,
    state::RunState,
};

/// What a report is about.
#[derive(Debug, Clone, Copy)]
pub struct StageClaim<'a> {
    /// A stage's id where it can mean only one instance, or `stage@epoch#index`.
    pub stage: &'a str,
    /// The token that came with the stage.
    pub token: Option<&'a str>,
}

/// What a worker says of an attempt that came to nothing.
#[derive(Debug, Clone, Copy)]
pub struct ReportedFailure<'a> {
    pub message: &'a str,
    pub class: FailureClass,
}

impl PullEngine<'_> {
    /// Reports a stage complete. The same report twice changes nothing; an output with which the
    /// run could not go on is refused, and the run stays where it was.
    pub fn complete(
        &self,
        run: RunId,
        claim: &StageClaim<'_>,
        output: &Json,
    ) -> Result<CompletedStage, PullError> {
        self.complete_with(run, claim, (output, &ReportRemarks::default()))
    }

    /// The same with what the result says beside its channels.
    pub fn complete_with(
        &self,
        run: RunId,
        claim: &StageClaim<'_>,
        (output, remarks): (&Json, &ReportRemarks),
    ) -> Result<CompletedStage, PullError> {
        let mut owned = self.claim(run)?;
        let Some(key) = due_instance(run, &owned.state, claim) else {
            return match self.past_report(&owned, claim)? {
                Some((key, PastReport::Output(past))) if past == *output => {
                    Ok(completed(&owned.state, key, true))
                }
                past => {
                    let reported = matches!(past, Some((_, PastReport::Output(_))));
                    Err(refusal(&owned, claim, reported))
                }
            };
        };
        let bad = |why| bad_output(&owned, claim, why);
        let (cause, blobs) = completion(&owned.state, key, (output, remarks)).map_err(bad)?;
        let mut next = owned.state.clone();
        let event = next.decide(cause).event;
        if let Some(why) = dead_end(&next.plan, &event) {
            return Err(bad(why));
        }
        owned.state = next;
        self.record(&mut owned, event, blobs)?;
        Ok(completed(&owned.state, key, false))
    }

    /// Reports that an attempt failed. Where the definition allows another one the instance is due
    /// again, with a new token. That one's failure needs its token: nothing else tells it from the
    /// first report sent twice, which must not use up a retry.
    pub fn fail(
        &self,
        run: RunId,
        claim: &StageClaim<'_>,
        failure: ReportedFailure<'_>,
    ) -> Result<FailedStage, PullError> {
        let mut owned = self.claim(run)?;
        let Some(key) = due_instance(run, &owned.state, claim) else {
            return match self.past_report(&owned, claim)? {
                Some((key, PastReport::Failure(past)))
                    if past.message == failure.message && past.class == failure.class =>
                {
                    Ok(failed(&owned.state, key, past.retry_in_ms, true))
                }
                past => {
                    let reported = matches!(past, Some((_, PastReport::Failure(_))));
                    Err(refusal(&owned, claim, reported))
                }
            };
        };
        if owned.state.open[&key].asks {
            let (stage, due) = (claim.stage.to_owned(), owned.due());
            return Err(PullError::OnlyAnswered { stage, due });
        }
        let attempt = owned.state.open[&key].attempt;
        if claim.token.is_none() && 1 < attempt {
            let (given, due) = (claim.stage.to_owned(), owned.due());
            return Err(PullError::TokenNeeded { given, attempt, due });
        }
        let failure = attempt_failed(run, &owned.state, key, failure);
        let retry_in_ms = failure.retry_in_ms;
        self.decide(&mut owned, EventCause::Failed(failure), Vec::new())?;
        Ok(failed(&owned.state, key, retry_in_ms, false))
    }
}

/// The instance that is due and that the claim means; a token leaves no doubt which.
pub(super) fn due_instance(
    run: RunId,
    state: &RunState,
    claim: &StageClaim<'_>,
) -> Option<InstanceKey> {
    let mut due = due(state).into_iter();
    if let Some(token) = claim.token {
        return due.find(|key| {
            names(&state.plan, claim.stage, *key) && due_token(run, state, *key) == token
        });
    }
    let named = named_instance(&state.plan, claim.stage)?;
    due.find(|key| *key == named)
}

/// Why a report is not taken, and what is due instead.
fn refusal(owned: &ClaimedRun, claim: &StageClaim<'_>, reported: bool) -> PullError {
    let plan = &owned.state.plan;
    let of_name = due(&owned.state).iter().any(|key| names(plan, claim.stage, *key));
    let (given, due) = (claim.stage.to_owned(), owned.due());
    if !is_known(plan, claim.stage) {
        return PullError::UnknownStage { given, due };
    }
    match claim.token {
        Some(_) if of_name || !reported => PullError::StaleToken { given, due },
        None if of_name => PullError::Ambiguous { given, due },
        _ => PullError::NotDue { given, due, reported },
    }
}

/// Whether a name can be that of a stage or of an instance, due or not.
fn is_known(plan: &WorkflowPlan, name: &str) -> bool {
    plan.stage_ix.contains_key(name) || named_instance(plan, name).is_some()
}

fn bad_output(owned: &ClaimedRun, claim: &StageClaim<'_>, why: String) -> PullError {
    PullError::BadOutput {
        stage: claim.stage.to_owned(),
        why,
        due: owned.due(),
    }
}

fn completion(
    state: &RunState,
    key: InstanceKey,
    (output, remarks): (&Json, &ReportRemarks),
) -> Result<(EventCause, Vec<Blob>), String> {
    let Json::Object(fields) = output else {
        return Err("expected an object whose keys are channels".into());
    };
    if state.open[&key].asks {
        return answer(state, key, fields).map(|cause| (cause, Vec::new()));
    }
    let ReportRemarks { spend, outcome } = remarks.clone();
    let empty = Patch { spend, outcome, ..Patch::empty() };
    let patch = fields
        .iter()
        .fold(empty, |patch, (channel, value)| patch.and_json(channel.clone(), value.clone()));
    let Some(view) = &state.stages[key.stage].base else {
        return Err("it has not begun".into());
    };
    let attempt = (key, state.open[&key].attempt);
    let admitted = admit(&state.plan, attempt, (&**view, &state.start), patch);
    let (done, blobs) = admitted.map_err(|error| {
        let may = writes(&state.plan, key).join(", ");
        format!("{} (it may set {may})", error.message)
    })?;
    Ok((EventCause::Completed(done), blobs))
}

/// What would fail upon an output without anyone having failed: a condition that cannot be evaluated
/// on it, a route without a branch for it, a fan-out or a channel that it makes too long.
fn dead_end(plan: &WorkflowPlan, event: &Event) -> Option<String> {
    event.ops.iter().find_map(|op| {
        let StateOperation::Fault(fault) = op else { return None };
        let stage = *plan.stage_ix.get(&fault.stage)?;
        // A join that got too few inputs has those to blame that failed.
        let own =
            fault.class == FailureClass::Condition || plan.stages[stage].join == JoinRule::All;
        own.then(|| format!("with it stage `{}` would fail: {}", fault.stage, fault.message))
    })
}

fn attempt_failed(
    run: RunId,
    state: &RunState,
    key: InstanceKey,
    failure: ReportedFailure<'_>,
) -> AttemptFailed {
    let (at, open) = (state.plan.text(key), &state.open[&key]);
    let def = &state.plan.definition.stages[key.stage];
    let error = StageError::of(failure.class, failure.message);
    let retry_in_ms = retry_pause(def, open.tries, &error, (run, &at, open.attempt));
    AttemptFailed {
        attempt: open.attempt,
        class: failure.class,
        message: failure.message.to_owned(),
        budget: None,
        retry_in_ms,
        at,
    }
}

/// The report of a stage that asks a person: `{answer, author, reason}`.
fn answer(
    state: &RunState,
    key: InstanceKey,
    fields: &Map<String, Json>,
) -> Result<EventCause, String> {
    let text = |name: &str| fields.get(name).and_then(Json::as_str).map(str::to_owned);
    let answer = fields
        .get("answer")
        .ok_or("expected {answer, author, reason}")?
        .clone();
    let author = text("author").ok_or("an answer names its `author`")?;
    let (at, channel) = answered(state, &state.plan.text(key), &answer)?;
    let reason = text("reason");
    let writes = written(&channel, &answer, &author, reason.as_deref());
    Ok(EventCause::Answered { at, answer, author, reason, writes })
}
