//! Pull mode: someone outside asks what is due, does it, and reports it complete.
//!
//! Four thin views of the same journal. Nothing runs here.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use serde_json::{Value as Json, json};

use jurat_canon::Blob;

use crate::{
    ChainHead, ChannelWrites, Clock, EngineError, EventCause, Patch, RunId, RunLease, RunMode,
    RunProgress, RunStore, SealedEvent, Workflow, WorkflowPlan,
    instance::InstanceKey,
    run::{JournalTail, LoadedRun, answered, commit, load_run, meaning, parse, written},
    stage::admit,
    state::{RunState, start_run},
};

pub struct PullEngine<'a> {
    pub store: &'a dyn RunStore,
    pub clock: &'a dyn Clock,
    pub workflow: &'a Workflow,
}

#[derive(Debug, thiserror::Error)]
pub enum PullError {
    #[error("stage `{given}` is not due; {due}")]
    NotDue { given: String, due: String },
    #[error("the output of stage `{stage}` is refused: {why}")]
    BadOutput { stage: String, why: String },
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl From<crate::StoreError> for PullError {
    fn from(error: crate::StoreError) -> Self {
        Self::Engine(error.into())
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum NextStageReply {
    Due(Box<DueStage>),
    Over(PullRunEnd),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DueStage {
    pub stage: String,
    pub agent: String,
    pub description: String,
    pub progress: RunProgress,
    /// `stage@epoch#index`.
    pub instance: String,
    /// Its element of a fan-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Json>,
    pub writes: Vec<String>,
    pub also_due: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PullRunEnd {
    /// `complete`, `failed` or `cancelled`.
    pub status: &'static str,
    pub progress: RunProgress,
    pub outcome: crate::RunOutcome,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompletedStage {
    pub completed: String,
    pub next_stage: Option<String>,
    pub progress: RunProgress,
    /// The same output was reported before: nothing changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PullStatus {
    /// What is due; null at the end.
    pub current_stage: Option<String>,
    /// Stages completed, in definition order.
    pub completed_stages: Vec<String>,
    pub total_stages: u32,
    pub progress: RunProgress,
    pub is_complete: bool,
    /// Where the journal lies.
    pub checkpoint_path: String,
    /// How it ended or is bound to end; null while that is open.
    pub outcome: Option<crate::RunOutcome>,
}

impl PullEngine<'_> {
    /// Starts a run that waits for its first stage to be asked for.
    pub fn start(
        &self,
        run: RunId,
        params: BTreeMap<String, Json>,
        input: BTreeMap<String, Json>,
    ) -> Result<NextStageReply, PullError> {
        let plan = &self.workflow.plan;
        let at_ms = self.clock.now_ms();
        let (started, mut blobs) = start_run(plan, (RunMode::Pull, at_ms), params, input)
            .map_err(EngineError::from)?;
        blobs.push(plan.blob.clone());
        let lease = self.store.claim(run, true)?;
        let state = RunState::new(Arc::clone(plan));
        let mut owned = ClaimedRun::new(run, state, ChainHead::START, lease);
        owned.tail.open(plan.new_run(RunMode::Pull, None));
        self.commit(&mut owned, EventCause::RunStarted(Box::new(started)), blobs)?;
        Ok(next_of(&owned.state))
    }

    pub fn next(&self, run: RunId) -> Result<NextStageReply, PullError> {
        Ok(next_of(&self.load(run)?.state))
    }

    /// Reports a stage complete. The same report twice in a row changes nothing; instances of a
    /// fan-out with equal outputs are told apart by their names (`stage@epoch#index`).
    pub fn complete(
        &self,
        run: RunId,
        stage: &str,
        output: &Json,
    ) -> Result<CompletedStage, PullError> {
        let lease = self.store.claim(run, false)?;
        let LoadedRun { state, chain, .. } = self.load(run)?;
        let mut owned = ClaimedRun::new(run, state, chain, lease);
        self.read_inbox(&mut owned)?;
        if self.is_echo(&owned, stage, output)? {
            return self.again(&owned, stage, output);
        }
        let Some(key) = due_key(&owned.state, stage) else {
            return self.again(&owned, stage, output);
        };
        let (cause, blobs) = Self::cause(&owned.state, key, stage, output)?;
        self.commit(&mut owned, cause, blobs)?;
        Ok(report(&owned.state, key, false))
    }

    /// Folds in what was said to the run while nobody held it.
    fn read_inbox(&self, owned: &mut ClaimedRun) -> Result<(), PullError> {
        for (number, message) in self.store.inbox(owned.run)? {
            if owned.state.ended.is_some() {
                return Ok(());
            }
            let cause = meaning(&owned.state, &message);
            let cause = cause.unwrap_or_else(|why| EventCause::Ignored { message, why });
            owned.tail.fold(number);
            self.commit(owned, cause, Vec::new())?;
        }
        Ok(())
    }

    /// Whether this is the last report once more: the stage is named by its id, it is due again (the
    /// next of a fan-out, or a new epoch), and what is reported is what was just reported.
    fn is_echo(
        &self,
        owned: &ClaimedRun,
        stage: &str,
        output: &Json,
    ) -> Result<bool, PullError> {
        let ambiguous = !stage.contains('@') && due_key(&owned.state, stage).is_some();
        if !ambiguous {
            return Ok(false);
        }
        let last = self.store.headers(owned.run, owned.tail.seq(), 1)?;
        let told = last.first().and_then(|event| owned.state.plan.key(&event.subject));
        let same = told.is_some_and(|key| &*owned.state.plan.names[key.stage] == stage);
        let report = if same { self.last_report(owned, stage)? } else { None };
        Ok(report.is_some_and(|(_, told)| told == *output))
    }

    /// How far a run is.
    pub fn status(&self, run: RunId) -> Result<PullStatus, PullError> {
        let state = self.load(run)?.state;
        let progress = state.progress();
        let stages = state.plan.names.iter().zip(&state.stages);
        let completed = stages
            .filter(|(_, stage)| stage.ever)
            .map(|(name, _)| name.to_string());
        Ok(PullStatus {
            current_stage: due(&state).first().map(|key| name(&state.plan, *key)),
            completed_stages: completed.collect(),
            total_stages: progress.total,
            progress,
            is_complete: state.ended.is_some(),
            checkpoint_path: self.store.place(),
            outcome: state.ended.or_else(|| settled(state.outcome)),
        })
    }

    fn load(&self, run: RunId) -> Result<LoadedRun, PullError> {
        Ok(load_run(self.store, run, &self.workflow.plan, None)?)
    }

    fn cause(
        state: &RunState,
        key: InstanceKey,
        stage: &str,
        output: &Json,
    ) -> Result<(EventCause, Vec<Blob>), PullError> {
        let bad = |why: String| PullError::BadOutput { stage: stage.to_owned(), why };
        let Json::Object(fields) = output else {
            return Err(bad("expected an object whose keys are channels".into()));
        };
        if state.open[&key].asks {
            return answer(state, key, fields)
                .map(|cause| (cause, Vec::new()))
                .map_err(bad);
        }
        let patch = fields.iter().fold(Patch::empty(), |patch, (channel, value)| {
            patch.and_json(channel.clone(), value.clone())
        });
        let attempt = state.open[&key].attempt;
        let admitted = admit(&state.plan, key, attempt, patch);
        let (done, blobs) = admitted.map_err(|error| {
            bad(format!(
                "{} (it may set {})",
                error.message,
                writes(&state.plan, key).join(", ")
            ))
        })?;
        Ok((EventCause::Completed(done), blobs))
    }

    fn commit(
        &self,
        owned: &mut ClaimedRun,
        cause: EventCause,
        blobs: Vec<Blob>,
    ) -> Result<(), PullError> {
        // Whoever does the stages asks what is due, so the tasks are nobody's here.
        let event = owned.state.decide(cause).event;
        owned.tail.add(blobs, Vec::new());
        owned.tail.seal(event, self.clock.now_ms())?;
        let append = owned.tail.take(owned.state.summary());
        let committed = commit(self.store, std::slice::from_ref(&append));
        Ok(committed.into_iter().collect::<Result<(), _>>()?)
    }

    /// A stage that is not due: fine if this very output was reported before.
    fn again(
        &self,
        owned: &ClaimedRun,
        stage: &str,
        output: &Json,
    ) -> Result<CompletedStage, PullError> {
        let plan = &owned.state.plan;
        if let Some((key, writes)) = self.last_report(owned, stage)?
            && writes == *output
        {
            return Ok(report(&owned.state, key, true));
        }
        let due = due(&owned.state);
        let due: Vec<String> = due.iter().map(|key| format!("`{}`", plan.text(*key))).collect();
        let due = if due.is_empty() { "nothing is".into() } else { due.join(", ") + " is" };
        Err(PullError::NotDue { given: stage.to_owned(), due })
    }

    fn last_report(
        &self,
        owned: &ClaimedRun,
        stage: &str,
    ) -> Result<Option<(InstanceKey, Json)>, PullError> {
        let plan = &owned.state.plan;
        let about = |event: &SealedEvent| {
            let instance = plan.key(&event.subject);
            let named = instance.is_some_and(|key| &*plan.names[key.stage] == stage);
            let reported = matches!(&*event.kind, "completed" | "answered");
            reported && (&*event.subject == stage || named)
        };
        let headers = self.store.headers(owned.run, 1, usize::MAX)?;
        let Some(found) = headers.iter().rev().find(|event| about(event)) else {
            return Ok(None);
        };
        let sealed = self.store.events(owned.run, found.seq, 1)?;
        let Some(sealed) = sealed.first() else { return Ok(None) };
        match parse(owned.run, sealed)?.cause {
            EventCause::Completed(done) => {
                let output = self.output(&done.writes)?;
                Ok(plan.key(&done.at).map(|key| (key, output)))
            }
            EventCause::Answered { at, answer, author, reason, .. } => {
                let output = match reason {
                    Some(reason) => {
                        json!({"answer": answer, "author": author, "reason": reason})
                    }
                    None => json!({"answer": answer, "author": author}),
                };
                Ok(plan.key(&at).map(|key| (key, output)))
            }
            _ => Ok(None),
        }
    }

    /// The output that was reported, from what it wrote.
    fn output(&self, writes: &ChannelWrites) -> Result<Json, PullError> {
        let mut fields = serde_json::Map::new();
        for (channel, value) in writes {
            let json = crate::run::stored_json(self.store, value)?;
            fields.insert(channel.to_string(), Json::clone(&json));
        }
        Ok(Json::Object(fields))
    }
}

struct ClaimedRun {
    run: RunId,
    state: RunState,
    tail: JournalTail,
    /// Keeps others out until the call is over.
    _lease: Box<dyn RunLease>,
}

impl ClaimedRun {
    fn new(run: RunId, state: RunState, chain: ChainHead, lease: Box<dyn RunLease>) -> Self {
        let tail = JournalTail::new(run, lease.fence(), chain);
        Self { run, state, tail, _lease: lease }
    }
}

/// What is due, in definition order.
fn due(state: &RunState) -> Vec<InstanceKey> {
    if state.ended.is_some() { Vec::new() } else { state.open.keys().copied().collect() }
}

fn due_key(state: &RunState, stage: &str) -> Option<InstanceKey> {
    let plan = &state.plan;
    let named =
        |key: &InstanceKey| &*plan.names[key.stage] == stage || plan.text(*key) == stage;
    due(state).into_iter().find(named)
}

fn name(plan: &WorkflowPlan, key: InstanceKey) -> String {
    plan.names[key.stage].to_string()
}

/// An outcome that a stage has set already; a run that may still go any way has none.
fn settled(outcome: crate::RunOutcome) -> Option<crate::RunOutcome> {
    (outcome != crate::RunOutcome::Completed).then_some(outcome)
}

fn writes(plan: &WorkflowPlan, key: InstanceKey) -> Vec<String> {
    plan.stages[key.stage]
        .writes
        .iter()
        .map(|ix| plan.channels[*ix].name.to_string())
        .collect()
}

fn next_of(state: &RunState) -> NextStageReply {
    let (due, progress) = (due(state), state.progress());
    let Some((first, rest)) = due.split_first() else {
        let outcome = state.ended.unwrap_or(state.outcome);
        let status = match outcome {
            crate::RunOutcome::Failed => "failed",
            crate::RunOutcome::Cancelled => "cancelled",
            _ => "complete",
        };
        return NextStageReply::Over(PullRunEnd {
            status,
            progress,
            outcome,
            reasons: state.reasons.clone(),
        });
    };
    let def = &state.plan.definition.stages[first.stage];
    let items = state.stages[first.stage].items.as_ref().map(crate::StoredValue::json);
    NextStageReply::Due(Box::new(DueStage {
        stage: def.id.clone(),
        agent: def.agent.clone().unwrap_or_else(|| def.id.clone()),
        description: description(def),
        progress,
        instance: state.plan.text(*first),
        item: items.and_then(|items| items.get(first.index as usize).cloned()),
        writes: writes(&state.plan, *first),
        also_due: rest.iter().map(|key| state.plan.text(*key)).collect(),
    }))
}

fn description(def: &crate::StageDef) -> String {
    match &def.interrupt {
        Some(interrupt) if def.description.is_empty() => interrupt.prompt.clone(),
        _ => def.description.clone(),
    }
}

fn report(state: &RunState, key: InstanceKey, repeated: bool) -> CompletedStage {
    CompletedStage {
        completed: name(&state.plan, key),
        next_stage: due(state).first().map(|key| name(&state.plan, *key)),
        progress: state.progress(),
        repeated,
    }
}

/// The report of a stage that asks a person: `{answer, author, reason}`.
fn answer(
    state: &RunState,
    key: InstanceKey,
    fields: &serde_json::Map<String, Json>,
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
