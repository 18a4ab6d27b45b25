//! Numbers of a draft that the nearest source has otherwise.

use std::sync::LazyLock;

use jurat_model::audit::{Issue, Severity, Stage};

use super::{
    differing::{self, Told},
    phrases::{Phrases, read},
    standing::Near,
};
use crate::{
    audit::{AuditPolicy, Code, Subject},
    checks::Check,
};
use jurat_verify::grounding::Difference;

const NUMBER_MISMATCH: Code = Code::new("NUMBER_MISMATCH");

pub(super) const CHECK: Check = Check {
    codes: &[NUMBER_MISMATCH],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    differing::find(subject, NUMBER_MISMATCH, tell)
}

pub(super) fn tell(difference: &Difference, _: &Near, pointer: &str) -> Option<Told> {
    let Difference::Number { said, nearest, .. } = difference else { return None };
    let Some(nearest) = nearest else { return unknown(said, pointer) };
    Some(Told {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: format!("write `{nearest}`, as {pointer} has it"),
        severity: CHECK.severity,
    })
}

/// A quantity that no source has at all. A bare number, or a count of things, may be reckoned; it
/// says nothing.
fn unknown(said: &str, pointer: &str) -> Option<Told> {
    let number = said.contains(|c: char| c.is_ascii_digit());
    let measured = said.contains(['%', '$', '€', '£']) || UNITS.any(&read(said), None);
    (number && measured).then(|| Told {
        msg: format!("the draft says `{said}`, and no source does; nearest is {pointer}"),
        fix: format!("leave `{said}` out, or retrieve the source that has it"),
        severity: CHECK.severity,
    })
}

static UNITS: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(include_str!("data/units.txt")));
