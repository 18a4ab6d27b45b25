//! How the decisions of one judge or member came out, with what can and cannot be said from so many.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseGraph, GraphCase, was_decided};
use crate::decision::{DecisionOutcome, DecisionResult};

/// Fewer decisions than this say little of a person.
const FEW: usize = 30;
/// The normal quantile of 95 %.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// The figures of one judge or member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenchStatistics {
    pub name: String,
    /// Decisions whose reasons are theirs.
    pub decisions: usize,
    pub allowed: usize,
    pub dismissed: usize,
    pub allowed_in_part: usize,
    /// Decisions whose outcome could not be read; they are in no share.
    pub unknown: usize,
    /// Allowed, in part or whole, of those whose outcome is known.
    pub share_allowed: Option<f64>,
    /// The Wilson interval of that share, 95 %.
    pub interval: Option<(f64, f64)>,
    /// What to keep in mind.
    pub warning: Option<String>,
}

impl CaseGraph {
    /// The figures of a judge, by surname or whole name, over decisions given by a day.
    pub fn bench_statistics(&self, name: &str, as_of: Option<&str>) -> Option<BenchStatistics> {
        let is_theirs = |case: &GraphCase| {
            case.judge
                .as_deref()
                .is_some_and(|author| is_same_person(author, name))
        };
        let figures = self.figures(name, as_of, is_theirs);
        (0 < figures.decisions).then_some(figures)
    }

    /// The same figures over all decisions, whoever gave them.
    pub fn all_statistics(&self, as_of: Option<&str>) -> BenchStatistics {
        self.figures("all", as_of, |_| true)
    }

    fn figures(
        &self,
        name: &str,
        as_of: Option<&str>,
        counts: impl Fn(&GraphCase) -> bool,
    ) -> BenchStatistics {
        let mut figures = BenchStatistics {
            name: name.to_owned(),
            decisions: 0,
            allowed: 0,
            dismissed: 0,
            allowed_in_part: 0,
            unknown: 0,
            share_allowed: None,
            interval: None,
            warning: None,
        };
        for case in self
            .cases()
            .filter(|case| counts(case) && was_decided(case.date(), as_of))
        {
            figures.decisions += 1;
            match case.outcome.map(DecisionOutcome::result) {
                Some(DecisionResult::Allowed) => figures.allowed += 1,
                Some(DecisionResult::Dismissed) => figures.dismissed += 1,
                Some(DecisionResult::AllowedInPart) => figures.allowed_in_part += 1,
                None => figures.unknown += 1,
            }
        }
        let known = figures.decisions - figures.unknown;
        let success = figures.allowed + figures.allowed_in_part;
        figures.share_allowed = share(success, known);
        figures.interval = wilson(success, known);
        figures.warning = (known < FEW).then(|| {
            format!(
                "{known} decisions with a known outcome say little: kinds of cases differ, and the interval shows how wide chance alone is"
            )
        });
        figures
    }

    /// Every author of reasons, each once, in order.
    pub fn bench(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.cases().filter_map(|case| case.judge.clone()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// The same last name, and no first names that contradict.
fn is_same_person(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        name.to_lowercase()
            .replace('.', " ")
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let (Some((last, first)), Some((other_last, other_first))) =
        (one.split_last(), other.split_last())
    else {
        return false;
    };
    let agree = match (first.first(), other_first.first()) {
        (Some(a), Some(b)) => a.starts_with(b.as_str()) || b.starts_with(a.as_str()),
        _ => true,
    };
    last == other_last && agree
}

#[expect(clippy::cast_precision_loss, reason = "counts of decisions are small")]
fn share(part: usize, all: usize) -> Option<f64> {
    (0 < all).then(|| part as f64 / all as f64)
}

/// The Wilson score interval: sound for small counts and for shares near 0 and 1.
#[expect(clippy::cast_precision_loss, reason = "counts of decisions are small")]
fn wilson(part: usize, all: usize) -> Option<(f64, f64)> {
    let share = share(part, all)?;
    let (count, square) = (all as f64, QUANTILE * QUANTILE);
    let middle = share + square / (2.0 * count);
    let spread =
        QUANTILE * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
    let whole = 1.0 + square / count;
    Some((((middle - spread) / whole).max(0.0), ((middle + spread) / whole).min(1.0)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

    use super::{is_same_person, wilson};

    #[test]
    fn the_interval_is_that_of_the_books() {
        let (low, high) = wilson(8, 10).unwrap();
        assert!((low - 0.490_2).abs() < 1e-3 && (high - 0.943_3).abs() < 1e-3, "{low} {high}");
        assert_eq!(wilson(0, 0), None);
        assert!(wilson(0, 5).unwrap().0 < 1e-9);
    }

    #[test]
    fn an_initial_is_its_name_and_another_is_not() {
        assert!(is_same_person("Delmarais", "H. Delmarais"));
        assert!(is_same_person("Hélène Delmarais", "H. Delmarais"));
        assert!(!is_same_person("J. Pollock", "M. Pollock"));
    }
}
