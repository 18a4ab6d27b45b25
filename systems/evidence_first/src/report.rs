//! The report of a run, out of nothing but its channels: the last stage makes it, and whoever
//! checks a finished run makes it again.

use std::{collections::BTreeMap, ops::Deref};

use jurat_agents::extract::{FlaggedChunk, PlaceholderProvision};
use jurat_compose::{EvidenceReport, FlaggedPassage, ReportInput};
use jurat_model::{
    AnswerReview, ComposedAnswer, EvidenceUnit, GroundingRecord, ModelUse, RelevanceJudgement,
    Requirement, RequirementConflict, RetrievedChunk, SourceExhibit, audit::IssueSeverity,
};
use jurat_text::{Language, tokens::terms};
use jurat_verify::{
    GatePolicy, GateRequest, Grounded, decide,
    injection::{ScreenedTextKind, order},
};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::unanswered_parts::unanswered;
use jurat_system::attach_audits::{CHANNEL, StageAudit};

/// Makes the report of a run out of its channels by name. Those not written are null.
pub fn report_of(channels: &Json) -> Result<EvidenceReport, String> {
    report_from(|name| &channels[name])
}

/// The same out of wherever the channels are.
pub(super) fn report_from<C>(channel: impl Fn(&str) -> C) -> Result<EvidenceReport, String>
where
    C: Deref<Target = Json>,
{
    let run = ReportChannels::read(channel)?;
    let inquiry = GateRequest {
        question: &run.question,
        chunks: &run.chunks,
        exhibits: &run.exhibits,
        judgements: &run.judgements,
        policy: run.policy,
    };
    let admitted = readmitted(inquiry, (&run.verified, &run.extracted))?;
    let asked_for = asked_for(&run.question, &run.placeholders);
    // What was looked at is shown instead: that something is missing cannot be known from it.
    let nothing = admitted.is_empty() && run.policy.unit == EvidenceUnit::Norm;
    let mut missing_evidence = missing(&run.question, nothing, &asked_for);
    if run.policy.unit == EvidenceUnit::Provision {
        let unanswered = unanswered(&run.question, &admitted).into_iter();
        missing_evidence.extend(unanswered.map(|part| {
            format!("Not seen in what is used: an answer to \u{201c}{part}\u{201d}")
        }));
    }
    let placeholders: Vec<_> = asked_for.into_iter().map(shown).collect();
    let asked = flagged_question(&run.question);
    let flagged = run.flagged.into_iter().map(flagged_passage);
    let flagged: Vec<_> = asked.into_iter().chain(flagged).collect();
    Ok(EvidenceReport::of(&ReportInput {
        question: &run.question,
        as_of: run.as_of.as_deref().filter(|date| !date.is_empty()),
        refused: None,
        chunks: &run.chunks,
        policy: run.policy,
        extracted: &run.extracted,
        admitted: &admitted,
        verified: &run.verified,
        rejected: &run.rejected,
        conflicts: &run.conflicts,
        missing_evidence: &missing_evidence,
        placeholders: &placeholders,
        flagged: &flagged,
        answer: run.answer.as_ref(),
        review: run.review.as_ref(),
        exhibits: &run.exhibits,
        notes: &run.notes,
        model_use: &run.model_use,
    }))
}

/// What the channels of a run hold.
struct ReportChannels {
    question: String,
    as_of: Option<String>,
    chunks: Vec<RetrievedChunk>,
    exhibits: Vec<SourceExhibit>,
    extracted: Vec<Requirement>,
    verified: Vec<GroundingRecord>,
    rejected: Vec<GroundingRecord>,
    conflicts: Vec<RequirementConflict>,
    placeholders: Vec<PlaceholderProvision>,
    flagged: Vec<FlaggedChunk>,
    answer: Option<ComposedAnswer>,
    review: Option<AnswerReview>,
    policy: GatePolicy,
    judgements: Vec<RelevanceJudgement>,
    model_use: Vec<ModelUse>,
    notes: Vec<String>,
}

