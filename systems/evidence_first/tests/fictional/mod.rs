//! Two fictional reports: an answer with a list and a conflict, and a question without evidence.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a fixture that is wrong stops loudly")]

use jurat_canon::Hash;
use jurat_compose::{
    EvidenceReport, FlaggedPassage, ReportInput, ReportedPlaceholder, compose, review,
};
use jurat_model::{
    ByteSpan, ConflictOver, DocumentMetadata, ExtractionConfidence, GroundingRecord,
    NormModality, Quote, ReaderIdentity, RejectionReason, Requirement, RequirementConflict,
    RequirementId, SourceExhibit, SourceKind,
};
use jurat_verify::{GatePolicy, admit};

const QUESTION: &str = "What must providers do about client records and assessments?";

const CODE: &str = "Lakeland Records Code\n\n\
    § 12 Client records\n\n\
    Every provider of care in Lakeland opens a file at the first contact with a client.\n\
    Providers shall maintain client records, including assessment documentation, for at least \
    seven years after the last contact.\n\
    All client assessments shall be documented within 60 days of initial contact.\n\n\
    § 13 Duties\n\n\
    Each provider that holds client records shall:\n\
    (a) keep a log of every person who opens the records;\n\
    (b) appoint a records officer; and\n\
    (c) report each loss of records to the county clerk within 24 hours.\n\n\
    § 14 Fees\n\nThe county clerk shall publish the table of fees every year in January.\n";

const MANUAL: &str = "Providers' Manual of the County of Lakeland\n\n\
    4.2 Assessment standards\n\n\
    All client assessments must be documented within 30 days of initial contact by the provider.\n\
    Staff *should* <script>alert(1)</script> see [this](javascript:alert(1)) | `note`.\n\
    Providers must not share client records with any third party unless the client consents in \
    writing.\n";

struct Quoted {
    id: &'static str,
    text: &'static str,
    document_id: &'static str,
    heading: &'static str,
    stretches: &'static [&'static str],
    confidence: ExtractionConfidence,
}

const LEAD: &str = "Each provider that holds client records shall:";

const QUOTED: &[Quoted] = &[
    Quoted {
        id: "REQ-S001",
        text: CODE,
        document_id: "Lakeland Records Code § 12",
        heading: "Client records",
        stretches: &[
            "Providers shall maintain client records, including assessment documentation, for at least seven years after the last contact.",
        ],
        confidence: ExtractionConfidence::High,
    },
    Quoted {
        id: "REQ-S002",
        text: CODE,
        document_id: "Lakeland Records Code § 12",
        heading: "Client records",
        stretches: &[
            "All client assessments shall be documented within 60 days of initial contact.",
        ],
        confidence: ExtractionConfidence::High,
    },
    Quoted {
        id: "REQ-S003",
        text: CODE,
        document_id: "Lakeland Records Code § 13(a)",
        heading: "Duties",
        stretches: &[LEAD, "(a) keep a log of every person who opens the records;"],
        confidence: ExtractionConfidence::Medium,
    },
    Quoted {
        id: "REQ-S004",
        text: CODE,
        document_id: "Lakeland Records Code § 13(b)",
        heading: "Duties",
        stretches: &[LEAD, "(b) appoint a records officer; and"],
        confidence: ExtractionConfidence::Medium,
    },
    Quoted {
        id: "REQ-S005",
        text: CODE,
        document_id: "Lakeland Records Code § 13(c)",
        heading: "Duties",
        stretches: &[
            LEAD,
            "(c) report each loss of records to the county clerk within 24 hours.",
        ],
        confidence: ExtractionConfidence::Medium,
    },
    Quoted {
        id: "REQ-S006",
        text: CODE,
        document_id: "Lakeland Records Code § 14",
        heading: "Fees",
        stretches: &["The county clerk shall publish the table of fees every year in January."],
        confidence: ExtractionConfidence::High,
    },
    Quoted {
        id: "REQ-P001",
        text: MANUAL,
        document_id: "Providers' Manual 4.2",
        heading: "Assessment standards",
        stretches: &[
            "All client assessments must be documented within 30 days of initial contact by the provider.",
        ],
        confidence: ExtractionConfidence::High,
    },
    Quoted {
        id: "REQ-P002",
        text: MANUAL,
        document_id: "Providers' Manual 4.2",
        heading: "Assessment standards",
        stretches: &[
            "Providers must not share client records with any third party unless the client consents in writing.",
        ],
        confidence: ExtractionConfidence::High,
    },
];

