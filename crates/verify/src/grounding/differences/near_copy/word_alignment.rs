//! Two sentences laid side by side, word by word: which words stand in both, in one order, and what stands between.

use std::ops::Range;

/// A stretch in which the two differ: words of the source, and words that are said instead. Either may be none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChangedStretch {
    pub(super) source: Range<usize>,
    pub(super) said: Range<usize>,
}

/// The words of two sentences that are the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SideBySide {
    /// Pairs of places, in order: in the source, in what is said.
    pub(super) kept: Vec<(usize, usize)>,
    pub(super) changed: Vec<ChangedStretch>,
}

/// Words from which a run is known again elsewhere.
const MOVED: usize = 3;

impl SideBySide {
    /// Takes runs of words that stand on both sides in another place out of what differs: a clause that was moved says
    /// what it said. Returns how many words that are.
    pub(super) fn without_moved(&mut self, source: &[u32], said: &[u32]) -> usize {
        let mut moved = 0;
        while let Some(run) = self.longest_moved(source, said) {
            moved += run.length;
            self.cut(
                run.source_stretch,
                run.source..run.source + run.length,
                AlignedSide::Source,
            );
            self.cut(run.said_stretch, run.said..run.said + run.length, AlignedSide::Said);
            self.changed
                .retain(|one| !one.source.is_empty() || !one.said.is_empty());
        }
        moved
    }

    /// The longest run that two different stretches share.
    fn longest_moved(&self, source: &[u32], said: &[u32]) -> Option<MovedRun> {
        let mut best: Option<MovedRun> = None;
        for (one, stretch) in self.changed.iter().enumerate() {
            for (other, place) in self.changed.iter().enumerate().filter(|(at, _)| *at != one) {
                for (from, to) in stretch
                    .source
                    .clone()
                    .flat_map(|from| place.said.clone().map(move |to| (from, to)))
                {
                    let theirs = &source[from..stretch.source.end];
                    let ours = &said[to..place.said.end];
                    let length = theirs.iter().zip(ours).take_while(|(a, b)| a == b).count();
                    if best.as_ref().map_or(MOVED - 1, |best| best.length) < length {
                        best = Some(MovedRun {
                            source_stretch: one,
                            source: from,
                            said_stretch: other,
                            said: to,
                            length,
                        });
                    }
                }
            }
        }
        best
    }

    /// Takes a run out of a stretch; what stands after it becomes a stretch of its own.
    fn cut(&mut self, at: usize, run: Range<usize>, side: AlignedSide) {
        let stretch = &mut self.changed[at];
        let words = match side {
            AlignedSide::Source => &mut stretch.source,
            AlignedSide::Said => &mut stretch.said,
        };
        let after = run.end..words.end;
        words.end = run.start;
        if after.is_empty() {
            return;
        }
        let rest = match side {
            AlignedSide::Source => ChangedStretch {
                source: after,
                said: stretch.said.end..stretch.said.end,
            },
            AlignedSide::Said => ChangedStretch {
                source: stretch.source.end..stretch.source.end,
                said: after,
            },
        };
        self.changed.push(rest);
    }
}

/// Words that stand in one stretch of the source and in another of what is said.
struct MovedRun {
    source_stretch: usize,
    source: usize,
    said_stretch: usize,
    said: usize,
    length: usize,
}

/// Which of the two a run is cut out of.
#[derive(Clone, Copy)]
enum AlignedSide {
    Source,
    Said,
}

/// What a kept word is worth, and what it is worth right after another: words that stand together are copied together.
const KEPT: u32 = 2;
const FOLLOWING: u32 = 3;

