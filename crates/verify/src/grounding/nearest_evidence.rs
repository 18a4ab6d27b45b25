//! Which sentences of the evidence are nearest to a sentence, and how much of it they hold.

use super::evidence_index::EvidenceIndex;

/// A distinct word of the sentence that the evidence has.
#[derive(Debug, Clone, Copy)]
pub(super) struct EvidenceTerm {
    pub(super) id: u32,
    pub(super) weight: f64,
}

/// Distinct words of one sentence that the nearest is looked for with.
pub(super) const MOST_TERMS: usize = 256;

/// What the nearest sentences hold, by weight.
#[derive(Debug, Clone, Default)]
pub(super) struct EvidenceCoverage {
    pub(super) first: Option<usize>,
    /// The unit that adds most to it.
    pub(super) second: Option<usize>,
    /// Weight in the nearest.
    pub(super) in_one: f64,
    /// Weight in the two.
    pub(super) in_two: f64,
    /// Weight in the best two that follow each other.
    pub(super) in_window: f64,
    /// Weight in the best three that follow each other.
    pub(super) in_three: f64,
    /// Weight of words that say most in the best two that follow each other.
    pub(super) rare: f64,
    /// Weight in the best passage.
    pub(super) in_passage: f64,
}

impl EvidenceCoverage {
    /// The nearest units, best first.
    pub(super) fn units(&self) -> impl Iterator<Item = usize> {
        self.first.into_iter().chain(self.second)
    }
}

/// Finds the nearest units.
pub(super) fn cover(evidence: &EvidenceIndex, terms: &[EvidenceTerm]) -> EvidenceCoverage {
    let mut standing: Vec<(u32, u32)> = Vec::new();
    for (at, term) in (0_u32..).zip(terms.iter().take(MOST_TERMS)) {
        let mut last = None;
        for place in evidence.places(term.id) {
            let unit = evidence.unit_at(*place);
            if last != Some(unit) {
                standing.push((unit, at));
                last = Some(unit);
            }
        }
    }
    standing.sort_unstable();
    let weight = |entry: &(u32, u32)| terms[entry.1 as usize].weight;
    let groups: Vec<&[(u32, u32)]> = standing.chunk_by(|a, b| a.0 == b.0).collect();
    let sums: Vec<f64> = groups.iter().map(|group| group.iter().map(weight).sum()).collect();
    let Some(best) = highest(&sums) else { return EvidenceCoverage::default() };
    let rest: Vec<f64> = groups
        .iter()
        .map(|group| {
            let more = group.iter().filter(|entry| !holds(groups[best], entry.1));
            more.map(weight).sum()
        })
        .collect();
    let second = highest(&rest).filter(|at| 0.0 < rest[*at]);
    let windows = windows(evidence, &groups, terms);
    EvidenceCoverage {
        first: Some(groups[best][0].0 as usize),
        second: second.map(|at| groups[at][0].0 as usize),
        in_one: sums[best],
        in_two: sums[best] + second.map_or(0.0, |at| rest[at]),
        in_window: windows.two,
        in_three: windows.three,
        rare: windows.rare,
        in_passage: passages(evidence, &standing, weight),
    }
}

/// The first of the highest.
fn highest(sums: &[f64]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (at, sum) in sums.iter().enumerate() {
        if best.is_none_or(|best| sums[best] < *sum) {
            best = Some(at);
        }
    }
    best
}

fn holds(group: &[(u32, u32)], term: u32) -> bool {
    group.binary_search_by_key(&term, |entry| entry.1).is_ok()
}

/// How much a word says that is called rare.
pub(super) const RARE: f64 = 0.8;

/// What the best units that follow each other hold.
#[derive(Default)]
struct WindowCoverage {
    two: f64,
    three: f64,
    rare: f64,
}

/// The most that units in a row hold: two of one passage, three of any, and of rare words two.
fn windows(
    evidence: &EvidenceIndex,
    groups: &[&[(u32, u32)]],
    terms: &[EvidenceTerm],
) -> WindowCoverage {
    let mut best = WindowCoverage::default();
    let mut seen = vec![u32::MAX; terms.len()];
    for (at, group) in (0_u32..).zip(groups) {
        let first = group[0].0;
        let passage = evidence.units[first as usize].passage;
        let (mut all, mut rare) = (0.0, 0.0);
        for group in groups[at as usize..]
            .iter()
            .take_while(|group| group[0].0 - first < 3)
        {
            for (_, term) in *group {
                if seen[*term as usize] == at {
                    continue;
                }
                seen[*term as usize] = at;
                let weight = terms[*term as usize].weight;
                all += weight;
                rare += if RARE <= weight { weight } else { 0.0 };
            }
            let (unit, steps) = (group[0].0, group[0].0 - first);
            if steps < 2 {
                best.rare = best.rare.max(rare);
                if evidence.units[unit as usize].passage == passage {
                    best.two = best.two.max(all);
                }
            }
            best.three = best.three.max(all);
        }
    }
    best
}

/// The most that one passage holds. Units of one passage follow each other.
fn passages(
    evidence: &EvidenceIndex,
    standing: &[(u32, u32)],
    weight: impl Fn(&(u32, u32)) -> f64,
) -> f64 {
    let passage = |entry: &(u32, u32)| evidence.units[entry.0 as usize].passage;
    let mut most = 0.0_f64;
    let mut terms: Vec<(u32, u32)> = Vec::new();
    for group in standing.chunk_by(|a, b| passage(a) == passage(b)) {
        terms.clear();
        terms.extend(group);
        terms.sort_unstable_by_key(|entry| entry.1);
        terms.dedup_by_key(|entry| entry.1);
        most = most.max(terms.iter().map(&weight).sum());
    }
    most
}
