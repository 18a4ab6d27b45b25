//! The fitted weights: one byte for each known word or pair of words, a number for each trait of
//! form.

use std::sync::LazyLock;

use crate::{
    ScreenedTextKind,
    features::{InjectionFeatures, SHAPES},
};

/// How many words and pairs of words are known at most.
pub const fn most_known(setting: ScreenedTextKind) -> usize {
    if setting.is_asked() { 8_000 } else { 5_000 }
}

/// The weights of one setting.
#[derive(Debug, Clone, PartialEq)]
pub struct InjectionWeights {
    /// One for each trait of form.
    shape: Vec<f32>,
    /// How a sum becomes a probability: its slope and its shift.
    calibration: [f32; 2],
    /// What a byte of `grams` is worth.
    scale: f32,
    /// One for each known word or pair of words, by its hash, in order.
    grams: Vec<(u32, i8)>,
    /// The same, to be looked up: the hash goes to its place or to the next free one.
    slots: Vec<(u32, i8)>,
}

/// In a slot that is free. No hash is as long.
const FREE: u32 = u32::MAX;

impl InjectionWeights {
    /// Those that are shipped: of questions, and of sentences in all else.
    pub fn shipped(setting: ScreenedTextKind) -> &'static Self {
        &SHIPPED[usize::from(!setting.is_asked())]
    }

    /// Weights of words by hash, and of traits of form. The sums they make are not calibrated yet.
    #[expect(clippy::cast_possible_truncation, reason = "a byte is what each is kept in")]
    pub fn new(shape: Vec<f32>, words: &[(u32, f64)]) -> Self {
        let most = words
            .iter()
            .fold(1e-9_f64, |most, (_, weight)| most.max(weight.abs()));
        let scale = most / 127.0;
        let grams = words
            .iter()
            .map(|(hash, weight)| (*hash, (weight / scale).round() as i8));
        Self::of(shape, [1.0, 0.0], scale as f32, grams.collect())
    }

    fn of(
        shape: Vec<f32>,
        calibration: [f32; 2],
        scale: f32,
        mut grams: Vec<(u32, i8)>,
    ) -> Self {
        grams.sort_unstable();
        let size = (4 * grams.len() + 1).next_power_of_two();
        let mut slots = vec![(FREE, 0); size];
        for gram in &grams {
            let mut at = gram.0 as usize & (size - 1);
            while slots[at].0 != FREE {
                at = (at + 1) & (size - 1);
            }
            slots[at] = *gram;
        }
        Self { shape, calibration, scale, grams, slots }
    }

    /// The same, with a slope and a shift that make probabilities of sums.
    #[must_use]
    pub fn calibrated(self, calibration: [f32; 2]) -> Self {
        Self { calibration, ..self }
    }

    /// The slot of a hash, where it is known.
    fn slot(&self, gram: u32) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = gram as usize & mask;
        loop {
            match self.slots[at] {
                (FREE, _) => return None,
                (hash, _) if hash == gram => return Some(at),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// The probability that a stretch gives orders to its reader.
    pub fn probability(&self, features: &InjectionFeatures) -> f64 {
        let [slope, shift] = self.calibration;
        let logit = f64::from(slope) * self.sum(features) + f64::from(shift);
        1.0 / (1.0 + (-logit).exp())
    }

    /// The weights of what is there, before calibration.
    #[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
    pub fn sum(&self, features: &InjectionFeatures) -> f64 {
        // A word counts once, however often it stands there.
        let known = features.grams.iter().filter_map(|gram| self.slot(*gram));
        let mut known: Vec<usize> = known.collect();
        known.sort_unstable();
        known.dedup();
        let words: i32 = known.iter().map(|at| i32::from(self.slots[*at].1)).sum();
        let norm = (known.len().max(1) as f64).sqrt();
        let shape: f64 = features
            .shape
            .iter()
            .zip(&self.shape)
            .map(|(there, weight)| f64::from(*there) * f64::from(*weight))
            .sum();
        f64::from(words) * f64::from(self.scale) / norm + shape
    }

    /// As they are kept in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.shape.iter().chain(&self.calibration).chain([&self.scale]);
        let mut bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        for (hash, weight) in &self.grams {
            bytes.extend_from_slice(&hash.to_le_bytes()[..3]);
            bytes.push(weight.cast_unsigned());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let (numbers, grams) = bytes.split_at(4 * (SHAPES + 3));
        let numbers: Vec<f32> = numbers
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect();
        let grams = grams.chunks_exact(4).map(|four| {
            (u32::from_le_bytes([four[0], four[1], four[2], 0]), four[3].cast_signed())
        });
        let calibration = [numbers[SHAPES], numbers[SHAPES + 1]];
        Self::of(numbers[..SHAPES].to_vec(), calibration, numbers[SHAPES + 2], grams.collect())
    }
}

static SHIPPED: LazyLock<[InjectionWeights; 2]> = LazyLock::new(|| {
    [
        include_bytes!("../data/question.weights").as_slice(),
        include_bytes!("../data/passage.weights"),
    ]
    .map(InjectionWeights::from_bytes)
});

#[cfg(test)]
mod tests {
    use super::{InjectionWeights, SHAPES, ScreenedTextKind};

    #[test]
    fn the_files_have_the_shape_that_the_code_expects() {
        for setting in [ScreenedTextKind::Question, ScreenedTextKind::Passage] {
            let weights = InjectionWeights::shipped(setting);
            assert_eq!(weights.shape.len(), SHAPES);
            assert!((1_000..=super::most_known(setting)).contains(&weights.grams.len()));
            assert_eq!(&InjectionWeights::from_bytes(&weights.to_bytes()), weights);
            assert!(weights.shape.iter().all(|weight| weight.is_finite()));
            let found = |gram: &(u32, i8)| weights.slot(gram.0).map(|at| weights.slots[at]);
            let all = weights.grams.iter().all(|gram| found(gram) == Some(*gram));
            assert!(all, "every word is found");
        }
    }
}
