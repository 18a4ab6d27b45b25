//! Cases like another, and why: every reason is a field.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseGraph, CaseNumber, GraphCase, was_decided};
use crate::decision::DecisionOutcome;

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

/// The case asked about, with what it cites.
struct AskedCase<'g> {
    case: &'g GraphCase,
    number: CaseNumber,
    authorities: Vec<CaseNumber>,
}

impl CaseGraph {
    /// The cases most like one, as of a day. Court and outcome alone make no likeness.
    pub fn similar(&self, key: &str, as_of: Option<&str>, most: usize) -> Vec<SimilarCase> {
        let (Some(case), Some(number)) = (self.case(key), self.number(key)) else {
            return Vec::new();
        };
        let asked = AskedCase {
            case,
            number,
            authorities: self.authorities_of(number),
        };
        let others = self.cases().filter(|other| other.key != key);
        let mut found: Vec<SimilarCase> = others
            .filter(|other| was_decided(other.date(), as_of))
            .filter_map(|other| self.likeness(&asked, other))
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.key.cmp(&b.key)));
        found.truncate(most);
        found
    }

    fn likeness(&self, asked: &AskedCase<'_>, other: &GraphCase) -> Option<SimilarCase> {
        let number = self.number(&other.key)?;
        let theirs = self.authorities_of(number);
        let both = asked.authorities.iter().copied();
        let shared: Vec<CaseNumber> =
            both.filter(|one| theirs.binary_search(one).is_ok()).collect();
        let issues = asked.case.issues.iter().filter(|one| other.issues.contains(one));
        let issues: Vec<String> = issues.cloned().collect();
        let linked = asked.authorities.binary_search(&number).is_ok()
            || theirs.binary_search(&asked.number).is_ok();
        if shared.is_empty() && issues.is_empty() && !linked {
            return None;
        }
        let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
        let country = same(&asked.case.country, &other.country);
        let court = same(&asked.case.court, &other.court);
        let result = |case: &GraphCase| case.outcome.map(DecisionOutcome::result);
        let outcome = result(asked.case).is_some() && result(asked.case) == result(other);
        let score = shared.iter().map(|one| self.telling(*one)).sum::<f64>()
            + issues.iter().map(|_| SHARED_ISSUE).sum::<f64>()
            + weight(linked, DIRECT_CITATION)
            + weight(country, SAME_COUNTRY)
            + weight(court, SAME_COURT)
            + weight(outcome, SAME_OUTCOME);
        Some(SimilarCase {
            key: other.key.clone(),
            score,
            shared_authorities: shared.iter().map(|one| self.keys[*one].clone()).collect(),
            shared_issues: issues,
            cites_each_other: linked,
            same_country: country,
            same_court: court,
            same_outcome: outcome,
        })
    }

    /// What a shared authority tells: less, the more cases cite it.
    #[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
    fn telling(&self, number: CaseNumber) -> f64 {
        let citing = self.citing_count(number);
        2.0 / (1.0 + citing.max(1) as f64).ln().max(1.0)
    }
}

fn weight(holds: bool, weight: f64) -> f64 {
    if holds { weight } else { 0.0 }
}
