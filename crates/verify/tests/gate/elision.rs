//! Quotes that make law of their own by how they are cut: turned away under both policies, whoever made them.

use crate::sample_documents::{exhibit, of_spans};
use jurat_model::{
    ByteSpan, NormModality, Passage, RejectionReason, Requirement, RetrievedChunk,
    SourceExhibit, SourceType,
};
use jurat_verify::{GatePolicy, GateRequest, decide, elision::refusal};

const BYLAW: &str = "\
## § 1 Answering

No person shall answer the Night Bell of the county before the tower lamps are lit by the warden. A \
crisis worker must complete a further 12 hours (which the bylaw calls second hours) of training for the \
Night Bell in each year. The log of the Night Bell must be kept in the dry room for five years or for \
seven years, whichever is later.

## § 2 Duties

A keeper of the Night Bell must, at the end of each watch:

(a) write the hour of each call down in the log of the bell;
(b) hand the keys of the tower over to the next keeper; and
(c) lower the lamps of the long stair.
";

fn made(exhibit: &SourceExhibit, pieces: &[&str], modality: NormModality) -> Requirement {
    let mut from = 0;
    let spans = pieces.iter().map(|piece| {
        let start = from + exhibit.text[from..].find(piece).unwrap();
        from = start + piece.len();
        ByteSpan::from(start..from)
    });
    let spans: Vec<ByteSpan> = spans.collect();
    of_spans(exhibit, &spans, modality, SourceType::Statute, 1)
}

/// The chunk that a requirement is said to come from.
fn chunk(exhibit: &SourceExhibit, requirement: &Requirement) -> RetrievedChunk {
    let span = requirement.quote.ranges[0];
    RetrievedChunk {
        chunk_id: requirement.chunk_id.clone(),
        source_type: SourceType::Statute,
        document_id: exhibit.name.clone(),
        section_heading: String::new(),
        probability: 1.0,
        passage: Passage {
            id: "bylaw:1".to_owned(),
            source: exhibit.source,
            name: exhibit.name.clone(),
            rendition: exhibit.rendition,
            span,
            text: span.of(&exhibit.text).unwrap().to_owned(),
            label: None,
            headings: Vec::new(),
            metadata: exhibit.metadata.clone(),
        },
        provision: None,
    }
}

/// Why a quote is turned away under a policy.
fn verdict(policy: GatePolicy, pieces: &[&str], modality: NormModality) -> Option<String> {
    let exhibit = exhibit("Night Bell Bylaw", BYLAW);
    let requirement = made(&exhibit, pieces, modality);
    let chunks = [chunk(&exhibit, &requirement)];
    let inquiry = GateRequest {
        question: &requirement.exact_quote,
        chunks: &chunks,
        exhibits: std::slice::from_ref(&exhibit),
        judgements: &[],
        policy: GatePolicy { addresses_min: 0.0, ..policy },
    };
    let gated = decide(inquiry, std::slice::from_ref(&requirement));
    let rejected = gated.rejected.first()?;
    let told = refusal(&requirement.quote, &exhibit.text, policy.unit);
    // What extraction is told is what the gate says, unless something else is wrong as well.
    if rejected.rejection_reason == Some(RejectionReason::IncompleteQuote) {
        assert_eq!(told.map(|it| it.why), Some(rejected.verification_rationale.clone()));
    }
    Some(rejected.verification_rationale.clone())
}

#[track_caller]
fn refused(pieces: &[&str], modality: NormModality, word: &str) {
    for policy in [GatePolicy::seed(), GatePolicy::provisions()] {
        let found = verdict(policy, pieces, modality);
        assert!(
            found.as_ref().is_some_and(|said| said.contains(word)),
            "{:?}: {found:?}",
            policy.unit
        );
    }
}

#[track_caller]
fn passes(pieces: &[&str], modality: NormModality, policy: GatePolicy) {
    assert_eq!(verdict(policy, pieces, modality), None, "{pieces:?}");
}

#[test]
fn an_ellipsis_makes_no_law_of_two_sentences() {
    let pieces = [
        "No person shall answer the Night Bell of the county",
        "complete a further 12 hours",
        "of training for the Night Bell in each year.",
    ];
    for policy in [GatePolicy::seed(), GatePolicy::provisions()] {
        assert!(
            verdict(policy, &pieces, NormModality::Prohibition).is_some(),
            "{:?}",
            policy.unit
        );
    }
    let person = "No person shall answer the Night Bell of the county before the tower lamps are lit by the warden.";
    let log = "The log of the Night Bell must be kept in the dry room for five years or for seven years, whichever is later.";
    refused(&[person, log], NormModality::Prohibition, "neither one sentence nor one list");
}

#[test]
fn an_alternative_is_not_left_off() {
    let pieces = ["The log of the Night Bell must be kept in the dry room for five years"];
    refused(&pieces, NormModality::Obligation, "`or`");
}

#[test]
fn a_quote_across_a_heading_is_turned_away() {
    let start = BYLAW.find("The log of the Night Bell").unwrap();
    let end = BYLAW.find("watch:").unwrap() + "watch:".len();
    refused(&[&BYLAW[start..end]], NormModality::Obligation, "`§ 2 Duties`");
}

#[test]
fn an_item_with_what_leads_in_to_it_passes() {
    let lead = "A keeper of the Night Bell must, at the end of each watch:";
    let item = "(c) lower the lamps of the long stair.";
    for policy in [GatePolicy::seed(), GatePolicy::provisions()] {
        passes(&[lead, item], NormModality::Obligation, policy);
    }
}

#[test]
fn a_sentence_without_its_aside_passes() {
    let pieces = [
        "A crisis worker must complete a further 12 hours",
        "of training for the Night Bell in each year.",
    ];
    passes(&pieces, NormModality::Obligation, GatePolicy::seed());
}

#[test]
fn a_whole_sentence_passes() {
    let log = "The log of the Night Bell must be kept in the dry room for five years or for seven years, whichever is later.";
    for policy in [GatePolicy::seed(), GatePolicy::provisions()] {
        passes(&[log], NormModality::Obligation, policy);
    }
}
