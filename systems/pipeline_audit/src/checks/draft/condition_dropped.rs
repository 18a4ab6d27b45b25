//! Conditions and exceptions of the sources that the draft leaves out, or puts in.

use std::{collections::BTreeSet, ops::Range};

use jurat_model::audit::{Issue, Severity, Stage};
use jurat_text::tokens::words;

use super::differing::{self, Told};
use crate::{
    audit::{AuditPolicy, Code, Subject},
    checks::Check,
};
use jurat_verify::{
    grounding::{Change, Difference},
    modal,
};

const CONDITION_DROPPED: Code = Code::new("CONDITION_DROPPED");

pub(super) const CHECK: Check = Check {
    codes: &[CONDITION_DROPPED],
    stage: Stage::Draft,
    severity: Severity::Warn,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    let limited = limited(subject);
    differing::find(subject, CONDITION_DROPPED, |difference, near, pointer| {
        tell(difference, pointer, limited.contains(&near.hit))
    })
}

/// The sources that some claim of the draft tells with a limit. What one sentence limits, another
/// may repeat in brief.
fn limited(subject: &Subject) -> BTreeSet<usize> {
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
            let limits = |word: Range<usize>| {
                let word = said[word].to_lowercase();
                modal::is_exception(&word) || modal::is_only(&word)
            };
            if words(said).any(limits) {
                limited.extend(standing.nearest.as_ref().map(|near| near.hit));
            }
        }
    }
    limited
}

fn tell(difference: &Difference, pointer: &str, is_limited: bool) -> Option<Told> {
    let Difference::Condition { word, change, .. } = difference else { return None };
    Some(match change {
        Change::Dropped if is_limited => return None,
        Change::Dropped => Told {
            msg: format!("the draft leaves out what {pointer} limits with `{word}`"),
            fix: format!("say the limit that begins with `{word}` in {pointer}"),
            severity: CHECK.severity,
        },
        Change::Added => Told {
            msg: format!("the draft limits with `{word}` what {pointer} does not"),
            fix: format!("leave out `{word}`, or cite the source that says it"),
            severity: Severity::Info,
        },
    })
}
