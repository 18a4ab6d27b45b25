//! Texts of a repository that give orders to whoever reads it by machine.
//!
//! Two sorts are known: to disregard what was asked before, and to give a score. Speaking of
//! judges, scores or instructions is neither; what is quoted, shown as an attack, forbidden or made
//! to depend on something is not an order, nor is what a prompt of the product says to its own
//! personas. Letters in disguise are read as what they look like.

mod context;

#[cfg(test)]
mod examples;
#[cfg(test)]
mod tests;

use std::ops::Range;

use jurat_injection::{
    InjectionReason, ScreenedTextKind, SentenceOrder, is_quoted, opening_address, orders,
};
use jurat_model::LocatedValue;

use self::context::{FenceTracker, ProseOrigin, is_prompt};
use super::source::{SourceFile, squeezed};
use crate::facts::FileRole;

/// Texts that are kept.
const MOST: usize = 50;

/// Bytes of a sentence that are looked at and kept.
const MOST_SENTENCE: usize = 1200;
const MOST_KEPT: usize = 300;

/// Texts found so far.
#[derive(Default)]
pub(super) struct PromptInjections {
    found: Vec<LocatedValue<String>>,
    pub(super) cut: bool,
}

impl PromptInjections {
    /// Looks through comments and bare texts. Lines that follow each other are one text.
    pub(super) fn prose(
        &mut self,
        source: &SourceFile<'_>,
        ranges: &[Range<usize>],
        role: FileRole,
    ) {
        if !counts(role) {
            return;
        }
        let mut open: Option<Range<usize>> = None;
        for range in ranges {
            open = match open {
                Some(before) if follows(source, &before, range) => {
                    Some(before.start..range.end)
                }
                Some(before) => {
                    self.bare(source, before);
                    Some(range.clone())
                }
                None => Some(range.clone()),
            };
        }
        if let Some(last) = open {
            self.bare(source, last);
        }
    }

    /// Looks through a text of code, or a whole file of prose.
    pub(super) fn text(
        &mut self,
        source: &SourceFile<'_>,
        range: Range<usize>,
        role: FileRole,
    ) {
        if counts(role) {
            let whole = range == (0..source.text.len());
            let origin = match role {
                _ if !whole => ProseOrigin::Code,
                FileRole::Docs => ProseOrigin::Document,
                _ => ProseOrigin::File,
            };
            self.passage(source, range, origin);
        }
    }

    /// A comment, or a text that stands alone.
    fn bare(&mut self, source: &SourceFile<'_>, range: Range<usize>) {
        let text = source.text.get(range.clone()).unwrap_or_default();
        let quoted = text.trim_start_matches(['r', 'R', 'u', 'U']).starts_with(['"', '\'']);
        let origin = if quoted { ProseOrigin::Docstring } else { ProseOrigin::Comment };
        self.passage(source, range, origin);
    }

    fn passage(&mut self, source: &SourceFile<'_>, range: Range<usize>, origin: ProseOrigin) {
        let Some(text) = source.text.get(range.clone()) else { return };
        // The marks around a docstring do not make a quotation of it.
        let bare = text.trim_start_matches(['"', '\'', '`']);
        let (range, text) = (range.end - bare.len()..range.end, bare);
        if text.len() < 20 {
            return;
        }
        let prompt = is_prompt(origin, source.path, &source.text[..range.start], text);
        let bare = without_marks(text);
        let mut shown = FenceTracker::new(text);
        let mut address = "";
        for (at, sentence) in sentences(text) {
            let words = &bare[at..at + sentence.len()];
            // Whoever a paragraph addresses at its beginning is told all of it.
            let first = is_first(text, at);
            let words = if first { words.to_owned() } else { format!("{address}{words}") };
            let from = if first { 0 } else { address.len() };
            let mut said = orders(&words, origin.screened_as());
            said.retain(|order| from <= order.at && !is_quoted(&words, order.at));
            if origin == ProseOrigin::Document && !said.is_empty() {
                retain_told(&mut said, &words, shown.is_plain(at));
            }
            if first {
                address = opening_address(&bare[at..at + sentence.len()]).unwrap_or_default();
            }
            if said.is_empty() || shown.is_at(at) {
                continue;
            }
            // What a prompt of the product says of grades is said to us where it names this work.
            let ours = |order: &SentenceOrder| {
                order.names_work || order.why != InjectionReason::AsksForGrade
            };
            if (prompt || shown.is_prompt()) && !said.iter().any(ours) {
                continue;
            }
            if MOST <= self.found.len() {
                self.cut = true;
                return;
            }
            let start = range.start + at;
            let words = squeezed(sentence, MOST_KEPT);
            self.found
                .push(source.located_at(words, start, start + sentence.len()));
        }
    }

    pub(super) fn finish(self) -> Vec<LocatedValue<String>> {
        self.found
    }
}

/// Keeps what is an order in a document. What is set off there shows prompts and attacks: of that only
/// what is surely said to whoever grades counts, and nowhere what lies across items of a list.
fn retain_told(said: &mut Vec<SentenceOrder>, words: &str, plain: bool) {
    let sure = orders(words, ScreenedTextKind::Repository);
    said.retain(|order| {
        let across = words[..order.at].contains("\n  ");
        let to_grader = order.why.is_to_grader();
        to_grader && sure.contains(order) || plain && (!across || !to_grader)
    });
}

/// What tests and code of others say is said to someone else.
fn counts(role: FileRole) -> bool {
    matches!(role, FileRole::Product | FileRole::Docs | FileRole::Config | FileRole::Example)
}

/// Whether only white space parts two comments, and no empty line.
fn follows(source: &SourceFile<'_>, before: &Range<usize>, next: &Range<usize>) -> bool {
    source.text.get(before.end..next.start).is_some_and(|gap| {
        gap.chars().all(char::is_whitespace) && gap.bytes().filter(|b| *b == b'\n').count() <= 1
    })
}

/// A text of the same length in which marks of comments and of broken lines are blanks.
fn without_marks(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches(MARKS);
        bare.extend(std::iter::repeat_n(' ', line.len() - words.len()));
        bare.push_str(&words.replace("\\n", "\n "));
    }
    bare
}

/// Whether a sentence begins a paragraph.
fn is_first(text: &str, at: usize) -> bool {
    let before =
        text[..at].trim_end_matches(|letter: char| letter != '\n' && !letter.is_alphanumeric());
    let gap = &before[before.trim_end().len()..];
    before.trim().is_empty() || 2 <= gap.matches('\n').count()
}

/// Marks that lines of comments begin with.
const MARKS: [char; 8] = [' ', '\t', '#', '/', '*', '-', '!', ';'];

/// Sentences with where they start: to a stop before white space, or an empty line.
fn sentences(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).copied().unwrap_or(b'\n');
        let stop = matches!(byte, b'.' | b'!' | b'?') && next.is_ascii_whitespace();
        let empty = *byte == b'\n' && next == b'\n';
        if stop || empty || at + 1 == bytes.len() {
            if let Some(sentence) = text.get(start..=at) {
                let lead = sentence.len() - sentence.trim_start().len();
                found.push((start + lead, sentence.trim()));
            }
            start = at + 1;
        }
    }
    found.retain(|(_, sentence)| 12 <= sentence.len() && sentence.len() <= MOST_SENTENCE);
    found
}
