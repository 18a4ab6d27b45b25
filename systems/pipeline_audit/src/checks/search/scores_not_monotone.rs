//! Sources whose scores do not fall from the first to the last.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const SCORES_NOT_MONOTONE: IssueCode = IssueCode::new("SCORES_NOT_MONOTONE");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[SCORES_NOT_MONOTONE],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, SCORES_NOT_MONOTONE) {
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    let scored: Vec<(f64, &AuditedHit)> =
        hits.iter().filter_map(|hit| Some((hit.score?, hit))).collect();
    let bare = hits.len() - scored.len();
    let mut issues: Vec<Issue> = rise(&scored).into_iter().collect();
    if 0 < bare {
        let missing = match bare {
            all if all == hits.len() => "no source has a score".to_owned(),
            some => format!("{some} of {} sources have no score", hits.len()),
        };
        let fix = "keep the scores of retrieval with its sources";
        issues.push(SCORES_NOT_MONOTONE.unchecked(missing, fix));
    }
    issues
}

/// The first place where a score is higher than the one before it, and how many there are.
fn rise(scored: &[(f64, &AuditedHit)]) -> Option<Issue> {
    let rises = |pair: &&[(f64, &AuditedHit)]| pair[0].0 < pair[1].0;
    let count = scored.windows(2).filter(rises).count();
    let pair = scored.windows(2).find(rises)?;
    let ((before, first), (after, second)) = (pair[0], pair[1]);
    let more = match count - 1 {
        0 => String::new(),
        more => format!("; {more} more rises follow"),
    };
    let msg = format!(
        "{} with score {after} stands after {} with {before}{more}",
        second.pointer(),
        first.pointer()
    );
    let all = 2 < scored.len() && count + 1 == scored.len();
    let fix = if all {
        "turn distances into similarities, or sort the sources by falling score"
    } else {
        "sort the sources by falling score"
    };
    let issue = SCORES_NOT_MONOTONE.issue(CHECK.severity, msg, fix);
    Some(issue.with_evidence(first.pointer()).with_evidence(second.pointer()))
}
