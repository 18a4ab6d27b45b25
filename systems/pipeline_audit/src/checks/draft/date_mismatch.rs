//! Dates of a draft that the nearest source has otherwise.

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

const DATE_MISMATCH: Code = Code::new("DATE_MISMATCH");

pub(super) const CHECK: Check = Check {
    codes: &[DATE_MISMATCH],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    differing::find(subject, DATE_MISMATCH, tell)
}

pub(super) fn tell(difference: &Difference, _: &Near, pointer: &str) -> Option<Told> {
    let Difference::Date { said, nearest, .. } = difference else { return None };
    let Some(nearest) = nearest else { return Some(unknown(said, pointer)) };
    Some(Told {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: format!("write `{nearest}`, as {pointer} has it"),
        severity: CHECK.severity,
    })
}

/// A date that no source has at all.
fn unknown(said: &str, pointer: &str) -> Told {
    Told {
        msg: format!("the draft says `{said}`, and no source does; nearest is {pointer}"),
        fix: format!("leave `{said}` out, or retrieve the source that has it"),
        severity: Severity::Info,
    }
}
