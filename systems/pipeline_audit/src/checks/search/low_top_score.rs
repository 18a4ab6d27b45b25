//! A best source that is not good enough.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const LOW_TOP_SCORE: IssueCode = IssueCode::new("LOW_TOP_SCORE");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LOW_TOP_SCORE],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, LOW_TOP_SCORE) {
        Ok([]) => return Vec::new(),
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    let scored = hits.iter().filter_map(|hit| Some((hit.score?, hit)));
    let Some((best, hit)) = scored.max_by(|one, two| one.0.total_cmp(&two.0)) else {
        let fix = "keep the scores of retrieval with its sources";
        return vec![LOW_TOP_SCORE.unchecked("no source has a score", fix)];
    };
    if policy.min_score <= best {
        return Vec::new();
    }
    let msg =
        format!("the best source has score {best}, at least {} is wanted", policy.min_score);
    let fix = "search with other words, or answer that nothing fitting was found";
    let issue = LOW_TOP_SCORE.issue(CHECK.severity, msg, fix);
    vec![issue.with_evidence(hit.pointer()).at(format!("{}.score", hit.at))]
}
