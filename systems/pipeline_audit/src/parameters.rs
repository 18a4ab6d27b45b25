//! What an audit of a state is asked with.

use jurat_engine::ValueType;
use jurat_system::parameters::{
    BUDGET, DocumentKind, ListWord, MODELS, NamedDocument, ParameterDefault, ParameterKind,
    ParameterTable, SystemParameter,
};
use serde_json::{Map, Value as Json};

use crate::{
    AuditConfig,
    audit::{AuditPolicy, InvalidInputError, StateMapping},
    builtin_files::{BuiltinAuditFile, MAPPINGS, POLICIES},
};

pub const PARAMETERS: ParameterTable = ParameterTable {
    workflow: "pipeline_audit",
    parameters: &[
        SystemParameter::new(
            "state",
            ParameterKind::Channel,
            ParameterDefault::Required,
            "The state that a pipeline has left",
        ),
        SystemParameter::new(
            "policy",
            ParameterKind::Document(DocumentKind {
                noun: "policy",
                built_in: || documents(POLICIES),
                run_takes: ValueType::Object,
                read: policy,
            }),
            ParameterDefault::Text("default"),
            "A policy: default, strict, `consumer_pt`, or a file of yours in JSON or TOML",
        )
        .flag("policy", "POLICY"),
        SystemParameter::new(
            "mapping",
            ParameterKind::Document(DocumentKind {
                noun: "mapping",
                built_in: || documents(MAPPINGS),
                run_takes: ValueType::Object,
                read: mapping,
            }),
            ParameterDefault::EmptyObject,
            MAPPING_HELP,
        )
        .flag("from", "MAPPING"),
        SystemParameter::new(
            "stages",
            ParameterKind::WordList(STAGE_WORDS),
            ParameterDefault::Texts(&["all"]),
            "Audit after these stages only: search, draft, final, pipeline or all",
        )
        .flag("stage", "STAGE"),
        SystemParameter::new(
            "request",
            ParameterKind::WholeNumber { least: 0, most: i64::MAX },
            ParameterDefault::Number(0),
            "The number of the request, for sampling; 0 is unknown",
        )
        .flag("request", "N"),
        MODELS,
        BUDGET,
    ],
};

const MAPPING_HELP: &str = "How the state names its parts: native, langchain, llamaindex, \
    haystack, openai, ragas, anthropic, bedrock, gemini, cohere, plain, or a file of yours [default: the one that fits]";

const STAGE_WORDS: &[ListWord] = &[
    ListWord {
        word: "search",
        aliases: &["busca"],
        values: &["search"],
    },
    ListWord {
        word: "draft",
        aliases: &["redator"],
        values: &["redator"],
    },
    ListWord {
        word: "final",
        aliases: &["professor"],
        values: &["professor"],
    },
    ListWord {
        word: "pipeline",
        aliases: &[],
        values: &["pipeline"],
    },
    ListWord {
        word: "all",
        aliases: &[],
        values: &["search", "redator", "professor", "pipeline"],
    },
];

impl AuditConfig {
    /// What the parameters of a run stand for.
    pub fn of_params(policy: &Json, mapping: &Json) -> Result<Self, InvalidInputError> {
        let policy = AuditPolicy::from_value(policy)?;
        if mapping.as_object().is_some_and(Map::is_empty) {
            return Self::new(policy);
        }
        Ok(Self::with(policy, StateMapping::read(&mapping.to_string())?))
    }
}

/// Everything that is wrong with a file of ours or yours, a line each.
pub fn problem_lines(name: &str, wrong: &InvalidInputError) -> String {
    const SHOWN: usize = 20;
    let count = wrong.problems.len();
    let lines = wrong.problems.iter().take(SHOWN).map(|one| format!("\n  {one}"));
    let more = count.saturating_sub(SHOWN);
    let more = if more == 0 { String::new() } else { format!("\n  and {more} more") };
    let lines: String = lines.collect();
    format!("{} `{name}` cannot be used:{lines}{more}", wrong.what)
}

fn documents(files: &'static [BuiltinAuditFile]) -> Vec<NamedDocument<'static>> {
    files
        .iter()
        .map(|it| NamedDocument { name: it.name, text: it.text })
        .collect()
}

fn policy(document: &NamedDocument<'_>) -> Result<Json, String> {
    let value = object_of("policy", document)?;
    match AuditPolicy::from_value(&value) {
        Ok(_) => Ok(value),
        Err(wrong) => Err(problem_lines(document.name, &wrong)),
    }
}

fn mapping(document: &NamedDocument<'_>) -> Result<Json, String> {
    let value = object_of("mapping", document)?;
    match StateMapping::read(document.text) {
        Ok(_) => Ok(value),
        Err(wrong) => Err(problem_lines(document.name, &wrong)),
    }
}

fn object_of(noun: &str, document: &NamedDocument<'_>) -> Result<Json, String> {
    serde_json::from_str(document.text)
        .map_err(|error| format!("the {noun} `{}` cannot be read: {error}", document.name))
}