fn requirement(quoted: &Quoted) -> Requirement {
    let place = |stretch: &&str| -> ByteSpan {
        let start = quoted.text.find(stretch).unwrap();
        (start..start + stretch.len()).into()
    };
    let ranges: Vec<ByteSpan> = quoted.stretches.iter().map(place).collect();
    let quote = Quote::take(Hash::of(quoted.text.as_bytes()), quoted.text, &ranges).unwrap();
    let requirement_id: RequirementId = quoted.id.parse().unwrap();
    Requirement {
        requirement_id,
        source_type: requirement_id.source_type,
        document_id: quoted.document_id.to_owned(),
        section_heading: quoted.heading.to_owned(),
        exact_quote: quote.text.clone(),
        chunk_id: format!("{}1", requirement_id.source_type.letter()),
        extraction_confidence: quoted.confidence,
        modality: modality(&quote.text),
        quote,
        points_to: Vec::new(),
        language: "en".to_owned(),
    }
}

pub(crate) fn exhibits() -> Vec<SourceExhibit> {
    let exhibit = |name: &str, text: &str, kind: SourceKind| SourceExhibit {
        name: name.to_owned(),
        source: Hash::of(text.as_bytes()),
        media: "text/plain".to_owned(),
        rendition: Hash::of(text.as_bytes()),
        reader: ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata { kind, ..DocumentMetadata::default() },
        text: text.to_owned(),
    };
    vec![
        exhibit("lakeland-code.txt", CODE, SourceKind::Statute),
        exhibit("providers-manual.txt", MANUAL, SourceKind::PolicyManual),
    ]
}

fn modality(words: &str) -> NormModality {
    let forbids = words.starts_with("No ") || words.contains(" not ");
    if forbids { NormModality::Prohibition } else { NormModality::Obligation }
}

/// An answer with a list, a conflict, one rejection and hostile words.
pub(crate) fn answered() -> EvidenceReport {
    let extracted: Vec<Requirement> = QUOTED.iter().map(requirement).collect();
    let exhibits = exhibits();
    let (fees, kept): (Vec<&Requirement>, Vec<&Requirement>) =
        extracted.iter().partition(|one| one.section_heading == "Fees");
    let policy = GatePolicy {
        addresses_min: 0.0,
        fewest_words: 1,
        most_words: 400,
        ..GatePolicy::seed()
    };
    let admitted: Vec<_> = kept
        .iter()
        .map(|one| {
            // Whoever asks in the quote's own words is answered by it.
            admit(&one.exact_quote, one, &exhibits, policy)
                .unwrap_or_else(|no| panic!("{no:?}"))
                .0
        })
        .collect();
    let record = |one: &Requirement, rejection_reason, rationale: &str| GroundingRecord {
        probability: None,
        requirement_id: one.requirement_id,
        verified: Option::is_none(&rejection_reason),
        rejection_reason,
        verification_rationale: rationale.to_owned(),
    };
    let why = "The words stand in the source and name client records or assessments.";
    let verified: Vec<GroundingRecord> =
        kept.iter().map(|one| record(one, None, why)).collect();
    let off = Some(RejectionReason::DoesNotAddressQuestion);
    let rejected: Vec<GroundingRecord> =
        fees.iter().map(|one| record(one, off, "It is about fees.")).collect();
    let conflicts = [RequirementConflict {
        one: "REQ-S002".parse().unwrap(),
        other: "REQ-P001".parse().unwrap(),
        over: ConflictOver::Number,
        difference: "60 days against 30 days".to_owned(),
    }];
    let answer = compose(&admitted, &conflicts, &[], 0);
    let reviewed = review(&answer, &admitted);
    EvidenceReport::of(&ReportInput {
        policy: GatePolicy::seed(),
        question: QUESTION,
        as_of: Some("2026-01-09"),
        refused: None,
        chunks: &[],
        extracted: &extracted,
        admitted: &admitted,
        verified: &verified,
        rejected: &rejected,
        conflicts: &conflicts,
        missing_evidence: &[],
        placeholders: &[ReportedPlaceholder {
            document_id: "Lakeland Health Code § 3".to_owned(),
            words: "[Placeholder: text to follow]".to_owned(),
        }],
        flagged: &[FlaggedPassage {
            chunk_id: "P1".to_owned(),
            words: "<script>alert(1)</script> see [this](javascript:alert(1)) | `note`"
                .to_owned(),
            why: "markup that a page could run".to_owned(),
        }],
        answer: Some(&answer),
        review: Some(&reviewed),
        exhibits: &exhibits,
        notes: &["No model was used.".to_owned()],
        model_use: &[],
    })
}

pub(crate) fn without_evidence() -> EvidenceReport {
    EvidenceReport::of(&ReportInput {
        policy: GatePolicy::seed(),
        question: "Must ferries carry <b>bicycles</b> free of charge?",
        as_of: None,
        refused: None,
        chunks: &[],
        extracted: &[],
        admitted: &[],
        verified: &[],
        rejected: &[],
        conflicts: &[],
        missing_evidence: &[],
        placeholders: &[],
        flagged: &[],
        answer: None,
        review: None,
        exhibits: &exhibits()[..1],
        notes: &[],
        model_use: &[],
    })
}
