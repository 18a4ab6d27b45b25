//! Authority by citation: `PageRank` over the cases that had been decided on a day.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseGraph, was_decided};

/// How much of its weight a case hands on to those it cites.
const HANDED_ON: f64 = 0.85;
/// The weights have settled when no round changes them by more.
const SETTLED: f64 = 1e-10;
const MOST_ROUNDS: usize = 200;

/// A case and its weight among all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RankedCase {
    pub key: String,
    pub date: Option<String>,
    /// The weights of all cases sum to 1.
    pub score: f64,
    /// How many cases cite it.
    pub cited_by: usize,
}

impl CaseGraph {
    /// The cases decided by a day, the weightiest first; ties by key.
    pub fn ranked(&self, as_of: Option<&str>) -> Vec<RankedCase> {
        let known: Vec<&str> = self
            .cases
            .values()
            .filter(|case| was_decided(case.date(), as_of))
            .map(|case| case.key.as_str())
            .collect();
        let places: BTreeMap<&str, usize> =
            known.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let links: BTreeSet<(usize, usize)> = self
            .edges
            .iter()
            .filter_map(|edge| {
                Some((*places.get(edge.from.as_str())?, *places.get(edge.to.as_str())?))
            })
            .collect();
        let scores = settled(known.len(), &links);
        let mut ranked: Vec<RankedCase> = known
            .iter()
            .zip(&scores)
            .enumerate()
            .map(|(at, (key, score))| RankedCase {
                key: (*key).to_owned(),
                date: self.case(key).and_then(|case| case.date()).map(str::to_owned),
                score: *score,
                cited_by: links.iter().filter(|link| link.1 == at).count(),
            })
            .collect();
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.key.cmp(&b.key)));
        ranked
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
fn settled(count: usize, links: &BTreeSet<(usize, usize)>) -> Vec<f64> {
    if count == 0 {
        return Vec::new();
    }
    let all = count as f64;
    let mut cites = vec![0_usize; count];
    for (from, _) in links {
        cites[*from] += 1;
    }
    let mut scores = vec![1.0 / all; count];
    for _ in 0..MOST_ROUNDS {
        // Who cites nobody hands its weight to all.
        let loose: f64 = (0..count).filter(|at| cites[*at] == 0).map(|at| scores[at]).sum();
        let mut next = vec![(1.0 - HANDED_ON) / all + HANDED_ON * loose / all; count];
        for (from, to) in links {
            next[*to] += HANDED_ON * scores[*from] / cites[*from] as f64;
        }
        let moved: f64 = next.iter().zip(&scores).map(|(a, b)| (a - b).abs()).sum();
        scores = next;
        if moved < SETTLED {
            break;
        }
    }
    scores
}
