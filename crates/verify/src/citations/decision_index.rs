//! An index of known decisions, read from JSONL.

use std::collections::BTreeMap;

use jurat_text::citations::{Citation, CitationOptions, extract};
use serde::Deserialize;

/// The longest row that is read.
const LONGEST_ROW: usize = 1 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DecisionRow {
    /// Its citation, in any form.
    pub citation: String,
    /// Further citations of the same decision.
    #[serde(default)]
    pub parallel: Vec<String>,
    /// Its style of cause.
    #[serde(default)]
    pub name: Option<String>,
    /// When it was given, `YYYY-MM-DD`.
    #[serde(default)]
    pub date: Option<String>,
    #[serde(default)]
    pub court: Option<String>,
    /// Where it can be read.
    #[serde(default)]
    pub url: Option<String>,
    /// What later decisions did with it; nothing where the index does not say.
    #[serde(default, deserialize_with = "one_or_many")]
    pub treatment: Option<Vec<DecisionTreatment>>,
}

/// What a later decision did with an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DecisionTreatment {
    /// overruled, reversed, questioned, distinguished, followed, …
    pub kind: String,
    #[serde(default)]
    pub by: Option<String>,
    /// When, `YYYY-MM-DD`.
    #[serde(default)]
    pub date: Option<String>,
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<DecisionTreatment>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrManyTreatments {
        Many(Vec<DecisionTreatment>),
        One(DecisionTreatment),
    }
    Ok(Option::<OneOrManyTreatments>::deserialize(deserializer)?.map(|given| match given {
        OneOrManyTreatments::Many(all) => all,
        OneOrManyTreatments::One(one) => vec![one],
    }))
}

/// A row of an index that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the index: {message}")]
pub struct DecisionIndexError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// Known decisions, found by any form of their citations.
#[derive(Debug, Default)]
pub struct DecisionIndex {
    rows: Vec<DecisionRow>,
    by_key: BTreeMap<String, usize>,
    /// For each series (a court, a reporter) the years it holds.
    coverage: BTreeMap<String, CoveredYears>,
    treated: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct CoveredYears {
    pub(super) first: u16,
    pub(super) last: u16,
}

/// Reads an index from JSONL text.
pub fn read_index(text: &str) -> Result<DecisionIndex, DecisionIndexError> {
    let mut index = DecisionIndex::default();
    for (number, line) in text.split('\n').enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let error = |message: String| DecisionIndexError { line: number + 1, message };
        if LONGEST_ROW < line.len() {
            return Err(error(format!("it has more than {LONGEST_ROW} bytes")));
        }
        let row: DecisionRow =
            serde_json::from_str(line).map_err(|found| error(found.to_string()))?;
        if row.citation.trim().is_empty() {
            return Err(error("its `citation` is empty".to_owned()));
        }
        index.add(row);
    }
    Ok(index)
}

impl DecisionIndex {
    /// Adds a decision. The first that has a citation keeps it.
    pub fn add(&mut self, row: DecisionRow) {
        let at = self.rows.len();
        for written in std::iter::once(&row.citation).chain(&row.parallel) {
            self.by_key.entry(key(written)).or_insert(at);
            for citation in extract(written, CitationOptions { now: None }) {
                self.cover(&citation, row.date.as_deref());
                for normal in &citation.normal {
                    for key in keys(normal) {
                        self.by_key.entry(key).or_insert(at);
                    }
                }
            }
        }
        self.treated |= row.treatment.is_some();
        self.rows.push(row);
    }

    /// How many decisions it holds.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether it says of any decision what later ones did with it, be it nothing.
    pub(super) fn records_treatment(&self) -> bool {
        self.treated
    }

    /// The decision of a citation.
    pub fn find(&self, citation: &Citation) -> Option<&DecisionRow> {
        let mut keys = citation.normal.iter().flat_map(|normal| keys(normal));
        keys.find_map(|key| self.rows.get(*self.by_key.get(&key)?))
    }

    /// The decision of a citation as it is written, where it is no form that we read.
    pub fn find_written(&self, written: &str) -> Option<&DecisionRow> {
        self.rows.get(*self.by_key.get(&key(written))?)
    }

    /// The years that the index holds of a citation's series.
    pub(super) fn years(&self, citation: &Citation) -> Option<CoveredYears> {
        citation
            .normal
            .first()
            .and_then(|normal| self.coverage.get(&series(normal)))
            .copied()
    }

    fn cover(&mut self, citation: &Citation, date: Option<&str>) {
        let dated = date.and_then(|date| date.get(..4)).and_then(|year| year.parse().ok());
        let Some(normal) = citation.normal.first() else { return };
        let Some(year) = citation.year.or(dated) else { return };
        let years = CoveredYears { first: year, last: year };
        let held = self.coverage.entry(series(normal)).or_insert(years);
        *held = CoveredYears {
            first: held.first.min(year),
            last: held.last.max(year),
        };
    }
}

/// The court or reporter of a normal form: its letters.
fn series(normal: &str) -> String {
    let words = normal.split(|c: char| !c.is_alphanumeric());
    let letters = words.filter(|word| word.chars().any(char::is_alphabetic));
    letters.take(3).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A form for looking up: words and numbers alone, points dropped.
pub(super) fn key(written: &str) -> String {
    let plain = written.replace('.', "").to_lowercase();
    let words = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The key of a normal form, and the one without the court in brackets after it.
fn keys(normal: &str) -> impl Iterator<Item = String> {
    let bare = normal.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let bare = bare.filter(|(_, court)| court.chars().all(|c| c.is_alphabetic() || c == ' '));
    std::iter::once(key(normal)).chain(bare.map(|(rest, _)| key(rest)))
}
