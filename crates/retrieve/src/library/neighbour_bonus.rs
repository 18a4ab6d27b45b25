//! What stands beside a passage that was found often belongs to it: of questions that several provisions answer, most have
//! them next to each other. A neighbour is worth a share of what was found, the less the farther off it stands and the less
//! sure the find is; one that stands between two has both shares.

use std::collections::BTreeMap;

use super::FoundPassage;

/// Places on either side that count.
const REACH: i64 = 3;
/// What the nearest neighbour is worth of the square of the score of what it stands beside, and each farther one of the one
/// before.
const NEAREST: f64 = 0.5;
const DECAY: f64 = 0.6;

/// A neighbour with what it is worth, as a share of the best score.
#[derive(Debug, Clone, PartialEq)]
pub struct NeighbourScore {
    pub id: String,
    pub score: f64,
}

/// The neighbours of passages, by id. `neighbour` names the passage so many places after another.
pub fn neighbour_scores(
    found: &[FoundPassage],
    neighbour: impl Fn(&str, i64) -> Option<String>,
) -> Vec<NeighbourScore> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for one in found {
        let mut worth = NEAREST * one.score * one.score;
        for distance in 1..=REACH {
            for id in [-distance, distance]
                .into_iter()
                .filter_map(|at| neighbour(&one.id, at))
            {
                *sums.entry(id).or_default() += worth;
            }
            worth *= DECAY;
        }
    }
    let scores = sums
        .into_iter()
        .filter(|(id, _)| found.iter().all(|one| one.id != *id));
    scores.map(|(id, score)| NeighbourScore { id, score }).collect()
}

#[cfg(test)]
mod tests {
    use super::{FoundPassage, neighbour_scores};

    #[test]
    fn the_nearer_a_neighbour_stands_the_more_it_is_worth() {
        let found = [FoundPassage { id: "10".to_owned(), score: 1.0 }];
        let next = |id: &str, at: i64| Some((id.parse::<i64>().ok()? + at).to_string());
        let scores = neighbour_scores(&found, next);
        assert_eq!(scores.len(), 6);
        let of = |id: &str| scores.iter().find(|one| one.id == id).map(|one| one.score);
        assert_eq!(of("11"), Some(0.5));
        assert_eq!(of("9"), of("11"));
        assert!(of("13") < of("12"));
        assert_eq!(of("10"), None);
    }

    #[test]
    fn a_neighbour_of_two_has_both_shares() {
        let of = |id: &str, score| FoundPassage { id: id.to_owned(), score };
        let next = |id: &str, at: i64| Some((id.parse::<i64>().ok()? + at).to_string());
        let scores = neighbour_scores(&[of("10", 1.0), of("12", 0.5)], next);
        let between = scores.iter().find(|one| one.id == "11").map(|one| one.score);
        assert_eq!(between, Some(0.5 + 0.125));
    }
}
