//! How a report is put together of what the stages handed in.

use jurat_model::{
    ComposedAnswer, Confidence, DoneBy, EvidenceUnit, GroundingRecord, ModelUse,
    RejectionReason, Requirement, RequirementReference, ReviewStatus, SourceExhibit,
};

use jurat_text::Language;

use super::{
    AuditTrail, CLOSEST, EvidenceAuditTrail, EvidenceReport, ExtractedRequirement, NO_EVIDENCE,
    NOTHING_FOUND, NOTHING_NEAR, RejectedRequirement, ReportInput, ReportResult,
    ReportedAnswer, ReportedRequirement, ReportedSource,
};

impl EvidenceReport {
    /// Puts a report together. An answer that has not passed its review is not in it.
    pub fn of(input: &ReportInput<'_>) -> Self {
        let (result, message) = outcome(input);
        let answer = input.answer.filter(|_| result == ReportResult::Answered);
        Self {
            question: input.question.to_owned(),
            language: language(input.question),
            as_of: input.as_of.map(str::to_owned),
            result,
            message,
            answer: answer.map(reported_answer),
            grounding_confidence: Confidence::of(input.admitted.len()),
            requirements: requirements(input, answer),
            rejected: input.rejected.iter().filter_map(|one| rejected(one, input)).collect(),
            conflicts: input.conflicts.to_vec(),
            missing_evidence: missing(input, result),
            placeholders: input.placeholders.to_vec(),
            flagged: input.flagged.to_vec(),
            audit_trail: trail(input, answer, missing(input, result)),
            sources: sources(input.exhibits),
            review: input.review.cloned(),
            notes: notes(input),
            model_use: input.model_use.to_vec(),
        }
    }
}

/// The language of a question, where it is not English and pages speak it.
fn language(question: &str) -> Option<String> {
    let language = Language::of(question).filter(|language| *language == Language::French);
    language.map(|language| language.code().to_owned())
}

/// What was handed in, and who did the work of each stage that a model was named for.
fn notes(input: &ReportInput<'_>) -> Vec<String> {
    let told = input.model_use.iter().map(|used| {
        let ModelUse { stage, provider, model, failure, .. } = used;
        match used.done_by {
            DoneBy::Model => format!("{stage}: done with the model {model} ({provider})."),
            DoneBy::Twin => format!(
                "{stage}: the model {model} ({provider}) failed ({failure}); done offline instead."
            ),
            DoneBy::Value => format!(
                "{stage}: the model {model} ({provider}) failed ({failure}); the workflow's own value stands for its words."
            ),
        }
    });
    input.notes.iter().cloned().chain(told).collect()
}

fn outcome(input: &ReportInput<'_>) -> (ReportResult, Option<String>) {
    let refused = |why: &str| (ReportResult::Refused, Some(why.to_owned()));
    if let Some(why) = input.refused {
        return refused(why);
    }
    if input.admitted.is_empty() && is_near(input) {
        return (ReportResult::Closest, Some(CLOSEST.to_owned()));
    }
    if input.admitted.is_empty() {
        let why = match input.policy.unit {
            EvidenceUnit::Provision if input.rejected.is_empty() => NOTHING_FOUND,
            EvidenceUnit::Provision => NOTHING_NEAR,
            EvidenceUnit::Norm => NO_EVIDENCE,
        };
        return (ReportResult::NoAuthoritativeEvidence, Some(why.to_owned()));
    }
    match (input.answer, input.review.map(|review| review.status)) {
        (Some(_), Some(ReviewStatus::Pass)) => (ReportResult::Answered, None),
        (Some(_), Some(ReviewStatus::Fail)) => {
            refused("No answer is given: what was composed did not pass its review.")
        }
        // What could not be checked has not passed.
        (Some(_), None) => refused("No answer is given: what was composed was not reviewed."),
        (None, _) => refused("No answer is given: none was composed."),
    }
}

/// Whether the likeliest provision is near enough to be worth reading.
fn is_near(input: &ReportInput<'_>) -> bool {
    // What is no law is not near, however like the question it is.
    let could =
        |it: &&GroundingRecord| it.rejection_reason != Some(RejectionReason::RequiresInference);
    let likely = input
        .rejected
        .iter()
        .filter(could)
        .filter_map(|record| record.probability);
    likely
        .reduce(f64::max)
        .is_some_and(|best| input.policy.near_min <= best)
}

fn missing(input: &ReportInput<'_>, result: ReportResult) -> Vec<String> {
    let told = !input.missing_evidence.is_empty();
    let norms = input.policy.unit == EvidenceUnit::Norm;
    if told || !norms || result != ReportResult::NoAuthoritativeEvidence {
        return input.missing_evidence.to_vec();
    }
    vec![format!("Specific statute or policy addressing “{}”", input.question.trim())]
}

