//! An audit that a model has a part in: a run with a journal, so that nothing is paid twice.

use std::time::Instant;

use jurat_engine::RunRequest;
use jurat_model::audit::{AnswerPlan, CombinedAudit};
use jurat_pipeline_audit::AuditOutcome;
use jurat_system::parameters::RunStart;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::{CheckTask, CheckedState};
use crate::{
    app::AppContext,
    failure::CommandFailure,
    model_args::ModelArgs,
    run_driver::{self, EndedRun},
    wiring,
};

/// The workflow that audits.
const WORKFLOW: &str = "pipeline_audit";

/// The roles of this system.
const ROLES: [&str; 3] = ["audit", "plan", "any"];

/// The models that are asked, if any is.
pub(super) fn asked(
    models: &ModelArgs,
    app: &AppContext,
) -> Result<Option<ModelArgs>, CommandFailure> {
    let params = models.params(&app.settings)?;
    let named = params.get("models").and_then(Json::as_object);
    let ours = named.is_some_and(|it| ROLES.iter().any(|role| it.contains_key(*role)));
    Ok(ours.then(|| models.clone()))
}

/// Audits a state in a run of its own.
pub(super) fn check(
    app: &AppContext,
    task: &CheckTask,
    state: Json,
) -> Result<CheckedState, CommandFailure> {
    let began = Instant::now();
    let mapping = task.kit.mapping_for(&state);
    let mapping = mapping.map_err(|error| CommandFailure::input(error.to_string()))?;
    let mut values = task.values.clone();
    values.set_all(app.models.params(&app.settings)?)?;
    values.set("policy", json!(task.kit.policy))?;
    values.set("mapping", json!(mapping))?;
    values.set("state", state.clone())?;
    let RunStart { params, input } = values.complete()?;
    let run = wiring::new_run_id();
    let request = RunRequest { run, params, input };
    let EndedRun { end, state: left, .. } = run_driver::to_state(app, WORKFLOW, request)?;
    if left["audit"].is_null() {
        let why = end.reasons.join("; ");
        return Err(CommandFailure::unsettled(format!(
            "run {run} ended without an audit: {why}"
        ))
        .hint(format!("`jurat runs show {run}` says what happened")));
    }
    let mut audit: CombinedAudit = decoded(&left["audit"])?;
    audit.model_use = decoded(&left["model_use"])?;
    let examined = AuditOutcome {
        audit,
        risk: decoded(&left["risk"])?,
        plan: decoded::<Option<AnswerPlan>>(&left["plan"])?,
        subject: task
            .kit
            .read(&state)
            .map_err(|error| CommandFailure::input(error.to_string()))?,
    };
    let millis = began.elapsed().as_secs_f64() * 1e3;
    Ok(CheckedState { examined, by_run: Some((run, end)), state, millis })
}

fn decoded<T: DeserializeOwned>(value: &Json) -> Result<T, CommandFailure> {
    T::deserialize(value)
        .map_err(|error| CommandFailure::ours(format!("cannot read an audit: {error}")))
}
