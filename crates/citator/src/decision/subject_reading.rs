//! What a decision is about: the country that a person is a citizen of, and the issues that its words return to.
//!
//! Both are read by words alone. A country is told where somebody is called a citizen of it, an issue where paragraphs enough
//! speak of it; what is said once in passing is no issue.

use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

use regex::Regex;
use serde::Deserialize;

use super::{NumberedParagraph, ReadField};

/// So many paragraphs must speak of an issue, and at least such a share of all.
const LEAST_PARAGRAPHS: usize = 2;
const LEAST_SHARE: usize = 8;
/// Issues that a decision has at most.
const MOST_ISSUES: usize = 6;
/// The country is said early; what stands far below is evidence about others.
const HEAD: usize = 12_000;

#[derive(Deserialize)]
struct CountryRow {
    name: String,
    en: Vec<String>,
    fr: Vec<String>,
    adjectives_en: Vec<String>,
    adjectives_fr: Vec<String>,
}

#[derive(Deserialize)]
struct IssueRow {
    code: String,
    en: Vec<String>,
    fr: Vec<String>,
}

/// Words of countries by their name, in small letters with plain apostrophes.
struct CountryWords {
    nouns: BTreeMap<String, String>,
    adjectives: BTreeMap<String, String>,
    /// The most words that a name has.
    longest: usize,
}

static COUNTRIES: LazyLock<CountryWords> = LazyLock::new(|| {
    let rows: Vec<CountryRow> =
        serde_json::from_str(include_str!("../../data/decision_subjects/countries.json"))
            .unwrap_or_default();
    let mut words = CountryWords {
        nouns: BTreeMap::new(),
        adjectives: BTreeMap::new(),
        longest: 1,
    };
    for row in rows {
        for noun in row.en.iter().chain(&row.fr) {
            words.longest = words.longest.max(noun.split_whitespace().count());
            words.nouns.insert(plain(noun), row.name.clone());
        }
        for adjective in row.adjectives_en.iter().chain(&row.adjectives_fr) {
            words.adjectives.insert(plain(adjective), row.name.clone());
        }
    }
    words
});

static ISSUES: LazyLock<Vec<(String, Option<Regex>)>> = LazyLock::new(|| {
    let rows: Vec<IssueRow> =
        serde_json::from_str(include_str!("../../data/decision_subjects/issues.json"))
            .unwrap_or_default();
    let pattern = |row: &IssueRow| {
        let phrases = row.en.iter().chain(&row.fr).map(|phrase| {
            // An abbreviation is one in capitals only.
            let is_code = phrase.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
            let plain = regex::escape(phrase).replace('\'', "['’]");
            if is_code { format!("(?-i:{plain})") } else { plain.replace(' ', "\\s+") }
        });
        let any = phrases.collect::<Vec<_>>().join("|");
        Regex::new(&format!("(?i)(?:^|\\W)({any})(?:$|\\W)")).ok()
    };
    rows.iter().map(|row| (row.code.clone(), pattern(row))).collect()
});

/// Words after which a country stands, or before which or after which its adjective does.
static CITIZEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let lead = r"(?i)(citizens?|nationals?|citizenship|nationality|citoyen(?:ne)?s?|ressortissant(?:e)?s?|nationalité|citoyenneté)";
    let of =
        r"(?:\s+(?:of|de la|de l['’]|du|des|de|d['’])\s*(?:both\s+|the\s+|la\s+|l['’]\s*)?)";
    Regex::new(&format!("{lead}(?P<of>{of})?")).ok()
});

static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^\W*(?:country of reference|country|pays de référence|pays)\W*:\s*(?:the\s+)?",
    )
    .ok()
});

fn plain(words: &str) -> String {
    words.to_lowercase().replace('’', "'")
}

/// The country that a person of the decision is first said to be a citizen of, Canada left out.
pub(super) fn country(text: &str) -> Option<ReadField<String>> {
    let head = &text[..text.floor_char_boundary(HEAD)];
    if let Some(label) = LABEL.as_ref().and_then(|label| label.find(head))
        && let Some((name, range)) = noun_at(head, label.end())
    {
        return Some(ReadField::new(name, range));
    }
    let leads = CITIZEN.as_ref()?.captures_iter(head);
    for lead in leads {
        let Some(whole) = lead.get(0) else { continue };
        let found = match lead.name("of") {
            Some(of) => noun_at(head, of.end()),
            None => adjective_beside(head, &whole.range()),
        };
        if let Some((name, range)) = found {
            return Some(ReadField::new(name, range));
        }
    }
    None
}

