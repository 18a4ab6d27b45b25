//! A paper held against the repository, from evidence that is together already.
//!
//! Detectives do not see each other's findings; here they meet. Each result points to the place in
//! the paper that it is about.

mod claims;
mod diagrams;
mod file_substance;
mod folders;
mod folding;
mod repository_lookup;

use crate::model::{Evidence, EvidenceFact, EvidenceSet, RepoIndex};

pub(crate) use file_substance::FileSubstance;
pub(crate) use folding::snake;
pub(crate) use repository_lookup::RepositoryLookup;

/// What became of each claim, and what each figure shows of each graph, in order of ids. Nothing
/// where there is no repository to hold them against.
pub fn cross_reference(evidences: &EvidenceSet, index: &RepoIndex) -> Vec<Evidence> {
    let read = evidences
        .repo
        .iter()
        .any(|one| matches!(one.fact, EvidenceFact::Repository(_)));
    if index.files.is_empty() && !read {
        return Vec::new();
    }
    let known = RepositoryLookup::of(evidences, index);
    let mut found = claims::checked(evidences, &known);
    found.extend(diagrams::matched(evidences, &known));
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found.dedup_by(|a, b| a.id == b.id);
    for (number, one) in found.iter_mut().enumerate() {
        one.alias = format!("crossed#{number}");
    }
    found
}
