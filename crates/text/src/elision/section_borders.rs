//! Where one section ends and another begins, as far as a text shows it.

use super::{
    QuoteScope,
    section_marks::{begins_section, level},
    sentence_outline::SentenceOutline,
};
use crate::sentences::{SentenceKind, divides};

/// The borders that matter to a quote.
pub(super) struct SectionBorders<'o, 'a> {
    outline: &'o SentenceOutline<'a>,
    reach: QuoteScope,
    /// The level of the heading that the quote stands under; that of a text without one is none.
    level: usize,
    /// Whether the quote begins with the number of a section: then others may follow whole, as those of an article do.
    numbered: bool,
}

impl<'o, 'a> SectionBorders<'o, 'a> {
    pub(super) fn of(
        outline: &'o SentenceOutline<'a>,
        reach: QuoteScope,
        start: usize,
    ) -> Self {
        let first = outline
            .at(start)
            .filter(|at| start <= outline.sentences[*at].range.start);
        let numbered = first.is_some_and(|at| begins_section(outline.text_of(at)));
        let level = outline.level_above(start);
        Self { outline, reach, level, numbered }
    }

    /// Whether a sentence is a border. What is quoted may be a heading of the provision's own.
    pub(super) fn stands_at(&self, at: usize, quoted: bool) -> bool {
        let outline = self.outline;
        let words = outline.text_of(at);
        if !outline.own_line(at) {
            return false;
        }
        let level = level(words);
        match self.reach {
            QuoteScope::Provision if quoted && self.numbered && level == 0 => divides(words),
            _ if begins_section(words) => true,
            QuoteScope::Sentence => {
                0 < level || outline.sentences[at].kind == SentenceKind::Heading
            }
            QuoteScope::Provision if 0 < level => !quoted || level <= self.level,
            // A table has titles of its own.
            QuoteScope::Provision if quoted => divides(words),
            QuoteScope::Provision => is_title(words),
        }
    }
}

/// A line in capitals.
fn is_title(words: &str) -> bool {
    const FEWEST: usize = 5;
    let line = words.lines().next().unwrap_or_default();
    !line.chars().any(char::is_lowercase)
        && FEWEST <= line.chars().filter(|c| c.is_alphabetic()).count()
}
