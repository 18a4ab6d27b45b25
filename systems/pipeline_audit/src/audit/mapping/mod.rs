//! Where a pipeline keeps what is audited: a small file of pointers for each shape of state.
//!
//! Each field has a list of pointers, of which the first that finds something counts. Where it
//! finds several values, question and draft are the last of them (the latest turn), all else is
//! all of them.

mod detect;
mod explain;
mod found_sources;
mod logged_call;
mod pointer;

use std::sync::LazyLock;

use jurat_canon::child_path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input_problem::{InputProblem, InvalidInputError, problems};

pub use detect::{MappingDetectError, detect, of_logged_call};
pub use explain::MappedPart;
pub(crate) use found_sources::{FoundSources, is_address};
pub(crate) use pointer::PointedValue;
pub use pointer::StatePointer;

const WHAT: &str = "the mapping";

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| schemars::schema_for!(StateMapping).to_value());

/// The pointers of one shape of state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateMapping {
    /// Where its schema is, for editors.
    #[serde(default, rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What it is called.
    pub name: String,
    /// What has this shape.
    #[serde(default)]
    pub about: String,
    /// How it is recognised: a state fits if all pointers of one of these lists find something.
    #[serde(default)]
    pub fits: Vec<Vec<StatePointer>>,
    /// Whether it is tried only where no other mapping fits: it goes by names that are anybody's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last: bool,
    /// The question.
    #[serde(default)]
    pub query: Vec<StatePointer>,
    /// The sources.
    #[serde(default)]
    pub sources: SourceFields,
    /// The draft: a text, an object of blocks, or such an object in a string.
    #[serde(default)]
    pub draft: Vec<StatePointer>,
    /// The final blocks.
    #[serde(default)]
    pub blocks: BlockFields,
    /// About the making of the answer.
    #[serde(default)]
    pub meta: MetaFields,
    /// What the answer should have been.
    #[serde(default)]
    pub reference: Vec<StatePointer>,
}

/// Where the sources are, and within each of them its fields. A source that is a string is its own
/// text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SourceFields {
    /// The list of them, or each of them.
    pub at: Vec<StatePointer>,
    /// Messages that may hold them under a label (`Context:`) or in tags (`<context>`); read where `at` finds nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<StatePointer>,
    /// Those of `at` whose words may be several sources, joined by blank lines, as tools give them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<StatePointer>,
    /// Within one: its id.
    pub id: Vec<StatePointer>,
    /// Within one: its words.
    pub text: Vec<StatePointer>,
    /// Within one: how well it fits the question.
    pub score: Vec<StatePointer>,
    /// Within one: the provision that it is.
    pub label: Vec<StatePointer>,
    /// Within one: the law that it is of.
    pub law: Vec<StatePointer>,
    /// Within one: its address.
    pub url: Vec<StatePointer>,
    /// Within one: its title.
    pub title: Vec<StatePointer>,
}

/// Where the final blocks are, and within them each block.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BlockFields {
    /// The object of blocks.
    pub at: Vec<StatePointer>,
    /// Within it: the summary.
    pub summary: Vec<StatePointer>,
    /// Within it: the steps.
    pub steps: Vec<StatePointer>,
    /// Within it: the legal basis.
    pub legal_basis: Vec<StatePointer>,
    /// Within a line of the legal basis: its label.
    pub label: Vec<StatePointer>,
    /// Within a line of the legal basis: its address.
    pub url: Vec<StatePointer>,
    /// Within it: the quiz.
    pub quiz: Vec<StatePointer>,
    /// Within it: the glossary.
    pub glossary: Vec<StatePointer>,
    /// Within it: questions that may follow.
    pub follow_ups: Vec<StatePointer>,
}

/// Where the state tells about its own making.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MetaFields {
    /// Milliseconds: an object by agent, or the number of the whole.
    pub elapsed_ms: Vec<StatePointer>,
    /// The plan.
    pub plan: Vec<StatePointer>,
    /// The legal basis before the final blocks were made.
    pub legal_basis: Vec<StatePointer>,
    /// Warnings for the reader.
    pub warnings: Vec<StatePointer>,
    /// The number of the request.
    pub request: Vec<StatePointer>,
}

impl StateMapping {
    /// Reads a mapping; all that is wrong is told at once.
    pub fn read(text: &str) -> Result<Self, InvalidInputError> {
        let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        let mut problems = problems(&SCHEMA, &value, "$");
        if problems.is_empty() {
            pointers(&value, "$", &mut problems);
        }
        InvalidInputError::unless_none(WHAT, problems)?;
        serde_json::from_value(value).map_err(|error| not_json(&error))
    }

    /// The JSON Schema of a mapping.
    pub fn schema() -> &'static Value {
        &SCHEMA
    }
}

/// Every string in a list of a mapping is a pointer.
fn pointers(value: &Value, at: &str, problems: &mut Vec<InputProblem>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                pointers(value, &child_path(at, key), problems);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let at = format!("{at}[{index}]");
                match item {
                    Value::String(text) => {
                        let wrong = StatePointer::try_from(text.clone()).err();
                        problems.extend(wrong.map(|message| InputProblem::new(at, message)));
                    }
                    other => pointers(other, &at, problems),
                }
            }
        }
        _ => {}
    }
}

fn not_json(error: &serde_json::Error) -> InvalidInputError {
    InvalidInputError {
        what: WHAT,
        problems: vec![InputProblem::new("$", error.to_string())],
    }
}
