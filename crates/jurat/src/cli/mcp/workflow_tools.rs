//! The workflow loop as tools, over the same functions as `jurat runs start|next|complete|status`: any host can do the
//! stages of a run.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_engine::{RunStore, StageClaim, Workflow};
use jurat_mcp::ServedTool;
use jurat_store::{SqliteOptions, SqliteStore};
use jurat_systems::ALL;
use jurat_tools::{
    AnswerOutcome, ToolAnswer, ToolEffect, ToolFailure, ToolLimits, check_arguments,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::{
    cli::runs::pull::{self, PullInput},
    exit::CommandExit,
    failure::CommandFailure,
    settings::CliSettings,
};

pub(super) const ABOUT: &str = "Workflows whose stages the caller does: start one, ask what is due, do it, hand it in, \
    until nothing is due. Everything handed in is kept in the store of runs.";

/// What a stage may hand in, and the rest of a call beside it.
const LIMITS: ToolLimits = ToolLimits { input_bytes: 1_000_000, results: None };

/// The store of runs, opened when a tool first asks for it.
pub(super) struct WorkflowDesk {
    settings: CliSettings,
    store: Mutex<Option<Arc<SqliteStore>>>,
}

impl WorkflowDesk {
    pub(super) fn new(settings: &CliSettings) -> Self {
        Self {
            settings: settings.clone(),
            store: Mutex::new(None),
        }
    }

    pub(super) fn store(&self) -> Result<Arc<dyn RunStore>, CommandFailure> {
        let mut opened = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*opened {
            return Ok(Arc::clone(store) as _);
        }
        let options = SqliteOptions { durability: self.settings.durability };
        let store = Arc::new(SqliteStore::open(&self.settings.store, options)?);
        store.keep_reserve();
        *opened = Some(Arc::clone(&store));
        Ok(store)
    }

    /// Whether there is a store at all: listing what is in it must not make one.
    pub(super) fn has_store(&self) -> bool {
        self.settings.store.exists()
    }
}

/// A tool as its file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkflowTool {
    name: String,
    effect: WorkflowEffect,
    about: String,
    input: Json,
    output: Json,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WorkflowEffect {
    ReadOnly,
    Adds,
}

type WorkflowCall = fn(&WorkflowDesk, Json) -> Result<Json, WorkflowRefusal>;

/// Why there is no answer, and what the caller gave that it is about.
enum WorkflowRefusal {
    Tool(ToolFailure),
    Command(CommandFailure),
}

impl From<CommandFailure> for WorkflowRefusal {
    fn from(failure: CommandFailure) -> Self {
        Self::Command(failure)
    }
}

const CALLS: &[(&str, WorkflowCall)] = &[
    ("workflow_start", start),
    ("workflow_next", next),
    ("workflow_complete", complete),
    ("workflow_status", status),
];

pub(super) fn served(desk: &Arc<WorkflowDesk>) -> Result<Vec<ServedTool>, CommandFailure> {
    let tools: Vec<WorkflowTool> = serde_json::from_str(include_str!("workflow_tools.json"))
        .map_err(|error| CommandFailure::ours(format!("workflow_tools.json: {error}")))?;
    let served = tools.into_iter().filter_map(|tool| {
        let call = CALLS.iter().find(|(name, _)| *name == tool.name)?.1;
        Some(served_tool(desk, tool, call))
    });
    Ok(served.collect())
}

fn served_tool(desk: &Arc<WorkflowDesk>, tool: WorkflowTool, call: WorkflowCall) -> ServedTool {
    let (desk, schema) = (Arc::clone(desk), tool.input.clone());
    ServedTool {
        name: tool.name,
        about: tool.about,
        input: tool.input,
        output: tool.output,
        effect: match tool.effect {
            WorkflowEffect::ReadOnly => ToolEffect::ReadOnly,
            WorkflowEffect::Adds => ToolEffect::Adds,
        },
        call: Arc::new(move |arguments| {
            check_arguments(&schema, &arguments, LIMITS)?;
            let content = call(&desk, arguments.clone());
            let content = content.map_err(|refusal| match refusal {
                WorkflowRefusal::Tool(failure) => failure,
                WorkflowRefusal::Command(failure) => told(&failure, &arguments),
            })?;
            Ok(ToolAnswer { outcome: AnswerOutcome::Found, content })
        }),
    }
}

#[derive(Deserialize)]
struct StartRequest {
    workflow: String,
    tier: Option<String>,
    #[serde(default)]
    params: BTreeMap<String, Json>,
    #[serde(default)]
    input: BTreeMap<String, Json>,
}

fn start(desk: &WorkflowDesk, arguments: Json) -> Result<Json, WorkflowRefusal> {
    let StartRequest { workflow, tier, mut params, input } = request(arguments)?;
    // A name, never a path: what lies on this machine is not for a host to choose.
    if ALL.builtin(&workflow).is_none() {
        return Err(WorkflowRefusal::Tool(ToolFailure::BadArgument {
            argument: "workflow".to_owned(),
            given: format!("{workflow:?}"),
            allowed: ALL.workflows().map(|it| it.name.to_owned()).collect(),
        }));
    }
    if let Some(tier) = tier {
        params.insert("tier".to_owned(), Json::String(tier));
    }
    let bound = Workflow::pulled(ALL.definition(&workflow).map_err(CommandFailure::from)?);
    let given = PullInput { params, input };
    let store = desk.store()?;
    let (run, next) = pull::started(&*store, &workflow, &bound, given)?;
    let next = data(&next)?;
    Ok(json!({
        "session_id": run,
        "workflow_id": workflow,
        "progress": next["progress"],
    }))
}

#[derive(Deserialize)]
struct SessionRequest {
    session_id: String,
}

fn next(desk: &WorkflowDesk, arguments: Json) -> Result<Json, WorkflowRefusal> {
    let SessionRequest { session_id } = request(arguments)?;
    data(&pull::due(&*desk.store()?, &session_id)?)
}

fn status(desk: &WorkflowDesk, arguments: Json) -> Result<Json, WorkflowRefusal> {
    let SessionRequest { session_id } = request(arguments)?;
    Ok(pull::pull_status(&*desk.store()?, &session_id)?)
}

#[derive(Deserialize)]
struct CompleteRequest {
    session_id: String,
    stage_id: String,
    output: Json,
    token: Option<String>,
}

fn complete(desk: &WorkflowDesk, arguments: Json) -> Result<Json, WorkflowRefusal> {
    let CompleteRequest { session_id, stage_id, output, token } = request(arguments)?;
    let claim = StageClaim { stage: &stage_id, token: token.as_deref() };
    data(&pull::completed(&*desk.store()?, &session_id, &claim, &output)?)
}

fn request<T: for<'de> Deserialize<'de>>(arguments: Json) -> Result<T, WorkflowRefusal> {
    serde_json::from_value(arguments)
        .map_err(|error| CommandFailure::input(error.to_string()).into())
}

fn data(value: &impl Serialize) -> Result<Json, WorkflowRefusal> {
    serde_json::to_value(value)
        .map_err(|error| CommandFailure::ours(format!("cannot write JSON: {error}")).into())
}

/// The failure of a command as that of a tool: which argument it is about, and what is due or allowed instead.
fn told(failure: &CommandFailure, arguments: &Json) -> ToolFailure {
    let error = &failure.to_json()["error"];
    let about = |name: &str| format!("{} ({})", arguments[name], failure.message);
    if error["code"] == "unknown_run" {
        return ToolFailure::NotFound {
            argument: "session_id".to_owned(),
            given: arguments["session_id"].to_string(),
            looked_in: "the store of runs".to_owned(),
        };
    }
    let due = error["due"].as_array().filter(|due| !due.is_empty());
    if let Some(due) = due {
        let due = due.iter().filter_map(Json::as_str);
        return ToolFailure::BadArgument {
            argument: "stage_id".to_owned(),
            given: about("stage_id"),
            allowed: due.map(str::to_owned).collect(),
        };
    }
    match failure.exit {
        CommandExit::Failed => ToolFailure::ServiceFailed {
            service: super::WORKFLOW.to_owned(),
            why: failure.message.clone(),
        },
        _ => ToolFailure::BadArgument {
            argument: "arguments".to_owned(),
            given: failure.message.clone(),
            allowed: failure.hint.clone().into_iter().collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_described_tool_has_its_function() {
        let text = include_str!("workflow_tools.json");
        let described: Vec<WorkflowTool> = serde_json::from_str(text).unwrap();
        let names: Vec<&str> = described.iter().map(|tool| tool.name.as_str()).collect();
        let calls: Vec<&str> = CALLS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, calls);
    }
}
