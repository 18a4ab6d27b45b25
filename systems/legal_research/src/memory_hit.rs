//! What the memory had for a question, and what became of the answer to it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the memory had.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemoryHit {
    pub found: bool,
    /// Empty where nothing was found.
    #[serde(default)]
    pub answer: String,
    #[serde(default)]
    pub confidence: f64,
    /// The run that found the answer.
    #[serde(default)]
    pub run: String,
    /// The question that it was asked, without choices.
    #[serde(default)]
    pub question: String,
    /// How long ago it was remembered.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub age_ms: u64,
    /// The root of the bundle that proves that run: made and checked before its answer was served.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub proof: String,
    /// How near both questions lie; 1 for the same words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// Whether the corpus has changed since, in texts that the answer does not quote.
    #[serde(default, skip_serializing_if = "is_false")]
    pub corpus_changed: bool,
    /// Roles that a model played in that run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_model: Vec<String>,
    /// Earlier answers that were not served, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_false(it: &bool) -> bool {
    !*it
}

impl MemoryHit {
    /// Where an answer comes from that was not found now, in sentences.
    pub(crate) fn told(&self) -> Option<String> {
        let Self { run, question, proof, .. } = self;
        let age = age_in_words(self.age_ms);
        let since = if self.corpus_changed {
            " The corpus has changed since, in texts that this answer does not quote."
        } else {
            ""
        };
        self.found.then(|| {
            format!(
                "Remembered: run {run} answered it {age}, asked as: {question} Its sources are what they were, and its proof ({proof}) was checked now.{since} \
                 `--fresh` asks anew."
            )
        })
    }
}

/// A stretch of time, in the largest unit that it fills.
fn age_in_words(age_ms: u64) -> String {
    let minutes = age_ms / 60_000;
    let (count, unit) = match minutes {
        0 => return "less than a minute ago".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

/// Whether the answer was remembered, and why or why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MemoryWriting {
    pub written: bool,
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::age_in_words;

    #[track_caller]
    fn check(minutes: u64, words: &str) {
        assert_eq!(age_in_words(minutes * 60_000 + 1), words);
    }

    #[test]
    fn an_age_is_told_in_its_largest_unit() {
        check(0, "less than a minute ago");
        check(1, "1 minute ago");
        check(59, "59 minutes ago");
        check(60, "1 hour ago");
        check(1439, "23 hours ago");
        check(1440, "1 day ago");
        check(60 * 24 * 400, "400 days ago");
    }
}
