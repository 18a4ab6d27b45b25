//! What is known of a decision: what its row or its manifest gives, and else what a reader of decisions reads off its text.
//!
//! The reader is somebody else's; without one, the first lines are all that is read here.

use std::{collections::BTreeMap, fmt, sync::Arc};

use jurat_model::DocumentMetadata;
use serde::Serialize;

use crate::{CourtCodes, PackCourt, citation_key::key_parts};

/// The head of a decision, in bytes: what stands below is argument, and cites others.
const HEAD: usize = 4_000;

/// What is known of a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DecisionFields {
    /// Its key, whatever the form in which it was written: `2018 FC 6`.
    pub citation: Option<String>,
    pub style: Option<String>,
    pub court: Option<String>,
    pub judge: Option<String>,
    /// As 2018-05-31.
    pub date: Option<String>,
    pub docket: Option<String>,
    pub outcome: Option<String>,
    pub country: Option<String>,
    pub issues: Vec<String>,
    pub language: Option<String>,
    pub url: Option<String>,
    /// The keys of the decisions that it cites, itself left out.
    pub cites: Vec<String>,
    /// The names of the fields that nobody gave and that were read off the text.
    pub read_off_text: Vec<String>,
}

/// Reads what it can off the text of a decision.
pub type DecisionReading = Arc<dyn Fn(&str) -> DecisionFields + Send + Sync>;

/// Who reads decisions off their text.
#[derive(Clone, Copy)]
pub struct DecisionReader {
    /// Goes up whenever the same text may be read otherwise.
    pub version: u32,
    /// The reading that knows these courts beside those of Canada.
    pub for_courts: fn(&[PackCourt]) -> DecisionReading,
}

impl fmt::Debug for DecisionReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecisionReader")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// The fields of a decision, from its words and what is known of it already.
pub fn decision_fields(
    text: &str,
    row: &DocumentMetadata,
    (courts, reading): (&CourtCodes, Option<&DecisionReading>),
) -> DecisionFields {
    let given = |key: &str| row.get(key).map(str::to_owned).filter(|it| !it.is_empty());
    let head = &text[..text.floor_char_boundary(HEAD)];
    let lines = head_lines(head);
    let line = |names: &[&str]| names.iter().find_map(|name| lines.get(*name)).copied();
    let written = given("citation")
        .or_else(|| line(&["citation", "référence", "neutral citation"]).map(str::to_owned));
    let citation = match &written {
        // A tribunal's file number is how its decisions are cited where they have no other.
        Some(written) => courts.key(written).or_else(|| Some(written.clone())),
        None => courts.key(head),
    };
    let by_key = citation.as_deref().and_then(key_parts).map(|(_, court)| court);
    let court = given("court").or_else(|| by_key.map(str::to_owned));
    let court = court.map(|it| courts.court(&it).map_or_else(|| it.clone(), str::to_owned));
    let mut cites = list(given("cites"));
    if cites.is_empty() {
        cites = courts.keys(text);
    }
    let docket = given("docket")
        .or_else(|| line(&["docket", "dossier", "docket no"]).map(str::to_owned));
    // Its own citation and its own file are not what it cites.
    cites.retain(|key| Some(key) != citation.as_ref() && Some(key) != docket.as_ref());
    let known = DecisionFields {
        style: given("style")
            .or_else(|| row.title.clone())
            .or_else(|| style(line(&["citation", "référence"])?)),
        court,
        judge: given("judge"),
        date: given("date").or_else(|| day(line(&["date"])?)),
        docket,
        outcome: given("outcome"),
        country: given("country"),
        issues: list(given("issues")),
        language: given("language"),
        url: given("url"),
        cites,
        citation,
        read_off_text: list(given("read_off_text")),
    };
    match reading {
        Some(reading) => known.or_read(reading(text), row),
        None => known,
    }
}

