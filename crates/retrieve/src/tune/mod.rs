//! Chooses the weights of a corpus by judged queries, and fits its calibration.
//!
//! Weights are fitted by the likelihood of what answers a query among its candidates, held near
//! the ones in use, and are taken only where fits to four fifths of the queries do better on the
//! last fifth: what helps by chance does not pass.

mod listwise;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{
    calibrate::{CalibrationFeatures, HitCalibration, JudgedHit, ReliabilityFigures},
    fusion::{
        FEATURES, Fusion, FusionWeights, RankingFeatureVector, SearchCandidate, SearchLegs,
    },
    index::IndexError,
    search::{IndexSearcher, Query},
};

/// A query of which it is known what answers it.
#[derive(Debug, Clone)]
pub struct JudgedQuery {
    /// The query; its legs are not looked at.
    pub query: Query,
    /// Ids of passages that answer it.
    pub relevant: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RankingQuality {
    /// Share of relevant passages among the first ten.
    pub recall: f64,
    /// Discounted gain of the first ten, as a share of the ideal.
    pub ndcg: f64,
}

impl RankingQuality {
    /// What is tuned for.
    fn worth(self) -> f64 {
        f64::midpoint(self.recall, self.ndcg)
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct TuningResult {
    pub fusion: Fusion,
    pub calibration: HitCalibration,
    pub queries: usize,
    /// Quality of each leg on those queries before tuning and after.
    pub legs: Vec<(SearchLegs, RankingQuality, RankingQuality)>,
    /// Of the calibration, each half measured by what the other half taught.
    pub reliability: Option<ReliabilityFigures>,
}

/// A query's candidates, and which of them answer it.
struct TuningExample {
    candidates: Vec<SearchCandidate>,
    features: Vec<RankingFeatureVector>,
    relevant: Vec<bool>,
    /// Relevant passages, candidates or not.
    total: usize,
}

/// Less than this is no gain.
const LEAST_GAIN: f64 = 0.000_5;
/// Parts that queries are dealt into; each is asked with weights that the others taught.
const FOLDS: usize = 5;
/// Fewer queries than this teach no weights.
const FEWEST: usize = 30;
/// Fewer than this do not even choose between legs.
const FEWEST_FOR_LEGS: usize = 10;
/// The depth at which quality is measured.
const DEPTH: usize = 10;

/// Tunes to judged queries. With too few of them the fusion in use is kept.
pub fn tune(
    searcher: &IndexSearcher<'_>,
    judged: &[JudgedQuery],
) -> Result<TuningResult, IndexError> {
    let start = searcher.fusion().clone();
    let cases = cases(searcher, &start, judged)?;
    let dense = judged
        .iter()
        .any(|judged| judged.query.texts.iter().any(|t| t.vector.is_some()))
        && searcher.has_vectors();
    let legs: &[SearchLegs] = if dense {
        &[SearchLegs::Bm25, SearchLegs::Dense, SearchLegs::Hybrid]
    } else {
        &[SearchLegs::Bm25]
    };
    let all: Vec<&TuningExample> = cases.iter().collect();
    let mut fusion = start;
    let mut gains = Vec::new();
    for leg in legs {
        let before = *fusion.weights(*leg);
        let after = if cases.len() < FEWEST { before } else { fitted(&cases, before, *leg) };
        gains.push((*leg, mean(&all, &before), mean(&all, &after)));
        fusion = fusion.with(*leg, after);
    }
    if FEWEST_FOR_LEGS <= cases.len() {
        fusion.best = best(&cases, &fusion, legs);
    }
    let chosen = fusion.legs(SearchLegs::Auto, dense);
    let (calibration, reliability) = calibrated(&cases, &fusion, chosen);
    Ok(TuningResult {
        fusion,
        calibration,
        queries: cases.len(),
        legs: gains,
        reliability,
    })
}

fn cases(
    searcher: &IndexSearcher<'_>,
    fusion: &Fusion,
    judged: &[JudgedQuery],
) -> Result<Vec<TuningExample>, IndexError> {
    // Every feature is computed, whatever it weighs now.
    let all: FusionWeights = FEATURES.into_iter().map(|feature| (feature, 1.0)).collect();
    let mut cases = Vec::with_capacity(judged.len());
    for judged in judged.iter().filter(|judged| !judged.relevant.is_empty()) {
        let wanted: BTreeSet<u32> = searcher.rows_of(&judged.relevant)?;
        let candidates = searcher.pool(&judged.query, fusion, &all)?;
        cases.push(TuningExample {
            features: candidates.iter().map(|candidate| candidate.features).collect(),
            relevant: candidates.iter().map(|one| wanted.contains(&one.row)).collect(),
            candidates,
            total: judged.relevant.len(),
        });
    }
    Ok(cases)
}

/// Weights fitted to all cases, where fits did better on cases they had not seen; else the start.
fn fitted(cases: &[TuningExample], start: FusionWeights, legs: SearchLegs) -> FusionWeights {
    let (mut before, mut after) = (0.0, 0.0);
    let mut better = 0;
    for fold in 0..FOLDS {
        let part = |inside: bool| -> Vec<&TuningExample> {
            let cases = cases.iter().enumerate();
            cases
                .filter(|(at, _)| (at % FOLDS == fold) == inside)
                .map(|(_, case)| case)
                .collect()
        };
        let asked = part(true);
        let own = mean(&asked, &listwise::fit(&part(false), start, legs)).worth();
        let old = mean(&asked, &start).worth();
        better += usize::from(old <= own);
        before += old;
        after += own;
    }
    if 2 * better <= FOLDS || after < before + LEAST_GAIN {
        return start;
    }
    let all: Vec<&TuningExample> = cases.iter().collect();
    listwise::fit(&all, start, legs)
}

/// The leg with the most worth; words alone where no other gains for sure.
fn best(cases: &[TuningExample], fusion: &Fusion, legs: &[SearchLegs]) -> SearchLegs {
    let mut best = SearchLegs::Bm25;
    for leg in legs {
        if is_better(cases, fusion.weights(best), fusion.weights(*leg)) {
            best = *leg;
        }
    }
    best
}

/// Whether the mean gain of one over the other is more than its standard error.
#[expect(clippy::cast_precision_loss, reason = "counts of queries")]
fn is_better(cases: &[TuningExample], old: &FusionWeights, new: &FusionWeights) -> bool {
    let worth = |case: &TuningExample, weights| mean(&[case], weights).worth();
    let gains: Vec<f64> =
        cases.iter().map(|case| worth(case, new) - worth(case, old)).collect();
    let count = gains.len() as f64;
    let gain = gains.iter().sum::<f64>() / count;
    let spread = gains.iter().map(|one| (one - gain).powi(2)).sum::<f64>();
    let error = (spread / (count - 1.0).max(1.0) / count).sqrt();
    LEAST_GAIN.max(error) < gain
}

#[expect(clippy::cast_precision_loss, reason = "counts of passages")]
fn mean(cases: &[&TuningExample], weights: &FusionWeights) -> RankingQuality {
    let (mut recall, mut ndcg, mut count) = (0.0, 0.0, 0.0_f64);
    for case in cases {
        let (mut found, mut gain) = (0, 0.0);
        for (place, at) in first(case, weights, DEPTH).into_iter().enumerate() {
            if case.relevant[at] {
                found += 1;
                gain += discount(place);
            }
        }
        let ideal: f64 = (0..case.total.min(DEPTH)).map(discount).sum();
        recall += f64::from(found) / case.total as f64;
        ndcg += gain / ideal;
        count += 1.0;
    }
    RankingQuality {
        recall: recall / count.max(1.0),
        ndcg: ndcg / count.max(1.0),
    }
}

#[expect(clippy::cast_precision_loss, reason = "places up to ten")]
fn discount(place: usize) -> f64 {
    1.0 / (place as f64 + 2.0).log2()
}

/// The best candidates by some weights, best first; rows decide between equals.
fn first(case: &TuningExample, weights: &FusionWeights, depth: usize) -> Vec<usize> {
    let mut best: Vec<(f32, usize)> = Vec::with_capacity(depth + 1);
    for (at, features) in case.features.iter().enumerate() {
        let score = weights.score(features);
        if best.len() == depth && best.last().is_some_and(|(least, _)| score <= *least) {
            continue;
        }
        let place = best.partition_point(|(known, _)| score <= *known);
        best.insert(place, (score, at));
        best.truncate(depth);
    }
    best.into_iter().map(|(_, at)| at).collect()
}

/// Fits on all, searches by words alone apart; measured across halves, so that the figure is of
/// hits not fitted on.
fn calibrated(
    cases: &[TuningExample],
    fusion: &Fusion,
    chosen: SearchLegs,
) -> (HitCalibration, Option<ReliabilityFigures>) {
    let signs = |cases: &mut dyn Iterator<Item = &TuningExample>, legs| -> Vec<JudgedHit> {
        cases
            .flat_map(|case| signs(case, fusion.weights(legs), legs))
            .collect()
    };
    let mut all = signs(&mut cases.iter(), chosen);
    if chosen != SearchLegs::Bm25 {
        all.extend(signs(&mut cases.iter(), SearchLegs::Bm25));
    }
    let even = signs(&mut cases.iter().step_by(2), chosen);
    let odd = signs(&mut cases.iter().skip(1).step_by(2), chosen);
    let calibration = HitCalibration::fit(&all).unwrap_or_else(HitCalibration::shipped);
    let across = |taught: &[JudgedHit], asked: &[JudgedHit]| {
        HitCalibration::fit(taught).map(|calibration| calibration.reliability(asked))
    };
    let reliability = match (across(&even, &odd), across(&odd, &even)) {
        (Some(one), Some(two)) => Some(one.and(&two)),
        _ => None,
    };
    (calibration, reliability)
}

fn signs(case: &TuningExample, weights: &FusionWeights, legs: SearchLegs) -> Vec<JudgedHit> {
    // One more, since it counts how far a hit is ahead of the next.
    let first = first(case, weights, DEPTH + 1);
    let score = |at: usize| weights.score(&case.features[at]);
    let best = first.first().map_or(0.0, |at| score(*at));
    let mut signs = Vec::with_capacity(DEPTH);
    for (place, at) in first.iter().enumerate().take(DEPTH) {
        let next = first.get(place + 1).map(|next| score(*next));
        let mut candidate = case.candidates[*at].clone();
        // A search on words alone will not know them.
        if legs == SearchLegs::Bm25 {
            (candidate.cosine, candidate.dense_rank) = (None, None);
        }
        let found = CalibrationFeatures::of(place, score(*at), best, next, &candidate);
        signs.push(JudgedHit { signs: found, relevant: case.relevant[*at] });
    }
    signs
}
