//! Logistic regression over words in buckets and traits of form, and how it is calibrated.

use std::collections::{BTreeMap, BTreeSet};

use jurat_injection::{InjectionFeatures, InjectionWeights, LOWERS, RAISES, RULED, SHAPES};

use crate::grammar::Dice;

/// One thing to learn from.
pub(crate) struct Row {
    pub(crate) features: InjectionFeatures,
    pub(crate) attack: bool,
    pub(crate) weight: f64,
    /// Where it comes from, and which of its parts it is held back with.
    pub(crate) from: (&'static str, usize),
}

/// How weights are fitted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Course {
    /// How often every row is looked at.
    pub(crate) rounds: usize,
    /// How much the weight of a trait is drawn to nothing at each look.
    pub(crate) shrink: f64,
    /// How much the weight of a word is.
    pub(crate) shrink_words: f64,
    /// How many sources must have a word: one alone tells its style.
    pub(crate) sources: usize,
    /// Whether traits that speak for an attack may only raise the risk.
    pub(crate) one_sided: bool,
}

const RATE: f64 = 0.15;

/// Fits weights to all words that several rows have, keeps those that say most, and fits again.
pub(crate) fn fit(rows: &[&Row], most: usize, course: Course) -> InjectionWeights {
    let counts = counts(rows, course.sources);
    let words: Vec<u32> = counts.keys().copied().collect();
    let (_, grams) = descend(rows, &words, course);
    let worth = |at: usize| grams[at].abs() * f64::from(counts[&words[at]]).sqrt();
    let mut best: Vec<usize> = (0..words.len()).collect();
    best.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)).then(a.cmp(b)));
    best.truncate(most);
    best.sort_unstable();
    let words: Vec<u32> = best.into_iter().map(|at| words[at]).collect();
    let (shape, grams) = descend(rows, &words, course);
    let grams: Vec<(u32, f64)> = words.into_iter().zip(grams).collect();
    InjectionWeights::new(shape, &grams)
}

/// How many rows have a word, of words that several sources have.
fn counts(rows: &[&Row], least: usize) -> BTreeMap<u32, u32> {
    let mut found: BTreeMap<u32, (u32, BTreeSet<&str>)> = BTreeMap::new();
    for row in rows {
        for gram in once(&row.features.grams) {
            let (count, sources) = found.entry(gram).or_default();
            *count += 1;
            sources.insert(row.from.0.split(',').next().unwrap_or_default());
        }
    }
    let several = found
        .into_iter()
        .filter(|(_, (count, sources))| 3 <= *count && least <= sources.len());
    several.map(|(gram, (count, _))| (gram, count)).collect()
}

/// Steps down to the best weights of given words, sorted; the steps grow smaller where many were
/// made.
#[expect(clippy::cast_possible_truncation, reason = "weights are small")]
fn descend(rows: &[&Row], words: &[u32], course: Course) -> (Vec<f32>, Vec<f64>) {
    let places: BTreeMap<u32, usize> =
        words.iter().enumerate().map(|(at, word)| (*word, at)).collect();
    let known: Vec<Vec<usize>> = rows
        .iter()
        .map(|row| {
            once(&row.features.grams)
                .iter()
                .filter_map(|gram| places.get(gram).copied())
                .collect()
        })
        .collect();
    let (mut grams, mut shape) = (vec![0.0_f64; words.len()], vec![0.0_f64; SHAPES]);
    let (mut gram_steps, mut shape_steps) = (vec![1e-6; words.len()], vec![1e-6; SHAPES]);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut dice = Dice::new(7);
    for _ in 0..course.rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, dice.roll(at + 1));
        }
        for at in &order {
            let (row, known) = (rows[*at], &known[*at]);
            let norm = (known.len().max(1) as f64).sqrt().recip();
            let words: f64 = known.iter().map(|at| grams[*at]).sum::<f64>() * norm;
            let form: f64 = row
                .features
                .shape
                .iter()
                .zip(&shape)
                .map(|(a, b)| f64::from(*a) * b)
                .sum();
            let said = 1.0 / (1.0 + (-(words + form)).exp());
            let miss = (said - f64::from(u8::from(row.attack))) * row.weight;
            for at in known {
                step(&mut grams[*at], &mut gram_steps[*at], miss * norm, course.shrink_words);
            }
            for (at, there) in row.features.shape.iter().enumerate() {
                if *there != 0.0 {
                    let slope = miss * f64::from(*there);
                    step(&mut shape[at], &mut shape_steps[at], slope, course.shrink);
                    if course.one_sided {
                        shape[at] = held(at, shape[at]);
                    }
                }
            }
        }
    }
    (shape.into_iter().map(|weight| weight as f32).collect(), grams)
}

/// A weight kept to its side: words that are not known can then never raise the risk.
fn held(at: usize, weight: f64) -> f64 {
    if RAISES.contains(&at) || RULED.contains(&at) {
        weight.max(0.0)
    } else if LOWERS.contains(&at) {
        weight.min(0.0)
    } else {
        weight
    }
}

/// Each once, in order.
fn once(grams: &[u32]) -> Vec<u32> {
    let mut grams = grams.to_vec();
    grams.sort_unstable();
    grams.dedup();
    grams
}

fn step(weight: &mut f64, steps: &mut f64, slope: f64, shrink: f64) {
    let slope = slope + shrink * *weight;
    *steps += slope * slope;
    *weight -= RATE * slope / steps.sqrt();
}

/// The slope and the shift that make probabilities of sums (value, attack, weight).
#[expect(clippy::cast_possible_truncation, reason = "both are small")]
pub(crate) fn calibrate(sums: &[(f64, bool, f64)]) -> [f32; 2] {
    let (mut slope, mut shift) = (1.0_f64, 0.0_f64);
    let all: f64 = sums.iter().map(|(_, _, weight)| weight).sum();
    for _ in 0..3_000 {
        let (mut by_slope, mut by_shift) = (0.0, 0.0);
        for (sum, attack, weight) in sums {
            let said = 1.0 / (1.0 + (-(slope * sum + shift)).exp());
            let miss = (said - f64::from(u8::from(*attack))) * weight;
            by_slope += miss * sum;
            by_shift += miss;
        }
        slope -= 0.1 * by_slope / all;
        shift -= 0.1 * by_shift / all;
    }
    [slope as f32, shift as f32]
}
