//! How well what is said agrees with what is so: order, belief, and the characters marked.

use jurat_model::ByteSpan;
use jurat_retrieve::ReliabilityFigures;

/// Characters labelled, from and to.
pub(crate) type LabelledSpan = (usize, usize);

/// Characters labelled, marked, and both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SpanCounts {
    there: usize,
    marked: usize,
    right: usize,
}

impl SpanCounts {
    pub(crate) fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::default(), |sum, one| Self {
            there: sum.there + one.there,
            marked: sum.marked + one.marked,
            right: sum.right + one.right,
        })
    }

    /// F1 of the characters marked; nothing where none are labelled.
    pub(crate) fn f1(self) -> Option<f64> {
        (0 < self.there).then(|| 2.0 * count(self.right) / count(self.there + self.marked))
    }
}

/// Characters labelled and marked. A character counts once, however often it is labelled.
pub(crate) fn span_counts(
    text: &str,
    labelled: &[LabelledSpan],
    marked: &[ByteSpan],
) -> SpanCounts {
    let mut counts = SpanCounts::default();
    for (at, (byte, _)) in text.char_indices().enumerate() {
        let there = labelled.iter().any(|(start, end)| (*start..*end).contains(&at));
        let said = marked.iter().any(|span| (span.start..span.end).contains(&byte));
        counts.there += usize::from(there);
        counts.marked += usize::from(said);
        counts.right += usize::from(there && said);
    }
    counts
}

/// The share of pairs of a positive and a negative in the right order; ties count half.
pub(crate) fn auc(risks: &[(f64, bool)]) -> f64 {
    let mut sorted = risks.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut right, mut below) = (0.0, 0.0);
    for tie in sorted.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let high = count(tie.iter().filter(|one| one.1).count());
        let low = count(tie.len()) - high;
        right += high * (below + low / 2.0);
        below += low;
    }
    let high = count(risks.iter().filter(|one| one.1).count());
    if high * below <= 0.0 { 0.5 } else { right / (high * below) }
}

/// The mean gap between the risk told and what was so, over ten bins of equal width.
pub(crate) fn ece(risks: &[(f64, bool)]) -> f64 {
    let gap = |bin: u32| {
        let (low, high) = (f64::from(bin) / 10.0, f64::from(bin + 1) / 10.0);
        let held = risks
            .iter()
            .filter(|one| low <= one.0 && (one.0 < high || bin == 9 && one.0 <= 1.0));
        held.map(|one| one.0 - f64::from(u8::from(one.1))).sum::<f64>().abs()
    };
    (0..10).map(gap).sum::<f64>() / count(risks.len()).max(1.0)
}

/// Numbers that look drawn and are the same every time.
pub(crate) struct FixedSequence(u64);

impl Default for FixedSequence {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl FixedSequence {
    /// From 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let unit = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        unit
    }

    /// A place among so many.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "less than the count"
    )]
    pub(crate) fn below(&mut self, places: usize) -> usize {
        (self.unit() * count(places)) as usize
    }
}

/// The 95th percentile of the calibration error that these probabilities would have if they were exactly right,
/// by two hundred drawn samples of a fixed sequence.
pub(crate) fn ece_bar(judged: &[(f64, bool)]) -> f64 {
    const SAMPLES: usize = 200;
    let mut draw = FixedSequence::default();
    let mut errors: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let drawn: Vec<(f64, bool)> = judged
                .iter()
                .map(|(probability, _)| (*probability, draw.unit() < *probability))
                .collect();
            ReliabilityFigures::of(drawn.into_iter()).ece
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    errors.get(SAMPLES * 95 / 100).copied().unwrap_or_default()
}

/// A part of all; none of nothing.
pub(crate) fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { count(part) / count(all) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows and characters fit")]
pub(crate) fn count(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::{SpanCounts, auc, ece, span_counts};

    #[test]
    fn figures_come_from_the_counts() {
        let risks = [(0.9, true), (0.6, false), (0.6, true), (0.1, false)];
        assert!((auc(&risks) - 0.875).abs() < 1e-9);
        assert!((ece(&risks) - 0.1).abs() < 1e-9);
        assert!((ece(&[(1.0, true)])).abs() < 1e-9);
    }

    #[test]
    fn labels_count_characters() {
        let counts = span_counts("é só.", &[(0, 2), (1, 3)], &[]);
        assert_eq!(counts, SpanCounts { there: 3, marked: 0, right: 0 });
    }
}
