//! Whether an office's own scores say what becomes of its applications.
//!
//! A score is how well a file could be defended, and no forecast. Held against what became of files, it tells nevertheless
//! whether eighty is better than forty, and by how much.

use std::{collections::BTreeMap, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::scores::{count, share};

/// Below so many decided files nothing is said of all.
const FEWEST: usize = 30;
/// Below so many nothing is said of a bin or a quarter.
const FEWEST_OF_PART: usize = 10;
/// Points of a bin.
const BIN: u32 = 20;

/// What became of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownOutcome {
    Approved,
    Refused,
    Withdrawn,
    Returned,
}

impl KnownOutcome {
    const ALL: [Self; 4] = [Self::Approved, Self::Refused, Self::Withdrawn, Self::Returned];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::Returned => "returned",
        }
    }
}

impl FromStr for KnownOutcome {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let words = Self::ALL.map(Self::word).join(", ");
        let found = Self::ALL.into_iter().find(|it| it.word() == word);
        found.ok_or_else(|| format!("expected one of {words}"))
    }
}

/// A file whose end is known. It names nobody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeRow {
    /// Nothing where the workflow has no score.
    pub score: Option<u32>,
    pub outcome: KnownOutcome,
    /// As `2026-Q1`.
    pub quarter: String,
}

/// How scores stand to outcomes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OutcomeFigures {
    /// Files whose outcome is known.
    pub files: usize,
    /// Of them those that have a score and were approved or refused: all figures are over these.
    pub decided: usize,
    pub approved: usize,
    /// `too few to say` below thirty.
    pub standing: String,
    /// The mean square of the score, as a share of a hundred, less what came.
    pub brier: Option<f64>,
    /// The same of whoever says the share of approvals every time.
    pub brier_of_share: Option<f64>,
    /// The mean gap between score and approvals over the bins.
    pub ece: Option<f64>,
    /// By score.
    pub bins: BTreeMap<String, OutcomeGroup>,
    /// By the quarter of the outcome.
    pub quarters: BTreeMap<String, OutcomeGroup>,
    /// The Brier score of the last quarter that says anything, less that of the first; nothing where they are one.
    pub drift: Option<f64>,
}

/// Some of the files. Of too few, only how many there are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OutcomeGroup {
    pub files: usize,
    pub mean_score: Option<f64>,
    pub approved: Option<f64>,
    pub brier: Option<f64>,
}

/// Holds scores against outcomes.
pub fn outcomes(rows: &[OutcomeRow]) -> OutcomeFigures {
    let decided: Vec<(f64, bool, &str)> = rows.iter().filter_map(decided).collect();
    let all: Vec<(f64, bool)> =
        decided.iter().map(|(score, came, _)| (*score, *came)).collect();
    let enough = FEWEST <= all.len();
    let base = share(approved(&all), all.len());
    let bins = grouped(&decided, |(score, ..)| bin_of(*score));
    let quarters = grouped(&decided, |(_, _, quarter)| (*quarter).to_owned());
    let gap = bins.values().map(|of| gap(of)).sum::<f64>() / count(all.len()).max(1.0);
    let group = |of: BTreeMap<String, Vec<(f64, bool)>>| -> BTreeMap<String, OutcomeGroup> {
        of.into_iter()
            .map(|(name, of)| (name, OutcomeGroup::of(&of)))
            .collect()
    };
    let quarters = group(quarters);
    OutcomeFigures {
        files: rows.len(),
        decided: all.len(),
        approved: approved(&all),
        standing: if enough { "said over all".to_owned() } else { "too few to say".to_owned() },
        brier: enough.then(|| brier(&all)),
        brier_of_share: enough.then_some(base * (1.0 - base)),
        ece: enough.then_some(gap),
        bins: group(bins),
        drift: drift(&quarters),
        quarters,
    }
}

impl OutcomeGroup {
    fn of(files: &[(f64, bool)]) -> Self {
        let enough = FEWEST_OF_PART <= files.len();
        let mean = files.iter().map(|(score, _)| 100.0 * score).sum::<f64>();
        Self {
            files: files.len(),
            mean_score: enough.then(|| mean / count(files.len()).max(1.0)),
            approved: enough.then(|| share(approved(files), files.len())),
            brier: enough.then(|| brier(files)),
        }
    }
}

fn decided(row: &OutcomeRow) -> Option<(f64, bool, &str)> {
    let came = match row.outcome {
        KnownOutcome::Approved => true,
        KnownOutcome::Refused => false,
        KnownOutcome::Withdrawn | KnownOutcome::Returned => return None,
    };
    Some((f64::from(row.score?.min(100)) / 100.0, came, row.quarter.as_str()))
}

fn approved(files: &[(f64, bool)]) -> usize {
    files.iter().filter(|(_, came)| *came).count()
}

