//! How a sentence stands to the evidence, in numbers. None of them knows where the sentence stands,
//! how long the answer is, or how it is laid out.

use super::{
    differences::{DifferenceTally, GroundingDifference},
    evidence_index::{EvidenceIndex, NOVEL},
    indexed_sentence::IndexedSentence,
    lexicon::LexicalClass,
    novel_words::{NovelWords, denies},
};

/// How many numbers tell how a sentence stands to the evidence.
pub const FEATURES: usize = 45;

/// What each of them is.
pub const NAMES: [&str; FEATURES] = [
    "novel_sum",
    "novel_max",
    "novel_share",
    "akin_share",
    "miss_one",
    "miss_two",
    "miss_window",
    "miss_passage",
    "loose_triple",
    "loose_pair",
    "loose_sum",
    "longest_run",
    "numbers_novel",
    "numbers_away",
    "names_novel",
    "names_away",
    "far_pairs",
    "number_differs",
    "date_differs",
    "entity_differs",
    "modal_or_negation",
    "condition",
    "strong_away",
    "away_sum",
    "denies",
    "novel_mean",
    "novel_firm",
    "hedges",
    "novel_count",
    "miss_rare",
    "miss_three",
    "unmet_two",
    "unmet_window",
    "run_words",
    "out_of_order",
    "loose_run",
    "apart",
    "asked_share",
    "says",
    "before_novel",
    "after_novel",
    "before_unmet",
    "after_unmet",
    "others_novel",
    "others_unmet",
];

/// The first of those that tell of the sentences around; nothing is around a claim.
const AROUND: usize = FEATURES - 6;
const NOVEL_SUM: usize = 0;
const UNMET: usize = 32;

pub(super) fn features(
    evidence: &EvidenceIndex,
    sentence: &IndexedSentence<'_>,
    differences: &[GroundingDifference],
) -> [f64; FEATURES] {
    let mass = sentence.mass.max(1e-9);
    let miss =
        |held: f64| if sentence.mass <= 0.0 { 0.0 } else { 1.0 - (held / mass).min(1.0) };
    let novel = NovelWords::of(evidence, sentence);
    let runs = CopiedRuns::of(evidence, sentence);
    let away = DistantWords::of(evidence, sentence);
    let tally = DifferenceTally::of(differences);
    let count = |count: usize| f64::from(u32::try_from(count.min(3)).unwrap_or(3));
    [
        novel.sum.ln_1p(),
        novel.most,
        miss(sentence.known),
        miss(sentence.known + novel.akin),
        miss(sentence.cover.in_one),
        miss(sentence.cover.in_two),
        miss(sentence.cover.in_window),
        miss(sentence.cover.in_passage),
        runs.loose_triple,
        runs.loose_pair,
        runs.loose_sum.ln_1p(),
        runs.longest,
        count(novel.numbers),
        count(away.numbers),
        count(novel.names),
        count(away.names),
        far_pairs(evidence, sentence, NEAR),
        count(tally.numbers),
        count(tally.dates),
        count(tally.names),
        count(tally.modals + tally.negations),
        count(tally.conditions),
        count(away.strong),
        away.sum.ln_1p(),
        f64::from(u8::from(denies(sentence))),
        if novel.count == 0 { 0.0 } else { novel.sum / f64::from(novel.count) },
        novel.firm.ln_1p(),
        novel.hedges.ln_1p(),
        f64::from(novel.count.min(6)),
        if sentence.rare <= 0.0 { 0.0 } else { 1.0 - sentence.cover.rare / sentence.rare },
        miss(sentence.cover.in_three),
        (sentence.mass - sentence.cover.in_two).max(0.0).ln_1p(),
        (sentence.mass - sentence.cover.in_window).max(0.0).ln_1p(),
        runs.words.ln_1p(),
        out_of_order(evidence, sentence),
        away.run.ln_1p(),
        far_pairs(evidence, sentence, 3),
        sentence.repeated / mass,
        sentence.mass.ln_1p(),
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
    ]
}

/// Tells each sentence of an answer how those around it stand to the evidence: what is made up
/// seldom stands alone.
pub(super) fn around(all: &mut [[f64; FEATURES]]) {
    let own: Vec<(f64, f64)> = all.iter().map(|one| (one[NOVEL_SUM], one[UNMET])).collect();
    let sum = own.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let others = f64::from(u32::try_from(own.len()).unwrap_or(u32::MAX)) - 1.0;
    let none = (0.0, 0.0);
    for (at, one) in all.iter_mut().enumerate() {
        let before = at.checked_sub(1).and_then(|at| own.get(at)).unwrap_or(&none);
        let after = own.get(at + 1).unwrap_or(&none);
        let mean = |sum: f64, own: f64| if others <= 0.0 { 0.0 } else { (sum - own) / others };
        let (novel, unmet) = (mean(sum.0, own[at].0), mean(sum.1, own[at].1));
        one[AROUND..].copy_from_slice(&[before.0, after.0, before.1, after.1, novel, unmet]);
    }
}

