//! How well a text keeps to its form, as one number from its issues.

use jurat_model::audit::Issue;

use crate::checks::AuditCheck;

/// How many of the issues a check found.
pub(in crate::checks) fn count(check: &AuditCheck, issues: &[Issue]) -> usize {
    let of_check = |issue: &&Issue| check.codes.iter().any(|code| code.name() == issue.code);
    issues.iter().filter(of_check).count()
}

/// 1 without an issue, then 5/6, 5/7, …: every further issue weighs less.
pub(in crate::checks) fn falling(count: usize) -> f64 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    5.0 / (5.0 + f64::from(count))
}
