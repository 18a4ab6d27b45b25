//! `jurat models list`: what there is, and what of it is installed.

use jurat_llm::weights::{ALL, State, Weights};
use serde_json::{Value as Json, json};

use crate::{app::App, exit::Exit, failure::Failure, output};

pub(crate) fn execute(app: &App) -> Result<Exit, Failure> {
    let store = super::store(app);
    if app.out.json {
        let rows: Vec<Json> = ALL
            .iter()
            .map(|weights| face(weights, store.state(weights)))
            .collect();
        output::value(&rows)?;
        return Ok(Exit::Done);
    }
    let head = ["MODEL", "STATE", "SIZE", "SHA-256", "LICENCE", "FOR"];
    output::text(&output::table(&head, ALL.iter().map(|w| cells(w, store.state(w)))))?;
    for weights in ALL {
        match store.state(weights) {
            State::Installed => {}
            _ => app.out.hint(&format!("jurat models fetch {}", weights.name)),
        }
    }
    Ok(Exit::Done)
}

fn word(state: State) -> &'static str {
    match state {
        State::Installed => "installed",
        State::Damaged => "damaged",
        State::Absent => "not installed",
    }
}

fn cells(weights: &Weights, state: State) -> Vec<String> {
    vec![
        weights.name.into(),
        word(state).into(),
        super::megabytes(weights.bytes()),
        weights.sum().chars().take(12).collect(),
        weights.licence.into(),
        weights.purpose.into(),
    ]
}

fn face(weights: &Weights, state: State) -> Json {
    json!({
        "model": weights.name, "state": word(state), "bytes": weights.bytes(),
        "sha256": weights.sum(), "licence": weights.licence, "dimensions": weights.dimensions,
        "purpose": weights.purpose, "package": weights.package, "version": weights.version,
    })
}
