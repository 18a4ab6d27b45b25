//! Weights under which what answers a query is the likeliest choice among its candidates.

use super::TuningExample;
use crate::fusion::{
    FEATURES, FusionWeights, RankingFeature, RankingFeatureVector, SearchLegs,
};

/// How sharp the choice is: weights times this are the exponents.
const SHARPNESS: f32 = 6.0;
/// How strongly exponents are held near those of the start, shared among the queries.
const HOLD: f32 = 0.3;
const STEPS: i32 = 200;
const PACE: f32 = 0.3;
/// Candidates of a query that are chosen among: the best by the start, and all that answer.
const AMONG: usize = 100;
/// Queries that are learned from: more teach little more.
const MOST: usize = 800;
/// A smaller share than this of the weight of words is left out: it costs time and decides
/// nothing.
const LEAST: f32 = 0.03;

const N: usize = FEATURES.len();
type FeatureExponents = [f32; N];

/// One query: rows of features, those that answer first.
struct ListwiseExample {
    rows: Vec<RankingFeatureVector>,
    answers: usize,
}

/// Fits by gradient, from the start; no weight is ever negative.
pub(super) fn fit(
    cases: &[&TuningExample],
    start: FusionWeights,
    legs: SearchLegs,
) -> FusionWeights {
    let choices: Vec<ListwiseExample> = cases
        .iter()
        .filter_map(|case| choice(case, &start))
        .take(MOST)
        .collect();
    if choices.is_empty() {
        return start;
    }
    let origin: FeatureExponents = FEATURES.map(|feature| SHARPNESS * start.get(feature));
    let free = FEATURES.map(|feature| belongs(feature, legs));
    let (mut at, mut first, mut second) = (origin, [0.0; N], [0.0; N]);
    for step in 1..=STEPS {
        let slope = slope(&choices, &at, &origin);
        for n in (0..N).filter(|n| free[*n]) {
            first[n] = 0.9 * first[n] + 0.1 * slope[n];
            second[n] = 0.999 * second[n] + 0.001 * slope[n] * slope[n];
            let (mean, spread) = (
                first[n] / (1.0 - 0.9_f32.powi(step)),
                second[n] / (1.0 - 0.999_f32.powi(step)),
            );
            at[n] = (at[n] - PACE * mean / (spread.sqrt() + 1e-8)).max(0.0);
        }
    }
    let fitted = scaled(&at, legs).unwrap_or(start);
    // Too few queries name a section or quote a phrase for either to be learned.
    let kept = [RankingFeature::Cites, RankingFeature::Phrase].into_iter();
    kept.fold(fitted, |weights, feature| weights.with(feature, start.get(feature)))
}

fn choice(case: &TuningExample, start: &FusionWeights) -> Option<ListwiseExample> {
    let scored = |at: usize| (start.score(&case.features[at]), at);
    let mut others: Vec<(f32, usize)> = (0..case.features.len())
        .filter(|at| !case.relevant[*at])
        .map(scored)
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let answers = (0..case.features.len()).filter(|at| case.relevant[*at]);
    let mut rows: Vec<RankingFeatureVector> = answers.map(|at| case.features[at]).collect();
    let answers = rows.len();
    rows.extend(others.iter().take(AMONG).map(|(_, at)| case.features[*at]));
    (0 < answers && answers < rows.len()).then_some(ListwiseExample { rows, answers })
}

/// The slope of the mean loss, and of the hold.
#[expect(clippy::cast_precision_loss, reason = "counts of queries and candidates")]
fn slope(
    choices: &[ListwiseExample],
    at: &FeatureExponents,
    origin: &FeatureExponents,
) -> FeatureExponents {
    let queries = choices.len() as f32;
    let mut slope = [0.0; N];
    let mut exponents: Vec<f32> = Vec::new();
    for choice in choices {
        exponents.clear();
        exponents.extend(choice.rows.iter().map(|row| dot(&row.0, at)));
        let most = exponents.iter().copied().fold(f32::MIN, f32::max);
        for value in &mut exponents {
            *value = (*value - most).exp();
        }
        let total: f32 = exponents.iter().sum();
        let share = 1.0 / choice.answers as f32;
        for (place, (row, chance)) in choice.rows.iter().zip(&exponents).enumerate() {
            let wanted = if place < choice.answers { share } else { 0.0 };
            let off = (chance / total - wanted) / queries;
            slope
                .iter_mut()
                .zip(row.0)
                .for_each(|(slope, value)| *slope += off * value);
        }
    }
    for n in 0..N {
        slope[n] += HOLD / queries * (at[n] - origin[n]);
    }
    slope
}

fn dot(a: &FeatureExponents, b: &FeatureExponents) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn belongs(feature: RankingFeature, legs: SearchLegs) -> bool {
    match legs {
        _ if matches!(feature, RankingFeature::Cites | RankingFeature::Phrase) => false,
        SearchLegs::Bm25 => !feature.is_dense(),
        SearchLegs::Dense => feature.is_dense(),
        SearchLegs::Hybrid | SearchLegs::Auto => true,
    }
}

/// As weights, of which the leading one is 1 where it counts at all.
fn scaled(at: &FeatureExponents, legs: SearchLegs) -> Option<FusionWeights> {
    let lead =
        if legs == SearchLegs::Dense { RankingFeature::Dense } else { RankingFeature::Text };
    let unit = at[lead as usize];
    if unit <= 0.1 || at.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let weight = |feature: RankingFeature| (feature, at[feature as usize] / unit);
    let weights = FEATURES.map(weight);
    Some(weights.into_iter().filter(|(_, weight)| LEAST <= *weight).collect())
}
