//! What the score gives and takes, out of `data/scoring.json`.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::model::FindingSeverity;

/// The figures of `data/scoring.json`, as shares of a dimension.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringScale {
    /// What the figures are.
    pub about: String,
    /// What a finding takes away.
    pub finding: SeverityShares,
    /// What a refusal trigger that is met takes away, or a rule that is not.
    pub trigger: SeverityShares,
    /// The part of its worth that a requirement takes away where documents show that it is not met.
    pub unmet: f64,
    /// What a verified authority for us adds to mitigation.
    pub authority: f64,
    /// More of them add nothing.
    pub most_authorities: u32,
    /// The part of a dimension that what is required makes; what is advisable adds the rest.
    pub required: f64,
    /// Where that part begins when nothing in it could be told.
    pub open_base: f64,
    /// The part of its worth that a required thing takes away where it is not there, in a dimension that begins full.
    pub missing: f64,
    /// Where mitigation begins when nothing in it is required.
    pub mitigation_base: f64,
    pub range: RangeWidths,
    pub confidence: ConfidenceSteps,
}

/// A share for each severity.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeverityShares {
    pub low: f64,
    pub medium: f64,
    pub high: f64,
    pub critical: f64,
}

impl SeverityShares {
    pub const fn of(self, severity: FindingSeverity) -> f64 {
        match severity {
            FindingSeverity::Low => self.low,
            FindingSeverity::Medium => self.medium,
            FindingSeverity::High => self.high,
            FindingSeverity::Critical => self.critical,
        }
    }
}

/// How wide a range is told to either side, in points.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeWidths {
    /// Always.
    pub least: f64,
    /// More, where no rule and no trigger could be told either way; in part where some could.
    pub untold: f64,
}

/// The least share that could be assessed, for each word.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfidenceSteps {
    pub high: f64,
    pub medium: f64,
    /// Below it nothing is decided.
    pub least: f64,
}

/// The text of the figures, for hashes and proofs.
pub const SCORING: &str = include_str!("../../data/scoring.json");

/// The figures that ship.
pub fn scale() -> &'static ScoringScale {
    static READ: OnceLock<ScoringScale> = OnceLock::new();
    READ.get_or_init(|| serde_json::from_str(SCORING).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::scale;
    use crate::model::FindingSeverity::{Critical, High, Low, Medium};

    #[test]
    fn worse_takes_more() {
        let scale = scale();
        for shares in [scale.finding, scale.trigger] {
            let told = [Low, Medium, High, Critical].map(|it| shares.of(it));
            assert!(told.is_sorted() && 0.0 < told[0] && told[3] < 1.0, "{told:?}");
        }
        assert!(0.0 < scale.open_base && scale.open_base < 1.0);
        assert!(scale.mitigation_base < scale.required && scale.required < 1.0);
        assert!(scale.confidence.least < scale.confidence.medium);
        assert!(scale.confidence.medium < scale.confidence.high);
    }
}
