//! Gradient boosting of small trees on shares from 0 to 1; each tree sees half of the features.

use std::borrow::Cow;

use jurat_verify::grounding::fitting::{DecisionTree, FORKS, LEVELS, TreeEnsemble, logistic};

#[derive(Clone, Copy)]
pub(crate) struct Growth {
    pub(crate) trees: usize,
    pub(crate) rate: f64,
    /// The least weight of an end.
    pub(crate) least: f64,
    pub(crate) shrink: f64,
}

const BINS: usize = 64;

/// More than any feature is: a fork that never leads to the right.
const NEVER: f32 = 99.0;

struct Data<'a> {
    /// By feature, the bin of each row.
    bins: Vec<Vec<u8>>,
    /// By feature, the upper border of each bin.
    borders: Vec<Vec<f64>>,
    signs: &'a [i8],
}

/// A stretch of rows with what its end may be.
struct Node {
    rows: Vec<u32>,
    low: f64,
    high: f64,
}

/// Grows a forest. A sign of 1 means that risk may only rise with a feature, -1 only fall.
pub(crate) fn grow(
    rows: &[Vec<f64>],
    targets: &[f64],
    signs: &[i8],
    growth: Growth,
) -> TreeEnsemble {
    let data = binned(rows, signs);
    let share = targets.iter().sum::<f64>() / rows.len() as f64;
    let base = (share / (1.0 - share)).ln();
    let mut odds = vec![base; rows.len()];
    let mut trees = Vec::new();
    for turn in 0..growth.trees {
        let slopes: Vec<(f64, f64)> = odds
            .iter()
            .zip(targets)
            .map(|(odds, target)| {
                let likely = logistic(*odds);
                (target - likely, likely * (1.0 - likely))
            })
            .collect();
        let (tree, ends) = tree(&data, &slopes, &seen(turn, signs.len()), growth);
        for (node, end) in ends {
            for row in node {
                odds[row as usize] += f64::from(end);
            }
        }
        trees.push(tree);
    }
    TreeEnsemble { base, trees: Cow::Owned(trees) }
}

fn binned<'a>(rows: &[Vec<f64>], signs: &'a [i8]) -> Data<'a> {
    let (mut bins, mut borders) = (Vec::new(), Vec::new());
    for feature in 0..signs.len() {
        let mut values: Vec<f64> = rows.iter().map(|row| row[feature]).collect();
        values.sort_by(f64::total_cmp);
        let mut cuts: Vec<f64> =
            (1..BINS).map(|bin| values[bin * (values.len() - 1) / BINS]).collect();
        // Rare counts have no place among equal shares, so distinct values are all cut.
        values.dedup();
        if values.len() <= BINS {
            cuts = values;
        }
        cuts.dedup();
        // Trees are written in single precision: what is compared must be what is written.
        let cuts: Vec<f64> = cuts.into_iter().map(|cut| f64::from(up(cut))).collect();
        bins.push(
            rows.iter()
                .map(|row| cuts.partition_point(|cut| *cut < row[feature]) as u8)
                .collect(),
        );
        borders.push(cuts);
    }
    Data { bins, borders, signs }
}

/// The next number in single precision that is not lower, with three decimals.
fn up(cut: f64) -> f32 {
    ((cut * 1e3).ceil() / 1e3) as f32
}

