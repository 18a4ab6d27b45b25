//! What a revision says more carefully, by what the review named.

use std::collections::BTreeSet;

use jurat_model::{Requirement, RequirementId, ReviewIssue, Statement};

/// What to say in the very words, and what not to say at all.
#[derive(Debug, Default)]
pub(super) struct RevisionConstraints {
    /// In the words of the quote, alone.
    pub(super) verbatim: BTreeSet<RequirementId>,
    pub(super) dropped: BTreeSet<RequirementId>,
}

/// What the issues ask for. They name requirements in their words, or else a statement of the
/// first attempt.
pub(super) fn revision_constraints(
    first: &[Statement],
    all: &[&Requirement],
    issues: &[ReviewIssue],
    attempt: u32,
) -> RevisionConstraints {
    let named: BTreeSet<RequirementId> =
        issues.iter().flat_map(|issue| named(issue, first)).collect();
    if attempt < 2 {
        return RevisionConstraints { verbatim: named, dropped: BTreeSet::new() };
    }
    let verbatim = all.iter().map(|one| one.requirement_id).collect();
    RevisionConstraints { verbatim, dropped: named }
}

fn named(issue: &ReviewIssue, first: &[Statement]) -> Vec<RequirementId> {
    let words = issue.message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let ids: Vec<RequirementId> = words.filter_map(|word| word.parse().ok()).collect();
    if !ids.is_empty() {
        return ids;
    }
    let statement = issue.statement.and_then(|number| first.get(number.checked_sub(1)?));
    statement.map(|statement| statement.marks.clone()).unwrap_or_default()
}
