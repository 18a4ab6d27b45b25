//! Legal text cut into sentences, headings and list items, with byte offsets.
//!
//! Every byte that is not white space is in exactly one of them. Nothing is learned from the text
//! at hand: the same sentence is cut the same way wherever it stands.

mod abbreviations;
mod enumerators;
mod full_stops;
mod line_ends;
mod list_tails;
mod open_lists;

use std::ops::Range;

use serde::Serialize;

use enumerators::{EnumeratorStyle, ListEnumerator, enumerator};
pub(crate) use line_ends::divides;
pub use list_tails::{is_tail, tails};
use open_lists::OpenLists;

/// What a stretch of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SentenceKind {
    /// A sentence, or the part of one before a list.
    Sentence,
    /// A line of its own without a mark at its end.
    Heading,
    /// A sentence or part of one that begins with a mark of a list: `(a)`, `1.`, `•`.
    Item,
}

/// A stretch of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SentenceSpan {
    /// Where it is, without white space around it.
    pub range: Range<usize>,
    pub kind: SentenceKind,
    /// The sentence, by index, that leads into the list that this is an item of. An item may lead
    /// into another list.
    pub lead_in: Option<usize>,
}

/// Cuts a text. Linear in its length.
pub fn sentences(text: &str) -> Vec<SentenceSpan> {
    sentences_to(text, text.len())
}

/// Cuts a text, and says of each sentence which list it is an item of: the index of its first item.
pub(crate) fn outline(text: &str) -> (Vec<SentenceSpan>, Vec<Option<usize>>) {
    let cutting = cut(text, text.len());
    (cutting.sentences, cutting.members)
}

/// The place in its list of the item that a text begins with: how it is counted, and its number there. A letter is not
/// a Roman numeral for who asks for letters.
pub(crate) fn counted(text: &str, as_letters: bool) -> Option<(ItemNumbering, u32)> {
    let mark = enumerator(text)?;
    let small = text.trim_start_matches('(').starts_with(char::is_lowercase);
    match mark.style {
        EnumeratorStyle::Bullet | EnumeratorStyle::Provision => None,
        EnumeratorStyle::BracketedRoman if as_letters => {
            Some((ItemNumbering(EnumeratorStyle::BracketedLetter, small), mark.as_letter?))
        }
        EnumeratorStyle::Roman if as_letters => {
            Some((ItemNumbering(EnumeratorStyle::Letter, small), mark.as_letter?))
        }
        style => Some((ItemNumbering(style, small), mark.ordinal)),
    }
}

/// How the items of a list are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ItemNumbering(EnumeratorStyle, bool);

/// Those sentences of a text that begin at a byte or before it: the same as all of them, without
/// the work for those after it.
pub fn sentences_to(text: &str, last: usize) -> Vec<SentenceSpan> {
    cut(text, last).sentences
}

fn cut(text: &str, last: usize) -> SentenceSplitter<'_> {
    let mut cutting = SentenceSplitter {
        text,
        start: 0,
        at: 0,
        own_line: true,
        mark: None,
        leads: false,
        lists: OpenLists::default(),
        sentences: Vec::with_capacity(last.min(text.len()) / 128 + 1),
        members: Vec::new(),
    };
    cutting.begin(0, true);
    while cutting.start <= last
        && let Some(at) = cutting.next_candidate()
    {
        cutting.candidate(at);
    }
    if cutting.start <= last {
        cutting.end_at(text.len(), SentenceEnding::Line);
    }
    cutting
}

/// How a stretch came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SentenceEnding {
    /// At a stop, or between items in one line.
    Inline,
    /// At the end of a line.
    Line,
    /// At the end of a line, with the first item of a list on the next.
    BeforeList,
}

struct SentenceSplitter<'a> {
    text: &'a str,
    start: usize,
    at: usize,
    /// Whether the stretch at hand begins a line.
    own_line: bool,
    mark: Option<ListEnumerator>,
    /// Whether the last stretch leads into a list.
    leads: bool,
    lists: OpenLists,
    sentences: Vec<SentenceSpan>,
    /// For each sentence the first item of the list that it is in.
    members: Vec<Option<usize>>,
}

/// Bytes at which a stretch may end. Of `…`, the first byte.
const CANDIDATES: [bool; 256] = {
    let mut candidates = [false; 256];
    let marks = b".!?:;\n\r\x0c\xE2";
    let mut at = 0;
    while at < marks.len() {
        candidates[marks[at] as usize] = true;
        at += 1;
    }
    candidates
};

