//! The cheapest way from a stretch of a source's words to a quote's: a banded edit distance over
//! words, in which changing a word costs as many letters as differ.
//!
//! Leaving a word of the source out costs less than making one up. Otherwise the end of a quote
//! that drops a word near its end would count as made up, and the dropped word go unseen.

/// Quotes with more words than this are not aligned.
pub(super) const MOST_WORDS: usize = 1000;

/// Letters of a word beyond which it counts as another word altogether.
const LONGEST_WORD: usize = 24;

/// How far the two may drift apart, in words.
const WIDEST: usize = 32;

/// One step of an alignment, by index of word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AlignmentStep {
    Same { source: usize, quote: usize },
    Changed { source: usize, quote: usize },
    Removed { source: usize },
    Added { quote: usize },
}

impl AlignmentStep {
    /// The word of the source that the step is about.
    pub(super) const fn source(&self) -> Option<usize> {
        match *self {
            Self::Same { source, .. }
            | Self::Changed { source, .. }
            | Self::Removed { source } => Some(source),
            Self::Added { .. } => None,
        }
    }

    /// How many letters differ.
    fn letters(&self, quoted: &[&str], window: &[&str]) -> usize {
        match *self {
            Self::Same { .. } => 0,
            Self::Changed { source, quote } => distance(quoted[quote], window[source]),
            Self::Removed { source } => weight(window[source]),
            Self::Added { quote } => weight(quoted[quote]),
        }
    }
}

/// An alignment and its cost in letters.
#[derive(Debug)]
pub(super) struct WordAlignment {
    pub(super) cost: usize,
    pub(super) steps: Vec<AlignmentStep>,
}

/// By how many words the place of a quote may be misjudged, either way.
pub(super) fn slack(quote_words: usize) -> usize {
    (quote_words / 8 + 4).min(WIDEST)
}

/// Aligns a whole quote with any stretch of a window that is about as long. Words of the window
/// before and after the stretch cost nothing.
pub(super) fn align(quote: &[&str], window: &[&str]) -> Option<WordAlignment> {
    if quote.is_empty() || MOST_WORDS < quote.len() {
        return None;
    }
    let band = AlignmentBand::new(quote.len(), window.len());
    let mut table = AlignmentTable::new(quote.len(), &band);
    for column in band.columns(0) {
        table.set(0, column, (0, BackPointer::Start));
    }
    for row in 1..=quote.len() {
        for column in band.columns(row) {
            let best = table.best(row, column, quote, window);
            table.set(row, column, best);
        }
    }
    table.trace(quote, window)
}

/// The columns that each row looks at.
struct AlignmentBand {
    width: usize,
    window: usize,
}

impl AlignmentBand {
    fn new(quote: usize, window: usize) -> Self {
        let extra = window.saturating_sub(quote).min(2 * WIDEST);
        Self { width: extra + slack(quote), window }
    }

    fn columns(&self, row: usize) -> std::ops::RangeInclusive<usize> {
        let start = row.saturating_sub(self.width / 2 + 1).min(self.window);
        start..=(row + self.width).min(self.window)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BackPointer {
    Nowhere,
    Start,
    Both,
    Quote,
    Window,
}

struct AlignmentTable<'a> {
    band: &'a AlignmentBand,
    stride: usize,
    rows: usize,
    cells: Vec<(usize, BackPointer)>,
}

const FAR: usize = usize::MAX / 4;

impl<'a> AlignmentTable<'a> {
    fn new(rows: usize, band: &'a AlignmentBand) -> Self {
        let stride = 2 * band.width + 3;
        let cells = vec![(FAR, BackPointer::Nowhere); (rows + 1) * stride];
        Self { band, stride, rows, cells }
    }

    fn index(&self, row: usize, column: usize) -> Option<usize> {
        let columns = self.band.columns(row);
        columns
            .contains(&column)
            .then(|| row * self.stride + column - columns.start())
    }

    fn get(&self, row: usize, column: usize) -> usize {
        self.index(row, column).map_or(FAR, |at| self.cells[at].0)
    }

    fn set(&mut self, row: usize, column: usize, cell: (usize, BackPointer)) {
        if let Some(at) = self.index(row, column) {
            self.cells[at] = cell;
        }
    }

    fn best(
        &self,
        row: usize,
        column: usize,
        quote: &[&str],
        window: &[&str],
    ) -> (usize, BackPointer) {
        let word = quote[row - 1];
        let mut best = (self.get(row - 1, column) + made_up(word), BackPointer::Quote);
        if 0 < column {
            let other = window[column - 1];
            let changed = self.get(row - 1, column - 1);
            if changed < best.0 {
                let cost = changed + distance(word, other);
                best = if cost <= best.0 { (cost, BackPointer::Both) } else { best };
            }
            let skipped = self.get(row, column - 1) + left_out(other);
            best = if skipped <= best.0 && best.1 != BackPointer::Both || skipped < best.0 {
                (skipped, BackPointer::Window)
            } else {
                best
            };
        }
        best
    }

    fn trace(&self, quote: &[&str], window: &[&str]) -> Option<WordAlignment> {
        let ends = self.band.columns(self.rows);
        // Equally cheap: the longer stretch.
        let mut column = ends.rev().min_by_key(|column| self.get(self.rows, *column))?;
        let known = self.get(self.rows, column) < FAR;
        let (mut row, mut steps) = (self.rows, Vec::new());
        while 0 < row {
            let from = self
                .index(row, column)
                .map_or(BackPointer::Nowhere, |at| self.cells[at].1);
            match from {
                BackPointer::Both => {
                    (row, column) = (row - 1, column - 1);
                    let (source, quoted) = (column, row);
                    steps.push(if quote[row] == window[column] {
                        AlignmentStep::Same { source, quote: quoted }
                    } else {
                        AlignmentStep::Changed { source, quote: quoted }
                    });
                }
                BackPointer::Quote => {
                    row -= 1;
                    steps.push(AlignmentStep::Added { quote: row });
                }
                BackPointer::Window => {
                    column -= 1;
                    steps.push(AlignmentStep::Removed { source: column });
                }
                BackPointer::Start | BackPointer::Nowhere => return None,
            }
        }
        steps.reverse();
        let cost = steps.iter().map(|step| step.letters(quote, window)).sum();
        known.then_some(WordAlignment { cost, steps })
    }
}

fn made_up(word: &str) -> usize {
    weight(word).max(3)
}

fn left_out(word: &str) -> usize {
    weight(word).div_ceil(2)
}

/// The letters of a word. A lone symbol counts as one.
pub(super) fn weight(word: &str) -> usize {
    word.chars().count().min(LONGEST_WORD)
}

/// By how many letters two words differ.
fn distance(one: &str, other: &str) -> usize {
    if one == other {
        return 0;
    }
    let (longer, shorter) = (weight(one).max(weight(other)), weight(one).min(weight(other)));
    // A word is not changed into one of quite another length: it is replaced.
    if shorter * 2 < longer || LONGEST_WORD <= longer {
        return weight(one) + weight(other);
    }
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, d) in other.iter().enumerate() {
            let changed = diagonal + usize::from(c != *d);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
