//! Sources that say the same, word for word or nearly so.

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use jurat_text::{fold::fold, tokens::words};

use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const DUPLICATE_HITS: IssueCode = IssueCode::new("DUPLICATE_HITS");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[DUPLICATE_HITS],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Warn,
    find,
};

/// Words of a shingle.
const SHINGLE: usize = 4;
/// Words of a source that are compared.
const MOST_WORDS: usize = 2000;
/// The smallest hashes of a source under which it is looked up.
const KEYS: usize = 6;
/// Sources compared in full under one key: what bounds the work.
const MOST_COMPARED: usize = 8;
/// Of the shingles of both, the share in common from which two sources are one, in percent.
const ALIKE: usize = 85;

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, DUPLICATE_HITS) {
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    groups(hits)
        .into_iter()
        .map(|(first, others)| {
            let named: Vec<String> = others.iter().map(|hit| hit.pointer()).collect();
            let verb = if named.len() == 1 { "repeats" } else { "repeat" };
            let msg = format!("{} {verb} {}", listed(&named), first.pointer());
            let fix = "keep one of them and fill the place with another source";
            let issue = DUPLICATE_HITS.issue(CHECK.severity, msg, fix);
            let issue = issue.with_evidence(first.pointer());
            named.into_iter().take(5).fold(issue, Issue::with_evidence)
        })
        .collect()
}

fn listed(named: &[String]) -> String {
    match named {
        [one, two, three, more @ ..] if !more.is_empty() => {
            format!("{one}, {two}, {three} and {} more", more.len())
        }
        all => all.join(", "),
    }
}

/// Each source that is repeated, with those that repeat it.
fn groups(hits: &[AuditedHit]) -> Vec<(&AuditedHit, Vec<&AuditedHit>)> {
    let mut known = HitFingerprints::default();
    let mut groups: BTreeMap<usize, Vec<&AuditedHit>> = BTreeMap::new();
    for (index, hit) in hits.iter().enumerate().filter(|(_, hit)| !hit.text.trim().is_empty()) {
        if let Some(first) = known.first_like(index, &hit.text) {
            groups.entry(first).or_default().push(hit);
        }
    }
    groups
        .into_iter()
        .map(|(first, others)| (&hits[first], others))
        .collect()
}

/// The sources seen so far, by their words.
#[derive(Default)]
struct HitFingerprints {
    exact: BTreeMap<String, usize>,
    /// Sources under each of their smallest hashes.
    near: BTreeMap<u64, Vec<usize>>,
    shingles: BTreeMap<usize, BTreeSet<u64>>,
}

impl HitFingerprints {
    /// The first source that says the same; otherwise this one is kept as new.
    fn first_like(&mut self, index: usize, text: &str) -> Option<usize> {
        let folded = fold(text);
        if let Some(first) = self.exact.get(&folded) {
            return Some(*first);
        }
        let shingles = shingles(&folded);
        let keys: Vec<u64> = shingles.iter().take(KEYS).copied().collect();
        for key in &keys {
            let others = self.near.get(key).map_or(&[][..], Vec::as_slice);
            let like = |other: &&usize| {
                self.shingles.get(other).is_some_and(|known| alike(known, &shingles))
            };
            if let Some(other) = others.iter().find(like) {
                return Some(*other);
            }
        }
        for key in keys {
            let others = self.near.entry(key).or_default();
            if others.len() < MOST_COMPARED {
                others.push(index);
            }
        }
        self.exact.insert(folded, index);
        self.shingles.insert(index, shingles);
        None
    }
}

fn alike(one: &BTreeSet<u64>, two: &BTreeSet<u64>) -> bool {
    let (less, more) = (one.len().min(two.len()), one.len().max(two.len()));
    if less * 100 < more * ALIKE {
        return false;
    }
    let common = one.intersection(two).count();
    (one.len() + two.len() - common) * ALIKE <= common * 100
}

/// Hashes of each run of words. The smallest ones are a fair sample of them.
fn shingles(folded: &str) -> BTreeSet<u64> {
    let hashes: Vec<u64> = words(folded)
        .take(MOST_WORDS)
        .map(|range| hash(folded[range].as_bytes()))
        .collect();
    let join = |run: &[u64]| run.iter().fold(SEED, |all, one| mixed(all.rotate_left(5) ^ one));
    match hashes.len() {
        0 => BTreeSet::new(),
        few if few < SHINGLE => BTreeSet::from([join(&hashes)]),
        _ => hashes.windows(SHINGLE).map(join).collect(),
    }
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(SEED, |all, byte| (all ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const fn mixed(mut value: u64) -> u64 {
    value ^= value >> 33;
    value = value.wrapping_mul(0xff51_afd7_ed55_8ccd);
    value ^ (value >> 33)
}
