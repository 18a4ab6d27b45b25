//! Arithmetic of scores in whole numbers: means rounded half up, medians by weight.

use crate::model::RubricScore;

/// A score and how much it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WeightedScore {
    pub(crate) score: RubricScore,
    pub(crate) weight: u64,
}

/// From the lowest to the highest; nothing for none.
pub(crate) fn spread(scores: impl Iterator<Item = RubricScore> + Clone) -> u8 {
    let (least, most) = (scores.clone().min(), scores.max());
    least.zip(most).map_or(0, |(least, most)| most.get() - least.get())
}

/// The sum of the scores by weight, and the weight. Without any weight all count alike.
fn sums(all: &[WeightedScore]) -> (u128, u128) {
    let all = with_weight(all);
    let weight: u128 = all.iter().map(|one| u128::from(one.weight)).sum();
    let sum: u128 = all
        .iter()
        .map(|one| u128::from(one.score.get()) * u128::from(one.weight))
        .sum();
    (sum, weight)
}

/// Whether the mean by weight, which is not rounded for this, is at least `least`.
pub(crate) fn reaches(all: &[WeightedScore], least: RubricScore) -> bool {
    let (sum, weight) = sums(all);
    0 < weight && u128::from(least.get()) * weight <= sum
}

/// The mean by weight in hundredths, rounded half up.
pub(crate) fn mean_hundredths(all: &[WeightedScore]) -> Option<u32> {
    let (sum, weight) = sums(all);
    let hundredths = (sum * 200 + weight).checked_div(weight * 2)?;
    u32::try_from(hundredths).ok()
}

/// The mean by weight, rounded half up. It is rounded once, not by way of hundredths.
pub(crate) fn mean(all: &[WeightedScore]) -> Option<RubricScore> {
    let (sum, weight) = sums(all);
    let rounded = (sum * 2 + weight).checked_div(weight * 2)?;
    Some(RubricScore::nearest(u8::try_from(rounded).ok()?))
}

/// The lowest score at which half of the weight is reached.
pub(crate) fn median(all: &[WeightedScore]) -> Option<RubricScore> {
    let mut all = with_weight(all);
    all.sort_by_key(|one| one.score);
    let weight: u128 = all.iter().map(|one| u128::from(one.weight)).sum();
    let mut reached = 0;
    all.iter()
        .find(|one| {
            reached += u128::from(one.weight);
            weight <= reached * 2
        })
        .map(|one| one.score)
}

/// The place of the middle one of so many, the lower of two.
pub(crate) const fn lower_middle(count: usize) -> Option<usize> {
    match count.checked_sub(1) {
        Some(last) => Some(last / 2),
        None => None,
    }
}

fn with_weight(all: &[WeightedScore]) -> Vec<WeightedScore> {
    let none = all.iter().all(|one| one.weight == 0);
    let weight = |one: &WeightedScore| WeightedScore {
        weight: if none { 1 } else { one.weight },
        ..*one
    };
    all.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::{WeightedScore, mean, mean_hundredths, median, spread};
    use crate::model::RubricScore;

    #[track_caller]
    fn check(given: &[(u8, u64)], hundredths: u32, rounded: u8, middle: u8) {
        let all: Vec<WeightedScore> = given
            .iter()
            .map(|(score, weight)| WeightedScore {
                score: RubricScore::nearest(*score),
                weight: *weight,
            })
            .collect();
        assert_eq!(mean_hundredths(&all), Some(hundredths), "mean in hundredths");
        assert_eq!(mean(&all).map(RubricScore::get), Some(rounded), "mean");
        assert_eq!(median(&all).map(RubricScore::get), Some(middle), "median");
    }

    #[test]
    fn means_are_rounded_half_up_and_medians_by_weight() {
        check(&[(3, 120), (4, 90), (4, 150)], 367, 4, 4);
        check(&[(1, 120), (5, 90), (3, 150)], 283, 3, 3);
        check(&[(2, 1), (3, 1)], 250, 3, 2);
        check(&[(1, 1), (5, 3)], 400, 4, 5);
        check(&[(1, 0), (4, 0)], 250, 3, 1);
        check(&[(1, 0), (4, 7)], 400, 4, 4);
        check(&[(5, u64::MAX), (5, u64::MAX)], 500, 5, 5);
        check(&[(2, 1)], 200, 2, 2);
    }

    #[test]
    fn a_mean_just_below_half_is_not_rounded_twice() {
        // 2.4995 is 2.50 in hundredths, and nevertheless nearer to 2.
        check(&[(2, 10_010), (3, 9_990)], 250, 2, 2);
    }

    #[test]
    fn nothing_has_no_mean_and_no_spread() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean_hundredths(&[]), None);
        assert_eq!(median(&[]), None);
        assert_eq!(spread(std::iter::empty()), 0);
        assert_eq!(spread([1, 4, 2].map(RubricScore::nearest).into_iter()), 3);
    }
}
