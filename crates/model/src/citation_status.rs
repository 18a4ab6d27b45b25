//! What is known of a citation: five layers, each verified, failed, or not checkable.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a check came out. "Could not check" is an outcome of its own and never a pass.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CitationOutcome {
    /// Checked, and it holds.
    Verified,
    /// Could not be checked.
    Unverified,
    /// Checked, and it does not hold.
    Failed,
}

impl fmt::Display for CitationOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verified => "VERIFIED",
            Self::Unverified => "UNVERIFIED",
            Self::Failed => "FAILED",
        })
    }
}

/// One question about a citation.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CitationLayer {
    /// Is it a citation, and a possible one?
    Parses,
    /// Is there such a decision or provision?
    Exists,
    /// Is it the one that the name says?
    NameMatches,
    /// Does it say what is quoted?
    QuoteInText,
    /// Does it still hold?
    GoodLaw,
}

impl CitationLayer {
    /// Every layer, in the order of checking.
    pub const ALL: [Self; 5] =
        [Self::Parses, Self::Exists, Self::NameMatches, Self::QuoteInText, Self::GoodLaw];

    /// The word for it in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Parses => "parses",
            Self::Exists => "exists",
            Self::NameMatches => "name matches",
            Self::QuoteInText => "quote in text",
            Self::GoodLaw => "good law",
        }
    }
}

/// How one layer came out, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LayerStatus {
    /// The question.
    pub layer: CitationLayer,
    /// The answer.
    pub outcome: CitationOutcome,
    /// Why, in words.
    pub reason: String,
    /// Whether there was anything to ask: without a name or a quote, nothing was claimed that
    /// could be wrong, and the layer does not count.
    pub asked: bool,
}

/// The status of one citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitationStatus {
    /// The citation as it was written.
    pub citation: String,
    /// The name that the index has for it.
    pub known_as: Option<String>,
    /// Every layer, in the order of `CitationLayer::ALL`.
    pub layers: Vec<LayerStatus>,
}

impl CitationStatus {
    /// The worst outcome of what was asked; nothing asked is nothing verified.
    pub fn outcome(&self) -> CitationOutcome {
        let asked = self.layers.iter().filter(|layer| layer.asked);
        asked
            .map(|layer| layer.outcome)
            .max()
            .unwrap_or(CitationOutcome::Unverified)
    }

    /// How a layer came out.
    pub fn layer(&self, layer: CitationLayer) -> Option<&LayerStatus> {
        self.layers.iter().find(|status| status.layer == layer)
    }
}

#[cfg(test)]
mod tests {
    use super::{CitationLayer, CitationOutcome, CitationStatus, LayerStatus};

    #[track_caller]
    fn check(layers: &[(CitationOutcome, bool)], expected: CitationOutcome) {
        let layers = layers
            .iter()
            .zip(CitationLayer::ALL)
            .map(|((outcome, asked), layer)| LayerStatus {
                layer,
                outcome: *outcome,
                reason: String::new(),
                asked: *asked,
            });
        let citation = String::from("2019 SCC 65");
        let status = CitationStatus { citation, known_as: None, layers: layers.collect() };
        assert_eq!(status.outcome(), expected);
    }

    #[test]
    fn one_failure_fails_the_whole() {
        use CitationOutcome::{Failed, Unverified, Verified};
        check(&[(Verified, true), (Failed, true), (Unverified, true)], Failed);
    }

    #[test]
    fn could_not_check_is_no_pass() {
        check(
            &[(CitationOutcome::Verified, true), (CitationOutcome::Unverified, true)],
            CitationOutcome::Unverified,
        );
    }

    #[test]
    fn what_was_not_asked_does_not_count() {
        check(
            &[(CitationOutcome::Verified, true), (CitationOutcome::Unverified, false)],
            CitationOutcome::Verified,
        );
        check(&[], CitationOutcome::Unverified);
    }
}
