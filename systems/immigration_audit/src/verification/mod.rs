//! Verification: every citation held against what is known of decisions. Pure: the same citations and texts give the same record.

use std::collections::BTreeMap;

use jurat_citator::{
    AuthorityTable, CardRequest, CaseGraph, CaseIndex, CitationCard, CourtTable, GraphCase,
    IndexStack, ReadCases, citation_card, citing_treatments, read_decision,
};
use jurat_model::{CitationLayer, CitationOutcome};

use crate::{
    model::{
        Authority, CitationVerification, DetectiveFindings, PolicyCitation, VerificationRecord,
        VerificationStatus,
    },
    research::{AuthorityTexts, MATTER_FILE, REPLACED},
};

/// What is checked, and in which round.
pub struct VerificationOrder<'a> {
    pub research: &'a DetectiveFindings,
    pub texts: &'a AuthorityTexts,
    pub as_of: &'a str,
    /// From 1.
    pub iteration: u32,
    /// How often research may be sent back.
    pub max_iterations: u32,
    /// The record of the round before.
    pub before: Option<&'a VerificationRecord>,
}

/// Checks every citation, and never stops at the first that fails.
pub fn verify(order: &VerificationOrder<'_>) -> VerificationRecord {
    let courts = CourtTable::canada();
    let table = AuthorityTable::shipped(&courts);
    let (graph, texts) = read_cases(order.texts, &courts);
    let read = ReadCases {
        name: "packs",
        graph: &graph,
        texts: &texts,
        coverage: &order.texts.coverage,
        courts: &courts,
    };
    let index = IndexStack { indexes: vec![&read as &dyn CaseIndex, &table] };
    let mut citations: Vec<CitationVerification> = Vec::new();
    for authority in &order.research.case_law {
        citations.push(of_decision(authority, order, (&courts, &index)));
    }
    for policy in &order.research.policy_citations {
        citations.push(of_policy(policy, order));
    }
    let failed: Vec<CitationVerification> =
        citations.iter().filter(|it| it.status == FAILED).cloned().collect();
    let goes_back = citations.iter().any(|it| it.critical);
    let verified = citations.iter().filter(|it| it.status == VERIFIED).count();
    let verification_status = match (goes_back, citations.len()) {
        (true, _) => VerificationStatus::Fail,
        (false, 0) => VerificationStatus::Pending,
        (false, count) if verified == count => VerificationStatus::Pass,
        (false, _) => VerificationStatus::Partial,
    };
    VerificationRecord {
        verification_status,
        iteration: order.iteration,
        max_iterations: order.max_iterations,
        fixes: papers_to_mend(order.research)
            .chain(citations.iter().filter_map(fix))
            .collect(),
        failed_citations: failed,
        citations,
        goes_back,
    }
}

pub const VERIFIED: &str = "VERIFIED";
pub const UNVERIFIED: &str = "UNVERIFIED";
pub const FAILED: &str = "FAILED";

/// The research that may support a point: what was not verified supports none.
pub fn verified_research(
    research: &DetectiveFindings,
    record: &VerificationRecord,
) -> DetectiveFindings {
    let holds = |written: &str| {
        record
            .citations
            .iter()
            .any(|it| it.citation == written && it.status == VERIFIED)
    };
    DetectiveFindings {
        case_law: research
            .case_law
            .iter()
            .filter(|it| holds(&it.citation))
            .cloned()
            .collect(),
        policy_citations: research
            .policy_citations
            .iter()
            .filter(|it| holds(&policy_name(it)))
            .cloned()
            .collect(),
        ..research.clone()
    }
}

/// Decisions whose texts are at hand: who cites whom, and the texts by their keys.
fn read_cases(
    texts: &AuthorityTexts,
    courts: &CourtTable,
) -> (CaseGraph, BTreeMap<String, String>) {
    let mut all = BTreeMap::new();
    let mut cases = Vec::new();
    for exhibit in texts.texts.iter().filter(|it| it.reader.name == "decision_blocks") {
        let record = read_decision(&exhibit.text, courts);
        let Some(key) = record.citation.as_ref().map(|one| one.value.clone()) else { continue };
        let contexts = citing_treatments(&exhibit.text, courts, Some(&key));
        cases.push((GraphCase::read(key.clone(), record), contexts));
        all.entry(key).or_insert_with(|| exhibit.text.clone());
    }
    (CaseGraph::new(cases), all)
}

/// A citation as it is written out: the style, then the citation.
pub fn written(authority: &Authority) -> String {
    if authority.style.is_empty() {
        return authority.citation.clone();
    }
    format!("{}, {}", authority.style, authority.citation)
}

/// Guidance as it is listed.
pub fn policy_name(policy: &PolicyCitation) -> String {
    format!("{}, {}", policy.document, policy.section)
}

fn of_decision(
    authority: &Authority,
    order: &VerificationOrder<'_>,
    (courts, index): (&CourtTable, &dyn CaseIndex),
) -> CitationVerification {
    let written = written(authority);
    // Words out of the matter's own papers are no words of the decision.
    let quote = authority.quote.as_str();
    let quote = (authority.source.service != MATTER_FILE && !quote.is_empty()).then_some(quote);
    let card = citation_card(
        &CardRequest {
            written: &written,
            as_of: Some(order.as_of),
            quote,
            proposition: None,
        },
        courts,
        index,
    );
    let attempts = attempts(&authority.citation, order);
    judged(authority, card, attempts)
}

