//! How well the words without support are marked.

use jurat_model::ByteSpan;

use crate::training_sets::{Answer, Piece, shared};

/// Bytes labelled, marked, and both, summed over all answers.
#[derive(Default)]
pub(crate) struct Counts {
    right: usize,
    said: usize,
    there: usize,
}

impl Counts {
    /// Of all answers at one threshold, narrowed as the detector marks them.
    pub(crate) fn of(answers: &[(&Answer, Vec<f64>)], from: f64) -> Self {
        let mut counts = Self::default();
        for (answer, risks) in answers {
            counts.add(answer, risks, from, |piece| &piece.unsupported);
        }
        counts
    }

    pub(crate) fn add(
        &mut self,
        answer: &Answer,
        risks: &[f64],
        from: f64,
        marks: impl Fn(&Piece) -> &[ByteSpan],
    ) {
        self.there += answer.gold.iter().map(|span| span.len()).sum::<usize>();
        let marked = answer.pieces.iter().zip(risks).filter(|(_, risk)| from <= **risk);
        for span in marked.flat_map(|(piece, _)| marks(piece)) {
            self.said += span.len();
            self.right += shared(*span, &answer.gold);
        }
    }

    /// F1 of the bytes marked.
    pub(crate) fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.said + self.there).max(1) as f64
    }
}
