//! Checks of the whole: time, completeness, what the answer must name.

mod core_article_not_mentioned;
mod incomplete_answer;
mod over_time_budget;

use super::AuditCheck;

pub(crate) use over_time_budget::flags as budget_flags;

/// In the order in which they are reported.
pub(super) const ALL: &[AuditCheck] =
    &[over_time_budget::CHECK, incomplete_answer::CHECK, core_article_not_mentioned::CHECK];
