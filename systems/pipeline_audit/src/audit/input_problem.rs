//! What is wrong with a state, a mapping or a policy, each with its JSON path.

use std::fmt;

use jurat_canon::{FaultKind, SchemaFault, nearest, schema_faults, shown_value};
use serde_json::Value;

/// Problems that are told; more are counted.
const MOST: usize = 50;
/// Problems that are looked for.
const MOST_FOUND: usize = 10_000;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputProblem {
    /// Where, as in `$.sources[3].score`.
    pub path: String,
    /// What, as in `expected a number, found "high"`.
    pub message: String,
}

impl InputProblem {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// That a value is of the wrong type.
    pub(crate) fn expected(path: impl Into<String>, what: &str, found: &Value) -> Self {
        Self::new(path, format!("expected {what}, found {}", shown_value(found)))
    }
}

impl fmt::Display for InputProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Everything that is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be used: {}", listed(problems))]
pub struct InvalidInputError {
    /// What was read: `the state`, `the policy`, `the mapping`.
    pub what: &'static str,
    /// In the order in which they stand.
    pub problems: Vec<InputProblem>,
}

impl InvalidInputError {
    /// An error, if anything is wrong.
    pub(crate) fn unless_none(
        what: &'static str,
        problems: Vec<InputProblem>,
    ) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { what, problems }) }
    }
}

fn listed(problems: &[InputProblem]) -> String {
    let mut lines: Vec<String> = problems.iter().take(MOST).map(ToString::to_string).collect();
    if MOST < problems.len() {
        lines.push(format!("and {} more", problems.len() - MOST));
    }
    lines.join("; ")
}

/// What is wrong with `value`, whose path is `at`, by a schema.
pub(crate) fn problems(schema: &Value, value: &Value, at: &str) -> Vec<InputProblem> {
    let problem = |fault: &SchemaFault<'_>| {
        let meant = match &fault.kind {
            FaultKind::Mismatch { words, found, .. } => {
                found.as_str().and_then(|word| nearest(word, words.iter().copied()))
            }
            FaultKind::UnknownKey { known, .. } => {
                nearest(fault.last_key(), known.iter().copied())
            }
            _ => None,
        };
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        InputProblem::new(fault.path_from(at), format!("{}{hint}", fault.kind))
    };
    schema_faults(schema, value, MOST_FOUND).iter().map(problem).collect()
}
