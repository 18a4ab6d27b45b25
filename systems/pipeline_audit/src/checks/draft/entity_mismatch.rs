//! Names of a draft that the nearest source has otherwise.

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

const ENTITY_MISMATCH: Code = Code::new("ENTITY_MISMATCH");

pub(super) const CHECK: Check = Check {
    codes: &[ENTITY_MISMATCH],
    stage: Stage::Draft,
    severity: Severity::Warn,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    differing::find(subject, ENTITY_MISMATCH, tell)
}

fn tell(difference: &Difference, _: &Near, pointer: &str) -> Option<Told> {
    let Difference::Entity { said, nearest: Some(nearest), .. } = difference else {
        return None;
    };
    Some(Told {
        msg: format!("the draft names `{said}`, {pointer} names `{nearest}`"),
        fix: format!("name `{nearest}`, as {pointer} does, or the source that names `{said}`"),
        severity: CHECK.severity,
    })
}
