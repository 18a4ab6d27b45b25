//! An audit in one line, for a log: codes, counts, the first evidence of each.

use std::fmt::Write;

use jurat_model::audit::{CombinedAudit, Issue, IssueSeverity, PipelineStage, StageOutcome};

/// One line such as `mode=gate search=failed MISSING_EXPECTED_ARTICLE×1(keyword:refund) redator=ok`.
/// Codes are in the order in which they were found; what was not checked is only counted.
pub fn compact(audit: &CombinedAudit) -> String {
    let mode = serde_json::to_value(audit.mode).unwrap_or_default();
    let mut line = format!("mode={}", mode.as_str().unwrap_or_default());
    for stage in PipelineStage::ALL {
        let Some((outcome, _)) = audit.outcome_of(stage) else { continue };
        let issues = audit.issues(stage);
        let outcome = match outcome {
            StageOutcome::Ok => "ok",
            StageOutcome::NotChecked => "not_checked",
            StageOutcome::NotOk => "failed",
        };
        // Writing to a string cannot fail.
        let _ = write!(line, " {}={outcome}", stage.name());
        for (code, count, first) in counts(issues) {
            let evidence = first.evidence.first().map_or("", String::as_str);
            let _ = write!(line, " {code}×{count}({evidence})");
        }
    }
    if !audit.not_checked.is_empty() {
        let _ = write!(line, " not_checked={}", audit.not_checked.len());
    }
    let _ = write!(line, " elapsed_ms={}", audit.elapsed_ms);
    line
}

/// Each code worse than a check that could not run, how often, and its first issue.
fn counts(issues: &[Issue]) -> Vec<(&str, usize, &Issue)> {
    let mut counts: Vec<(&str, usize, &Issue)> = Vec::new();
    for issue in issues {
        let unchecked = super::IssueCode::of_unchecked(issue).is_some();
        if unchecked && issue.severity == IssueSeverity::Info {
            continue;
        }
        match counts.iter_mut().find(|(code, ..)| *code == issue.code) {
            Some((_, count, _)) => *count += 1,
            None => counts.push((&issue.code, 1, issue)),
        }
    }
    counts
}
