//! Courts as data: their codes in both languages, names, levels, years, and where appeals from them go.
//!
//! Those of Canada are built in; a pack adds its own while the program runs. The years of a built-in court stand once, in
//! the table by which citations are read.

use jurat_text::citations::{
    Citation, CitationOptions, KnownCourts, NumberedCourt, extract_among, numbered_courts,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How high a court stands.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CourtLevel {
    Tribunal,
    Trial,
    Appeal,
    Supreme,
}

/// What is known of a court.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CourtFacts {
    /// Its English code, by which it is known here.
    pub code: String,
    #[serde(default)]
    pub code_fr: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub name_fr: Option<String>,
    #[serde(default)]
    pub level: Option<CourtLevel>,
    /// The first day (or year) of its neutral citations; none where it has none.
    #[serde(default)]
    pub from: Option<String>,
    /// The last, where it no longer gives them.
    #[serde(default)]
    pub to: Option<String>,
    /// The code of the court that hears appeals from it.
    #[serde(default)]
    pub appeals_to: Option<String>,
}

impl CourtFacts {
    /// The year of its first neutral citation.
    pub fn first_year(&self) -> Option<u16> {
        year(self.from.as_deref())
    }

    /// The year of its last.
    pub fn last_year(&self) -> Option<u16> {
        year(self.to.as_deref())
    }

    fn numbered(&self) -> Option<NumberedCourt> {
        Some(NumberedCourt {
            code: self.code.clone(),
            also: self.code_fr.iter().cloned().collect(),
            first_year: self.first_year()?,
            last_year: self.last_year(),
        })
    }
}

fn year(day: Option<&str>) -> Option<u16> {
    day?.get(..4)?.parse().ok()
}

/// All courts that are known.
#[derive(Debug, Clone)]
pub struct CourtTable {
    courts: Vec<CourtFacts>,
    added: KnownCourts,
}

impl CourtTable {
    /// The courts of Canada.
    pub fn canada() -> Self {
        let mut courts: Vec<CourtFacts> =
            serde_json::from_str(include_str!("../data/courts.json")).unwrap_or_default();
        for numbered in numbered_courts() {
            let named = courts.iter_mut().find(|court| court.code == numbered.code);
            let Some(court) = named else {
                courts.push(unnamed(&numbered));
                continue;
            };
            court.from = Some(numbered.first_year.to_string());
            court.to = numbered.last_year.map(|year| year.to_string());
        }
        Self { courts, added: KnownCourts::default() }
    }

    /// Adds a court; one of the same code is replaced.
    pub fn add(&mut self, court: CourtFacts) {
        if let Some(numbered) = court.numbered() {
            self.added.add(&numbered);
        }
        self.courts.retain(|known| known.code != court.code);
        self.courts.push(court);
    }

    /// The court of a code in either language.
    pub fn find(&self, code: &str) -> Option<&CourtFacts> {
        self.courts
            .iter()
            .find(|court| court.code == code || court.code_fr.as_deref() == Some(code))
    }

    pub fn all(&self) -> &[CourtFacts] {
        &self.courts
    }

    /// Whether appeals from one court go to the other, be it over a third.
    pub fn is_above(&self, higher: &str, lower: &str) -> bool {
        let mut here = self.find(lower);
        // No ladder has more rungs, and a table that loops ends too.
        for _ in 0..8 {
            let Some(next) = here.and_then(|court| court.appeals_to.as_deref()) else {
                return false;
            };
            if next == higher {
                return true;
            }
            here = self.find(next);
        }
        false
    }

    /// Every citation of a text, those of added courts among them.
    pub fn extract(&self, text: &str, now: Option<u16>) -> Vec<Citation> {
        extract_among(text, CitationOptions { now }, &self.added)
    }

    /// The court whose name a line is, in either language, whatever its capitals.
    pub fn named(&self, line: &str) -> Option<&CourtFacts> {
        let line = plain(line);
        let names = |court: &CourtFacts| {
            [&court.name, &court.name_fr]
                .into_iter()
                .flatten()
                .any(|name| plain(name) == line)
        };
        self.courts.iter().find(|court| names(court))
    }

    /// The court whose name stands first in a stretch of text; of two at one place the longer name.
    pub fn named_within(&self, text: &str) -> Option<(&CourtFacts, usize, usize)> {
        let folded = plain(text);
        // Folding keeps every byte where it was but for letters of other lengths, so that the place is looked up again.
        let mut best: Option<(&CourtFacts, usize, usize)> = None;
        for court in &self.courts {
            for name in [&court.name, &court.name_fr].into_iter().flatten() {
                let Some(at) = folded.find(&plain(name)) else { continue };
                let end = at + plain(name).len();
                let better = best
                    .is_none_or(|(_, start, last)| at < start || (at == start && last < end));
                if better {
                    best = Some((court, at, end));
                }
            }
        }
        best.filter(|_| folded.len() == text.len())
    }
}

/// Small letters, plain apostrophes; as long as what was given wherever its letters are of one length in both cases.
fn plain(text: &str) -> String {
    text.trim_end().to_lowercase().replace('’', "'")
}

fn unnamed(court: &NumberedCourt) -> CourtFacts {
    CourtFacts {
        code: court.code.clone(),
        code_fr: court.also.first().cloned(),
        name: None,
        name_fr: None,
        level: None,
        from: Some(court.first_year.to_string()),
        to: court.last_year.map(|year| year.to_string()),
        appeals_to: None,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

    use super::{CourtFacts, CourtLevel, CourtTable};

    fn meridia() -> CourtTable {
        let mut table = CourtTable::canada();
        let rows = r#"[
            {"code": "MIT", "code_fr": "TIM", "name": "Meridia Immigration Tribunal",
             "level": "tribunal", "from": "2008-01-01", "appeals_to": "MCA"},
            {"code": "MCA", "code_fr": "CAM", "level": "appeal", "from": "2010-01-01"}]"#;
        let rows: Vec<CourtFacts> = serde_json::from_str(rows).unwrap();
        for court in rows {
            table.add(court);
        }
        table
    }

    #[test]
    fn the_federal_courts_are_known_with_years_and_levels() {
        let table = CourtTable::canada();
        let court = table.find("CAF").unwrap();
        assert_eq!((court.code.as_str(), court.first_year()), ("FCA", Some(2001)));
        assert_eq!(court.level, Some(CourtLevel::Appeal));
        assert!(table.is_above("SCC", "FC") && !table.is_above("FC", "SCC"));
        assert_eq!(table.find("FCT").unwrap().last_year(), Some(2003));
        assert_eq!(table.named("FEDERAL COURT OF APPEAL").unwrap().code, "FCA");
        assert!(table.all().len() > 100, "{}", table.all().len());
    }

    #[test]
    fn a_court_of_a_pack_is_read_and_stands_below_its_own() {
        let table = meridia();
        let found = table.extract("2009 TIM 6 and 2010 MCA 2", None);
        let keys: Vec<&str> = found.iter().map(|one| one.normal[0].as_str()).collect();
        assert_eq!(keys, ["2009 MIT 6", "2010 MCA 2"]);
        assert!(table.is_above("MCA", "MIT"));
    }
}
