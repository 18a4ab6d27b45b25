//! Claims of a paper held against the repository.

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::court::{CheckedClaim, Claim, ClaimStatus, Evidence, Evidences, Fact, Tense};

use super::{
    does::Does,
    known::{Known, Place},
};

/// Files and folders that by custom are never committed: that they are not there shows nothing.
const NEVER_COMMITTED: &[&str] = &[".env", ".venv", "venv", "node_modules", "__pycache__"];

/// Paths with `*` that are looked up; each looks at every file. What is beyond is nobody's fault.
const MOST_PATTERNS: usize = 64;

/// What became of each claim.
pub(super) fn checked(evidences: &Evidences, known: &Known) -> Vec<Evidence> {
    let patterns = patterns(evidences, known);
    let claim = |evidence: &Evidence| {
        let Fact::Claim(claim) = &evidence.fact else { return None };
        let place = match patterns.get(claim.name.as_str()) {
            Some(place) => place.clone(),
            None => find(claim, known),
        };
        let checked = CheckedClaim {
            claim: evidence.id.to_string(),
            name: claim.name.clone(),
            status: if is_beyond(claim, &patterns) {
                ClaimStatus::Aside
            } else {
                status(claim, place.as_ref())
            },
            path: place.and_then(|place| place.path),
        };
        let (at, words) = (evidence.location.clone(), evidence.content.clone());
        Some(Evidence::of(Fact::CheckedClaim(checked), at, words))
    };
    evidences.docs.iter().filter_map(claim).collect()
}

/// Paths with `*`, and what each stands for; the first of them by name.
fn patterns<'e>(evidences: &'e Evidences, known: &Known) -> BTreeMap<&'e str, Option<Place>> {
    let name = |evidence: &'e Evidence| match &evidence.fact {
        Fact::Claim(claim) if claim.is_path && claim.name.contains('*') => {
            Some(claim.name.as_str())
        }
        _ => None,
    };
    let names: BTreeSet<&str> = evidences.docs.iter().filter_map(name).collect();
    let found = names.into_iter().take(MOST_PATTERNS);
    found.map(|name| (name, known.pattern(name))).collect()
}

fn is_beyond(claim: &Claim, patterns: &BTreeMap<&str, Option<Place>>) -> bool {
    claim.is_path && claim.name.contains('*') && !patterns.contains_key(claim.name.as_str())
}

fn find(claim: &Claim, known: &Known) -> Option<Place> {
    if claim.is_path { known.path(&claim.name) } else { known.name(&claim.name) }
}

fn status(claim: &Claim, place: Option<&Place>) -> ClaimStatus {
    match (claim.tense, place) {
        // What is there, and nobody knows what it does, is neither borne out nor invented.
        (Tense::Example | Tense::Denied, _) | (_, Some(Place { does: Does::Unknown, .. })) => {
            ClaimStatus::Aside
        }
        (Tense::Planned, Some(Place { does: Does::Nothing, .. }) | None) => {
            ClaimStatus::Planned
        }
        (_, Some(Place { does: Does::Something, .. })) => ClaimStatus::Verified,
        (Tense::Claimed, Some(_)) => ClaimStatus::Hollow,
        (Tense::Claimed, None) if is_elsewhere(claim) => ClaimStatus::Aside,
        (Tense::Claimed, None) => ClaimStatus::Missing,
    }
}

/// Whether a repository need not hold it: an address, what is never committed, or a name of which
/// nothing says that it is defined here. `operator.add` is somebody else's.
fn is_elsewhere(claim: &Claim) -> bool {
    if !claim.is_path {
        return claim.within.is_none() || claim.name.contains(['.', ':']);
    }
    let name = claim.name.trim_start_matches("./").trim_end_matches('/');
    let first = name.split('/').next().unwrap_or(name);
    name.contains("://") || name.starts_with('~') || NEVER_COMMITTED.contains(&first)
}
