//! Claims of a paper held against the repository.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    file_substance::FileSubstance,
    repository_lookup::{ClaimLocation, RepositoryLookup},
};
use crate::model::{
    CheckedClaim, ClaimStatus, ClaimTense, Evidence, EvidenceFact, EvidenceSet, PaperClaim,
};

/// Files and folders that by custom are never committed: that they are not there shows nothing.
#[rustfmt::skip]
const NEVER_COMMITTED: &[&str] = &[
    ".venv", "venv", "env", "node_modules", "__pycache__", ".git", ".pytest_cache",
    ".mypy_cache", ".ruff_cache", "htmlcov", ".coverage", ".DS_Store",
];
/// What stands for a file of settings that is never committed.
const SAMPLES: &[&str] = &[".example", ".sample", ".template", ".dist"];

/// Paths with `*` that are looked up; each looks at every file. What is beyond is nobody's fault.
const MOST_PATTERNS: usize = 64;

/// What became of each claim.
pub(super) fn checked(evidences: &EvidenceSet, known: &RepositoryLookup) -> Vec<Evidence> {
    let patterns = patterns(evidences, known);
    let claim = |evidence: &Evidence| {
        let claim = evidence.fact.claim()?;
        let place = match patterns.get(claim.name.as_str()) {
            Some(place) => place.clone(),
            None => located(claim, known),
        };
        let checked = CheckedClaim {
            claim: evidence.id.to_string(),
            name: claim.name.clone(),
            status: if is_beyond(claim, &patterns) {
                ClaimStatus::Aside
            } else {
                status(claim, place.as_ref(), known)
            },
            path: place.and_then(|place| place.path),
        };
        let (at, words) = (evidence.location.clone(), evidence.content.clone());
        Some(Evidence::of(EvidenceFact::CheckedClaim(checked), at, words))
    };
    evidences.docs.iter().filter_map(claim).collect()
}

/// Paths with `*`, and what each stands for; the first of them by name.
fn patterns<'e>(
    evidences: &'e EvidenceSet,
    known: &RepositoryLookup,
) -> BTreeMap<&'e str, Option<ClaimLocation>> {
    let claims = evidences.docs.iter().filter_map(|one| one.fact.claim());
    let names: BTreeSet<&str> = claims
        .filter(|claim| claim.is_path && claim.name.contains('*'))
        .map(|claim| claim.name.as_str())
        .collect();
    let found = names.into_iter().take(MOST_PATTERNS);
    found.map(|name| (name, known.pattern(name))).collect()
}

fn is_beyond(claim: &PaperClaim, patterns: &BTreeMap<&str, Option<ClaimLocation>>) -> bool {
    claim.is_path && claim.name.contains('*') && !patterns.contains_key(claim.name.as_str())
}

fn located(claim: &PaperClaim, known: &RepositoryLookup) -> Option<ClaimLocation> {
    if !claim.is_path {
        return known.name(&claim.name);
    }
    let broken = || claim.broken.as_deref().and_then(|broken| known.path(broken));
    known.path(&claim.name).or_else(broken)
}

fn status(
    claim: &PaperClaim,
    place: Option<&ClaimLocation>,
    known: &RepositoryLookup,
) -> ClaimStatus {
    match (claim.tense, place) {
        (ClaimTense::Example | ClaimTense::Denied, _) => ClaimStatus::Aside,
        (_, Some(ClaimLocation { does: FileSubstance::Something, .. })) => {
            ClaimStatus::Verified
        }
        (ClaimTense::Planned, _) => ClaimStatus::Planned,
        // What is there, and nobody knows what it does, is neither borne out nor invented.
        (ClaimTense::Claimed, Some(ClaimLocation { does: FileSubstance::Unknown, .. }))
            if is_dark(claim, known) =>
        {
            ClaimStatus::Untold
        }
        // What a run writes may be empty before it, or not there.
        (ClaimTense::Produced, _)
        | (_, Some(ClaimLocation { does: FileSubstance::Unknown, .. })) => ClaimStatus::Aside,
        (ClaimTense::Claimed, Some(_)) => ClaimStatus::Hollow,
        (ClaimTense::Claimed, None) if is_elsewhere(claim, known) => ClaimStatus::Aside,
        (ClaimTense::Claimed, None) if !is_exact(claim, known) => ClaimStatus::Untold,
        (ClaimTense::Claimed, None) => ClaimStatus::Missing,
    }
}

/// Whether a repository need not hold it.
fn is_elsewhere(claim: &PaperClaim, known: &RepositoryLookup) -> bool {
    if claim.is_path { is_uncommitted(&claim.name) } else { is_others(claim, known) }
}

/// Whether what is claimed would have to be there under this very name: a file by its path, or a
/// name in a file that was read.
fn is_exact(claim: &PaperClaim, known: &RepositoryLookup) -> bool {
    if claim.is_path {
        return !claim.name.contains('*') && claim.broken.is_none();
    }
    let read = |path: &str| {
        let place = known.path(path);
        place.is_some_and(|place| place.does == FileSubstance::Something)
    };
    claim.within.as_deref().is_none_or(read) && !is_dark(claim, known)
}

/// Whether it may lie in what nobody looked into.
fn is_dark(claim: &PaperClaim, known: &RepositoryLookup) -> bool {
    claim.is_path || known.may_define(claim.within.as_deref())
}

/// A name of which nothing says that it is defined here: `operator.add` is somebody else's,
/// `src.nodes.ghost` would be ours.
fn is_others(claim: &PaperClaim, known: &RepositoryLookup) -> bool {
    let module = claim.name.contains('.') && !claim.name.contains(char::is_uppercase);
    let first = claim.name.split('.').next().unwrap_or_default();
    let ours = if claim.name.contains(['.', ':']) {
        module && known.has_root(first)
    } else {
        claim.within.is_some()
    };
    !ours
}

/// An address, or what is never committed.
fn is_uncommitted(written: &str) -> bool {
    let name = written.trim_start_matches("./").trim_end_matches('/');
    let mut parts = name.split('/');
    let last = name.rsplit('/').next().unwrap_or(name);
    let settings = last == ".env" || last.starts_with(".env.");
    name.contains("://")
        || name.starts_with('~')
        || parts.any(|part| NEVER_COMMITTED.contains(&part))
        || settings && !SAMPLES.iter().any(|ending| last.ends_with(ending))
}
