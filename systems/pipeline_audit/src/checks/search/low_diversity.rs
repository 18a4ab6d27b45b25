//! Sources that are all from the same place.

use std::collections::BTreeSet;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const LOW_DIVERSITY: IssueCode = IssueCode::new("LOW_DIVERSITY");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LOW_DIVERSITY],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Warn,
    find,
};

/// Fewer sources than this cannot lack variety.
const FEWEST: usize = 3;

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, LOW_DIVERSITY) {
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    if hits.len() < FEWEST {
        return Vec::new();
    }
    let found = diversity(subject);
    if policy.diversity_min <= found {
        return Vec::new();
    }
    let msg = format!(
        "{} sources are of {} provisions or documents: diversity {found:.2}, at least {:.2} is wanted",
        hits.len(),
        kinds(hits).len(),
        policy.diversity_min
    );
    let fix = "merge passages of the same provision and retrieve further ones";
    let issue = LOW_DIVERSITY.issue(CHECK.severity, msg, fix);
    vec![
        hits.iter()
            .take(3)
            .fold(issue, |issue, hit| issue.with_evidence(hit.pointer())),
    ]
}

/// Distinct provisions or documents, as a share of the sources; 1 where there is none.
#[expect(clippy::cast_precision_loss, reason = "counts of sources fit")]
pub(crate) fn diversity(subject: &AuditSubject) -> f64 {
    let hits = subject.hits();
    if hits.is_empty() {
        return 1.0;
    }
    let share = kinds(hits).len() as f64 / hits.len() as f64;
    (share * 10_000.0).round() / 10_000.0
}

/// What tells sources apart: provision and law, else title or address, else the words.
fn kinds(hits: &[AuditedHit]) -> BTreeSet<(&str, &str)> {
    hits.iter().map(kind).collect()
}

fn kind(hit: &AuditedHit) -> (&str, &str) {
    let law = hit.law.as_deref().unwrap_or_default();
    let named = hit.label.as_deref().or(hit.title.as_deref()).or(hit.url.as_deref());
    (law, named.unwrap_or(&hit.text))
}
