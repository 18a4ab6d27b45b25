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
pub(super) enum Step {
    Same { source: usize, quote: usize },
    Changed { source: usize, quote: usize },
    Removed { source: usize },
    Added { quote: usize },
}

impl Step {
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
pub(super) struct Aligned {
    pub(super) cost: usize,
    pub(super) steps: Vec<Step>,
}

/// By how many words the place of a quote may be misjudged, either way.
pub(super) fn slack(quote_words: usize) -> usize {
    (quote_words / 8 + 4).min(WIDEST)
}

/// Aligns a whole quote with any stretch of a window that is about as long. Words of the window
/// before and after the stretch cost nothing.
pub(super) fn align(quote: &[&str], window: &[&str]) -> Option<Aligned> {
    if quote.is_empty() || MOST_WORDS < quote.len() {
        return None;
    }
    let band = Band::new(quote.len(), window.len());
    let mut table = Table::new(quote.len(), &band);
    for column in band.columns(0) {
        table.set(0, column, (0, From::Start));
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
struct Band {
    width: usize,
    window: usize,
}

impl Band {
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
enum From {
    Nowhere,
    Start,
    Both,
    Quote,
    Window,
}

struct Table<'a> {
    band: &'a Band,
    stride: usize,
    rows: usize,
    cells: Vec<(usize, From)>,
}

const FAR: usize = usize::MAX / 4;

impl<'a> Table<'a> {
    fn new(rows: usize, band: &'a Band) -> Self {
        let stride = 2 * band.width + 3;
        let cells = vec![(FAR, From::Nowhere); (rows + 1) * stride];
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

    fn set(&mut self, row: usize, column: usize, cell: (usize, From)) {
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
    ) -> (usize, From) {
        let word = quote[row - 1];
        let mut best = (self.get(row - 1, column) + made_up(word), From::Quote);
        if 0 < column {
            let other = window[column - 1];
            let changed = self.get(row - 1, column - 1);
            if changed < best.0 {
                let cost = changed + distance(word, other);
                best = if cost <= best.0 { (cost, From::Both) } else { best };
            }
            let skipped = self.get(row, column - 1) + left_out(other);
            best = if skipped <= best.0 && best.1 != From::Both || skipped < best.0 {
                (skipped, From::Window)
            } else {
                best
            };
        }
        best
    }

    fn trace(&self, quote: &[&str], window: &[&str]) -> Option<Aligned> {
        let ends = self.band.columns(self.rows);
        // Equally cheap: the longer stretch.
        let mut column = ends.rev().min_by_key(|column| self.get(self.rows, *column))?;
        let known = self.get(self.rows, column) < FAR;
        let (mut row, mut steps) = (self.rows, Vec::new());
        while 0 < row {
            let from = self.index(row, column).map_or(From::Nowhere, |at| self.cells[at].1);
            match from {
                From::Both => {
                    (row, column) = (row - 1, column - 1);
                    let (source, quoted) = (column, row);
                    steps.push(if quote[row] == window[column] {
                        Step::Same { source, quote: quoted }
                    } else {
                        Step::Changed { source, quote: quoted }
                    });
                }
                From::Quote => {
                    row -= 1;
                    steps.push(Step::Added { quote: row });
                }
                From::Window => {
                    column -= 1;
                    steps.push(Step::Removed { source: column });
                }
                From::Start | From::Nowhere => return None,
            }
        }
        steps.reverse();
        let cost = steps.iter().map(|step| step.letters(quote, window)).sum();
        known.then_some(Aligned { cost, steps })
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