/// How much of the sentence does not follow the nearest sentences word by word.
#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
fn out_of_order(evidence: &EvidenceIndex, sentence: &IndexedSentence<'_>) -> f64 {
    let ids = &sentence.ids;
    let follow = sentence.cover.units().map(|unit| {
        let theirs = &evidence.ids[evidence.units[unit].words.clone()];
        let mut row = vec![0_u16; theirs.len() + 1];
        for id in ids.iter().filter(|id| **id != NOVEL) {
            let mut corner = 0;
            for (at, other) in theirs.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if id == other { corner + 1 } else { above.max(row[at]) };
                corner = above;
            }
        }
        row[theirs.len()]
    });
    let most = follow.max().unwrap_or(0);
    if ids.is_empty() { 0.0 } else { 1.0 - f64::from(most) / ids.len() as f64 }
}

/// How much of the sentence is copied in runs.
#[derive(Default)]
struct CopiedRuns {
    loose_triple: f64,
    loose_pair: f64,
    loose_sum: f64,
    longest: f64,
    words: f64,
}

impl CopiedRuns {
    #[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
    fn of(evidence: &EvidenceIndex, sentence: &IndexedSentence<'_>) -> Self {
        let ids = &sentence.ids;
        if ids.is_empty() {
            return Self::default();
        }
        let (pairs, triples) = (copied(evidence, ids, 2), copied(evidence, ids, 3));
        let share = |covered: &[bool]| {
            covered.iter().filter(|one| !**one).count() as f64 / ids.len() as f64
        };
        let loose = triples
            .iter()
            .zip(&sentence.weights)
            .filter(|(covered, _)| !**covered);
        let longest = triples
            .chunk_by(|a, b| a == b)
            .filter(|run| run[0])
            .map(<[bool]>::len);
        let longest = longest.max().unwrap_or(0) as f64;
        Self {
            loose_triple: share(&triples),
            loose_pair: share(&pairs),
            loose_sum: loose.map(|(_, weight)| weight).sum(),
            longest: longest / ids.len() as f64,
            words: longest,
        }
    }
}

/// Which words stand in a run of so many that the evidence has.
pub(super) fn copied(evidence: &EvidenceIndex, ids: &[u32], width: usize) -> Vec<bool> {
    let mut copied = vec![false; ids.len()];
    for (at, run) in ids.windows(width).enumerate() {
        if !run.contains(&NOVEL) && evidence.has_run(run) {
            copied[at..at + width].fill(true);
        }
    }
    copied
}

/// Words that the evidence has, but not near.
#[derive(Default)]
struct DistantWords {
    sum: f64,
    numbers: usize,
    names: usize,
    strong: usize,
    run: f64,
}

impl DistantWords {
    fn of(evidence: &EvidenceIndex, sentence: &IndexedSentence<'_>) -> Self {
        let mut near: Vec<u32> = Vec::new();
        for unit in sentence.cover.units() {
            near.extend(&evidence.ids[evidence.units[unit].words.clone()]);
        }
        near.sort_unstable();
        let mut away = Self::default();
        let mut run = 0.0;
        for (at, token) in sentence.tokens.iter().enumerate() {
            let id = sentence.ids[at];
            let weight = sentence.weights[at];
            if near.binary_search(&id).is_ok() {
                run = if 0.0 < weight { 0.0 } else { run };
                continue;
            }
            run += weight;
            away.run = away.run.max(run);
            away.strong += usize::from(STRONG.contains(&token.lower));
            if id == NOVEL {
                continue;
            }
            away.sum += sentence.weights[at];
            away.numbers += usize::from(token.sort == LexicalClass::Number);
            away.names += usize::from(token.name && token.sort == LexicalClass::Content);
        }
        away
    }
}

jurat_text::word_lists! {
    "grounding_features" [en, fr, pt];

    /// Words that say more than a source that does not have them.
    static STRONG;
}

/// The share of neighbouring words that the evidence has, but never near each other.
fn far_pairs(evidence: &EvidenceIndex, sentence: &IndexedSentence<'_>, near: u32) -> f64 {
    let known: Vec<usize> = (0..sentence.ids.len())
        .filter(|at| 0.0 < sentence.weights[*at] && sentence.ids[*at] != NOVEL)
        .collect();
    let (mut far, mut all) = (0.0, 0.0);
    for pair in known.windows(2) {
        let (one, other) = (sentence.ids[pair[0]], sentence.ids[pair[1]]);
        if one == other {
            continue;
        }
        let weight = sentence.weights[pair[0]] * sentence.weights[pair[1]];
        all += weight;
        if !near_each_other(evidence.places(one), evidence.places(other), near) {
            far += weight;
        }
    }
    if all <= 0.0 { 0.0 } else { far / all }
}

/// Words between two that are near each other.
const NEAR: u32 = 8;

/// Whether two sorted lists of places come near each other.
fn near_each_other(one: &[u32], other: &[u32], near: u32) -> bool {
    let (mut left, mut right) = (0, 0);
    while let (Some(a), Some(b)) = (one.get(left), other.get(right)) {
        if a.abs_diff(*b) <= near {
            return true;
        }
        if a < b { left += 1 } else { right += 1 }
    }
    false
}
