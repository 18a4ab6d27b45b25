//! The report of a run, out of nothing but its channels: the last stage makes it, and whoever
//! checks a finished run makes it again.

use std::ops::Deref;

use jurat_agents::extract::{FlaggedChunk, PlaceholderProvision};
use jurat_compose::{EvidenceReport, FlaggedPassage, ReportInput};
use jurat_injection::{ScreenedTextKind, first_order};
use jurat_model::{
    AnswerReview, ComposedAnswer, EvidenceUnit, GroundingRecord, ModelUse, RelevanceJudgement,
    Requirement, RequirementConflict, RetrievedChunk, SourceExhibit, audit::IssueSeverity,
};
use jurat_retrieve::library::CorpusState;
use jurat_text::{Language, tokens::terms};
use jurat_verify::{GatePolicy, GateRequest, Grounded, decide};
use serde_json::Value as Json;

use super::{
    channels::{
        ANSWER, AS_OF, CONFLICTS, CORPUS_STATE, EXHIBITS, EXTRACTED, FLAGGED, GATE_POLICY,
        JUDGEMENTS, MODEL_USE, PLACEHOLDERS, POLICY_CHUNKS, QUESTION, REJECTED, REVIEW,
        STATUTE_CHUNKS, VERIFIED,
    },
    unanswered_parts::unanswered,
};
use jurat_system::attach_audits::{STAGE_AUDITS, StageAudit};

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
        let mut chunks = STATUTE_CHUNKS.read(&channel)?;
        chunks.extend(POLICY_CHUNKS.read(&channel)?);
        // Runs of before models took part have no such channels.
        let judgements = JUDGEMENTS.read_or_default(&channel)?;
        let model_use = MODEL_USE.read_or_default(&channel)?;
        let audits = STAGE_AUDITS.read_or_default(&channel)?;
        Ok(Self {
            notes: narrowed(&channel)?
                .into_iter()
                .chain(audits.iter().flat_map(noted))
                .collect(),
            question: QUESTION.read(&channel)?,
            as_of: AS_OF.read_as::<Option<_>>().read(&channel)?,
            chunks,
            exhibits: EXHIBITS.read(&channel)?,
            extracted: EXTRACTED.read(&channel)?,
            verified: VERIFIED.read(&channel)?,
            rejected: REJECTED.read(&channel)?,
            conflicts: CONFLICTS.read(&channel)?,
            placeholders: PLACEHOLDERS.read(&channel)?,
            flagged: FLAGGED.read(&channel)?,
            answer: ANSWER.read(&channel)?,
            review: REVIEW.read(&channel)?,
            policy: GATE_POLICY.read(&channel)?,
            judgements,
            model_use,
        })
    }
}

/// That only some sources were asked: whoever reads that there is no rule must know where none was looked for.
fn narrowed<C: Deref<Target = Json>>(
    channel: impl Fn(&str) -> C,
) -> Result<Option<String>, String> {
    // Runs of before corpora were named have no such channel.
    let corpus = CORPUS_STATE.read_as::<Option<CorpusState>>().read(&channel)?;
    let filters = corpus.map(|it| it.filters).unwrap_or_default();
    let parts: Vec<String> = filters
        .iter()
        .map(|(key, value)| format!("{key} \u{201c}{value}\u{201d}"))
        .collect();
    Ok((!parts.is_empty())
        .then(|| format!("Only sources of this sort were asked: {}.", parts.join(", "))))
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
    let order = first_order(question, ScreenedTextKind::Question)?;
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
