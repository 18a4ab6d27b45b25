//! The `sign_off` run of an audit: the engine asks, what people said so far is its answers. It is kept as those answers, sealed
//! in the case, and begins anew in memory whenever somebody looks: nothing of it lies in the database of runs.

use std::{collections::BTreeMap, sync::Arc, thread, time::Duration};

use jurat_engine::{
    InboxMessage, MemoryStore, OpenQuestion, RunRequest, RunStore, WaitResult, load,
};
use jurat_immigration_audit::people::SIGN_OFF_WORKFLOW;
use jurat_vault::RecordedEvent;
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext,
    case_vault::{AnsweredEvent, AuditedEvent, CaseVault},
    failure::CommandFailure,
    wiring,
};

const LOOK: Duration = Duration::from_millis(5);

/// Where the signing of an audit stands.
pub(super) struct SignOffRun {
    /// What is still asked.
    pub(super) open: Vec<OpenQuestion>,
    /// What its channels hold.
    pub(super) state: Json,
}

impl SignOffRun {
    /// The stages that ask.
    pub(super) fn open_stages(&self) -> Vec<&str> {
        self.open.iter().map(stage_of).collect()
    }

    /// The questions of the audit that were answered.
    pub(super) fn answered_questions(&self) -> Vec<String> {
        let answers = self.state["answers"].as_array().into_iter().flatten();
        answers
            .filter_map(|answer| answer["question"].as_str().map(str::to_owned))
            .collect()
    }
}

/// The run with these answers, in their order.
pub(super) fn replayed(
    app: &AppContext,
    vault: &CaseVault,
    audited: &AuditedEvent,
    given: &[(RecordedEvent, AnsweredEvent)],
) -> Result<SignOffRun, CommandFailure> {
    let memory: Arc<dyn RunStore> = Arc::new(MemoryStore::default());
    let engine = app.engine(&memory)?;
    let run = wiring::new_run_id();
    let params = BTreeMap::from([
        ("questions".to_owned(), json!(audited.questions)),
        ("second".to_owned(), json!(vault.settings.second_signature())),
    ]);
    let input = BTreeMap::from([("audited".to_owned(), json!(audited.result))]);
    let definition = load(SIGN_OFF_WORKFLOW)
        .map_err(|wrong| CommandFailure::ours(format!("`sign_off`: {wrong}")))?;
    let workflow = app.catalog.bind(definition)?;
    let handle = engine.start(&workflow, RunRequest { run, params, input })?;
    let mut rest = given.iter();
    loop {
        let open = match handle.wait() {
            WaitResult::Waiting(open) => open,
            WaitResult::Ended(_) => Vec::new(),
            WaitResult::LetGo => return Err(CommandFailure::interrupted("interrupted")),
            WaitResult::Fault(error) => return Err(error.into()),
        };
        let Some((event, answered)) = rest.next() else {
            return Ok(SignOffRun { open, state: handle.state() });
        };
        // What was answered when a second signature was asked for and is no more is passed over.
        let Some(question) = open.iter().find(|it| stage_of(it) == answered.stage) else {
            continue;
        };
        let message = InboxMessage::Answer {
            to: question.at.clone(),
            answer: answered.answer.clone(),
            author: event.author.clone().unwrap_or_default(),
            reason: answered.reason.clone(),
        };
        memory.send(run, &message)?;
        while !memory.inbox(run)?.is_empty() {
            thread::sleep(LOOK);
        }
    }
}

fn stage_of(question: &OpenQuestion) -> &str {
    question.at.split('@').next().unwrap_or_default()
}
