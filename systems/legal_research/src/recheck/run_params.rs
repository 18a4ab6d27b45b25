//! What a run was started with against what it says.

use std::collections::BTreeSet;

use jurat_proof::{AskedParams, FinalState, LayerFindings};
use jurat_system::stage_models::{check_model_rows, is_any_model_named};
use serde_json::json;

use crate::{
    channels::{
        AS_OF, CORPUS_STATE, GLOBAL_OBJECTIVE, MEMORY_HIT, MODEL_USE, OBJECTIVE, PRESET,
    },
    objective::ResearchObjective,
    preset::ResearchPreset,
};

/// Roles whose stages ask a model whenever one is named; the others only where there is something to ask about.
const ALWAYS_ASK: [&str; 3] = ["classify", "plan", "rewrite"];

/// The parameters that were held against what the run says.
pub(super) fn check(state: &FinalState, findings: &mut LayerFindings) -> BTreeSet<String> {
    let mut asked = AskedParams::of(state);
    let channels = &state.channels;
    let same = |given: &serde_json::Value| {
        let read = given.as_str().and_then(|it| ResearchObjective::read(it).ok());
        *given == channels[GLOBAL_OBJECTIVE.name()]
            && read.is_some_and(|it| json!(it) == channels[OBJECTIVE.name()])
    };
    asked.hold("question", OBJECTIVE.name(), same, findings);
    asked.hold("as_of", AS_OF.name(), |given| *given == channels[AS_OF.name()], findings);
    let corpus = &channels[CORPUS_STATE.name()];
    // A question that was turned away asked no corpus.
    let named = |given: &serde_json::Value| corpus.is_null() || *given == corpus["name"];
    asked.hold("corpus", CORPUS_STATE.name(), named, findings);
    let preset = |given: &serde_json::Value| {
        let named = given.as_str().and_then(ResearchPreset::named);
        named.is_some_and(|it| json!(it) == channels[PRESET.name()])
    };
    asked.hold_by_rules("preset", PRESET.name(), preset, findings);
    let served = &channels[MEMORY_HIT.name()]["found"];
    let fresh = |given: &serde_json::Value| *given != true || *served != true;
    asked.hold("fresh", MEMORY_HIT.name(), fresh, findings);
    // A budget is a limit: the engine freezes and keeps it again.
    asked.made_again("budget");
    let rows = MODEL_USE
        .read_or_default(&|name: &str| &channels[name])
        .unwrap_or_default();
    check_model_rows(state, &rows, |role| ALWAYS_ASK.contains(&role), findings);
    // Which model a name of the settings stands for is nowhere in the run.
    if !is_any_model_named(&state.params) {
        asked.made_again("models");
    }
    asked.held()
}
