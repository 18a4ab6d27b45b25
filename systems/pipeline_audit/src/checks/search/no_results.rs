//! Retrieval that found nothing to rest an answer on.

use jurat_model::audit::{Issue, Severity, Stage};

use crate::{
    audit::{AuditPolicy, Code, Subject},
    checks::Check,
};

const NO_RESULTS: Code = Code::new("NO_RESULTS");

pub(super) const CHECK: Check = Check {
    codes: &[NO_RESULTS],
    stage: Stage::Search,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, _: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, NO_RESULTS) {
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    if hits.iter().any(|hit| !hit.text.trim().is_empty()) {
        return Vec::new();
    }
    let msg = match hits.len() {
        0 => "no source was found".to_owned(),
        1 => "the only source has no text".to_owned(),
        count => format!("none of the {count} sources has a text"),
    };
    let fix = "widen the search, or answer that nothing was found";
    vec![NO_RESULTS.issue(CHECK.severity, msg, fix)]
}