fn brier(files: &[(f64, bool)]) -> f64 {
    let square = |(score, came): &(f64, bool)| (score - f64::from(u8::from(*came))).powi(2);
    files.iter().map(square).sum::<f64>() / count(files.len()).max(1.0)
}

/// The gap of a bin, times its files.
fn gap(files: &[(f64, bool)]) -> f64 {
    files
        .iter()
        .map(|(score, came)| score - f64::from(u8::from(*came)))
        .sum::<f64>()
        .abs()
}

/// `060-079`: so that names sort as numbers do.
fn bin_of(score: f64) -> String {
    let mut edges = (0..100).step_by(20).rev();
    let low = edges.find(|low| f64::from(*low) <= 100.0 * score + 1e-9).unwrap_or(0);
    let high = if low + BIN == 100 { 100 } else { low + BIN - 1 };
    format!("{low:03}-{high:03}")
}

fn grouped(
    files: &[(f64, bool, &str)],
    name: impl Fn(&(f64, bool, &str)) -> String,
) -> BTreeMap<String, Vec<(f64, bool)>> {
    let mut groups: BTreeMap<String, Vec<(f64, bool)>> = BTreeMap::new();
    for file in files {
        groups.entry(name(file)).or_default().push((file.0, file.1));
    }
    groups
}

fn drift(quarters: &BTreeMap<String, OutcomeGroup>) -> Option<f64> {
    let told: Vec<f64> = quarters.values().filter_map(|quarter| quarter.brier).collect();
    match told.as_slice() {
        [first, .., last] => Some(last - first),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{
        KnownOutcome::{self, Approved, Refused, Withdrawn},
        OutcomeFigures, OutcomeRow, outcomes,
    };

    fn rows(of: &[(u32, KnownOutcome, &str, usize)]) -> OutcomeFigures {
        let row = |(score, outcome, quarter, times): &(u32, KnownOutcome, &str, usize)| {
            let row = OutcomeRow {
                score: Some(*score),
                outcome: *outcome,
                quarter: (*quarter).to_owned(),
            };
            vec![row; *times]
        };
        outcomes(&of.iter().flat_map(row).collect::<Vec<_>>())
    }

    #[test]
    fn of_few_files_only_their_number_is_said() {
        let few = rows(&[(80, Approved, "2026-Q1", 20), (20, Refused, "2026-Q1", 9)]);
        assert_eq!((few.decided, few.standing.as_str()), (29, "too few to say"));
        assert_eq!((few.brier, few.ece, few.drift), (None, None, None));
        assert_eq!(few.bins["020-039"].approved, None);
        assert_eq!(few.bins["080-100"].approved, Some(1.0));
    }

    #[test]
    fn a_perfect_and_a_useless_score_are_told_apart() {
        let sure = rows(&[(100, Approved, "2026-Q1", 20), (0, Refused, "2026-Q1", 20)]);
        assert_eq!((sure.brier.unwrap(), sure.ece.unwrap()), (0.0, 0.0));
        let wrong = rows(&[(100, Refused, "2026-Q1", 20), (0, Approved, "2026-Q1", 20)]);
        assert_eq!((wrong.brier.unwrap(), wrong.ece.unwrap()), (1.0, 1.0));
        // Four of five at eighty: nothing is off, and the Brier score is that of the share.
        let fair = rows(&[(80, Approved, "2026-Q1", 32), (80, Refused, "2026-Q1", 8)]);
        assert!(fair.ece.unwrap() < 1e-9);
        assert!((fair.brier.unwrap() - fair.brier_of_share.unwrap()).abs() < 1e-9);
    }

    #[test]
    fn drift_is_told_between_quarters_that_say_something() {
        let told = rows(&[
            (90, Approved, "2025-Q4", 20),
            (90, Refused, "2026-Q1", 20),
            (90, Approved, "2026-Q2", 3),
        ]);
        assert!(told.drift.unwrap() > 0.7);
        assert_eq!(told.quarters["2026-Q2"].brier, None);
    }

    #[test]
    fn what_was_withdrawn_or_has_no_score_counts_neither_way() {
        let told = rows(&[(90, Withdrawn, "2026-Q1", 40), (90, Approved, "2026-Q1", 1)]);
        assert_eq!((told.files, told.decided), (41, 1));
    }

    #[test]
    fn bins_hold_their_edges() {
        for (score, bin) in [
            (0, "000-019"),
            (20, "020-039"),
            (59, "040-059"),
            (60, "060-079"),
            (100, "080-100"),
        ] {
            let told = rows(&[(score, Approved, "2026-Q1", 1)]);
            assert_eq!(told.bins.keys().collect::<Vec<_>>(), [bin], "{score}");
        }
    }
}