impl DecisionFields {
    /// What nobody gave is as it was read.
    fn or_read(mut self, read: Self, row: &DocumentMetadata) -> Self {
        let fields = [
            ("style", &mut self.style, read.style),
            ("court", &mut self.court, read.court),
            ("judge", &mut self.judge, read.judge),
            ("date", &mut self.date, read.date),
            ("docket", &mut self.docket, read.docket),
            ("outcome", &mut self.outcome, read.outcome),
            ("country", &mut self.country, read.country),
            ("language", &mut self.language, read.language),
            ("citation", &mut self.citation, read.citation),
        ];
        let mut off_text = Vec::new();
        for (name, known, read) in fields {
            // The first lines are the weaker reading; what a row gives is no reading.
            let given = row.get(name).is_some_and(|it| !it.is_empty())
                || (name == "style" && row.title.is_some());
            if !given && read.is_some() {
                *known = read;
                off_text.push(name.to_owned());
            }
        }
        if self.issues.is_empty() && !read.issues.is_empty() {
            self.issues = read.issues;
            off_text.push("issues".to_owned());
        }
        off_text.sort();
        Self { read_off_text: off_text, ..self }
    }

    /// The fields as a corpus keeps them.
    pub(crate) fn values(&self) -> BTreeMap<&'static str, String> {
        let one = |value: &Option<String>| value.clone().unwrap_or_default();
        let many = |values: &[String]| values.join(" > ");
        let all = [
            ("citation", one(&self.citation)),
            ("style", one(&self.style)),
            ("court", one(&self.court)),
            ("judge", one(&self.judge)),
            ("date", one(&self.date)),
            ("docket", one(&self.docket)),
            ("outcome", one(&self.outcome)),
            ("country", one(&self.country)),
            ("issues", many(&self.issues)),
            ("language", one(&self.language)),
            ("url", one(&self.url)),
            ("cites", many(&self.cites)),
            ("read_off_text", many(&self.read_off_text)),
        ];
        all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
    }

    /// The fields that a corpus keeps of a document.
    pub fn kept(metadata: &DocumentMetadata) -> Self {
        let one = |key: &str| metadata.get(key).map(str::to_owned);
        Self {
            citation: one("citation"),
            style: one("style").or_else(|| metadata.title.clone()),
            court: one("court"),
            judge: one("judge"),
            date: one("date"),
            docket: one("docket"),
            outcome: one("outcome"),
            country: one("country"),
            issues: list(one("issues")),
            language: one("language"),
            url: one("url"),
            cites: list(one("cites")),
            read_off_text: list(one("read_off_text")),
        }
    }
}

fn list(joined: Option<String>) -> Vec<String> {
    let joined = joined.unwrap_or_default();
    joined
        .split(" > ")
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// `Name: value` lines by their name in small letters; of several the first.
fn head_lines(head: &str) -> BTreeMap<String, &str> {
    let mut lines = BTreeMap::new();
    for line in head.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        if name.len() < 24 && !value.is_empty() {
            lines.entry(name).or_insert(value);
        }
    }
    lines
}

/// `20180531` and `2018-05-31` are days.
fn day(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|it| *it != '-').take(8).collect();
    let day = format!("{}-{}-{}", digits.get(..4)?, digits.get(4..6)?, digits.get(6..8)?);
    day.parse::<jiff::civil::Date>().ok()?;
    Some(day)
}

/// What stands before the citation proper.
fn style(line: &str) -> Option<String> {
    let (style, _) = line.rsplit_once(',')?;
    Some(style.trim().to_owned()).filter(|style| !style.is_empty())
}

#[cfg(test)]
mod tests {
    use jurat_model::DocumentMetadata;

    use super::decision_fields;
    use crate::CourtCodes;

    #[test]
    fn what_is_given_goes_before_what_is_read() {
        let text = "SOME COURT\n\nCitation: A v B, 2019 FC 10\nDate: 20191128\nDocket: T-5-19\n\n[1] See 2018 FC 3.";
        let mut row = DocumentMetadata::default();
        let courts = CourtCodes::default();
        let read = decision_fields(text, &row, (&courts, None));
        assert_eq!(read.citation.as_deref(), Some("2019 FC 10"));
        assert_eq!((read.style.as_deref(), read.court.as_deref()), (Some("A v B"), Some("FC")));
        assert_eq!(read.date.as_deref(), Some("2019-11-28"));
        assert_eq!((read.docket.as_deref(), read.cites.len()), (Some("T-5-19"), 1));
        row.values.insert("date".to_owned(), "2019-11-29".to_owned());
        assert_eq!(
            decision_fields(text, &row, (&courts, None)).date.as_deref(),
            Some("2019-11-29")
        );
    }
}
