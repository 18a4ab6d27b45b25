//! Conditions and exceptions of the sources that the draft leaves out, or puts in.

use std::collections::BTreeSet;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use jurat_text::sentence_reading::{SentenceReading, sentence_words};

use super::claim_differences::{self, DifferenceMessage};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};
use jurat_verify::grounding::{GroundingDifference, QualifierChange};

const CONDITION_DROPPED: IssueCode = IssueCode::new("CONDITION_DROPPED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[CONDITION_DROPPED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let limited = limited(subject);
    claim_differences::issues_of_difference(
        subject,
        CONDITION_DROPPED,
        |difference, near, pointer| tell(difference, pointer, limited.contains(&near.hit)),
    )
}

/// The sources that some claim of the draft tells with a limit. What one sentence limits, another
/// may repeat in brief.
fn limited(subject: &AuditSubject) -> BTreeSet<usize> {
    if subject.hits().is_empty() {
        return BTreeSet::new();
    }
    let view = &subject.views.draft;
    let passages = view.passages(subject).iter().zip(view.standings(subject));
    let texts = subject.draft_texts().iter().zip(passages);
    let mut limited = BTreeSet::new();
    for (text, (passage, standings)) in texts {
        for (claim, standing) in passage.claims.iter().zip(standings) {
            let said = &text.text[claim.range.clone()];
            let words: Vec<_> = sentence_words(said).collect();
            let reading = SentenceReading::new(said, &words, subject.language());
            let limits = |at| reading.begins_exception(at) || reading.is_only(at);
            if (0..words.len()).any(limits) {
                limited.extend(standing.nearest.as_ref().map(|near| near.hit));
            }
        }
    }
    limited
}

fn tell(
    difference: &GroundingDifference,
    pointer: &str,
    is_limited: bool,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Condition { word, change, .. } = difference else { return None };
    Some(match change {
        QualifierChange::Dropped if is_limited => return None,
        QualifierChange::Dropped => DifferenceMessage {
            msg: format!("the draft leaves out what {pointer} limits with `{word}`"),
            fix: format!("say the limit that begins with `{word}` in {pointer}"),
            severity: CHECK.severity,
        },
        QualifierChange::Added => DifferenceMessage {
            msg: format!("the draft limits with `{word}` what {pointer} does not"),
            fix: format!("leave out `{word}`, or cite the source that says it"),
            severity: IssueSeverity::Info,
        },
    })
}
