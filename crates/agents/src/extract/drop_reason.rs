//! Why words are let go, by code and in words.

use jurat_verify::elision::ElisionRefusal;

/// A reason to let words go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DropReason {
    pub(super) code: &'static str,
    pub(super) why: String,
}

impl From<&'static str> for DropReason {
    fn from(code: &'static str) -> Self {
        Self { code, why: why(code).to_owned() }
    }
}

impl From<ElisionRefusal> for DropReason {
    fn from(refusal: ElisionRefusal) -> Self {
        Self { code: refusal.code, why: refusal.why }
    }
}

fn why(code: &str) -> &'static str {
    match code {
        "incomplete_quote" => "No quote of 10 to 40 words says all of it.",
        "not_found" => "The words do not stand in the passage.",
        "altered" => "The passage says it in other words.",
        "frankenquote" => {
            "It is put together from words that stand apart, and does not say so."
        }
        "gap_hides" => "An ellipsis or an end hides a word on which its meaning depends.",
        "too_short" => "It is too short to mean anything.",
        "not_normative" => "It demands nothing and forbids nothing.",
        "no_such_passage" => "There is no such passage.",
        "no_exhibit" => "The text of the passage is not among the sources.",
        _ => "",
    }
}
