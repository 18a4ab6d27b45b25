//! `audit_task`: our own agent does a stage of a run that a host drives. What it comes to goes back to the host, who hands
//! it in by `workflow_complete`; nothing else changes the run.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_engine::{
    DueAgent, OwnAttempt, ReportRemarks, RunId, RunMode, RunStatus, RunStore, StageClaim,
};
use jurat_tools::ToolFailure;
use serde::Deserialize;
use serde_json::Value as Json;

use super::desk_tools::{DeskRefusal, ToolDesk, data, request};
use crate::{cli::runs::pull, failure::CommandFailure};

/// Results that are remembered.
const REMEMBERED: usize = 256;
/// Runs that are looked through where no session is named.
const LOOKED_THROUGH: usize = 100;

/// The result of one attempt, while it is made and after.
type AttemptSlot = Arc<Mutex<Option<OwnAttempt>>>;

/// What agents came to, by the token of the attempt. A caller who did not wait asks again, and nothing is done or paid
/// twice.
#[derive(Default)]
pub(super) struct OwnAttempts {
    slots: Mutex<BTreeMap<String, AttemptSlot>>,
}

impl OwnAttempts {
    fn slot(&self, token: &str) -> AttemptSlot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if REMEMBERED <= slots.len() {
            // Those that are being made are held by whoever makes them.
            slots.retain(|_, slot| 1 < Arc::strong_count(slot));
        }
        Arc::clone(slots.entry(token.to_owned()).or_default())
    }

    fn made(&self, token: &str) -> Option<OwnAttempt> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is still being made was not handed to anybody.
        slots.get(token)?.try_lock().ok()?.clone()
    }
}

#[derive(Deserialize)]
struct TaskRequest {
    subagent_type: String,
    prompt: String,
    session_id: Option<String>,
}

pub(super) fn audit_task(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let TaskRequest { subagent_type, prompt, session_id } = request(arguments)?;
    if prompt.trim().is_empty() {
        return Err(DeskRefusal::Tool(ToolFailure::BadArgument {
            argument: "prompt".to_owned(),
            given: "nothing".to_owned(),
            allowed: vec!["what is wanted of the agent, in words".to_owned()],
        }));
    }
    let store = desk.store()?;
    let (session, due) = match session_id {
        Some(session) => {
            let due = pull::due_agents(&*store, &session)?;
            (session, due)
        }
        None => only_session(&*store, &subagent_type)?,
    };
    let Some(task) = due.iter().find(|it| it.agent == subagent_type) else {
        return Err(DeskRefusal::Tool(ToolFailure::BadArgument {
            argument: "subagent_type".to_owned(),
            given: format!("{subagent_type:?}"),
            allowed: agents(&due),
        }));
    };
    let slot = desk.attempts().slot(&task.token);
    let mut made = slot.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(attempt) = &*made {
        return data(&attempt.output);
    }
    let claim = StageClaim { stage: &task.stage, token: Some(&task.token) };
    let attempt = pull::own_attempt(&desk.app()?, &*store, (&session, &claim))?;
    let output = data(&attempt.output);
    *made = Some(attempt);
    output
}

/// What our own agent said beside an output that is handed in: nothing where the output is not its own.
pub(super) fn remarks_on(
    desk: &ToolDesk,
    due: &[DueAgent],
    (stage, output): (&str, &Json),
) -> ReportRemarks {
    let task = due.iter().find(|it| it.stage == stage);
    let made = task.and_then(|task| desk.attempts().made(&task.token));
    let is_own = |made: &OwnAttempt| data(&made.output).is_ok_and(|own| own == *output);
    made.filter(is_own).map(|made| made.remarks).unwrap_or_default()
}

/// The agents of what is due, or that nothing is.
fn agents(due: &[DueAgent]) -> Vec<String> {
    if due.is_empty() {
        return vec!["none: nothing is due in this run".to_owned()];
    }
    let mut agents: Vec<String> = due.iter().map(|it| it.agent.clone()).collect();
    agents.dedup();
    agents
}

/// The one run under way in which an agent is due.
fn only_session(
    store: &dyn RunStore,
    agent: &str,
) -> Result<(String, Vec<DueAgent>), DeskRefusal> {
    let rows = store.runs().map_err(CommandFailure::from)?;
    let under_way = rows.into_iter().filter(|row| {
        row.new_run.mode == RunMode::Pull && row.summary.status != RunStatus::Ended
    });
    let mut found: Vec<(RunId, Vec<DueAgent>)> = Vec::new();
    for row in under_way.take(LOOKED_THROUGH) {
        let due = pull::due_agents(store, &row.run.to_string())?;
        if due.iter().any(|it| it.agent == agent) {
            found.push((row.run, due));
        }
    }
    let argument = "session_id".to_owned();
    match (found.len(), found.pop()) {
        (1, Some((run, due))) => Ok((run.to_string(), due)),
        (_, None) => Err(DeskRefusal::Tool(ToolFailure::NotFound {
            argument,
            given: format!("run in which {agent:?} is due"),
            looked_in: "the runs that are under way".to_owned(),
        })),
        (_, Some(last)) => {
            found.push(last);
            Err(DeskRefusal::Tool(ToolFailure::BadArgument {
                argument,
                given: "nothing".to_owned(),
                allowed: found.iter().map(|(run, _)| run.to_string()).collect(),
            }))
        }
    }
}
