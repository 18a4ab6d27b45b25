//! The question or a source gives orders to the model that reads it.

use jurat_injection::{InjectionReason, ScreenedTextKind, SuspectSpan, screen};
use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::super::AuditCheck;
use crate::audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode, StateText};

const INJECTION_SUSPECTED: IssueCode = IssueCode::new("INJECTION_SUSPECTED");
/// Characters of the words that are shown.
const MOST_WORDS: usize = 80;

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[INJECTION_SUSPECTED],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let question = subject.query.iter().flat_map(asked);
    let sources = subject.hits().iter().take(policy.limits.sources).flat_map(found_in);
    question.chain(sources).collect()
}

fn asked(query: &StateText) -> Vec<Issue> {
    let fix = "ask the reader to put the question without orders";
    // One or two words are too few to be like anything.
    let short = query.text.split_whitespace().nth(2).is_none();
    let tells = |one: &&SuspectSpan| {
        !short || one.why.iter().any(|why| *why != InjectionReason::Learned)
    };
    suspicions(&query.text, ScreenedTextKind::Question)
        .iter()
        .filter(tells)
        .map(|one| issue(one, &query.text, fix).at(&query.at).with_span(one.span))
        .collect()
}

fn found_in(hit: &AuditedHit) -> Vec<Issue> {
    let fix = "leave the source out, or keep its words away from the model";
    let pointing = |one: &SuspectSpan| {
        let (pointer, span) = (hit.pointer(), one.span);
        let place = format!("{pointer}:{}-{}", span.start, span.end);
        issue(one, &hit.text, fix)
            .at(&hit.at)
            .with_evidence(pointer)
            .with_evidence(place)
    };
    suspicions(&hit.text, ScreenedTextKind::Passage)
        .iter()
        .map(pointing)
        .collect()
}

fn suspicions(text: &str, setting: ScreenedTextKind) -> Vec<SuspectSpan> {
    let found = screen(text, setting);
    if found.risk < setting.threshold() { Vec::new() } else { found.suspicions }
}

fn issue(suspicion: &SuspectSpan, text: &str, fix: &str) -> Issue {
    let why: Vec<&str> = suspicion.why.iter().map(|why| why.in_words()).collect();
    let words = suspicion.span.of(text).unwrap_or_default();
    let words: String = words.chars().take(MOST_WORDS).collect();
    let msg = format!("“{words}” may give orders to a model: {}", why.join(", "));
    INJECTION_SUSPECTED.issue(CHECK.severity, msg, fix)
}
