//! Negations of the sources that the draft leaves out, or puts in.

use jurat_model::audit::{Issue, Severity, Stage};

use super::{
    differing::{self, Told},
    standing::Near,
};
use crate::{
    audit::{AuditPolicy, Code, Subject},
    checks::Check,
};
use jurat_verify::grounding::{Change, Difference};

const NEGATION_CHANGED: Code = Code::new("NEGATION_CHANGED");

pub(super) const CHECK: Check = Check {
    codes: &[NEGATION_CHANGED],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    differing::find(subject, NEGATION_CHANGED, tell)
}

pub(super) fn tell(difference: &Difference, _: &Near, pointer: &str) -> Option<Told> {
    let Difference::Negation { word, change, .. } = difference else { return None };
    Some(match change {
        Change::Dropped => Told {
            msg: format!("the draft affirms `{word}`, {pointer} denies it"),
            fix: format!("put the negation back, as {pointer} has it"),
            severity: CHECK.severity,
        },
        Change::Added => Told {
            msg: format!("the draft denies `{word}`, {pointer} does not"),
            fix: format!("leave the negation out, as {pointer} does"),
            severity: CHECK.severity,
        },
    })
}
