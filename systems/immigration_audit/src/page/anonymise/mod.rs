//! A report with people replaced by placeholders, in its text and in the names of its files.

mod personal_term;
mod replaced_words;
#[cfg(test)]
mod tests;

use std::str::FromStr;

use serde_json::{Map, Value as Json};

use self::{
    personal_term::{PersonalTerm, terms},
    replaced_words::replaced,
};
use crate::model::{AuditReport, PartialDate};

/// How much is replaced; each level replaces what those before it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnonymiseLevel {
    /// Names that the profile knows, passports, client numbers, e-mail and telephone.
    Minimal,
    /// Addresses, postal codes and days of birth as well.
    Conservative,
    /// Every date but its year where it has to stay one, cities, employers, schools.
    Aggressive,
}

impl FromStr for AnonymiseLevel {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "minimal" => Ok(Self::Minimal),
            "conservative" => Ok(Self::Conservative),
            "aggressive" => Ok(Self::Aggressive),
            _ => Err(format!("`{word}` is none of minimal, conservative, aggressive")),
        }
    }
}

/// Members that hold dates and nothing else.
const DATES: [&str; 6] = ["from", "to", "date", "until", "dated", "signed_on"];
/// Members that hold no words about people: hashes, ids, law, words of the audit itself.
const KEPT: [&str; 22] = [
    "as_of",
    "source",
    "rendition",
    "text_hash",
    "pack",
    "pack_hash",
    "pack_version",
    "id",
    "of",
    "rests_on",
    "citation",
    "provision",
    "edition",
    "number",
    "disclaimer",
    "code",
    "standing",
    "card",
    "basis",
    "limits",
    "bands",
    "workflow",
];

/// The report with people replaced.
///
/// # Errors
/// Where what is left is no report: nothing is shown then rather than too much.
pub fn anonymise(report: &AuditReport, level: AnonymiseLevel) -> Result<AuditReport, String> {
    let scrubber = ReportScrubber { terms: terms(report, level), level };
    let mut bare = report.clone();
    // What is filled into forms is in the profile by name; the rest of it has no name to go by.
    for file in &mut bare.files {
        file.form_fields.clear();
    }
    let value = serde_json::to_value(&bare).map_err(|error| error.to_string())?;
    let value = scrubber.scrub("", value);
    serde_json::from_value(value)
        .map_err(|error| format!("it could not be anonymised: {error}"))
}

struct ReportScrubber {
    terms: Vec<PersonalTerm>,
    level: AnonymiseLevel,
}

impl ReportScrubber {
    fn scrub(&self, name: &str, value: Json) -> Json {
        match value {
            // A standing may be a word, or carry words.
            Json::String(words) if KEPT.contains(&name) => Json::String(words),
            Json::String(words) if DATES.contains(&name) => Json::String(self.date(words)),
            Json::String(words) => Json::String(replaced(&words, &self.terms, self.level)),
            Json::Array(items) if name == "rests_on" => Json::Array(items),
            Json::Array(items) => {
                Json::Array(items.into_iter().map(|it| self.scrub(name, it)).collect())
            }
            Json::Object(members) => Json::Object(self.members(members)),
            other => other,
        }
    }

    fn members(&self, members: Map<String, Json>) -> Map<String, Json> {
        let kind = |name: &str| members.get(name).and_then(Json::as_str).unwrap_or_default();
        let is_location =
            kind("kind") == "metadata_location" && AnonymiseLevel::Conservative <= self.level;
        if let ("date", Some(day)) = (kind("type"), members.get("value").and_then(Json::as_str))
        {
            return self.date_value(day);
        }
        let scrub = |(name, value): (String, Json)| {
            if is_location && name == "message" {
                return (name, Json::String("[ADDRESS]".to_owned()));
            }
            let value = self.scrub(&name, value);
            (name, value)
        };
        members.into_iter().map(scrub).collect()
    }

    /// The value of a field that is a date.
    fn date_value(&self, day: &str) -> Map<String, Json> {
        let said = replaced(day, &self.terms, self.level);
        let kind = if said == day { "date" } else { "text" };
        let pairs = [("type", kind.to_owned()), ("value", said)];
        pairs
            .map(|(name, it)| (name.to_owned(), Json::String(it)))
            .into_iter()
            .collect()
    }

    /// A member that has to stay a date keeps its year where the whole is personal.
    fn date(&self, words: String) -> String {
        let said = replaced(&words, &self.terms, self.level);
        if said == words {
            return words;
        }
        let year = words.parse::<PartialDate>().map(|it| format!("{:04}", it.year()));
        year.unwrap_or(said)
    }
}
