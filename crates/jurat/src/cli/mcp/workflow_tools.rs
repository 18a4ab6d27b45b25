//! The workflow loop as tools, over the same functions as `jurat runs start|next|complete|status`: any host can do the
//! stages of a run.

use std::{collections::BTreeMap, path::Path};

use jurat_engine::{StageClaim, Workflow};
use jurat_system::parameters::ParameterKind;
use jurat_systems::ALL;
use jurat_tools::ToolFailure;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    audit_task::{audit_task, remarks_on},
    desk_tools::{DeskRefusal, DeskTools, ToolDesk, data, request},
};
use crate::{
    cli::runs::pull::{self, PullInput},
    failure::CommandFailure,
};

pub(super) const ABOUT: &str = "Workflows whose stages the caller does: start one, ask what is due, do it, hand it in, \
    until nothing is due. Everything handed in is kept in the store of runs. Our own agents do stages where they are asked to.";

pub(super) const TOOLS: DeskTools = DeskTools {
    described: include_str!("workflow_tools.json"),
    calls: &[
        ("workflow_start", start),
        ("workflow_next", next),
        ("workflow_complete", complete),
        ("workflow_status", status),
        ("audit_task", audit_task),
    ],
};

/// A built-in workflow: a name, never a path, since what lies on this machine is not for a host to choose.
pub(super) fn check_builtin(workflow: &str) -> Result<(), DeskRefusal> {
    if ALL.builtin(workflow).is_some() {
        return Ok(());
    }
    Err(DeskRefusal::Tool(ToolFailure::BadArgument {
        argument: "workflow".to_owned(),
        given: format!("{workflow:?}"),
        allowed: ALL.workflows().map(|it| it.name.to_owned()).collect(),
    }))
}

/// Whether files and folders that a run is told of lie in folders that are allowed.
pub(super) fn check_paths(
    desk: &ToolDesk,
    workflow: &str,
    params: &BTreeMap<String, Json>,
) -> Result<(), DeskRefusal> {
    let table = ALL.parameters(workflow);
    for (name, value) in params {
        let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { continue };
        let known = table.and_then(|table| table.parameter(name));
        let is_file = known.is_some_and(|it| matches!(it.kind, ParameterKind::File));
        // Others may take a path too, as a repository or a rubric of one's own.
        let is_path = text.contains(['/', '\\']) && Path::new(text).exists();
        if is_file || is_path {
            desk.allowed(name, text)?;
        }
    }
    Ok(())
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

fn start(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let StartRequest { workflow, tier, mut params, input } = request(arguments)?;
    check_builtin(&workflow)?;
    check_paths(desk, &workflow, &params)?;
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

fn next(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let SessionRequest { session_id } = request(arguments)?;
    data(&pull::due(&*desk.store()?, &session_id)?)
}

fn status(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
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

fn complete(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let CompleteRequest { session_id, stage_id, output, token } = request(arguments)?;
    let claim = StageClaim { stage: &stage_id, token: token.as_deref() };
    let store = desk.store()?;
    let due = pull::due_agents(&*store, &session_id)?;
    let remarks = remarks_on(desk, &due, (&stage_id, &output));
    data(&pull::completed(&*store, &session_id, &claim, (&output, &remarks))?)
}
