//! Fictional sources and the requirements quoted from them, through the gate.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a fixture that is wrong stops loudly")]

use jurat_canon::Hash;
use jurat_model::{
    ByteSpan, DocumentMetadata, ExtractionConfidence, NormModality, Quote, ReaderIdentity,
    Requirement, SourceExhibit, SourceKind, SourceType, Statement, StatementRole,
};
use jurat_text::{
    Language,
    deontic::{self, DeonticForce},
};
use jurat_verify::{GatePolicy, GateRejection, Grounded, admit};

pub(crate) const QUESTION: &str =
    "What must counties and providers do about client records and assessments?";

/// A requirement: its id, the language, and its words; `|` divides stretches.
pub(crate) type Row = (&'static str, &'static str, &'static str);

pub(crate) fn evidence(rows: &[Row]) -> Vec<Grounded<Requirement>> {
    let admitted = |row: &Row| {
        tried(row, rows).unwrap_or_else(|rejection| panic!("{}: {rejection:?}", row.2))
    };
    rows.iter().map(admitted).collect()
}

/// What of it the gate lets through.
pub(crate) fn admitted(rows: &[Row]) -> Vec<Grounded<Requirement>> {
    rows.iter().filter_map(|row| tried(row, rows).ok()).collect()
}

/// All stretches of all rows stand in one text, a lead-in that is shared only once.
fn exhibit(rows: &[Row]) -> SourceExhibit {
    let mut text = String::new();
    for (_, _, words) in rows {
        for stretch in words.split('|') {
            if !text.contains(stretch) {
                text.push_str(stretch);
                text.push('\n');
            }
        }
    }
    SourceExhibit {
        name: "fictional.txt".to_owned(),
        source: Hash::of(text.as_bytes()),
        media: "text/plain".to_owned(),
        rendition: Hash::of(text.as_bytes()),
        reader: ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata {
            kind: SourceKind::Statute,
            ..DocumentMetadata::default()
        },
        text,
    }
}

fn tried(row: &Row, rows: &[Row]) -> Result<Grounded<Requirement>, GateRejection> {
    let exhibit = exhibit(rows);
    let ranges: Vec<ByteSpan> = row
        .2
        .split('|')
        .map(|stretch| {
            let start = exhibit.text.find(stretch).unwrap();
            (start..start + stretch.len()).into()
        })
        .collect();
    let quote = Quote::take(exhibit.rendition, &exhibit.text, &ranges).unwrap();
    let requirement_id = row.0.parse::<jurat_model::RequirementId>().unwrap();
    let requirement = Requirement {
        requirement_id,
        source_type: requirement_id.source_type,
        document_id: match requirement_id.source_type {
            SourceType::Statute => "Records Code § 12".to_owned(),
            SourceType::Policy => "Policy Manual 4.2".to_owned(),
        },
        section_heading: "Client records".to_owned(),
        exact_quote: quote.text.clone(),
        chunk_id: "S1".to_owned(),
        extraction_confidence: ExtractionConfidence::High,
        modality: modality(&quote.text, row.1),
        quote,
        points_to: Vec::new(),
        language: row.1.to_owned(),
    };
    let policy = GatePolicy {
        addresses_min: 0.0,
        fewest_words: 1,
        most_words: 400,
        ..GatePolicy::seed()
    };
    // Whoever asks in the quote's own words is answered by it.
    let question = requirement.exact_quote.clone();
    admit(&question, &requirement, &[exhibit], policy).map(|(grounded, _)| grounded)
}

fn modality(words: &str, language: &str) -> NormModality {
    let language = Language::from_code(language).unwrap_or(Language::English);
    match deontic::read_demand(words, &[], language).force {
        DeonticForce::Prohibition => NormModality::Prohibition,
        DeonticForce::Condition => NormModality::Condition,
        DeonticForce::Permission => NormModality::Permission,
        DeonticForce::Obligation | DeonticForce::Other => NormModality::Obligation,
    }
}

pub(crate) fn statement(text: &str, marks: &[&str]) -> Statement {
    Statement {
        text: text.to_owned(),
        marks: marks.iter().map(|mark| mark.parse().unwrap()).collect(),
        role: StatementRole::Requirement,
        quote: None,
    }
}