/// Half of the features, always the same ones for a turn: shuffled by a fixed mixing.
fn seen(turn: usize, count: usize) -> Vec<usize> {
    let mixed = |feature: usize| {
        let mut hash =
            ((turn as u64) << 32 | feature as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ (hash >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash ^ (hash >> 29)
    };
    let mut all: Vec<usize> = (0..count).collect();
    all.sort_by_key(|feature| mixed(*feature));
    all.truncate(count.div_ceil(2));
    all.sort_unstable();
    all
}

type Ends = Vec<(Vec<u32>, f32)>;

fn tree(
    data: &Data<'_>,
    slopes: &[(f64, f64)],
    seen: &[usize],
    growth: Growth,
) -> (DecisionTree, Ends) {
    let all = (0..u32::try_from(slopes.len()).unwrap()).collect();
    let mut level = vec![Node {
        rows: all,
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    }];
    let mut forks = [(0, NEVER); FORKS];
    let mut at = 0;
    for _ in 0..LEVELS {
        let mut next = Vec::new();
        for node in level {
            let (fork, left, right) = split(data, slopes, seen, node, growth);
            forks[at] = fork;
            at += 1;
            next.push(left);
            next.push(right);
        }
        level = next;
    }
    let mut ends = [0.0; FORKS + 1];
    let mut kept = Vec::new();
    for (at, node) in level.into_iter().enumerate() {
        let (slope, bend) = sum(&node.rows, slopes);
        let end = growth.rate * worth(slope, bend, growth, node.low, node.high);
        ends[at] = ((end * 1e4).round() / 1e4) as f32;
        kept.push((node.rows, ends[at]));
    }
    (DecisionTree { forks, ends }, kept)
}

fn sum(rows: &[u32], slopes: &[(f64, f64)]) -> (f64, f64) {
    rows.iter().fold((0.0, 0.0), |sum, row| {
        let (slope, bend) = slopes[*row as usize];
        (sum.0 + slope, sum.1 + bend)
    })
}

fn worth(slope: f64, bend: f64, growth: Growth, low: f64, high: f64) -> f64 {
    (slope / (bend + growth.shrink)).clamp(low, high)
}

fn split(
    data: &Data<'_>,
    slopes: &[(f64, f64)],
    seen: &[usize],
    node: Node,
    growth: Growth,
) -> ((u8, f32), Node, Node) {
    let all = sum(&node.rows, slopes);
    let gain = |(slope, bend): (f64, f64)| {
        let end = worth(slope, bend, growth, node.low, node.high);
        slope * end - 0.5 * (bend + growth.shrink) * end * end
    };
    let mut best: Option<(f64, usize, usize, f64)> = None;
    for &feature in seen {
        let mut sums = [(0.0, 0.0); BINS + 1];
        for row in &node.rows {
            let (slope, bend) = slopes[*row as usize];
            let bin = &mut sums[usize::from(data.bins[feature][*row as usize])];
            *bin = (bin.0 + slope, bin.1 + bend);
        }
        let mut left = (0.0, 0.0);
        let last = data.borders[feature].len().saturating_sub(1);
        for (bin, sum) in sums.iter().enumerate().take(last) {
            left = (left.0 + sum.0, left.1 + sum.1);
            let right = (all.0 - left.0, all.1 - left.1);
            if left.1 < growth.least || right.1 < growth.least {
                continue;
            }
            let end = |(slope, bend)| worth(slope, bend, growth, node.low, node.high);
            let (one, other) = (end(left), end(right));
            let falls = match data.signs[feature] {
                1 => other < one,
                -1 => one < other,
                _ => false,
            };
            let gained = gain(left) + gain(right) - gain(all);
            if !falls && best.is_none_or(|best| best.0 < gained) && 1e-6 < gained {
                best = Some((gained, feature, bin, f64::midpoint(one, other)));
            }
        }
    }
    let Some((_, feature, bin, middle)) = best else {
        let empty = Node { rows: Vec::new(), low: node.low, high: node.high };
        return ((0, NEVER), node, empty);
    };
    let (left, right): (Vec<u32>, Vec<u32>) = node
        .rows
        .iter()
        .partition(|row| usize::from(data.bins[feature][**row as usize]) <= bin);
    let (mut one, mut other) = ((node.low, node.high), (node.low, node.high));
    match data.signs[feature] {
        1 => (one.1, other.0) = (middle, middle),
        -1 => (one.0, other.1) = (middle, middle),
        _ => {}
    }
    let fork = (u8::try_from(feature).unwrap(), data.borders[feature][bin] as f32);
    (
        fork,
        Node { rows: left, low: one.0, high: one.1 },
        Node { rows: right, low: other.0, high: other.1 },
    )
}
