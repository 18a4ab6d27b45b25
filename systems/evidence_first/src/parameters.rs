//! What a question is asked with.

use jurat_retrieve::CorpusName;
use jurat_system::parameters::{
    BUDGET, MODELS, ParameterDefault, ParameterKind, ParameterTable, SystemParameter, TextForm,
};

use crate::question::tidy;

/// The parameters that leave sources out by their metadata, each named as its key.
pub(crate) const FILTERS: [&str; 3] = ["topic", "sub_section", "category"];

pub const PARAMETERS: ParameterTable = ParameterTable {
    workflow: "evidence_first",
    parameters: &[
        SystemParameter::new(
            "question",
            ParameterKind::Formed(TextForm { pattern: None, read: tidy }),
            ParameterDefault::Required,
            "The question, in quotation marks",
        )
        .position("QUESTION"),
        SystemParameter::new(
            "corpus",
            ParameterKind::Formed(TextForm { pattern: None, read: corpus_name }),
            ParameterDefault::Required,
            "The corpus to ask",
        )
        .flag("corpus", "NAME"),
        SystemParameter::text("topic", "Only sources on this topic").flag("topic", "TEXT"),
        SystemParameter::text("sub_section", "Only this part of the sources")
            .flag("sub-section", "TEXT"),
        SystemParameter::text("category", "Only sources of this category")
            .flag("category", "TEXT"),
        SystemParameter::date("as_of", "The day that the report is dated to, as 2026-01-09")
            .flag("as-of", "DATE"),
        SystemParameter::new(
            "policy",
            ParameterKind::Choice(&["default", "seed"]),
            ParameterDefault::Text("default"),
            POLICY_HELP,
        )
        .flag("policy", "NAME"),
        MODELS,
        BUDGET,
    ],
};

const POLICY_HELP: &str = "What counts as evidence: `default` takes provisions whole, \
    `seed` only sentences that demand or forbid";

fn corpus_name(text: &str) -> Result<String, String> {
    let name: Result<CorpusName, _> = text.parse();
    name.map(|name| name.to_string()).map_err(|error| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
}
