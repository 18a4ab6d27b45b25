//! Duties of the sources that the draft makes permissions, or the other way round.

use jurat_model::audit::{Issue, Severity, Stage};

use super::{
    differing::{self, Told},
    standing::Near,
};
use crate::{
    audit::{AuditPolicy, Code, Subject},
    checks::Check,
};
use jurat_verify::grounding::Difference;

const MODAL_CHANGED: Code = Code::new("MODAL_CHANGED");

pub(super) const CHECK: Check = Check {
    codes: &[MODAL_CHANGED],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    differing::find(subject, MODAL_CHANGED, tell)
}

pub(super) fn tell(difference: &Difference, _: &Near, pointer: &str) -> Option<Told> {
    let Difference::Modal { said, nearest, .. } = difference else { return None };
    if [said, nearest]
        .iter()
        .any(|word| LOOSE.contains(&word.to_lowercase().as_str()))
    {
        return None;
    }
    Some(Told {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: format!("write `{nearest}`, as {pointer} has it"),
        severity: CHECK.severity,
    })
}

/// Words that say what will be as often as what must be.
const LOOSE: [&str; 6] = ["will", "bound", "free", "need", "needs", "expected"];
