//! The shipped table of leading authorities: facts in our own words, with the day up to which they are known.

use std::borrow::Cow;

use serde::Deserialize;

use super::{
    CardEvidence,
    case_index::{CaseCoverage, CaseIndex, KnownCase, KnownTreatment},
};
use crate::{court_table::CourtTable, decision::NumberedParagraph, treatment::TreatmentKind};

#[derive(Debug, Clone, Deserialize)]
pub struct AuthorityRow {
    pub citation: String,
    #[serde(default)]
    pub also: Vec<String>,
    pub style: String,
    pub court: String,
    pub date: String,
    #[serde(default)]
    pub date_precision: Option<String>,
    /// What it is about, in the words of the table.
    #[serde(default)]
    pub topics: Vec<String>,
    pub holds: String,
    #[serde(default)]
    pub replaced: Vec<String>,
    /// What took its place.
    #[serde(default)]
    pub replaced_by: Option<OneOrMore>,
    /// Whether citation, name and date stand in an index of others.
    #[serde(default)]
    pub checked: Option<String>,
}

/// One citation, or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn first(&self) -> Option<&str> {
        match self {
            Self::One(one) => Some(one),
            Self::More(all) => all.first().map(String::as_str),
        }
    }
}

#[derive(Debug, Deserialize)]
struct AuthorityFile {
    versions: Vec<TableVersion>,
    authorities: Vec<AuthorityRow>,
}

#[derive(Debug, Deserialize)]
struct TableVersion {
    known_until: String,
}

/// The table, found by any normal form of its citations.
pub struct AuthorityTable {
    rows: Vec<AuthorityRow>,
    keys: Vec<Vec<String>>,
    known_until: Option<String>,
}

impl AuthorityTable {
    /// The table that is part of the program.
    pub fn shipped(courts: &CourtTable) -> Self {
        Self::read(include_str!("../../data/authorities.json"), courts).unwrap_or(Self {
            rows: Vec::new(),
            keys: Vec::new(),
            known_until: None,
        })
    }

    fn read(file: &str, courts: &CourtTable) -> Result<Self, serde_json::Error> {
        let file: AuthorityFile = serde_json::from_str(file)?;
        let keys = file
            .authorities
            .iter()
            .map(|row| {
                let written = std::iter::once(&row.citation).chain(&row.also);
                let normal = |written: &String| {
                    let found = courts.extract(written, None);
                    let all = found.into_iter().flat_map(|one| one.normal);
                    all.chain(std::iter::once(written.clone())).collect::<Vec<_>>()
                };
                written.flat_map(normal).collect()
            })
            .collect();
        let known_until = file.versions.into_iter().map(|version| version.known_until).max();
        Ok(Self { rows: file.authorities, keys, known_until })
    }

    pub fn rows(&self) -> &[AuthorityRow] {
        &self.rows
    }

    fn row(&self, normal: &str) -> Option<&AuthorityRow> {
        let at = self
            .keys
            .iter()
            .position(|keys| keys.iter().any(|key| key == normal))?;
        self.rows.get(at)
    }

    fn source(&self) -> String {
        format!(
            "table of leading authorities, as of {}",
            self.known_until.as_deref().unwrap_or("an unknown day")
        )
    }
}

impl CaseIndex for AuthorityTable {
    fn find(&self, normal: &str) -> Option<KnownCase> {
        let row = self.row(normal)?;
        Some(KnownCase {
            key: row.citation.clone(),
            source: self.source(),
            name: Some(row.style.clone()),
            court: Some(row.court.clone()),
            date: Some(row.date.clone()),
            year_only: row.date_precision.as_deref() == Some("year"),
            stands_for: Some(row.holds.clone()),
        })
    }

    /// It holds a few of everything.
    fn coverage(&self, court: Option<&str>, _: Option<u16>) -> CaseCoverage {
        let held = self.rows.iter().any(|row| Some(row.court.as_str()) == court);
        if held { CaseCoverage::Part } else { CaseCoverage::Outside }
    }

    fn treatments(&self, key: &str) -> Option<Vec<KnownTreatment>> {
        let row = self.row(key)?;
        let by = row.replaced_by.as_ref().and_then(OneOrMore::first);
        let replaced = by.map(|by| {
            let later = self.row(by);
            KnownTreatment {
                kind: TreatmentKind::Overruled,
                by: by.to_owned(),
                date: later.map(|row| row.date.clone()),
                evidence: CardEvidence {
                    source: self.source(),
                    paragraph: None,
                    span: None,
                    words: format!(
                        "{} was replaced by {by} for what it stands for",
                        row.citation
                    ),
                },
            }
        });
        Some(replaced.into_iter().collect())
    }

    fn knows_all_later(&self, _: &str, _: Option<&str>) -> bool {
        false
    }

    fn text(&self, _: &str) -> Option<(Cow<'_, str>, &[NumberedParagraph])> {
        None
    }
}
