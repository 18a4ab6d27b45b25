//! Where one section ends and another begins, as far as a text shows it.

use super::{QuoteScope, sentence_outline::SentenceOutline};
use crate::{
    leading_marks,
    sentences::{SentenceKind, divides},
};

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

/// The level of a Markdown heading; none of anything else.
pub(super) fn level(words: &str) -> usize {
    let level = words.len() - words.trim_start_matches('#').len();
    if level <= 6 && words[level..].starts_with([' ', '\t']) { level } else { 0 }
}

/// A line in capitals.
fn is_title(words: &str) -> bool {
    const FEWEST: usize = 5;
    let line = words.lines().next().unwrap_or_default();
    !line.chars().any(char::is_lowercase)
        && FEWEST <= line.chars().filter(|c| c.is_alphabetic()).count()
}

/// `40 (1) An officer`, `1088.` alone on its line, `Section 40. The clerk`, `Art. 5 O`.
pub(super) fn begins_section(words: &str) -> bool {
    const UNITS: [&str; 8] = [
        "Section ",
        "Sec. ",
        "Article ",
        "Art. ",
        "Artigo ",
        "Rule ",
        "Regulation ",
        "SECTION ",
    ];
    let unit = UNITS.iter().find_map(|unit| words.strip_prefix(unit));
    let rest = unit.unwrap_or(words).trim_start();
    let Some(len) = leading_marks::number(rest) else { return false };
    let after = &rest[len..];
    let line = after.lines().next().unwrap_or_default();
    let alone = line.trim() == "." && after.contains('\n');
    let counted = after.starts_with(' ') && after.trim_start().starts_with("(1)");
    let named = unit.is_some() && {
        let next = after.trim_start_matches(['.', ':', '-', '–', '—', ' ', 'º', '°']);
        next.len() < after.len() && next.starts_with(|c: char| c.is_uppercase() || c == '(')
    };
    alone || counted || named
}

#[cfg(test)]
mod tests {
    use super::{begins_section, level};

    #[test]
    fn sections_begin_with_their_numbers() {
        for words in [
            "40 (1) An officer shall",
            "18.1 (1) La catégorie",
            "1088.\n\nEach employer",
            "Section 40. The clerk",
            "Art. 5º O guarda",
        ] {
            assert!(begins_section(words), "{words}");
        }
        for words in
            ["Section 40 applies", "40 days are enough", "(1) An officer", "1088.5 of it", ""]
        {
            assert!(!begins_section(words), "{words}");
        }
    }

    #[test]
    fn signs_alone_make_a_level() {
        assert_eq!((level("## § 4 Bells"), level("#bells"), level("Bells")), (2, 0, 0));
    }
}
