//! Retrieval that found nothing to rest an answer on.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, held_claims::no_sources},
    checks::AuditCheck,
};

const NO_RESULTS: IssueCode = IssueCode::new("NO_RESULTS");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[NO_RESULTS],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, NO_RESULTS) {
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    if let Some(missing) = no_sources(subject) {
        return vec![NO_RESULTS.unchecked(missing.reason, missing.fix)];
    }
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
