//! Late interaction: each word piece of a question looks for the one most like it in a text.
//!
//! One vector a text says what it is about; piece against piece says whether it speaks of everything that was asked.
//! Of `May a lodger keep a dog?` the piece `dog` finds no good partner in a rule on lodgers and rent.

use rayon::prelude::*;

use super::{Encoder, bert::PackedBatch};

/// A text is read in windows of so many bytes, short enough for the encoder to see the whole of each.
const WINDOW_BYTES: usize = 900;
/// What lies beyond this many windows is not read.
const MOST_WINDOWS: usize = 3;

impl Encoder {
    /// For each text the mean over the question's pieces of the best cosine with one of its own.
    pub(super) fn met_by_piece(
        &self,
        question: &str,
        texts: &[&str],
    ) -> Result<Vec<f32>, String> {
        let asked = self.directions(&[question])?.concat();
        let met = texts.par_iter().map(|text| {
            let mut best = vec![-1.0_f32; asked.len() / self.dimensions];
            let windows: Vec<&str> = windows(text).collect();
            for read in self.directions(&windows)? {
                for (best, piece) in best.iter_mut().zip(asked.chunks_exact(self.dimensions)) {
                    let near = read.chunks_exact(self.dimensions).map(|one| dot(piece, one));
                    *best = near.fold(*best, f32::max);
                }
            }
            Ok(mean(&best))
        });
        met.collect()
    }

    /// Directions of the pieces of each text, end to end, without the two that frame it. All go through the layers together.
    fn directions(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let tokens: Vec<Vec<u32>> = texts.iter().map(|text| self.pieces.of(text)).collect();
        let tokens: Vec<&[u32]> = tokens.iter().map(Vec::as_slice).collect();
        let rows = self.bert.tokens(&PackedBatch::new(&tokens))?;
        let mut rest = rows.as_slice();
        let each = tokens.iter().map(|tokens| {
            let (own, after) = rest.split_at((tokens.len() * self.dimensions).min(rest.len()));
            rest = after;
            let bare = own.len().saturating_sub(self.dimensions);
            let mut pieces = own.get(self.dimensions..bare).unwrap_or_default().to_vec();
            for piece in pieces.chunks_exact_mut(self.dimensions) {
                let length = dot(piece, piece).sqrt().max(f32::MIN_POSITIVE);
                for value in piece {
                    *value /= length;
                }
            }
            pieces
        });
        Ok(each.collect())
    }
}

fn windows(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let next = move || {
        let end = rest.floor_char_boundary(WINDOW_BYTES);
        let end = match rest[..end].rfind(char::is_whitespace) {
            Some(gap) if end < rest.len() && 0 < gap => gap,
            _ => end,
        };
        let (window, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(window).filter(|window| !window.is_empty())
    };
    std::iter::from_fn(next).take(MOST_WINDOWS)
}

fn mean(values: &[f32]) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a question has few pieces")]
    let count = values.len().max(1) as f32;
    values.iter().sum::<f32>() / count
}

/// Summed in lanes that a processor can keep side by side, always in the same order.
fn dot(one: &[f32], other: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0_f32; LANES];
    for (one, other) in one.chunks(LANES).zip(other.chunks(LANES)) {
        for (sum, (a, b)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::{MOST_WINDOWS, WINDOW_BYTES, windows};

    #[test]
    fn windows_end_between_words_and_are_few() {
        let text = "éclair ".repeat(2000);
        let cut: Vec<&str> = windows(&text).collect();
        assert_eq!(cut.len(), MOST_WINDOWS);
        assert!(
            cut.iter()
                .all(|one| one.len() <= WINDOW_BYTES && one.trim_end().ends_with("éclair")),
            "{cut:?}"
        );
        assert_eq!(windows("one word").collect::<Vec<_>>(), ["one word"]);
        assert_eq!(windows("").count(), 0);
        assert_eq!(windows(&"x".repeat(2 * WINDOW_BYTES)).count(), 2, "no gap to cut at");
    }
}
