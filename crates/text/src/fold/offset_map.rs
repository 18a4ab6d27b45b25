//! The way from a folded view back to the bytes of its source.

use std::ops::Range;

/// A stretch of the folded view. Most texts need few: a stretch goes on while both sides advance
/// alike.
#[derive(Debug, Clone, Copy)]
struct OffsetSegment {
    folded: usize,
    source: usize,
    /// Bytes of the source that the stretch stands for as a whole; none where it maps byte by
    /// byte.
    whole: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct OffsetMap {
    stretches: Vec<OffsetSegment>,
    len: usize,
}

impl OffsetMap {
    /// From `folded` on, bytes map one to one to those from `source` on.
    pub(super) fn one_to_one(&mut self, folded: usize, source: usize) {
        if let Some(last) = self.stretches.last()
            && last.whole.is_none()
            && last.source + (folded - last.folded) == source
        {
            return;
        }
        self.stretches.push(OffsetSegment { folded, source, whole: None });
    }

    /// What is folded from `folded` on came of `taken` as a whole.
    pub(super) fn whole(&mut self, folded: usize, taken: Range<usize>) {
        let whole = Some(taken.len());
        self.stretches
            .push(OffsetSegment { folded, source: taken.start, whole });
    }

    pub(super) fn close(&mut self, len: usize) {
        self.len = len;
        self.stretches.shrink_to_fit();
    }

    pub(super) fn source_range(&self, folded: Range<usize>) -> Range<usize> {
        let start = self.byte(folded.start.min(self.len.saturating_sub(1))).start;
        if folded.end <= folded.start {
            return start..start;
        }
        let end = self.byte(folded.end.min(self.len).saturating_sub(1)).end;
        start..end.max(start)
    }

    /// The bytes that one byte of the folded view came from.
    fn byte(&self, folded: usize) -> Range<usize> {
        let after = self.stretches.partition_point(|stretch| stretch.folded <= folded);
        let Some(stretch) = after.checked_sub(1).and_then(|at| self.stretches.get(at)) else {
            return 0..0;
        };
        if let Some(len) = stretch.whole {
            return stretch.source..stretch.source + len;
        }
        let at = stretch.source + (folded - stretch.folded);
        at..at + 1
    }
}
