//! What a stage of one's own says: `{"output": {…}, "spend": {…}}`, or `{"error": {…}}`.

use jurat_engine::{Patch, RunOutcome, StageError, UnitAmounts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::{
    exact_json,
    spent_units::{DeclaredBudgets, check_spend},
};

/// Enough to say what went wrong.
const LONGEST: usize = 1_000;
/// How much is shown of what is no reply, in characters.
const SHOWN: usize = 120;
/// The exit code of a program by which it asks to be tried again, as `sysexits` has it.
const TRY_AGAIN: i32 = 75;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageReply {
    /// Values for channels.
    #[serde(default)]
    pub output: Option<Map<String, Json>>,
    /// What it cost, by the unit of a budget.
    #[serde(default)]
    pub spend: UnitAmounts,
    /// The outcome of the run is at least this.
    #[serde(default)]
    pub outcome: Option<RunOutcome>,
    #[serde(default)]
    pub reason: Option<String>,
    #[serde(default)]
    pub error: Option<ReplyError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyError {
    pub message: String,
    #[serde(default)]
    pub class: ReplyErrorClass,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// Whether it may be tried again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyErrorClass {
    Transient,
    RateLimited,
    #[default]
    Permanent,
}

/// The error as a reply.
pub fn error_reply(class: ReplyErrorClass, message: &str) -> Json {
    let message: String = message.chars().take(LONGEST).collect();
    json!({ "error": { "class": class, "message": message } })
}

/// What a program comes to that ended with a code: what it wrote, or why there is nothing.
pub fn of_program(code: Option<i32>, stdout: &[u8], words: &str) -> Json {
    match code {
        Some(0) => exact_json(stdout).unwrap_or_else(|error| {
            let message = format!(
                "what it wrote to stdout is not one JSON value: {error}: {}",
                beginning(stdout)
            );
            error_reply(ReplyErrorClass::Permanent, &message)
        }),
        Some(TRY_AGAIN) => error_reply(ReplyErrorClass::Transient, &ended(TRY_AGAIN, words)),
        Some(code) => error_reply(ReplyErrorClass::Permanent, &ended(code, words)),
        None => error_reply(ReplyErrorClass::Transient, "a signal ended the program"),
    }
}

/// The first of what was written, on one line.
fn beginning(stdout: &[u8]) -> String {
    let text = String::from_utf8_lossy(stdout);
    let text = text.trim();
    if text.is_empty() {
        return "it is empty".into();
    }
    let first: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(SHOWN).is_some() { " …" } else { "" };
    format!("`{first}`{rest}")
}

fn ended(code: i32, words: &str) -> String {
    let words = words.trim();
    let words = if words.is_empty() { "it does not say why" } else { words };
    format!("the program ended with exit code {code}: {words}")
}

pub(crate) fn parsed(reply: &Json) -> Result<StageReply, StageError> {
    StageReply::deserialize(reply).map_err(|error| {
        StageError::permanent(format!(
            "its reply is not {{\"output\": {{…}}}} or {{\"error\": {{…}}}}: {error}"
        ))
    })
}

/// The patch that a reply stands for, in a workflow with these budgets.
pub(crate) fn patch(reply: &Json, budgets: &DeclaredBudgets) -> Result<Patch, StageError> {
    let StageReply { output, spend, outcome, reason, error } = parsed(reply)?;
    check_spend(&spend, budgets)?;
    match (output, error) {
        (Some(output), None) => {
            let patch = output
                .into_iter()
                .fold(Patch::empty(), |patch, (channel, value)| patch.and_json(channel, value));
            let patch = spend.into_iter().fold(patch, |patch, (unit, n)| patch.spend(unit, n));
            Ok(match outcome {
                Some(outcome) => patch.outcome(outcome, reason.unwrap_or_default()),
                None => patch,
            })
        }
        (None, Some(error)) => Err(failed(error)),
        _ => Err(StageError::permanent("its reply needs one of `output` and `error`")),
    }
}

fn failed(error: ReplyError) -> StageError {
    let ReplyError { message, class, retry_after_ms } = error;
    match (class, retry_after_ms) {
        (ReplyErrorClass::Permanent, _) => StageError::permanent(message),
        (ReplyErrorClass::Transient, None) => StageError::transient(message),
        (_, pause) => StageError::rate_limited(message, pause.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_engine::{FailureClass, Patch};
    use serde_json::{Value as Json, json};

    use super::{DeclaredBudgets, of_program};

    fn patch(reply: &Json) -> Result<Patch, jurat_engine::StageError> {
        super::patch(reply, &DeclaredBudgets::new())
    }

    #[track_caller]
    fn fails(reply: &Json, class: FailureClass, words: &str) {
        let error = patch(reply).unwrap_err();
        assert_eq!(error.class, class, "{error}");
        assert!(error.message.contains(words), "{error}");
    }

    #[test]
    fn an_output_is_a_patch() {
        let reply = json!({ "output": { "jam": 3 }, "spend": { "calls": 2 } });
        let expected = Patch::empty().and_json("jam", json!(3)).spend("calls", 2);
        assert_eq!(patch(&reply).unwrap(), expected);
    }

    #[test]
    fn what_is_no_reply_fails_for_good() {
        for wrong in [
            json!(3),
            json!({}),
            json!({ "output": [] }),
            json!({ "output": {}, "error": { "message": "both" } }),
            json!({ "output": {}, "verdict": "a key that nobody knows" }),
            json!({ "error": { "message": "odd", "class": "sometimes" } }),
        ] {
            fails(&wrong, FailureClass::Permanent, "its reply");
        }
    }

    #[test]
    fn an_error_says_whether_it_may_pass() {
        let error = |class: &str| json!({ "error": { "message": "no fruit", "class": class } });
        fails(&error("transient"), FailureClass::Transient, "no fruit");
        fails(&error("permanent"), FailureClass::Permanent, "no fruit");
        fails(&error("rate_limited"), FailureClass::RateLimited, "no fruit");
    }

    #[test]
    fn a_program_speaks_by_its_exit_code_too() {
        assert_eq!(of_program(Some(0), b"{\"output\":{}}\n", ""), json!({ "output": {} }));
        fails(&of_program(Some(0), b"done", ""), FailureClass::Permanent, "not one JSON value");
        fails(&of_program(Some(75), b"", "busy"), FailureClass::Transient, "75: busy");
        fails(&of_program(Some(2), b"{}", ""), FailureClass::Permanent, "does not say why");
        fails(&of_program(None, b"", ""), FailureClass::Transient, "signal");
    }
}