fn reported_answer(answer: &ComposedAnswer) -> ReportedAnswer {
    let final_answer = answer.final_answer();
    ReportedAnswer {
        statements: answer.statements.clone(),
        final_summary: final_answer.clone(),
        final_answer,
        statute_summary: answer.statute_summary.clone(),
        policy_summary: answer.policy_summary.clone(),
        composition_confidence: answer.composition_confidence,
        value: answer.value.clone(),
    }
}

fn references(
    input: &ReportInput<'_>,
    answer: Option<&ComposedAnswer>,
) -> Vec<RequirementReference> {
    let unused = |one: &Requirement| RequirementReference {
        requirement_id: one.requirement_id,
        used_in_answer: false,
        statement: String::new(),
    };
    match answer {
        Some(answer) => answer.requirement_references.clone(),
        None => input.admitted.iter().map(|one| unused(one)).collect(),
    }
}

fn requirements(
    input: &ReportInput<'_>,
    answer: Option<&ComposedAnswer>,
) -> Vec<ReportedRequirement> {
    let references = references(input, answer);
    let reported = |one: &Requirement| {
        let id = one.requirement_id;
        let source = input
            .exhibits
            .iter()
            .find(|text| text.rendition == one.quote.rendition);
        let record = input.verified.iter().find(|record| record.requirement_id == id);
        let rationale = record.map(|record| record.verification_rationale.clone());
        ReportedRequirement {
            requirement: one.clone(),
            source_name: source.map(|source| source.name.clone()).unwrap_or_default(),
            verification_rationale: rationale.unwrap_or_default(),
            probability: record.and_then(|record| record.probability),
            used_in_answer: references
                .iter()
                .any(|one| one.requirement_id == id && one.used_in_answer),
        }
    };
    input.admitted.iter().map(|one| reported(one)).collect()
}

fn rejected(record: &GroundingRecord, input: &ReportInput<'_>) -> Option<RejectedRequirement> {
    let id = record.requirement_id;
    let requirement = input.extracted.iter().find(|one| one.requirement_id == id)?;
    Some(RejectedRequirement {
        requirement: ExtractedRequirement::of(requirement),
        rejection_reason: record.rejection_reason,
        verification_rationale: record.verification_rationale.clone(),
        probability: record.probability,
        rank: rank(requirement, input),
        quote: record.probability.map(|_| requirement.quote.clone()),
    })
}

/// The place of a provision's best passage in plain search.
fn rank(requirement: &Requirement, input: &ReportInput<'_>) -> Option<u32> {
    let chunk = input
        .chunks
        .iter()
        .find(|chunk| chunk.chunk_id == requirement.chunk_id)?;
    let rank = chunk.provision.as_ref()?.measures.rank;
    Some(rank).filter(|rank| 0 < *rank)
}

fn trail(
    input: &ReportInput<'_>,
    answer: Option<&ComposedAnswer>,
    missing_evidence: Vec<String>,
) -> AuditTrail {
    AuditTrail {
        question: input.question.to_owned(),
        grounding_confidence: Confidence::of(input.admitted.len()),
        extracted_requirements: input.extracted.iter().map(ExtractedRequirement::of).collect(),
        verified_requirements: input.verified.to_vec(),
        rejected_requirements: input.rejected.to_vec(),
        final_answer: answer.map(ComposedAnswer::final_answer).unwrap_or_default(),
        requirement_references: references(input, answer),
        missing_evidence,
        evidence_audit_trail: EvidenceAuditTrail {
            total_chunks_retrieved: input.chunks.len(),
            total_requirements_extracted: input.extracted.len(),
            total_requirements_verified: input.admitted.len(),
            verification_pass_rate: rate(input.admitted.len(), input.extracted.len()),
            composition_confidence: answer.map(|answer| answer.composition_confidence),
        },
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of requirements fit")]
fn rate(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    (part as f64 / whole as f64 * 10_000.0).round() / 10_000.0
}

fn sources(exhibits: &[SourceExhibit]) -> Vec<ReportedSource> {
    let mut sources: Vec<ReportedSource> = exhibits
        .iter()
        .map(|one| ReportedSource {
            name: one.name.clone(),
            media: one.media.clone(),
            source: one.source,
            rendition: one.rendition,
            reader: one.reader.clone(),
        })
        .collect();
    // Stages may hand them over in any order; the report must not depend on it.
    sources.sort_by(|a, b| (&a.name, a.rendition).cmp(&(&b.name, b.rendition)));
    sources.dedup();
    sources
}
