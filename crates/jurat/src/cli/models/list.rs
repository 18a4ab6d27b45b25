//! `jurat models list`: what there is, and what of it is installed.

use jurat_llm::weights::{ALL, InstallState, PinnedWeights};
use serde_json::{Value as Json, json};

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

pub(crate) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let store = super::store(app);
    if app.out.json {
        let rows: Vec<Json> = ALL
            .iter()
            .map(|weights| face(weights, store.state(weights)))
            .collect();
        output::value(&rows)?;
        return Ok(CommandExit::Done);
    }
    let head = ["MODEL", "STATE", "SIZE", "SHA-256", "LICENCE", "FOR"];
    output::text(&output::table(&head, ALL.iter().map(|w| cells(w, store.state(w)))))?;
    for weights in ALL {
        match store.state(weights) {
            InstallState::Installed => {}
            _ => app.out.hint(&format!("jurat models fetch {}", weights.name)),
        }
    }
    Ok(CommandExit::Done)
}

fn word(state: InstallState) -> &'static str {
    match state {
        InstallState::Installed => "installed",
        InstallState::Damaged => "damaged",
        InstallState::Absent => "not installed",
    }
}

fn cells(weights: &PinnedWeights, state: InstallState) -> Vec<String> {
    vec![
        weights.name.into(),
        word(state).into(),
        super::megabytes(weights.bytes()),
        weights.sum().chars().take(12).collect(),
        weights.licence.into(),
        weights.purpose.into(),
    ]
}

fn face(weights: &PinnedWeights, state: InstallState) -> Json {
    json!({
        "model": weights.name, "state": word(state), "bytes": weights.bytes(),
        "sha256": weights.sum(), "licence": weights.licence, "dimensions": weights.dimensions,
        "purpose": weights.purpose, "package": weights.package, "version": weights.version,
    })
}
