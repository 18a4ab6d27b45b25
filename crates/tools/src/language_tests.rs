//! The table of language tests: which score of a test is which benchmark level.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{CivilDay, table::DatedVersion};

/// The four abilities, in the order in which they are told.
pub(crate) const ABILITIES: [&str; 4] = ["listening", "reading", "speaking", "writing"];

#[derive(Debug, Deserialize)]
pub(crate) struct LanguageTests {
    pub(crate) versions: Vec<DatedVersion<TestList>>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct TestList {
    pub(crate) tests: Vec<LanguageTest>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct LanguageTest {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) language: String,
    pub(crate) framework: String,
    /// Scores are multiples of it.
    step: f64,
    scale: ScoreScale,
    #[serde(default)]
    highest_by_ability: BTreeMap<String, f64>,
    pub(crate) accepted_from: Option<CivilDay>,
    /// The doubt of the table that is about all its cells.
    pub(crate) doubt: Option<String>,
    pub(crate) note: Option<String>,
    /// By ability: level, its lowest score, its highest.
    bands: BTreeMap<String, Vec<(u8, f64, f64)>>,
}

#[derive(Debug, Deserialize)]
struct ScoreScale {
    lowest: f64,
    highest: f64,
}

impl LanguageTest {
    /// The lowest and the highest score, and the step between scores.
    pub(crate) fn scale(&self, ability: &str) -> (f64, f64, f64) {
        let highest = self.highest_by_ability.get(ability).copied();
        (self.scale.lowest, highest.unwrap_or(self.scale.highest), self.step)
    }

    /// Whether a test can give this score.
    pub(crate) fn can_give(&self, ability: &str, score: f64) -> bool {
        let (lowest, highest, step) = self.scale(ability);
        let steps = score / step;
        (lowest..=highest).contains(&score) && (steps - steps.round()).abs() < 1e-9
    }

    /// The level of a score; none below the first.
    pub(crate) fn level(&self, ability: &str, score: f64) -> Option<u8> {
        let bands = self.bands.get(ability).into_iter().flatten();
        bands
            .filter(|(_, low, high)| *low <= score && score <= *high)
            .map(|it| it.0)
            .next()
    }

    /// The scores of a level.
    pub(crate) fn scores(&self, ability: &str, level: u8) -> Option<(f64, f64)> {
        let bands = self.bands.get(ability)?;
        bands.iter().find(|band| band.0 == level).map(|band| (band.1, band.2))
    }

    /// The lowest level and the highest that the table has.
    pub(crate) fn levels(&self, ability: &str) -> (u8, u8) {
        let levels = || self.bands.get(ability).into_iter().flatten().map(|band| band.0);
        (levels().min().unwrap_or(0), levels().max().unwrap_or(0))
    }
}
