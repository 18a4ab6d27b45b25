//! The report of a run, out of nothing but its channels: the last stage makes it, and whoever
//! checks a finished run makes it again.

use jurat_agents::extract::{Flagged, Placeholder};
use jurat_compose::{FlaggedPassage, Report, ReportInput};
use jurat_model::{
    Answer, Chunk, Conflict, Exhibit, Judgement, ModelUse, Requirement, Review, Verification,
};
use jurat_text::{Language, tokens::terms};
use jurat_verify::{GatePolicy, Grounded, Inquiry, decide};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// The channels that a report is made of. Those not yet written are null.
pub(super) const READ: [&str; 16] = [
    "question",
    "as_of",
    "statute_chunks",
    "policy_chunks",
    "exhibits",
    "extracted_requirements",
    "placeholders",
    "flagged_passages",
    "gate_policy",
    "verified_requirements",
    "rejected_requirements",
    "conflicts",
    "answer",
    "review",
    "judgements",
    "model_use",
];

/// Makes the report of a run.
pub fn report_of(channels: &Json) -> Result<Report, String> {
    let question: String = read(channels, "question")?;
    let as_of: Option<String> = read(channels, "as_of")?;
    let mut chunks: Vec<Chunk> = read(channels, "statute_chunks")?;
    chunks.extend(read::<Vec<Chunk>>(channels, "policy_chunks")?);
    let exhibits: Vec<Exhibit> = read(channels, "exhibits")?;
    let extracted: Vec<Requirement> = read(channels, "extracted_requirements")?;
    let verified: Vec<Verification> = read(channels, "verified_requirements")?;
    let rejected: Vec<Verification> = read(channels, "rejected_requirements")?;
    let conflicts: Vec<Conflict> = read(channels, "conflicts")?;
    let placeholders: Vec<Placeholder> = read(channels, "placeholders")?;
    let flagged: Vec<Flagged> = read(channels, "flagged_passages")?;
    let answer: Option<Answer> = read(channels, "answer")?;
    let review: Option<Review> = read(channels, "review")?;
    let policy: GatePolicy = read(channels, "gate_policy")?;
    // Runs of before models took part have no such channels.
    let judgements: Option<Vec<Judgement>> = read(channels, "judgements")?;
    let model_use: Option<Vec<ModelUse>> = read(channels, "model_use")?;
    let inquiry = Inquiry {
        question: &question,
        exhibits: &exhibits,
        judgements: judgements.as_deref().unwrap_or_default(),
        policy,
    };
    let admitted = readmitted(inquiry, (&verified, &extracted))?;
    let asked_for = asked_for(&question, &placeholders);
    let missing_evidence = missing(&question, admitted.is_empty(), &asked_for);
    let placeholders: Vec<_> = asked_for.into_iter().map(shown).collect();
    let flagged: Vec<_> = flagged.into_iter().map(flagged_passage).collect();
    Ok(Report::of(&ReportInput {
        question: &question,
        as_of: as_of.as_deref().filter(|date| !date.is_empty()),
        refused: None,
        chunks: &chunks,
        extracted: &extracted,
        admitted: &admitted,
        verified: &verified,
        rejected: &rejected,
        conflicts: &conflicts,
        missing_evidence: &missing_evidence,
        placeholders: &placeholders,
        flagged: &flagged,
        answer: answer.as_ref(),
        review: review.as_ref(),
        exhibits: &exhibits,
        notes: &[],
        model_use: model_use.as_deref().unwrap_or_default(),
    }))
}

fn read<T: DeserializeOwned>(channels: &Json, name: &str) -> Result<T, String> {
    let value = channels.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value).map_err(|error| format!("channel `{name}`: {error}"))
}

/// What was verified, through the gate once more: a record in a journal is no proof.
pub(super) fn readmitted(
    inquiry: Inquiry<'_>,
    (verified, extracted): (&[Verification], &[Requirement]),
) -> Result<Vec<Grounded<Requirement>>, String> {
    let gated = decide(inquiry, extracted);
    if gated.verified == verified {
        Ok(gated.admitted)
    } else {
        Err("the gate decides otherwise than was recorded".to_owned())
    }
}

/// The placeholders whose headings speak of what is asked.
fn asked_for<'a>(question: &str, placeholders: &'a [Placeholder]) -> Vec<&'a Placeholder> {
    let language = Language::of(question).unwrap_or(Language::English);
    let asked = terms(question, language);
    let speaks = |placeholder: &&Placeholder| {
        let heading = terms(&placeholder.section_heading, language);
        heading.iter().any(|term| asked.contains(term))
    };
    placeholders.iter().filter(speaks).collect()
}

fn missing(question: &str, nothing: bool, placeholders: &[&Placeholder]) -> Vec<String> {
    let whole = nothing
        .then(|| format!("Specific statute or policy addressing \u{201c}{question}\u{201d}"));
    let held = placeholders.iter().map(|placeholder| {
        let Placeholder { document_id, section_heading, .. } = placeholder;
        format!("Text of {document_id} ({section_heading}): only a placeholder stands there")
    });
    whole.into_iter().chain(held).collect()
}

fn shown(placeholder: &Placeholder) -> jurat_compose::Placeholder {
    jurat_compose::Placeholder {
        document_id: placeholder.document_id.clone(),
        words: placeholder.words.clone(),
    }
}

fn flagged_passage(flagged: Flagged) -> FlaggedPassage {
    FlaggedPassage {
        chunk_id: flagged.chunk_id,
        words: flagged.words,
        why: flagged.why.in_words().to_owned(),
    }
}