/// The longest name of a country that begins here.
fn noun_at(text: &str, start: usize) -> Option<(String, Range<usize>)> {
    let rest = text.get(start..)?;
    let mut ends = Vec::new();
    let mut at = 0;
    for word in rest.split_inclusive(char::is_whitespace).take(COUNTRIES.longest) {
        at += word.len();
        ends.push(at);
    }
    ends.into_iter().rev().find_map(|end| {
        let words = rest[..end]
            .trim_end()
            .trim_end_matches([',', '.', ';', ':', ')', '’', '\'']);
        let words = words.trim_end_matches("’s").trim_end_matches("'s");
        let joined = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = COUNTRIES.nouns.get(&plain(&joined))?;
        Some((name.clone(), start..start + words.len()))
    })
}

/// `Nigerian citizen`, `citoyen nigérian`.
fn adjective_beside(text: &str, lead: &Range<usize>) -> Option<(String, Range<usize>)> {
    let before = text[..lead.start].trim_end();
    let from = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let after = text[lead.end..].trim_start();
    let start = text.len() - after.len();
    let to = after
        .find(|c: char| !c.is_alphabetic() && c != '-')
        .unwrap_or(after.len());
    [from..before.len(), start..start + to].into_iter().find_map(|range| {
        let word = plain(text.get(range.clone())?);
        let single = word.strip_suffix('s').unwrap_or(&word);
        let known = &COUNTRIES.adjectives;
        let name = known.get(&word).or_else(|| known.get(single))?;
        Some((name.clone(), range))
    })
}

/// The issues that paragraphs enough speak of, the most spoken of first.
pub(super) fn issues(text: &str, paragraphs: &[NumberedParagraph]) -> Vec<ReadField<String>> {
    let least = LEAST_PARAGRAPHS.max(paragraphs.len().div_ceil(LEAST_SHARE));
    let mut found: Vec<(usize, ReadField<String>)> = Vec::new();
    for (code, pattern) in ISSUES.iter() {
        let Some(pattern) = pattern else { continue };
        let mut first = None;
        let mut count = 0;
        for paragraph in paragraphs {
            let Some(words) = text.get(paragraph.span.start..paragraph.span.end) else {
                continue;
            };
            if let Some(place) = pattern.captures(words).and_then(|found| found.get(1)) {
                count += 1;
                let start = paragraph.span.start;
                first.get_or_insert(start + place.start()..start + place.end());
            }
        }
        if let Some(first) = first.filter(|_| least <= count) {
            found.push((count, ReadField::new(code.clone(), first)));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.value.cmp(&b.1.value)));
    found.into_iter().take(MOST_ISSUES).map(|(_, issue)| issue).collect()
}

#[cfg(test)]
mod tests {
    use super::{country, issues};
    use crate::decision::paragraphs::numbered_paragraphs;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(country(text).map(|found| found.value).as_deref(), expected, "{text}");
    }

    #[test]
    fn a_country_is_whose_citizen_somebody_is() {
        check(
            "The applicant is a citizen of the Democratic Republic of the Congo.",
            Some("Democratic Republic of Congo"),
        );
        check("She is a Nigerian citizen who came in 2019.", Some("Nigeria"));
        check("Le demandeur est citoyen d’Haïti.", Some("Haiti"));
        check("Les demandeurs sont des ressortissants colombiens.", Some("Colombia"));
        check("They are citizens of Mexico, and she of Canada.", Some("Mexico"));
        check("He became a citizen of Canada. He visited Nigeria.", None);
    }

    #[test]
    fn an_issue_is_what_paragraphs_return_to() {
        let text = "[1] Credibility was doubted.\n[2] On credibility, see above. A study permit was once held.\n[3] Costs.\n";
        let found = issues(text, &numbered_paragraphs(text));
        let codes: Vec<&str> = found.iter().map(|one| one.value.as_str()).collect();
        assert_eq!(codes, ["credibility"]);
    }
}
