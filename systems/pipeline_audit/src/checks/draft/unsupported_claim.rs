//! Claims that no source supports, with what is nearest to them.

use jurat_model::{
    ByteSpan,
    audit::{Issue, IssueSeverity, PipelineStage, UnsupportedSpan},
};

use super::{
    claim_support::ClaimSupport, claims::DraftClaim, short, told_differences::is_told,
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, StateText},
    checks::AuditCheck,
};
use jurat_verify::grounding::GroundingDifference;

const UNSUPPORTED_CLAIM: IssueCode = IssueCode::new("UNSUPPORTED_CLAIM");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[UNSUPPORTED_CLAIM],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

/// New words named in a message.
const TOLD: usize = 6;

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::comparable(subject, UNSUPPORTED_CLAIM) {
        return unchecked;
    }
    let flagged = flagged(subject, policy).into_iter();
    let open = flagged.filter(|one| !one.is_explained(policy));
    open.map(|one| issue(subject, &one)).collect()
}

/// What the sources do not support, for the section beside its issues.
pub(super) fn spans(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<UnsupportedSpan> {
    if super::comparable(subject, UNSUPPORTED_CLAIM).is_err() {
        return Vec::new();
    }
    let mut spans = Vec::new();
    for UnsupportedClaim { text, claim, standing } in flagged(subject, policy) {
        let nearest = standing.nearest.as_ref().map(|near| near.pointer(subject));
        let parts = match standing.unsupported.as_slice() {
            [] => vec![ByteSpan::from(claim.range.clone())],
            parts => parts.to_vec(),
        };
        for span in parts {
            let words = span.of(&text.text).unwrap_or_default().to_owned();
            spans.push(UnsupportedSpan {
                at: text.at.clone(),
                span,
                text: words,
                nearest: nearest.clone(),
            });
        }
    }
    spans.truncate(policy.limits.issues);
    spans
}

struct UnsupportedClaim<'s> {
    text: &'s StateText,
    claim: &'s DraftClaim,
    standing: &'s ClaimSupport,
}

impl UnsupportedClaim<'_> {
    /// Whether a code of its own says what is wrong with it: another number, `may` for `must`.
    fn is_explained(&self, policy: &AuditPolicy) -> bool {
        let Some(near) = &self.standing.nearest else { return false };
        self.standing.differences.iter().any(|one| is_told(one, near, policy))
    }
}

/// The claims whose risk reaches the policy's threshold.
fn flagged<'s>(subject: &'s AuditSubject, policy: &AuditPolicy) -> Vec<UnsupportedClaim<'s>> {
    let view = &subject.views.draft;
    let passages = view.passages(subject).iter().zip(view.standings(subject));
    let texts = subject.draft_texts().iter().zip(passages);
    let all = texts.flat_map(|(text, (passage, standings))| {
        let claims = passage.claims.iter().zip(standings);
        claims.map(move |(claim, standing)| UnsupportedClaim { text, claim, standing })
    });
    let all: Vec<UnsupportedClaim<'s>> = all.collect();
    let doubtful = |one: &UnsupportedClaim<'_>| policy.grounding_threshold <= one.standing.risk;
    match doubt_of_prose(subject) {
        None => all.into_iter().filter(doubtful).collect(),
        // An answer in prose is weighed as a whole; where that is doubtful, so is at least one of its claims.
        Some(doubt) if policy.answer_threshold <= doubt => {
            let worst = all.iter().map(|one| one.standing.risk).fold(0.0, f64::max);
            let is_worst = |one: &UnsupportedClaim<'_>| worst <= one.standing.risk;
            all.into_iter().filter(|one| doubtful(one) || is_worst(one)).collect()
        }
        Some(_) => Vec::new(),
    }
}

/// The probability that something in an answer to a question is unsupported, where no source lays down rules.
fn doubt_of_prose(subject: &AuditSubject) -> Option<f64> {
    let view = &subject.views.draft;
    let is_prose = subject.query.is_some() && !view.rules(subject).contains(&true);
    view.faithfulness(subject)
        .filter(|_| is_prose)
        .map(|share| 1.0 - share)
}

fn issue(subject: &AuditSubject, flagged: &UnsupportedClaim<'_>) -> Issue {
    let UnsupportedClaim { text, claim, standing } = flagged;
    let said = short(&text.text[claim.range.clone()]);
    let near = standing.nearest.as_ref();
    let against = near.map_or_else(String::new, |near| {
        format!("; nearest is {}: “{}”", near.pointer(subject), short(&near.words))
    });
    let msg = format!("no source supports “{said}”{}{against}", new_words(standing));
    let fix = match near {
        Some(near) => format!("say what {} says, or leave it out", near.pointer(subject)),
        None => "leave it out, or retrieve a source that says it".to_owned(),
    };
    let mut issue = UNSUPPORTED_CLAIM.issue(CHECK.severity, msg, fix).at(&text.at);
    issue = issue.with_span(claim.range.clone());
    if let Some(near) = near {
        let pointer = near.pointer(subject);
        issue = issue.with_evidence(&pointer);
        if let Some(span) = near.span {
            issue = issue.with_evidence(format!("{pointer}:{}-{}", span.start, span.end));
        }
    }
    issue
}

fn new_words(standing: &ClaimSupport) -> String {
    let words = standing.differences.iter().find_map(|one| match one {
        GroundingDifference::NovelWords { words, .. } => Some(words),
        _ => None,
    });
    let Some(words) = words else { return String::new() };
    let told: Vec<&str> = words.iter().take(TOLD).map(String::as_str).collect();
    format!("; in no source: {}", told.join(", "))
}
