//! The sentences around a quote, and which of them are parts of one list.

use std::ops::Range;

use super::section_marks::{begins_section, level};
use crate::{
    Language, leading_marks,
    provision_label::{ProvisionLabel, label},
    sentences::{SentenceKind, SentenceSpan, counted, outline},
};

/// Text on either side of a quote that is cut into sentences, at the least.
const MARGIN: usize = 20_000;
/// Bytes before a quote in which the heading above it is looked for.
const ABOVE: usize = 200_000;
/// Lists nested deeper are damage.
const DEEPEST: usize = 16;
/// What a line that does not go on in the next ends in.
const SHUT: [char; 9] = ['.', ';', ':', '!', '?', ')', ']', '”', '»'];
/// Bytes of a line in which what it defines is named.
const LONGEST_TERM: usize = 400;
const LANGUAGES: [Language; 3] = [Language::English, Language::French, Language::Portuguese];

/// The sentences around a quote, in bytes of the whole text.
pub(super) struct SentenceOutline<'a> {
    text: &'a str,
    pub(super) sentences: Vec<SentenceSpan>,
    /// For each sentence the first item of the list that it is in.
    lists: Vec<Option<usize>>,
}

/// A line that sets off what is above it: `----`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    2 <= line.len()
        && ["-", "=", "_", "*"]
            .iter()
            .any(|sign| line.replace(sign, "").is_empty())
}

impl<'a> SentenceOutline<'a> {
    /// Which stretch is cut for a quote. Quotes that stand near each other have the same, so that it is cut once.
    pub(super) fn window(text: &str, quote: &Range<usize>) -> Range<usize> {
        let low = quote.start.saturating_sub(MARGIN) / MARGIN * MARGIN;
        let high = (quote.end + MARGIN).div_ceil(MARGIN) * MARGIN;
        low..high.min(text.len())
    }

    /// The sentences of a window.
    pub(super) fn new(text: &'a str, window: Range<usize>) -> Self {
        let low = text.floor_char_boundary(window.start);
        let high = text.ceil_char_boundary(window.end);
        // A line is where a sentence can begin.
        let line = text[low..high].find('\n').filter(|at| 0 < low && *at < MARGIN);
        let low = line.map_or(low, |at| low + at);
        let (mut sentences, lists) = outline(&text[low..high]);
        for sentence in &mut sentences {
            sentence.range = low + sentence.range.start..low + sentence.range.end;
        }
        let mut outline = Self { text, sentences, lists };
        outline.count_first_subsections();
        outline
    }

    /// The sentence that a byte stands in, or the one before it.
    pub(super) fn at(&self, byte: usize) -> Option<usize> {
        self.sentences
            .partition_point(|one| one.range.start <= byte)
            .checked_sub(1)
    }

