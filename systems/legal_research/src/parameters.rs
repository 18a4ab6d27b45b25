//! What research is asked with.

use jurat_retrieve::CorpusName;
use jurat_system::parameters::{
    BUDGET, MODELS, ParameterDefault, ParameterKind, ParameterTable, SystemParameter, TextForm,
};

use crate::{objective::ResearchObjective, preset};

pub const PARAMETERS: ParameterTable = ParameterTable {
    workflow: "legal_research",
    parameters: &[
        SystemParameter::new(
            "question",
            ParameterKind::Formed(TextForm { pattern: None, read: question }),
            ParameterDefault::Required,
            "The question with its answer choices, if any, in quotation marks",
        )
        .position("QUESTION"),
        SystemParameter::new(
            "corpus",
            ParameterKind::Formed(TextForm { pattern: None, read: corpus_name }),
            ParameterDefault::Required,
            "The corpus to ask",
        )
        .flag("corpus", "NAME"),
        SystemParameter::text(
            "jurisdiction",
            "Only sources of this jurisdiction, and those that name none",
        )
        .flag("jurisdiction", "NAME"),
        SystemParameter::date("as_of", "The day that the report is dated to, as 2026-01-09")
            .flag("as-of", "DATE"),
        SystemParameter::new(
            "preset",
            ParameterKind::Choice(preset::NAMES),
            ParameterDefault::Text("default"),
            "The numbers that research goes by; `seed` holds those of its source",
        )
        .flag("preset", "NAME"),
        SystemParameter::switch("fresh", "Ask anew, whatever is remembered").flag("fresh", ""),
        MODELS,
        BUDGET,
    ],
};

/// The question as it was given, if it can be asked.
fn question(text: &str) -> Result<String, String> {
    ResearchObjective::read(text).map(|_| text.trim().to_owned())
}

fn corpus_name(text: &str) -> Result<String, String> {
    let name: Result<CorpusName, _> = text.parse();
    name.map(|name| name.to_string()).map_err(|error| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
}