/// In how many rounds a citation was looked at, this one too.
fn attempts(written: &str, order: &VerificationOrder<'_>) -> u32 {
    let before = order
        .before
        .and_then(|record| record.citations.iter().find(|it| it.citation == written));
    before.map_or(1, |it| it.attempts.saturating_add(1))
}

fn judged(authority: &Authority, card: CitationCard, attempts: u32) -> CitationVerification {
    let outcome = |layer| {
        let asked = card.layer(layer).filter(|it| it.asked);
        asked.map(|it| (it.outcome, it.reason.clone()))
    };
    let exists = outcome(CitationLayer::Exists);
    let is_there = exists
        .as_ref()
        .is_some_and(|(it, _)| *it == CitationOutcome::Verified);
    let good_law = good_law(&card, is_there);
    let layers = [
        CitationLayer::Parses,
        CitationLayer::Exists,
        CitationLayer::NameMatches,
        CitationLayer::QuoteInText,
    ];
    let mut told: Vec<(CitationOutcome, String)> = layers
        .into_iter()
        .filter_map(outcome)
        .filter(|(it, _)| *it != CitationOutcome::Verified)
        .collect();
    if good_law != GOOD_LAW {
        told.extend(outcome(CitationLayer::GoodLaw));
    }
    let worst = told.iter().map(|(it, _)| *it).max();
    let status = match worst {
        None | Some(CitationOutcome::Verified) => VERIFIED,
        Some(CitationOutcome::Unverified) => UNVERIFIED,
        Some(CitationOutcome::Failed) => FAILED,
    };
    let issue: Vec<String> = told
        .into_iter()
        .filter(|(it, _)| Some(*it) == worst)
        .map(|(_, why)| why)
        .collect();
    let exists = match exists.map(|(it, _)| it) {
        Some(CitationOutcome::Verified) => "yes",
        Some(CitationOutcome::Failed) => "no",
        _ => "not checked",
    };
    CitationVerification {
        citation: authority.citation.clone(),
        status: status.to_owned(),
        exists: exists.to_owned(),
        good_law: good_law.to_owned(),
        authority: rank(authority, &card),
        issue: issue.join("; "),
        critical: status == FAILED,
        attempts,
        card: Some(card),
    }
}

const GOOD_LAW: &str = "GOOD_LAW";

/// Good law as far as whoever knows the decision records; the index with its day stands under `authority`.
fn good_law(card: &CitationCard, is_there: bool) -> &'static str {
    let layer = card.layer(CitationLayer::GoodLaw);
    match layer
        .filter(|it| it.asked)
        .map(|it| (it.outcome, it.evidence.is_empty()))
    {
        Some((CitationOutcome::Failed, _)) => "OVERRULED",
        Some((CitationOutcome::Unverified, false)) => "QUESTIONED",
        Some((CitationOutcome::Verified, _)) => GOOD_LAW,
        Some((CitationOutcome::Unverified, true)) if is_there => GOOD_LAW,
        _ => "not checked",
    }
}

/// The court, and up to when its treatment is known.
fn rank(authority: &Authority, card: &CitationCard) -> String {
    let court = card.court.as_deref().unwrap_or(&authority.court);
    let known = card.layer(CitationLayer::GoodLaw).map(|it| it.reason.as_str());
    match known {
        Some(known) if !known.is_empty() => format!("{court}; {known}"),
        _ => court.to_owned(),
    }
}

/// Guidance is no decision: its words must stand in the passage that was found.
fn of_policy(policy: &PolicyCitation, order: &VerificationOrder<'_>) -> CitationVerification {
    let written = policy_name(policy);
    let texts = order.texts.texts.iter();
    let text = texts
        .filter(|it| it.is_whole())
        .find(|it| it.rendition.to_string() == policy.text_hash);
    let stands = text.is_some_and(|text| {
        policy.span.and_then(|span| text.text.get(span.range())) == Some(policy.quote.as_str())
    });
    let (status, exists, issue) = match (stands, text.is_some()) {
        (true, _) => (VERIFIED, "yes", String::new()),
        (false, true) => (FAILED, "yes", "the words do not stand there".to_owned()),
        (false, false) => (UNVERIFIED, "not checked", "its text is not at hand".to_owned()),
    };
    CitationVerification {
        attempts: attempts(&written, order),
        citation: written,
        status: status.to_owned(),
        exists: exists.to_owned(),
        good_law: "not checked".to_owned(),
        authority: policy.source.service.clone(),
        issue,
        critical: status == FAILED,
        card: None,
    }
}

/// Citations of the matter's own papers that failed: the report rests on others, and the papers still say them.
fn papers_to_mend(research: &DetectiveFindings) -> impl Iterator<Item = String> + '_ {
    let notes = research.research_notes.iter();
    let theirs = notes.filter(|it| it.outcome == REPLACED && it.service == MATTER_FILE);
    theirs.map(|it| {
        format!(
            "{}: {}. A paper of the matter cites it: correct the paper.",
            it.query, it.words
        )
    })
}

fn fix(citation: &CitationVerification) -> Option<String> {
    let CitationVerification { citation: written, status, issue, .. } = citation;
    match status.as_str() {
        FAILED => Some(format!(
            "{written}: {issue}. Look it up by hand, find another authority, or take the argument out."
        )),
        UNVERIFIED => Some(format!(
            "{written}: {issue}. It supports no point until it is looked up by hand."
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
