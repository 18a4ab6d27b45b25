//! The gate where a model has looked on. Its doubt keeps a requirement out. Of provisions it may choose which answer;
//! what must hold of them holds all the same.

use std::collections::BTreeMap;

use jurat_model::{
    EvidenceUnit, GroundingRecord, RejectionReason, RelevanceJudgement, Requirement,
    RequirementId, RetrievedChunk, SourceExhibit,
};

use super::{GateOutcome, GatePolicy, gate, provision};

/// What the gate is to decide on.
#[derive(Debug, Clone, Copy)]
pub struct GateRequest<'a> {
    pub question: &'a str,
    /// The passages that led to them, with how they were found.
    pub chunks: &'a [RetrievedChunk],
    /// The texts that requirements are quoted from.
    pub exhibits: &'a [SourceExhibit],
    /// What a model thinks of the requirements; empty where none was asked.
    pub judgements: &'a [RelevanceJudgement],
    /// What the gate goes by.
    pub policy: GatePolicy,
}

/// Passes all requirements through the gate, those first that a model does not doubt. The same
/// input gives the same verdicts.
pub fn decide(inquiry: GateRequest<'_>, requirements: &[Requirement]) -> GateOutcome {
    if inquiry.policy.unit == EvidenceUnit::Provision {
        return provision::gate(inquiry, requirements);
    }
    let doubts: BTreeMap<RequirementId, &str> = inquiry
        .judgements
        .iter()
        .filter(|judgement| !judgement.addresses)
        .map(|judgement| (judgement.requirement_id, judgement.why.as_str()))
        .collect();
    if doubts.is_empty() {
        return gate(inquiry.question, requirements, inquiry.exhibits, inquiry.policy);
    }
    let (doubted, others): (Vec<Requirement>, Vec<Requirement>) = requirements
        .iter()
        .cloned()
        .partition(|one| doubts.contains_key(&one.requirement_id));
    let mut gated = gate(inquiry.question, &others, inquiry.exhibits, inquiry.policy);
    for one in &doubted {
        let why = doubts.get(&one.requirement_id).copied().unwrap_or_default();
        gated
            .rejected
            .push(turned_away(inquiry.question, one.requirement_id, why));
    }
    let order: BTreeMap<RequirementId, usize> = requirements
        .iter()
        .enumerate()
        .map(|(at, one)| (one.requirement_id, at))
        .collect();
    gated
        .rejected
        .sort_by_key(|record| order.get(&record.requirement_id).copied());
    gated.metadata = gated.metadata.with_doubted(doubted.len());
    gated
}

fn turned_away(question: &str, requirement_id: RequirementId, why: &str) -> GroundingRecord {
    GroundingRecord {
        requirement_id,
        verified: false,
        probability: None,
        rejection_reason: Some(RejectionReason::DoesNotAddressQuestion),
        verification_rationale: provision::doubted(question, why),
    }
}

/// The requirements that could pass: only on these is a model's opinion worth having. A provision can pass, however
/// unlikely words and vectors find it, where it stands in its source and is law.
pub fn worth_asking(
    inquiry: GateRequest<'_>,
    requirements: &[Requirement],
) -> Vec<Requirement> {
    let inquiry = GateRequest { judgements: &[], ..inquiry };
    if inquiry.policy.unit == EvidenceUnit::Provision {
        return provision::open_to_choice(inquiry, requirements);
    }
    let gated = decide(inquiry, requirements);
    gated.admitted.iter().map(|one| one.get().clone()).collect()
}
