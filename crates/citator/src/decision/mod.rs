//! A decision read off its text: what it is called, who decided, when, and how it came out.
//!
//! Nothing is guessed: a field that the text does not say is absent, and one that is there carries its bytes.

mod date_reading;
mod header_lines;
mod outcome_reading;
mod paragraphs;
mod person_names;
mod record;
mod subject_reading;

use jurat_text::{Language, citations::CitationKind};

pub(crate) use paragraphs::numbered_paragraphs;
pub use record::{
    DecisionOutcome, DecisionRecord, DecisionResult, NumberedParagraph, ReadField, ReadOutcome,
};

use crate::court_table::CourtTable;
use header_lines::HeaderLines;

/// Reads a decision.
pub fn read_decision(text: &str, courts: &CourtTable) -> DecisionRecord {
    let paragraphs = numbered_paragraphs(text);
    let header = HeaderLines::new(text, paragraphs.first().map(|first| first.span.start));
    let citation = own_citation(text, &header, courts);
    let bench = person_names::bench(text, &header);
    DecisionRecord {
        style: header.style(text, courts),
        court: header.court(citation.as_ref(), courts),
        judge: bench.author,
        panel: bench.panel,
        date: date_reading::decided_on(&header),
        dockets: header.dockets(text, courts),
        language: body_language(text, paragraphs.first().map(|first| first.span.start)),
        outcome: outcome_reading::outcome(text, &paragraphs),
        country: subject_reading::country(text),
        issues: subject_reading::issues(text, &paragraphs),
        citation,
        paragraphs,
    }
}

/// The first neutral citation of the header: its own. One that stands in a sentence is another's.
fn own_citation(
    text: &str,
    header: &HeaderLines,
    courts: &CourtTable,
) -> Option<ReadField<String>> {
    let head = text.get(..header.end())?;
    let found = courts.extract(head, None);
    let neutral = found.iter().filter(|one| one.kind == CitationKind::Neutral);
    let mut own = neutral.filter(|one| header.is_label_value(text, one.span.start));
    let first = own.next()?;
    Some(ReadField::new(first.normal.first()?.clone(), first.span.clone()))
}

/// The language of the reasons; headers are often in both.
fn body_language(text: &str, from: Option<usize>) -> Option<Language> {
    let body = text.get(from.unwrap_or(0)..)?;
    let mut end = body.len().min(6000);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    Language::of(&body[..end])
}
