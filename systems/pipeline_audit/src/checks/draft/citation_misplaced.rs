//! Claims that name a source which does not support them, where another one does.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use jurat_text::tokens::words;

use super::{claim_support::ClaimSupport, claims::DraftClaim, short};
use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode, StateText},
    checks::AuditCheck,
};
use jurat_verify::grounding::CLAIM_THRESHOLD;

const CITATION_MISPLACED: IssueCode = IssueCode::new("CITATION_MISPLACED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[CITATION_MISPLACED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

/// How much more likely it must be that the named sources do not support a claim.
const CLEARLY: f64 = 0.25;
/// Words below which it is a heading.
const FEWEST_WORDS: usize = 8;

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::comparable(subject, CITATION_MISPLACED) {
        return unchecked;
    }
    let view = &subject.views.draft;
    let passages = view.passages(subject).iter().zip(view.standings(subject));
    let texts = subject.draft_texts().iter().zip(passages);
    let claims = texts.flat_map(|(text, (passage, standings))| {
        passage
            .claims
            .iter()
            .zip(standings)
            .map(move |(claim, one)| (text, claim, one))
    });
    claims
        .filter(|(text, claim, standing)| is_misplaced(claim, text, standing))
        .filter_map(|(text, claim, standing)| issue(subject, text, claim, standing))
        .collect()
}

/// Whether some source supports a claim and the named ones clearly do not.
fn is_misplaced(claim: &DraftClaim, text: &StateText, standing: &ClaimSupport) -> bool {
    let long =
        FEWEST_WORDS <= words(&text.text[claim.range.clone()]).take(FEWEST_WORDS).count();
    let apart = |(all, named): (f64, f64)| {
        all < CLAIM_THRESHOLD && CLAIM_THRESHOLD <= named && all + CLEARLY <= named
    };
    long && standing.named_risk.is_some_and(apart)
}

fn issue(
    subject: &AuditSubject,
    text: &StateText,
    claim: &DraftClaim,
    standing: &ClaimSupport,
) -> Option<Issue> {
    let near = standing.nearest.as_ref()?;
    let pointer = near.pointer(subject);
    let named = claim.named.iter().filter_map(|at| subject.hits().get(*at));
    let named: Vec<String> = named.map(AuditedHit::pointer).collect();
    let said = short(&text.text[claim.range.clone()]);
    let msg = format!(
        "“{said}” names {} and rests on {pointer}: “{}”",
        named.join(", "),
        short(&near.words)
    );
    let fix = format!("cite {pointer} for it, or say what {} says", named.join(", "));
    // Of a copy it is sure where it comes from.
    let severity = if near.is_copied { IssueSeverity::Error } else { CHECK.severity };
    let issue = CITATION_MISPLACED.issue(severity, msg, fix).at(&text.at);
    let issue = issue.with_span(claim.range.clone()).with_evidence(pointer);
    Some(named.into_iter().fold(issue, Issue::with_evidence))
}