impl ReportChannels {
    fn read<C: Deref<Target = Json>>(channel: impl Fn(&str) -> C) -> Result<Self, String> {
        let mut chunks: Vec<RetrievedChunk> = read(&channel, "statute_chunks")?;
        chunks.extend(read::<Vec<RetrievedChunk>, C>(&channel, "policy_chunks")?);
        // Runs of before models took part have no such channels.
        let judgements: Option<Vec<RelevanceJudgement>> = read(&channel, "judgements")?;
        let model_use: Option<Vec<ModelUse>> = read(&channel, "model_use")?;
        let audits: Option<BTreeMap<String, StageAudit>> = read(&channel, CHANNEL)?;
        Ok(Self {
            notes: audits.iter().flatten().flat_map(noted).collect(),
            question: read(&channel, "question")?,
            as_of: read(&channel, "as_of")?,
            chunks,
            exhibits: read(&channel, "exhibits")?,
            extracted: read(&channel, "extracted_requirements")?,
            verified: read(&channel, "verified_requirements")?,
            rejected: read(&channel, "rejected_requirements")?,
            conflicts: read(&channel, "conflicts")?,
            placeholders: read(&channel, "placeholders")?,
            flagged: read(&channel, "flagged_passages")?,
            answer: read(&channel, "answer")?,
            review: read(&channel, "review")?,
            policy: read(&channel, "gate_policy")?,
            judgements: judgements.unwrap_or_default(),
            model_use: model_use.unwrap_or_default(),
        })
    }
}

/// What the audit of a stage found wrong, a line each; nothing where its work was good.
fn noted((stage, audit): (&String, &StageAudit)) -> Vec<String> {
    let severe = audit
        .issues
        .iter()
        .filter(|issue| !audit.ok && IssueSeverity::Warn <= issue.severity);
    severe
        .map(|issue| format!("{stage}: the audit found {}: {}", issue.code, issue.msg))
        .collect()
}

fn read<T, C>(channel: &impl Fn(&str) -> C, name: &str) -> Result<T, String>
where
    T: DeserializeOwned,
    C: Deref<Target = Json>,
{
    T::deserialize(&*channel(name)).map_err(|error| format!("channel `{name}`: {error}"))
}

/// What was verified, through the gate once more: a record in a journal is no proof.
pub(super) fn readmitted(
    inquiry: GateRequest<'_>,
    (verified, extracted): (&[GroundingRecord], &[Requirement]),
) -> Result<Vec<Grounded<Requirement>>, String> {
    let gated = decide(inquiry, extracted);
    if gated.verified == verified {
        Ok(gated.admitted)
    } else {
        Err("the gate decides otherwise than was recorded".to_owned())
    }
}

/// The placeholders whose headings speak of what is asked.
fn asked_for<'a>(
    question: &str,
    placeholders: &'a [PlaceholderProvision],
) -> Vec<&'a PlaceholderProvision> {
    let language = Language::of(question).unwrap_or(Language::English);
    let asked = terms(question, language);
    let speaks = |placeholder: &&PlaceholderProvision| {
        let heading = terms(&placeholder.section_heading, language);
        heading.iter().any(|term| asked.contains(term))
    };
    placeholders.iter().filter(speaks).collect()
}

fn missing(
    question: &str,
    nothing: bool,
    placeholders: &[&PlaceholderProvision],
) -> Vec<String> {
    let whole = nothing
        .then(|| format!("Specific statute or policy addressing \u{201c}{question}\u{201d}"));
    let held = placeholders.iter().map(|placeholder| {
        let PlaceholderProvision { document_id, section_heading, .. } = placeholder;
        format!("Text of {document_id} ({section_heading}): only a placeholder stands there")
    });
    whole.into_iter().chain(held).collect()
}

fn shown(placeholder: &PlaceholderProvision) -> jurat_compose::ReportedPlaceholder {
    jurat_compose::ReportedPlaceholder {
        document_id: placeholder.document_id.clone(),
        words: placeholder.words.clone(),
    }
}

/// Orders in the question itself: whoever reads the answer should know of them.
fn flagged_question(question: &str) -> Option<FlaggedPassage> {
    let order = order(question, ScreenedTextKind::Question)?;
    Some(FlaggedPassage {
        chunk_id: "question".to_owned(),
        words: order.words,
        why: order.why.in_words().to_owned(),
    })
}

fn flagged_passage(flagged: FlaggedChunk) -> FlaggedPassage {
    FlaggedPassage {
        chunk_id: flagged.chunk_id,
        words: flagged.words,
        why: flagged.why.in_words().to_owned(),
    }
}
