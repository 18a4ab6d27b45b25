//! Cases like another, and why: every reason is a field.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseGraph, was_decided};

/// What each reason adds to the score.
const SHARED_ISSUE: f64 = 1.0;
const DIRECT_CITATION: f64 = 1.0;
const SAME_COUNTRY: f64 = 0.5;
const SAME_COURT: f64 = 0.25;
const SAME_OUTCOME: f64 = 0.25;

/// A case that is like the one asked about.
#[expect(clippy::struct_excessive_bools, reason = "each is a reason that holds or does not")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimilarCase {
    pub key: String,
    pub score: f64,
    /// Cases that both cite.
    pub shared_authorities: Vec<String>,
    pub shared_issues: Vec<String>,
    /// One cites the other.
    pub cites_each_other: bool,
    pub same_country: bool,
    pub same_court: bool,
    pub same_outcome: bool,
}

impl CaseGraph {
    /// The cases most like one, as of a day. Court and outcome alone make no likeness.
    pub fn similar(&self, key: &str, as_of: Option<&str>, most: usize) -> Vec<SimilarCase> {
        let Some(asked) = self.case(key) else { return Vec::new() };
        let authorities = self.authorities_of(key);
        let mut found: Vec<SimilarCase> = Vec::new();
        for other in self
            .cases()
            .filter(|other| other.key != key && was_decided(other.date(), as_of))
        {
            let theirs = self.authorities_of(&other.key);
            let shared: Vec<String> = authorities
                .intersection(&theirs)
                .map(|one| (*one).to_owned())
                .collect();
            let issues: Vec<String> = asked
                .issues
                .iter()
                .filter(|issue| other.issues.contains(issue))
                .cloned()
                .collect();
            let linked = authorities.contains(other.key.as_str()) || theirs.contains(key);
            let country = asked.country.is_some() && asked.country == other.country;
            if shared.is_empty() && issues.is_empty() && !linked {
                continue;
            }
            let value = |field: &Option<crate::decision::ReadField<String>>| {
                field.as_ref().map(|field| field.value.clone())
            };
            let court = asked.record.court.is_some()
                && value(&asked.record.court) == value(&other.record.court);
            let result = |case: &super::GraphCase| {
                case.record.outcome.as_ref().map(|outcome| outcome.outcome.result())
            };
            let outcome = result(asked).is_some() && result(asked) == result(other);
            let score = shared.iter().map(|one| self.telling(one)).sum::<f64>()
                + issues.iter().map(|_| SHARED_ISSUE).sum::<f64>()
                + weight(linked, DIRECT_CITATION)
                + weight(country, SAME_COUNTRY)
                + weight(court, SAME_COURT)
                + weight(outcome, SAME_OUTCOME);
            found.push(SimilarCase {
                key: other.key.clone(),
                score,
                shared_authorities: shared,
                shared_issues: issues,
                cites_each_other: linked,
                same_country: country,
                same_court: court,
                same_outcome: outcome,
            });
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.key.cmp(&b.key)));
        found.truncate(most);
        found
    }

    /// What a shared authority tells: less, the more cases cite it.
    #[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
    fn telling(&self, key: &str) -> f64 {
        let citing = self
            .cases
            .keys()
            .filter(|case| self.authorities_of(case).contains(key))
            .count();
        2.0 / (1.0 + citing.max(1) as f64).ln().max(1.0)
    }
}

fn weight(holds: bool, weight: f64) -> f64 {
    if holds { weight } else { 0.0 }
}
