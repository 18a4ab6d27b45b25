//! A letter to the client in plain language, in one of four, its words out of `data/letter`.

use std::{collections::BTreeMap, sync::OnceLock};

use jurat_document::{DocumentBlock, DocumentSection, DocumentTree};
use serde::Deserialize;

use crate::{
    gatekeeper::document_list,
    model::{AuditReport, FindingSeverity, FindingStanding, RequirementStanding},
};

/// The languages that letters are written in.
pub const LETTER_LANGUAGES: [&str; 4] = ["en", "fr", "pt", "zh"];

/// The texts of all letters, by language.
pub(super) const LETTERS: [(&str, &str); 4] = [
    ("en", include_str!("../../data/letter/en.json")),
    ("fr", include_str!("../../data/letter/fr.json")),
    ("pt", include_str!("../../data/letter/pt.json")),
    ("zh", include_str!("../../data/letter/zh.json")),
];

/// Documents that a letter names.
const MOST_NAMED: usize = 40;
/// Questions that it asks.
const MOST_ASKED: usize = 12;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LetterWords {
    title: String,
    greeting: String,
    client: String,
    intro: String,
    have: String,
    need: String,
    need_none: String,
    #[serde(rename = "where")]
    obtain: String,
    mend: String,
    ask: String,
    unread: String,
    careful: String,
    notice: String,
    closing: String,
}

fn words(language: &str) -> Option<&'static LetterWords> {
    static READ: OnceLock<BTreeMap<&str, LetterWords>> = OnceLock::new();
    let read = READ.get_or_init(|| {
        let read = LETTERS
            .iter()
            .filter_map(|(code, text)| Some((*code, serde_json::from_str(text).ok()?)));
        read.collect()
    });
    read.get(language)
}

/// The letter, its paragraphs parted by empty lines; nothing in a language that has no words for it.
///
/// What is named of documents stands in the words of the pack.
pub fn client_letter(report: &AuditReport, language: &str) -> Option<String> {
    let words = words(language)?;
    let client = report.summary.applicant.as_deref().unwrap_or(&words.client);
    let mut told = vec![words.greeting.replace("{}", client), words.intro.clone()];
    told.extend(documents(report, words));
    let mend = report.findings.iter().filter(|it| {
        it.standing == FindingStanding::Shown && FindingSeverity::Medium <= it.severity
    });
    let mend = mend.map(|it| format!("{} {}", it.message, it.action));
    told.extend(listed(&words.mend, mend.map(|it| it.trim().to_owned()).collect()));
    let asked = report.assessment.questions.iter().take(MOST_ASKED).cloned();
    told.extend(listed(&words.ask, asked.collect()));
    told.extend(listed(&words.unread, report.summary.not_read.clone()));
    told.extend([&words.careful, &words.notice, &words.closing].map(Clone::clone));
    Some(told.join("\n\n"))
}

fn documents(report: &AuditReport, words: &LetterWords) -> Vec<String> {
    let all = document_list(&report.assessment);
    let have = all.iter().filter(|it| it.standing == RequirementStanding::Met);
    let have: Vec<String> = have.map(|it| it.words.clone()).collect();
    let lead = words.have.replace("{}", &have.len().to_string());
    let mut told: Vec<String> = listed(&lead, have).into_iter().collect();
    let lacking = all
        .iter()
        .filter(|it| it.required && it.standing != RequirementStanding::Met);
    let need = lacking.take(MOST_NAMED).map(|it| match it.obtain.as_str() {
        "" => it.words.clone(),
        obtain => format!("{} ({})", it.words, words.obtain.replace("{}", obtain)),
    });
    told.push(listed(&words.need, need.collect()).unwrap_or_else(|| words.need_none.clone()));
    told
}

/// A lead with its lines; nothing where there are none.
fn listed(lead: &str, lines: Vec<String>) -> Option<String> {
    let lines: Vec<String> = lines.into_iter().map(|it| format!("- {it}")).collect();
    (!lines.is_empty()).then(|| format!("{lead}\n{}", lines.join("\n")))
}

/// A letter as a document of its own.
pub fn letter_document(report: &AuditReport, language: &str) -> Option<DocumentTree> {
    let letter = match report.letters.get(language) {
        Some(letter) => letter.clone(),
        None => client_letter(report, language)?,
    };
    let words = words(language)?;
    Some(DocumentTree {
        language: language.to_owned(),
        kicker: words.title.clone(),
        title: super::audit_document::title(report),
        date: Some(report.as_of.clone()).filter(|day| !day.is_empty()),
        blocks: blocks(&letter),
        disclaimer: words.notice.clone(),
        ..DocumentTree::default()
    })
}

/// The letters that a report carries.
pub(super) fn sections(report: &AuditReport) -> Vec<DocumentSection> {
    let section = |(language, letter): (&String, &String)| {
        let title = words(language).map_or(language.as_str(), |it| it.title.as_str());
        let mut blocks = blocks(letter);
        if letter.chars().any(is_wide) {
            let note = "On paper these signs are shown by their numbers: no font that has them is built in. HTML, DOCX and Markdown show them.";
            blocks.push(DocumentBlock::said(note));
        }
        DocumentSection::new(&format!("letter-{language}"), title, blocks)
    };
    report.letters.iter().map(section).collect()
}

/// Signs that the fonts of paper do not have.
const fn is_wide(c: char) -> bool {
    '\u{2e80}' <= c && c <= '\u{9fff}'
}

fn blocks(letter: &str) -> Vec<DocumentBlock> {
    let mut blocks = Vec::new();
    for paragraph in letter.split("\n\n") {
        let (items, said): (Vec<&str>, Vec<&str>) =
            paragraph.lines().partition(|it| it.starts_with("- "));
        if !said.is_empty() {
            blocks.push(DocumentBlock::said(said.join(" ")));
        }
        let items = items.into_iter().map(|it| super::told_words::line(&it[2..]));
        blocks.extend(DocumentBlock::bullets(items.collect()));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::{LETTER_LANGUAGES, client_letter, words};
    use crate::{gatekeeper::banned_promises, page::fixtures::report};

    #[test]
    fn letters_in_four_languages_name_what_is_needed_and_promise_nothing() {
        let report = report();
        for language in LETTER_LANGUAGES {
            assert!(words(language).is_some(), "{language}");
            let letter = client_letter(&report, language).unwrap_or_default();
            assert!(letter.contains("Police certificate of Ostravia"), "{letter}");
            assert!(letter.contains("Mira Velasko"), "{letter}");
            assert_eq!(banned_promises(&[(language.to_owned(), letter)]), []);
        }
        assert_eq!(client_letter(&report, "tlh"), None);
    }
}
