//! What an audit is asked with.

use jurat_code::tree_query_problem;
use jurat_engine::ValueType;
use jurat_system::parameters::{
    BUDGET, DocumentKind, MODELS, NamedDocument, ParameterDefault, ParameterKind,
    ParameterTable, SystemParameter,
};
use serde_json::Value as Json;

use crate::{
    built_in_rubrics::{self, RUBRICS},
    rubric::FlawLevel,
};

pub const PARAMETERS: ParameterTable = ParameterTable {
    workflow: "digital_courtroom",
    parameters: &[
        SystemParameter::new(
            "repo",
            ParameterKind::Text,
            ParameterDefault::RequiredUnless("paper"),
            "The repository: an https address, a path, a git bundle or an archive",
        )
        .position("REPO"),
        SystemParameter::file(
            "paper",
            "The report about it: a PDF, or any file that `jurat ingest` reads",
        )
        .flag("paper", "FILE"),
        SystemParameter::new(
            "rubric",
            ParameterKind::Document(DocumentKind {
                noun: "rubric",
                built_in: rubrics,
                run_takes: ValueType::String,
                read: rubric_text,
            }),
            ParameterDefault::Text("agent_graph"),
            "The rubric: a name of `jurat court rubric list`, or a file; `jurat court` chooses one that fits the repository where none is named",
        )
        .flag("rubric", "RUBRIC"),
        SystemParameter::new(
            "rubric_reason",
            ParameterKind::Text,
            ParameterDefault::Text(""),
            "Why the rubric was chosen, where nobody named one",
        ),
        SystemParameter::switch("skip_vision", "Leave pictures and drawings out")
            .flag("skip-vision", ""),
        SystemParameter::new(
            "hosts",
            ParameterKind::TextList,
            ParameterDefault::Texts(&["github.com"]),
            "A host that may be cloned from",
        )
        .flag("host", "HOST"),
        SystemParameter::new(
            "samples",
            ParameterKind::WholeNumber { least: 1, most: 9 },
            ParameterDefault::Number(1),
            "How often a model is asked for each opinion; the median counts",
        )
        .flag("samples", "N"),
        SystemParameter::date("as_of", "The day that the report is dated to, as 2026-01-09")
            .flag("as-of", "DATE"),
        MODELS,
        BUDGET,
    ],
};

fn rubrics() -> Vec<NamedDocument<'static>> {
    let named = RUBRICS
        .iter()
        .map(|it| NamedDocument { name: it.name, text: it.text });
    named.collect()
}

/// The text of a rubric that can be read, or the first thing that is wrong with it.
fn rubric_text(rubric: &NamedDocument<'_>) -> Result<Json, String> {
    let flaws = built_in_rubrics::lint(rubric.text, &tree_query_problem)?;
    match flaws.iter().find(|flaw| flaw.level == FlawLevel::Error) {
        Some(wrong) => {
            Err(format!("{}: {}: {}", rubric.name, wrong.note.at, wrong.note.message))
        }
        None => Ok(Json::from(rubric.text)),
    }
}
