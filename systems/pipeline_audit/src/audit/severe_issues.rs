//! Which issues make a stage not ok.

use jurat_model::audit::{Issue, IssueSeverity};

use super::{AuditPolicy, IssueCode};

/// Whether an issue makes its stage not ok. That something could not be checked stops nobody, unless
/// the policy gives it a severity of its own.
pub(super) fn is_severe(issue: &Issue, policy: &AuditPolicy) -> bool {
    let excused =
        issue.severity == IssueSeverity::Info && IssueCode::of_unchecked(issue).is_some();
    policy.gate_severity <= issue.severity && !excused
}
