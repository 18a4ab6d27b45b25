//! Courts by their codes: those of the tables, and those that whoever asks knows beside them.

use std::{borrow::Cow, collections::BTreeMap};

use super::authority_tables::{COURTS, CourtEntry};

/// A court that numbers its decisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedCourt {
    /// The code by which its citations are known in every language.
    pub code: String,
    /// Codes of the same court in other languages.
    pub also: Vec<String>,
    pub first_year: u16,
    /// The last year, where it no longer numbers them so.
    pub last_year: Option<u16>,
}

/// Courts beside those of the tables, as a pack brings them. A code of the tables keeps its meaning.
#[derive(Debug, Clone, Default)]
pub struct KnownCourts {
    by_code: BTreeMap<String, CourtEntry>,
}

impl KnownCourts {
    /// Adds a court under all its codes.
    pub fn add(&mut self, court: &NumberedCourt) {
        let entry = CourtEntry {
            key: Cow::Owned(court.code.clone()),
            first: court.first_year,
            last: court.last_year,
        };
        for code in std::iter::once(&court.code).chain(&court.also) {
            self.by_code
                .entry(super::cursor::key(code))
                .or_insert_with(|| entry.clone());
        }
    }

    pub(super) fn find(&self, code: &str) -> Option<&CourtEntry> {
        self.by_code.get(code)
    }
}

/// The courts of the tables, in the order of their codes.
pub fn numbered_courts() -> Vec<NumberedCourt> {
    let mut all: BTreeMap<&str, NumberedCourt> = BTreeMap::new();
    for (code, entry) in COURTS.iter() {
        let court = all.entry(&entry.key).or_insert_with(|| NumberedCourt {
            code: entry.key.clone().into_owned(),
            also: Vec::new(),
            first_year: entry.first,
            last_year: entry.last,
        });
        if *code != court.code {
            court.also.push(code.clone());
        }
    }
    all.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::{KnownCourts, NumberedCourt, numbered_courts};
    use crate::citations::{CitationOptions, extract, extract_among};

    #[test]
    fn a_court_that_is_added_is_read_in_both_languages() {
        let text =
            "Voir 2009 TIM 6, and 2010 MIT 12; 2006 MIT 2 is no decision, 2019 CSC 65 is one.";
        let mut courts = KnownCourts::default();
        let added = NumberedCourt {
            code: "MIT".to_owned(),
            also: vec!["TIM".to_owned()],
            first_year: 2008,
            last_year: None,
        };
        courts.add(&added);
        let options = CitationOptions { now: Some(2024) };
        let found = extract_among(text, options, &courts);
        let read: Vec<_> = found
            .iter()
            .map(|one| (one.normal[0].as_str(), one.impossible.is_some()))
            .collect();
        let expected = [
            ("2009 MIT 6", false),
            ("2010 MIT 12", false),
            ("2006 MIT 2", true),
            ("2019 SCC 65", false),
        ];
        assert_eq!(read, expected);
        assert_eq!(extract(text, options).len(), 1, "nobody else knows that court");
    }

    #[test]
    fn the_tables_are_told_with_their_french_codes() {
        let all = numbered_courts();
        let federal = all.iter().find(|court| court.code == "FCA");
        assert_eq!(federal.map(|court| court.also.clone()), Some(vec!["CAF".to_owned()]));
    }
}
