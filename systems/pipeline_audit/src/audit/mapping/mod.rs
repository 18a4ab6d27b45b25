//! Where a pipeline keeps what is audited: a small file of pointers for each shape of state.
//!
//! Each field has a list of pointers, of which the first that finds something counts. Where it
//! finds several values, question and draft are the last of them (the latest turn), all else is
//! all of them.

mod detect;
mod pointer;

use std::sync::LazyLock;

use jurat_canon::child_path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::problem::{Invalid, Problem, problems};

pub use detect::{Undetected, detect};
pub(crate) use pointer::Found;
pub use pointer::Pointer;

const WHAT: &str = "the mapping";

static SCHEMA: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(Mapping).to_value());

/// The pointers of one shape of state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
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
    pub fits: Vec<Vec<Pointer>>,
    /// The question.
    #[serde(default)]
    pub query: Vec<Pointer>,
    /// The sources.
    #[serde(default)]
    pub sources: SourceFields,
    /// The draft: a text, an object of blocks, or such an object in a string.
    #[serde(default)]
    pub draft: Vec<Pointer>,
    /// The final blocks.
    #[serde(default)]
    pub blocks: BlockFields,
    /// About the making of the answer.
    #[serde(default)]
    pub meta: MetaFields,
    /// What the answer should have been.
    #[serde(default)]
    pub reference: Vec<Pointer>,
}

/// Where the sources are, and within each of them its fields. A source that is a string is its own
/// text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SourceFields {
    /// The list of them, or each of them.
    pub at: Vec<Pointer>,
    /// Within one: its id.
    pub id: Vec<Pointer>,
    /// Within one: its words.
    pub text: Vec<Pointer>,
    /// Within one: how well it fits the question.
    pub score: Vec<Pointer>,
    /// Within one: the provision that it is.
    pub label: Vec<Pointer>,
    /// Within one: the law that it is of.
    pub law: Vec<Pointer>,
    /// Within one: its address.
    pub url: Vec<Pointer>,
    /// Within one: its title.
    pub title: Vec<Pointer>,
}

/// Where the final blocks are, and within them each block.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BlockFields {
    /// The object of blocks.
    pub at: Vec<Pointer>,
    /// Within it: the summary.
    pub summary: Vec<Pointer>,
    /// Within it: the steps.
    pub steps: Vec<Pointer>,
    /// Within it: the legal basis.
    pub legal_basis: Vec<Pointer>,
    /// Within a line of the legal basis: its label.
    pub label: Vec<Pointer>,
    /// Within a line of the legal basis: its address.
    pub url: Vec<Pointer>,
    /// Within it: the quiz.
    pub quiz: Vec<Pointer>,
    /// Within it: the glossary.
    pub glossary: Vec<Pointer>,
    /// Within it: questions that may follow.
    pub follow_ups: Vec<Pointer>,
}

/// Where the state tells about its own making.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MetaFields {
    /// Milliseconds: an object by agent, or the number of the whole.
    pub elapsed_ms: Vec<Pointer>,
    /// The plan.
    pub plan: Vec<Pointer>,
    /// The legal basis before the final blocks were made.
    pub legal_basis: Vec<Pointer>,
    /// Warnings for the reader.
    pub warnings: Vec<Pointer>,
    /// The number of the request.
    pub request: Vec<Pointer>,
}

impl Mapping {
    /// Reads a mapping; all that is wrong is told at once.
    pub fn read(text: &str) -> Result<Self, Invalid> {
        let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        let mut problems = problems(&SCHEMA, &value, "$");
        if problems.is_empty() {
            pointers(&value, "$", &mut problems);
        }
        Invalid::unless_none(WHAT, problems)?;
        serde_json::from_value(value).map_err(|error| not_json(&error))
    }

    /// The JSON Schema of a mapping.
    pub fn schema() -> &'static Value {
        &SCHEMA
    }
}

/// Every string in a list of a mapping is a pointer.
fn pointers(value: &Value, at: &str, problems: &mut Vec<Problem>) {
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
                        let wrong = Pointer::try_from(text.clone()).err();
                        problems.extend(wrong.map(|message| Problem::new(at, message)));
                    }
                    other => pointers(other, &at, problems),
                }
            }
        }
        _ => {}
    }
}

fn not_json(error: &serde_json::Error) -> Invalid {
    Invalid {
        what: WHAT,
        problems: vec![Problem::new("$", error.to_string())],
    }
}
