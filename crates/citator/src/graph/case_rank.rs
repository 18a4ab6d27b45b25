//! Authority by citation: `PageRank` over the cases that had been decided on a day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseGraph, CaseNumber, KeptEdge, was_decided};

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
    /// Whether it is here itself, and not only cited.
    pub held: bool,
    /// The weights of all cases sum to 1.
    pub score: f64,
    /// How many cases cite it.
    pub cited_by: usize,
}

impl CaseGraph {
    /// The cases decided by a day, and those that they cite without their being here, the weightiest first; ties by key.
    pub fn ranked(&self, as_of: Option<&str>) -> Vec<RankedCase> {
        let (numbers, links) = self.decided_by(as_of);
        let mut cited_by = vec![0; numbers.len()];
        for (_, to) in &links {
            cited_by[*to] += 1;
        }
        let scores = settled(numbers.len(), &links);
        let mut ranked: Vec<RankedCase> = numbers
            .iter()
            .zip(scores)
            .zip(cited_by)
            .map(|((number, score), cited_by)| {
                let key = &self.keys[*number];
                let case = self.case(key);
                RankedCase {
                    key: key.clone(),
                    date: case.and_then(|case| case.date.clone()),
                    held: case.is_some(),
                    score,
                    cited_by,
                }
            })
            .collect();
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.key.cmp(&b.key)));
        ranked
    }

    /// The cases that there are on a day, and the links between their places in that list, each once.
    fn decided_by(&self, as_of: Option<&str>) -> (Vec<CaseNumber>, Vec<(usize, usize)>) {
        let decided: Vec<bool> = self
            .keys
            .iter()
            .map(|key| self.case(key).is_some_and(|case| was_decided(case.date(), as_of)))
            .collect();
        let mut there = decided.clone();
        for edge in &self.edges {
            // A case that is not here was decided before whoever cites it.
            let outside = self.case(&self.keys[edge.to]).is_none();
            there[edge.to] |= outside && decided[edge.from];
        }
        let numbers: Vec<CaseNumber> = (0..there.len()).filter(|at| there[*at]).collect();
        let mut places: Vec<Option<usize>> = vec![None; there.len()];
        for (at, number) in numbers.iter().enumerate() {
            places[*number] = Some(at);
        }
        let link = |edge: &KeptEdge| Some((places[edge.from]?, places[edge.to]?));
        let mut links: Vec<(usize, usize)> = self.edges.iter().filter_map(link).collect();
        links.sort_unstable();
        links.dedup();
        (numbers, links)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
fn settled(count: usize, links: &[(usize, usize)]) -> Vec<f64> {
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
