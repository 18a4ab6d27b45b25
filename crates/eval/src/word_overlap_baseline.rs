//! What word counting alone would do: the share of a question's words that the best passage has,
//! against one threshold chosen on the tune part.

use std::collections::BTreeSet;

use jurat_text::tokens::words;

/// The share of the distinct words of a question that the best of passages has; 0 for no passage.
pub(crate) fn containment<'a>(
    question: &str,
    passages: impl IntoIterator<Item = &'a str>,
) -> f64 {
    let asked = distinct(question);
    let shares = passages.into_iter().map(|passage| {
        let there = distinct(passage);
        share(asked.intersection(&there).count(), asked.len())
    });
    shares.fold(0.0, f64::max)
}

/// The threshold from 0 to 1, in steps of a fiftieth, at which `worth` is highest; of equals the
/// lowest.
pub(crate) fn threshold(worth: impl Fn(f64) -> f64) -> f64 {
    let steps = (0..=50_u32).map(|step| f64::from(step) / 50.0);
    let mut best = (0.0, f64::NEG_INFINITY);
    for step in steps {
        let value = worth(step);
        if best.1 < value {
            best = (step, value);
        }
    }
    best.0
}

fn distinct(text: &str) -> BTreeSet<String> {
    words(text).map(|range| text[range].to_lowercase()).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows are small")]
pub(crate) fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::{containment, threshold};

    #[test]
    fn the_best_passage_counts() {
        let passages = ["A dog.", "The cat may sleep."];
        assert!((containment("May the cat eat?", passages) - 0.75).abs() < 1e-9);
        assert!(containment("", passages).abs() < 1e-9);
        assert!(containment("cat", []).abs() < 1e-9);
    }

    #[test]
    fn the_lowest_of_the_best_thresholds_is_taken() {
        let worth = |threshold: f64| if (0.4..=0.6).contains(&threshold) { 1.0 } else { 0.0 };
        assert!((threshold(worth) - 0.4).abs() < 1e-9);
    }
}
