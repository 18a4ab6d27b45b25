//! What a passage is made of: sentences, cut where the document itself has a border.

use jurat_model::ByteSpan;
use jurat_text::sentences::{SentenceKind, sentences};

use super::{
    clause,
    outline::{OutlineSection, RenditionOutline},
};

/// A line of its own with more words than this is text.
const HEADING: usize = 12;

/// Words that stay together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChunkUnit {
    pub(super) span: ByteSpan,
    pub(super) words: usize,
    /// The innermost section that it begins in.
    pub(super) section: usize,
    /// It stands over what follows, as a heading or a number does.
    pub(super) leads: bool,
    /// It goes on from the unit before, as an item of a list from the words that lead in to it.
    pub(super) follows: bool,
}

/// The units of a text, in order: all that is not white space.
pub(super) fn units(
    text: &str,
    outline: &mut RenditionOutline,
    longest: usize,
) -> Vec<ChunkUnit> {
    let mut units = Vec::new();
    let mut place = OutlineCursor::default();
    let mut cut = BorderCutter { text, borders: &outline.borders, next: 0 };
    let mut done = 0;
    for sentence in &sentences(text) {
        let span = ByteSpan::from(sentence.range.clone());
        place.alone = sentence.kind == SentenceKind::Heading;
        // A splitter that skips words must not lose them.
        cut.each(ByteSpan::from(done..span.start.max(done)), &mut |span| {
            units.push(place.unit(text, outline, span, false));
        });
        let mut follows = sentence.lead_in.is_some();
        cut.each(ByteSpan::from(span.start.max(done)..span.end), &mut |span| {
            if clause::words(&text[span.range()]) <= longest {
                units.push(place.unit(text, outline, span, follows));
            } else {
                for piece in clause::pieces(text, span, longest) {
                    units.push(place.unit(text, outline, piece, follows));
                }
            }
            follows = false;
        });
        done = done.max(span.end);
    }
    cut.each(ByteSpan::from(done..text.len()), &mut |span| {
        units.push(place.unit(text, outline, span, false));
    });
    count(&units, &mut outline.sections);
    units
}

/// Cuts stretches at borders, which come in order as the stretches do.
struct BorderCutter<'a> {
    text: &'a str,
    borders: &'a [usize],
    next: usize,
}

impl BorderCutter<'_> {
    /// Visits the pieces of a stretch, without the white space around them.
    fn each(&mut self, span: ByteSpan, visit: &mut dyn FnMut(ByteSpan)) {
        let mut start = span.start;
        while self.borders.get(self.next).is_some_and(|border| *border <= start) {
            self.next += 1;
        }
        while let Some(border) =
            self.borders.get(self.next).filter(|border| **border < span.end)
        {
            self.visit(start..*border, visit);
            start = *border;
            self.next += 1;
        }
        self.visit(start..span.end, visit);
    }

    fn visit(&self, range: std::ops::Range<usize>, visit: &mut dyn FnMut(ByteSpan)) {
        let Some(words) = self.text.get(range.clone()) else { return };
        let start = range.start + (words.len() - words.trim_start().len());
        let words = words.trim();
        if !words.is_empty() {
            visit(ByteSpan::from(start..start + words.len()));
        }
    }
}

/// Where we are among sections and headings, which come in order as the units do.
#[derive(Default)]
struct OutlineCursor {
    section: usize,
    heading: usize,
    /// The sentence at hand is a line of its own without a mark at its end.
    alone: bool,
}

impl OutlineCursor {
    fn unit(
        &mut self,
        text: &str,
        outline: &RenditionOutline,
        span: ByteSpan,
        follows: bool,
    ) -> ChunkUnit {
        let sections = &outline.sections;
        while sections
            .get(self.section + 1)
            .is_some_and(|next| next.span.start <= span.start)
        {
            self.section += 1;
        }
        let headings = outline.heading_spans();
        let words = &text[span.range()];
        let count = clause::words(words);
        let alone = self.alone && count <= HEADING;
        ChunkUnit {
            span,
            words: count,
            section: around(sections, self.section, span.start),
            leads: self.is_heading(headings, span) || alone || is_number(words),
            follows,
        }
    }

    fn is_heading(&mut self, headings: &[ByteSpan], span: ByteSpan) -> bool {
        while headings
            .get(self.heading)
            .is_some_and(|heading| heading.end <= span.start)
        {
            self.heading += 1;
        }
        headings
            .get(self.heading)
            .is_some_and(|heading| heading.start < span.end)
    }
}

/// The innermost section around a place, given the last that begins before it.
fn around(sections: &[OutlineSection], mut at: usize, place: usize) -> usize {
    while at != 0 && sections[at].span.end <= place {
        at = sections[at].parent;
    }
    at
}

/// A number, letter or sign with nothing after it, as in `40.`, `(a)`, `§ 12`, `Art. 5 -`.
fn is_number(words: &str) -> bool {
    const LONGEST: usize = 24;
    if LONGEST < words.len() || words.split_whitespace().count() > 3 {
        return false;
    }
    let mut runs = words
        .split(|c: char| !c.is_alphanumeric())
        .filter(|run| !run.is_empty());
    let bullet = words.chars().count() <= 2 && !words.contains(char::is_alphanumeric);
    let sign = words.starts_with('(') && words.ends_with(')');
    bullet
        || runs.clone().any(|run| run.starts_with(|c: char| c.is_ascii_digit()))
            && runs.clone().all(|run| {
                run.len() <= 2 || run.starts_with(|c: char| c.is_ascii_digit()) || is_kind(run)
            })
        || sign && runs.all(|run| run.len() <= 4)
}

/// The words that announce a number.
fn is_kind(run: &str) -> bool {
    const KINDS: [&str; 14] = [
        "art", "arts", "article", "artigo", "sec", "sect", "section", "rule", "chapter",
        "part", "schedule", "annex", "règle", "regra",
    ];
    KINDS.contains(&run.to_lowercase().as_str())
}

/// Adds up the words of sections, those of their subsections with them.
fn count(units: &[ChunkUnit], sections: &mut [OutlineSection]) {
    for unit in units {
        sections[unit.section].words += unit.words;
    }
    // Children come after their parents.
    for at in (1..sections.len()).rev() {
        let (words, parent) = (sections[at].words, sections[at].parent);
        sections[parent].words += words;
        sections[parent].largest = sections[parent].largest.max(words);
    }
}
