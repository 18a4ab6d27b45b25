//! Every check of an audit: one file and one line each.
//!
//! A check looks at a subject under a policy and returns issues. What it cannot look at it says
//! (`NOT_CHECKED`); it never passes over it. It reads no file and keeps nothing.

mod draft;
mod final_blocks;
mod pipeline;
mod plan_gap;
pub(crate) mod search;

use std::collections::BTreeSet;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::audit::{AuditPolicy, AuditSubject, IssueCode, model_flags};

pub(crate) use draft::{
    DraftViews, claim_count, claims_code, measures as draft_measures, unsure_claims,
};
pub(crate) use final_blocks::{FinalViews, measures as final_measures, shown};
pub(crate) use pipeline::budget_flags;
pub(crate) use plan_gap::UNRETRIEVED;
pub(crate) use search::{diversity, missing_expected};

/// One kind of defect and how it is found.
#[derive(Debug, Clone, Copy)]
pub struct AuditCheck {
    /// The codes of what it may find.
    pub codes: &'static [IssueCode],
    /// After which stage it runs.
    pub stage: PipelineStage,
    /// How bad it is, unless the policy says otherwise.
    pub severity: IssueSeverity,
    pub find: fn(&AuditSubject, &AuditPolicy) -> Vec<Issue>,
}

/// All of them, in the order in which they run and are reported.
pub const ALL: &[&[AuditCheck]] =
    &[search::ALL, draft::ALL, &[plan_gap::CHECK], final_blocks::ALL, pipeline::ALL];

/// Every check of every stage.
pub fn all() -> impl Iterator<Item = &'static AuditCheck> {
    ALL.iter().copied().flatten()
}

/// Every code that an issue may have, once, in the order of the checks.
pub fn codes() -> impl Iterator<Item = IssueCode> {
    let mut seen = BTreeSet::new();
    all()
        .flat_map(|check| check.codes.iter().copied())
        .chain([IssueCode::not_checked(), model_flags::code()])
        .filter(move |code| seen.insert(*code))
}