/// Lays two sentences side by side, so that as many words as can be stand in both.
pub(super) fn side_by_side(source: &[u32], said: &[u32]) -> SideBySide {
    let width = said.len() + 1;
    // The most up to two places, and the most that ends with a pair right there.
    let mut best = vec![0_u32; (source.len() + 1) * width];
    let mut ending = vec![0_u32; (source.len() + 1) * width];
    for (row, word) in source.iter().enumerate() {
        for (column, other) in said.iter().enumerate() {
            let (here, diagonal) = ((row + 1) * width + column + 1, row * width + column);
            if word == other {
                let after = ending[diagonal];
                let follows = if 0 < after { after + FOLLOWING } else { 0 };
                ending[here] = (best[diagonal] + KEPT).max(follows);
            }
            best[here] = best[here - 1].max(best[here - width]).max(ending[here]);
        }
    }
    traced(&best, &ending, source.len(), said.len())
}

fn traced(best: &[u32], ending: &[u32], rows: usize, columns: usize) -> SideBySide {
    let width = columns + 1;
    let (mut row, mut column) = (rows, columns);
    let mut kept = Vec::new();
    while 0 < row && 0 < column {
        let here = row * width + column;
        if ending[here] == best[here] && 0 < ending[here] {
            // A run is followed back to where it began.
            loop {
                let here = row * width + column;
                (row, column) = (row - 1, column - 1);
                kept.push((row, column));
                let before = row * width + column;
                let runs_on = 0 < ending[before] && ending[here] == ending[before] + FOLLOWING;
                if !runs_on {
                    break;
                }
            }
        } else if best[here] == best[here - 1] {
            column -= 1;
        } else {
            row -= 1;
        }
    }
    kept.reverse();
    let changed = between(&kept, rows, columns);
    SideBySide { kept, changed }
}

/// What lies between the pairs.
fn between(kept: &[(usize, usize)], rows: usize, columns: usize) -> Vec<ChangedStretch> {
    let (mut source, mut said) = (0, 0);
    let mut changed = Vec::new();
    for (row, column) in kept.iter().copied().chain([(rows, columns)]) {
        if source < row || said < column {
            changed.push(ChangedStretch { source: source..row, said: said..column });
        }
        (source, said) = (row + 1, column + 1);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{ChangedStretch, side_by_side};

    #[track_caller]
    fn check(source: &[u32], said: &[u32], kept: usize, changed: &[(&[u32], &[u32])]) {
        let found = side_by_side(source, said);
        assert_eq!(found.kept.len(), kept);
        let told: Vec<(&[u32], &[u32])> = found
            .changed
            .iter()
            .map(|ChangedStretch { source: one, said: other }| {
                (&source[one.clone()], &said[other.clone()])
            })
            .collect();
        assert_eq!(told, changed);
    }

    #[test]
    fn what_is_the_same_differs_nowhere() {
        check(&[1, 2, 3], &[1, 2, 3], 3, &[]);
        check(&[], &[], 0, &[]);
    }

    #[test]
    fn words_are_replaced_left_out_and_put_in() {
        check(&[1, 2, 3, 4], &[1, 9, 3, 4], 3, &[(&[2], &[9])]);
        check(&[1, 2, 3, 4], &[1, 4], 2, &[(&[2, 3], &[])]);
        check(&[1, 4], &[1, 2, 3, 4], 2, &[(&[], &[2, 3])]);
    }

    #[test]
    fn a_clause_that_was_moved_is_no_difference() {
        let (source, said) = ([1, 2, 3, 4, 5, 6, 7, 8], [5, 6, 7, 8, 1, 2, 3, 9]);
        let mut found = side_by_side(&source, &said);
        assert_eq!(found.without_moved(&source, &said), 3);
        let left: Vec<_> = found
            .changed
            .iter()
            .map(|one| (one.source.len(), one.said.len()))
            .collect();
        assert_eq!(left, [(1, 0), (0, 1)]);
    }

    #[test]
    fn words_that_stand_together_are_kept_together() {
        // `the fee … unless the clerk waives the fee`: the first `the fee` is the one that is kept.
        check(&[1, 2, 3, 4, 5, 1, 2], &[1, 2, 3], 3, &[(&[4, 5, 1, 2], &[])]);
    }
}