impl SentenceSplitter<'_> {
    fn next_candidate(&self) -> Option<usize> {
        let rest = &self.text.as_bytes()[self.at..];
        let found = rest.iter().position(|byte| CANDIDATES[usize::from(*byte)])?;
        Some(self.at + found)
    }

    fn candidate(&mut self, at: usize) {
        let bytes = self.text.as_bytes();
        self.at = at + 1;
        match bytes[at] {
            b'\n' | b'\r' | 0x0C => self.line_end(at),
            b'.' => {
                let dots = bytes[at..].iter().take_while(|byte| **byte == b'.').count();
                self.at = at + dots;
                self.stop(at);
            }
            b'!' | b'?' => self.stop(at),
            b':' => self.before_first_item(at),
            b';' => self.between_items(at),
            _ => {
                self.at = at + self.text[at..].chars().next().map_or(1, char::len_utf8);
                if self.text[at..].starts_with('…') {
                    self.stop(at);
                }
            }
        }
    }

    /// Begins a stretch at the next character that is not white space.
    fn begin(&mut self, from: usize, own_line: bool) {
        let rest = self.text[from..].trim_start();
        self.start = self.text.len() - rest.len();
        self.own_line = own_line;
        let mark = enumerator(rest);
        // Within a line a number or a dash begins no item.
        let inline = |mark: &ListEnumerator| {
            !matches!(
                mark.style,
                EnumeratorStyle::Bullet
                    | EnumeratorStyle::Number
                    | EnumeratorStyle::Letter
                    | EnumeratorStyle::Capital
            )
        };
        self.mark = mark.filter(|mark| own_line || inline(mark));
        let head = mark.map_or(0, |mark| mark.len);
        self.at = self.at.max(self.start + head).max(from);
    }

    fn end_at(&mut self, end: usize, ending: SentenceEnding) {
        let stretch = self.text[self.start..end.max(self.start)].trim_end();
        if !stretch.is_empty() {
            self.keep(stretch, ending);
        }
    }

    fn keep(&mut self, stretch: &str, ending: SentenceEnding) {
        let index = self.sentences.len();
        let lead = self.leads.then(|| index.checked_sub(1)).flatten();
        let mark = self.mark.as_ref();
        let (lead_in, list) =
            mark.map_or((None, None), |mark| self.lists.item(mark, lead, index));
        // What goes on after the items of a list within another does not end the other.
        let goes_on = stretch.starts_with(char::is_lowercase);
        if self.mark.is_none() && self.own_line && !goes_on {
            self.lists.end();
        }
        let marked = self.mark.is_some_and(|mark| mark.style != EnumeratorStyle::Provision);
        let kind = match ending {
            _ if marked => SentenceKind::Item,
            SentenceEnding::Line if self.own_line && line_ends::is_heading(stretch) => {
                SentenceKind::Heading
            }
            _ => SentenceKind::Sentence,
        };
        self.leads = ending == SentenceEnding::BeforeList || line_ends::leads_on(stretch);
        let range = self.start..self.start + stretch.len();
        self.sentences.push(SentenceSpan { range, kind, lead_in });
        self.members.push(list);
    }

    fn stop(&mut self, at: usize) {
        if let Some(end) = full_stops::end_after(self.text, self.start, at) {
            self.end_at(end, SentenceEnding::Inline);
            let rest = &self.text[end..];
            let gap = rest.len() - rest.trim_start().len();
            self.begin(end, rest[..gap].contains(['\n', '\r', '\u{c}']));
        }
    }

    fn line_end(&mut self, at: usize) {
        let stretch = self.text[self.start..at].trim_end();
        let rest = &self.text[at..];
        let next = rest.trim_start();
        let next_at = self.text.len() - next.len();
        self.at = next_at;
        // A number is never cut from its text.
        let bare_mark = self.mark.is_some_and(|mark| stretch.len() <= mark.len);
        if stretch.is_empty() || next.is_empty() || bare_mark {
            return;
        }
        let gap = &rest[..rest.len() - next.len()];
        if self.mark.is_some() && line_ends::ends_list(stretch, next) {
            self.end_at(at, SentenceEnding::Line);
            self.begin(next_at, true);
            return;
        }
        // `## Section 5. Records`: what is left of such a line after a stop is still of the heading.
        if line_ends::is_marked_heading(&self.text[..at]) {
            self.end_at(at, SentenceEnding::Line);
            self.begin(next_at, true);
            return;
        }
        let expects = |mark: &ListEnumerator| self.lists.expects(self.mark.as_ref(), mark);
        if let Some(ending) = line_ends::ending(stretch, gap, next, &expects) {
            self.end_at(at, ending);
            self.begin(next_at, true);
        }
    }

    /// `: (a) …` in one line.
    fn before_first_item(&mut self, at: usize) {
        let rest = &self.text[at + 1..];
        let next = rest.trim_start_matches([' ', '\t', '\u{a0}']);
        if next.len() == rest.len() {
            return;
        }
        if let Some(mark) = enumerator(next)
            && mark.is_first()
            && mark.style != EnumeratorStyle::Bullet
        {
            self.cut_inline(at + 1, next, mark);
        }
    }

    /// `; or (b) …` in one line.
    fn between_items(&mut self, at: usize) {
        let rest = &self.text[at + 1..];
        let next = rest.trim_start_matches([' ', '\t', '\u{a0}']);
        let next = line_ends::CONJUNCTIONS
            .iter()
            .find_map(|word| next.strip_prefix(word)?.strip_prefix(' '))
            .unwrap_or(next);
        if next.len() == rest.len() {
            return;
        }
        if let Some(mark) = enumerator(next)
            && mark.style != EnumeratorStyle::Bullet
            && self.lists.expects(self.mark.as_ref(), &mark)
        {
            self.cut_inline(self.text.len() - next.len(), next, mark);
        }
    }

    fn cut_inline(&mut self, end: usize, next: &str, mark: ListEnumerator) {
        self.end_at(end, SentenceEnding::Inline);
        let from = self.text.len() - next.len();
        self.begin(from, false);
        self.mark = Some(mark);
    }
}

#[cfg(test)]
mod tests {
    use super::{sentences, sentences_to};

    #[track_caller]
    fn check(text: &str) {
        let all = sentences(text);
        for last in 0..=text.len() + 1 {
            let begun = all.iter().take_while(|one| one.range.start <= last).count();
            assert_eq!(sentences_to(text, last), all[..begun], "{last} of {text:?}");
        }
    }

    #[test]
    fn what_comes_after_a_byte_changes_nothing_before_it() {
        check(
            "PART 3\nA clerk must keep: (a) a log; (b) a seal. See s. 5.\n\n(2) The é… seal is red.",
        );
        check(
            "The holder must\n(a) report;\n(b) pay:\n(i) fees; and\n(ii) costs;\n\n  Then no more  ",
        );
        check(" \n ");
        check("");
    }
}
