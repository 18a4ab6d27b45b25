//! Every check of an audit: one file and one line each.
//!
//! A check looks at a subject under a policy and returns issues. What it cannot look at it says
//! (`NOT_CHECKED`); it never passes over it. It reads no file and keeps nothing.

mod draft;
mod final_blocks;
mod pipeline;
mod plan_gap;
mod search;

use jurat_model::audit::{Issue, Severity, Stage};

use crate::audit::{AuditPolicy, Code, Subject, flags};

pub(crate) use draft::{Views as DraftViews, measures as draft_measures};
pub(crate) use final_blocks::{Views as FinalViews, measures as final_measures};
pub(crate) use pipeline::budget_flags;
pub(crate) use search::{diversity, found as search_issues, missing_expected};

/// One kind of defect and how it is found.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The codes of what it may find.
    pub codes: &'static [Code],
    /// After which stage it runs.
    pub stage: Stage,
    /// How bad it is, unless the policy says otherwise.
    pub severity: Severity,
    /// Looks for it.
    pub find: fn(&Subject, &AuditPolicy) -> Vec<Issue>,
}

/// All of them, in the order in which they run and are reported.
pub const ALL: &[&[Check]] =
    &[search::ALL, draft::ALL, &[plan_gap::CHECK], final_blocks::ALL, pipeline::ALL];

/// Every check of every stage.
pub fn all() -> impl Iterator<Item = &'static Check> {
    ALL.iter().copied().flatten()
}

/// Every code that an issue may have, in the order of the checks.
pub fn codes() -> impl Iterator<Item = Code> {
    all()
        .flat_map(|check| check.codes.iter().copied())
        .chain([Code::not_checked(), flags::code()])
}