    pub(super) fn text_of(&self, at: usize) -> &'a str {
        &self.text[self.sentences[at].range.clone()]
    }

    /// The first words of a sentence, to be shown.
    pub(super) fn words(&self, at: usize) -> String {
        const SHOWN: usize = 60;
        let line = self.text_of(at).lines().next().unwrap_or_default();
        let line = line.trim_start_matches('#').trim();
        line[..line.floor_char_boundary(SHOWN)].to_owned()
    }

    /// Whether a sentence begins a line.
    pub(super) fn own_line(&self, at: usize) -> bool {
        self.begins_line(self.sentences[at].range.start)
    }

    pub(super) fn begins_line(&self, byte: usize) -> bool {
        let before = &self.text[..byte];
        let blank = before.trim_end_matches([' ', '\t', '\u{a0}']);
        blank.is_empty() || blank.ends_with(['\n', '\r', '\u{c}'])
    }

    /// Whether nothing of a sentence but marks stands before a byte.
    pub(super) fn begins_at(&self, at: usize, byte: usize) -> bool {
        let range = &self.sentences[at].range;
        if byte <= range.start {
            return true;
        }
        byte < range.end && byte <= range.start + leading_marks::head(self.text_of(at))
    }

    /// What is left of a sentence from a byte on.
    pub(super) fn rest(&self, at: usize, byte: usize) -> &'a str {
        self.text.get(byte..self.sentences[at].range.end).unwrap_or_default()
    }

    /// Whether a line of a sentence ends at a byte, or the next begins, as the line of a definition or of a table does.
    /// Such lines are one sentence to who does not know of them.
    pub(super) fn line_ends(&self, at: usize, byte: usize) -> bool {
        let (before, after) = self.text.split_at(byte);
        let line = before.trim_end().rsplit('\n').next().unwrap_or_default();
        let breaks = before[before.trim_end().len()..].contains('\n')
            || after.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        byte < self.sentences[at].range.end
            && breaks
            && (line.ends_with(SHUT)
                || line.contains(" | ")
                || is_rule(line)
                || self.defines(byte))
    }

    /// Whether a byte begins a line, and the line before is shut.
    pub(super) fn follows_shut_line(&self, byte: usize) -> bool {
        let before = &self.text[..byte];
        let filled = before.trim_end();
        before[filled.len()..].contains('\n') && filled.ends_with(SHUT)
    }

    /// Whether the line at a byte, or right after it, says what a word means.
    pub(super) fn defines(&self, byte: usize) -> bool {
        let rest = self.text[byte..].trim_start();
        let start = self.text.len() - rest.len();
        let before = self.text[..start].trim_end_matches([' ', '\t']);
        let line = rest.lines().next().unwrap_or_default();
        let line = &line[..line.floor_char_boundary(LONGEST_TERM)];
        let is = |language| label(line, language) == ProvisionLabel::Definition;
        before.ends_with('\n') && LANGUAGES.into_iter().any(is)
    }

    /// The level of the Markdown heading above a byte; none where there is none.
    pub(super) fn level_above(&self, byte: usize) -> usize {
        let low = self.text.floor_char_boundary(byte.saturating_sub(ABOVE));
        let mut lines = self.text[low..byte].lines().rev();
        lines
            .find_map(|line| Some(level(line)).filter(|level| 0 < *level))
            .unwrap_or(0)
    }

    /// What leads in to the list of an item, found by counting back to the first: paragraphs between items hide it.
    pub(super) fn counted_lead(&self, item: usize) -> Option<usize> {
        [true, false]
            .into_iter()
            .find_map(|as_letters| self.counted_back(item, as_letters))
    }

    fn counted_back(&self, item: usize, as_letters: bool) -> Option<usize> {
        let (counting, mut number) = counted(self.text_of(item), as_letters)?;
        for at in (0..item).rev() {
            let words = self.text_of(at);
            if 0 < level(words) || begins_section(words) && number != 1 {
                return None;
            }
            let mark = counted(words, as_letters).filter(|_| self.own_line(at));
            if mark
                .is_some_and(|(own, its)| own == counting && its < number && number <= its + 2)
            {
                number = mark?.1;
                if number == 1 {
                    return at.checked_sub(1);
                }
            }
        }
        None
    }

    /// Whether two sentences are, or are part of, items of one list that nothing leads in to.
    pub(super) fn are_beside(&self, a: usize, b: usize) -> bool {
        let list = self.lists[b].filter(|_| self.own_line(b));
        list.is_some() && self.lists_around(a).contains(&list)
    }

    /// Whether a sentence goes on after a list that another leads in to or is part of.
    pub(super) fn follows_list(&self, a: usize, b: usize) -> bool {
        let own = (a + 1..self.sentences.len())
            .find(|at| self.sentences[*at].lead_in == Some(a))
            .and_then(|at| self.lists[at]);
        let lists = self.lists_around(a).into_iter().flatten().chain(own);
        lists.into_iter().any(|list| self.tail(list) == Some(b))
    }

    /// What follows the lists that a sentence is in and goes on with what leads in to them.
    pub(super) fn after_lists(&self, at: usize) -> Vec<Range<usize>> {
        let lists = self.lists_around(at).into_iter().flatten();
        let tails = lists.filter_map(|list| self.tail(list));
        let tails = tails.filter(|tail| self.goes_on(*tail));
        tails.map(|tail| self.sentences[tail].range.clone()).collect()
    }

    /// The sentence right after a list, where it begins a line and goes on with what the list is part of.
    fn tail(&self, list: usize) -> Option<usize> {
        let mut last = list;
        for at in list + 1..self.sentences.len() {
            if !self.own_line(at) || self.lists_around(at).contains(&Some(list)) {
                last = at;
            } else if !self.goes_on(at) {
                break;
            }
        }
        let after = Some(last + 1).filter(|after| *after < self.sentences.len())?;
        let range = &self.sentences[after].range;
        let gap = &self.text[self.sentences[after - 1].range.end..range.start];
        let close = gap.bytes().filter(|byte| *byte == b'\n').count() < 2;
        let unmarked =
            self.lists[after].is_none() && leading_marks::head(self.text_of(after)) == 0;
        (unmarked && (self.goes_on(after) || close)).then_some(after)
    }

    fn goes_on(&self, at: usize) -> bool {
        self.sentences[at].kind == SentenceKind::Sentence
            && self.text_of(at).starts_with(char::is_lowercase)
    }

    /// The lists that a sentence is in, innermost first.
    fn lists_around(&self, at: usize) -> Vec<Option<usize>> {
        let mut found = Vec::new();
        let mut at = Some(at);
        while let Some(item) = at.and_then(|at| self.item_of(at))
            && found.len() < DEEPEST
        {
            found.push(self.lists[item]);
            at = self.sentences[item].lead_in;
        }
        found
    }

    /// The item that a sentence is, or stands in.
    fn item_of(&self, at: usize) -> Option<usize> {
        let mut at = at;
        loop {
            if self.lists[at].is_some() {
                return Some(at);
            }
            if self.own_line(at) {
                return None;
            }
            at = at.checked_sub(1)?;
        }
    }

    /// `36 (1) No person …` is the first item of the list that goes on with `(2)`.
    fn count_first_subsections(&mut self) {
        let mut first = None;
        for at in 0..self.sentences.len() {
            let words = self.text_of(at);
            let number = leading_marks::number(words).unwrap_or(0);
            if 0 < number && words[number..].trim_start().starts_with("(1)") {
                first = Some(at);
            }
            let second = words.starts_with("(2)") || words.starts_with("(1.");
            if second
                && self.lists[at] == Some(at)
                && let Some(first) = first.take()
            {
                self.lists[first] = Some(at);
            }
        }
    }
}
