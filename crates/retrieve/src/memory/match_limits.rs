//! How much may be left over of two questions that are one, and how these limits are found.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::PairLeftovers;

/// How much may be left over. `cargo run --release --example fit_memory -- PAIRS.jsonl` makes the file that ships.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MatchLimits {
    /// The most that may be replaced.
    pub replaced: f64,
    /// The most that one may have more.
    pub added: f64,
    /// The same where either asks for more than yes or no: a term more asks for less.
    pub added_to_open: f64,
    /// From this share of common stems on, two questions are one wording, in which no term may be changed.
    pub wording: f64,
    /// The least share that must stand in both by letters or by what is known.
    pub anchored: f64,
    /// The least cosine.
    pub cosine: f64,
}

/// A pair with one guard of which somebody said whether it is one question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedPair {
    pub leftovers: PairLeftovers,
    pub same: bool,
}

/// A false pair must lie beyond the limits even if so much less were left over of it.
const MARGIN: f64 = 0.85;

impl MatchLimits {
    /// The limits that ship.
    pub fn shipped() -> Self {
        static SHIPPED: LazyLock<MatchLimits> = LazyLock::new(|| {
            serde_json::from_str(FILE).unwrap_or(MatchLimits { cosine: 2.0, ..FIRST })
        });
        *SHIPPED
    }

    /// The limits under which no false pair is a hit, by a margin, and most true ones are.
    pub fn fit(pairs: &[JudgedPair]) -> Self {
        let mut best = (0, Self { cosine: 2.0, ..FIRST });
        for limits in grid() {
            let is_false =
                |pair: &&JudgedPair| !pair.same && limits.admit(pair.leftovers.less());
            if pairs.iter().any(|pair| is_false(&pair)) {
                continue;
            }
            let is_true = |pair: &&JudgedPair| pair.same && limits.admit(pair.leftovers);
            let hits = pairs.iter().filter(is_true).count();
            if best.0 < hits {
                best = (hits, limits);
            }
        }
        best.1
    }

    pub fn admit(self, pair: PairLeftovers) -> bool {
        let added = if pair.open { self.added_to_open } else { self.added };
        let is_one_wording = self.wording <= pair.wording;
        self.cosine <= pair.cosine
            && self.anchored <= pair.anchored
            && pair.replaced <= self.replaced
            && pair.added <= added
            && !(is_one_wording && (pair.turned || pair.changed))
    }
}

impl PairLeftovers {
    fn less(self) -> Self {
        Self {
            replaced: self.replaced * MARGIN,
            added: self.added * MARGIN,
            ..self
        }
    }
}

const FIRST: MatchLimits = MatchLimits {
    replaced: 0.06,
    added: 0.1,
    added_to_open: 0.05,
    wording: 0.4,
    anchored: 0.3,
    cosine: 0.4,
};

/// All limits that are tried, the strictest first.
fn grid() -> impl Iterator<Item = MatchLimits> {
    let steps = || (1..=20_u8).map(|step| f64::from(step) * 0.03);
    [FIRST.anchored, FIRST.anchored / 2.0]
        .into_iter()
        .flat_map(move |anchored| {
            steps().flat_map(move |replaced| {
                steps().flat_map(move |added| {
                    let limits = move |added_to_open| MatchLimits {
                        replaced,
                        added,
                        added_to_open,
                        anchored,
                        ..FIRST
                    };
                    steps().map(limits)
                })
            })
        })
}

const FILE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/memory_limits/limits.json"));

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{FILE, FIRST, JudgedPair, MatchLimits};
    use crate::memory::PairLeftovers;

    const NOTHING: PairLeftovers = PairLeftovers {
        replaced: 0.0,
        added: 0.0,
        changed: true,
        anchored: 0.6,
        wording: 0.2,
        open: false,
        turned: false,
        cosine: 0.8,
    };

    #[track_caller]
    fn check(pair: PairLeftovers, admitted: bool) {
        assert_eq!(FIRST.admit(pair), admitted, "{pair:?}");
    }

    #[test]
    fn the_limits_that_ship_are_read() {
        assert_eq!(serde_json::from_str::<MatchLimits>(FILE).unwrap(), MatchLimits::shipped());
    }

    #[test]
    fn too_much_left_over_is_another_question() {
        check(NOTHING, true);
        check(PairLeftovers { replaced: 0.07, ..NOTHING }, false);
        check(PairLeftovers { added: 0.08, ..NOTHING }, true);
        check(PairLeftovers { added: 0.08, open: true, ..NOTHING }, false);
        check(PairLeftovers { cosine: 0.2, ..NOTHING }, false);
        check(PairLeftovers { anchored: 0.2, ..NOTHING }, false);
    }

    #[test]
    fn one_wording_with_one_thing_changed_is_another_question() {
        let one_wording = PairLeftovers { wording: 0.8, changed: false, ..NOTHING };
        check(one_wording, true);
        check(PairLeftovers { changed: true, ..one_wording }, false);
        check(PairLeftovers { turned: true, ..one_wording }, false);
        check(PairLeftovers { turned: true, ..NOTHING }, true);
    }

    #[test]
    fn no_false_pair_comes_near_the_limits() {
        let pair = |replaced, same| JudgedPair {
            leftovers: PairLeftovers { replaced, ..NOTHING },
            same,
        };
        let pairs = [pair(0.1, true), pair(0.2, true), pair(0.3, false), pair(0.4, true)];
        let limits = MatchLimits::fit(&pairs);
        let hits: Vec<bool> = pairs.iter().map(|pair| limits.admit(pair.leftovers)).collect();
        assert_eq!(hits, [true, true, false, false], "{limits:?}");
    }
}
