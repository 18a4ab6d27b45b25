//! Whether a quote may stand as it is cut: what its ellipses join, what it crosses, what it leaves off.
//!
//! An ellipsis stands within one sentence, or between the parts of one list: what leads in to it, its items, and the text
//! that follows them. It never stands over a heading or over the border of a section. Words that limit or extend what is
//! quoted may be left off neither at an ellipsis nor at the end.

mod section_borders;
mod section_marks;
mod sentence_outline;

use std::{cell::RefCell, ops::Range, rc::Rc};

use serde::Serialize;

use crate::{
    anchor::{modal_at_end, qualifiers},
    limiting_words::limiting,
};

use section_borders::SectionBorders;
use sentence_outline::SentenceOutline;

/// What a quote is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuoteScope {
    /// A sentence or a part of it. No heading may lie within.
    Sentence,
    /// A provision. It is quoted from the beginning of a sentence to the end of one, and may have headings of its own.
    Provision,
}

/// What is wrong with how a quote is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum ElisionFault {
    /// A heading, or the beginning of another section, lies within the quote.
    Crosses { words: String },
    /// An ellipsis joins what is neither one sentence nor one list.
    Apart,
    /// A sentence is cut where only a whole one may stand.
    Torn,
    /// What is left off begins by limiting or extending what is quoted.
    LeftOff {
        /// The words that it begins with.
        word: String,
    },
    /// A gap hides a word on which the meaning depends; none where it is too long to say.
    Hides { word: String },
}

/// A gap that is longer joins nothing that belongs together.
const LONGEST: usize = 200_000;

/// The first thing that is wrong with how ranges of a text, in order, make a quote.
pub fn fault(text: &str, ranges: &[Range<usize>], reach: QuoteScope) -> Option<ElisionFault> {
    QuotedText::new(text).fault(ranges, reach)
}

/// A text that many quotes are taken of. What lies around one is cut into sentences, and kept for the next that stands
/// near it; no more than one stretch is, for whoever hands in quotes chooses how many and where.
pub struct QuotedText<'a> {
    text: &'a str,
    latest: RefCell<Option<(Range<usize>, Rc<SentenceOutline<'a>>)>>,
}

impl<'a> QuotedText<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text, latest: RefCell::new(None) }
    }

    /// The first thing that is wrong with how ranges of the text, in order, make a quote.
    pub fn fault(&self, ranges: &[Range<usize>], reach: QuoteScope) -> Option<ElisionFault> {
        let (first, last) = (ranges.first()?, ranges.last()?);
        let far = |pair: &[Range<usize>]| pair[0].end + LONGEST < pair[1].start;
        if ranges.windows(2).any(far) {
            return Some(ElisionFault::Apart);
        }
        let outline = self.outline(&(first.start..last.end));
        let cut = ElidedQuote { text: self.text, ranges, reach, outline: &outline };
        cut.crossed()
            .or_else(|| cut.beginning(first.start))
            .or_else(|| (1..ranges.len()).find_map(|at| cut.joint(at)))
            .or_else(|| cut.end(last.end))
    }

    fn outline(&self, quote: &Range<usize>) -> Rc<SentenceOutline<'a>> {
        let window = SentenceOutline::window(self.text, quote);
        let mut latest = self.latest.borrow_mut();
        match &*latest {
            Some((kept, outline)) if *kept == window => outline.clone(),
            _ => {
                let outline = Rc::new(SentenceOutline::new(self.text, window.clone()));
                *latest = Some((window, outline.clone()));
                outline
            }
        }
    }
}

struct ElidedQuote<'a> {
    text: &'a str,
    ranges: &'a [Range<usize>],
    reach: QuoteScope,
    outline: &'a SentenceOutline<'a>,
}

impl ElidedQuote<'_> {
    fn crossed(&self) -> Option<ElisionFault> {
        let (first, last) = (self.ranges.first()?, self.ranges.last()?);
        let borders = SectionBorders::of(self.outline, self.reach, first.start);
        let from = self.outline.at(first.start)?;
        let until = self.outline.at(last.end.saturating_sub(1))?;
        let quoted = |at: usize| {
            let start = self.outline.sentences[at].range.start;
            self.ranges.iter().any(|range| range.contains(&start))
        };
        let crossed = (from + 1..=until).find(|at| borders.stands_at(*at, quoted(*at)))?;
        Some(ElisionFault::Crosses { words: self.outline.words(crossed) })
    }

    fn beginning(&self, start: usize) -> Option<ElisionFault> {
        let at = self.outline.at(start)?;
        let begins = self.outline.begins_at(at, start) || self.outline.line_ends(at, start);
        (self.reach == QuoteScope::Provision && !begins).then_some(ElisionFault::Torn)
    }

    /// What is wrong with the gap before a range.
    fn joint(&self, range: usize) -> Option<ElisionFault> {
        let (left, right) = (&self.ranges[range - 1], &self.ranges[range]);
        let outline = self.outline;
        let (Some(a), Some(b)) =
            (outline.at(left.end.saturating_sub(1)), outline.at(right.start))
        else {
            return Some(ElisionFault::Apart);
        };
        if self.reach == QuoteScope::Provision && self.defines(range) {
            return self.to_the_end(a, left.end);
        }
        if a == b {
            // Of a provision, lines are left out.
            let torn = self.reach == QuoteScope::Provision && !outline.begins_line(right.start);
            return if torn {
                Some(ElisionFault::Torn)
            } else {
                self.gap(left.end..right.start)
            };
        }
        if !self.hangs_together(range, a, b) {
            return Some(ElisionFault::Apart);
        }
        if !outline.begins_at(b, right.start) {
            return Some(ElisionFault::Torn);
        }
        self.to_the_end(a, left.end)
    }

    /// Whether a range begins with the line of a definition: such lines are a list without marks.
    fn defines(&self, range: usize) -> bool {
        let start = self.ranges[range].start;
        let named = |one: &Range<usize>| {
            let words = self.text[one.clone()].to_lowercase();
            ["definitions", "définitions", "definições"]
                .iter()
                .any(|it| words.contains(it))
        };
        self.outline.defines(start)
            || self.outline.follows_shut_line(start)
                && self.ranges[..range].first().is_some_and(named)
    }

    /// What is wrong with a gap within one sentence.
    fn gap(&self, gap: Range<usize>) -> Option<ElisionFault> {
        let words = self.text.get(gap.clone())?;
        if let Some(word) = limiting(words) {
            return Some(ElisionFault::LeftOff { word: word.to_owned() });
        }
        let hidden = qualifiers(self.text, gap).into_iter().next();
        let word = hidden.map(|hidden| hidden.word).or_else(|| modal_at_end(words))?;
        Some(ElisionFault::Hides { word })
    }

    /// Whether two sentences are parts of one list: an item with what leads in to it, an item with another of its list,
    /// or either with the text that follows the list.
    fn hangs_together(&self, range: usize, a: usize, b: usize) -> bool {
        let outline = self.outline;
        let quoted = |at: usize| {
            let sentence = &outline.sentences[at].range;
            let before = &self.ranges[..range];
            before
                .iter()
                .any(|one| one.start < sentence.end && sentence.start < one.end)
        };
        match outline.sentences[b].lead_in {
            Some(lead) => quoted(lead),
            None => {
                outline.are_beside(a, b)
                    || outline.follows_list(a, b)
                    || outline.counted_lead(b).is_some_and(quoted)
            }
        }
    }

    /// What is wrong where a quote stops within a sentence and goes on in another, or not at all.
    fn to_the_end(&self, at: usize, end: usize) -> Option<ElisionFault> {
        let rest = self.outline.rest(at, end);
        if let Some(word) = limiting(rest) {
            return Some(ElisionFault::LeftOff { word: word.to_owned() });
        }
        if self.reach == QuoteScope::Provision && self.outline.line_ends(at, end) {
            return None;
        }
        let joins = |word: &str| ["and", "et", "e"].contains(&word.to_lowercase().as_str());
        let mut words = rest
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        (!words.all(joins)).then_some(ElisionFault::Torn)
    }

    fn end(&self, end: usize) -> Option<ElisionFault> {
        let at = self.outline.at(end.saturating_sub(1))?;
        let rest = self.outline.rest(at, end);
        let tails = self.outline.after_lists(at);
        let left_off = tails.into_iter().filter(|tail| end <= tail.start);
        let word = limiting(rest)
            .or_else(|| left_off.into_iter().find_map(|tail| limiting(&self.text[tail])));
        if let Some(word) = word {
            return Some(ElisionFault::LeftOff { word: word.to_owned() });
        }
        if self.reach == QuoteScope::Provision { self.to_the_end(at, end) } else { None }
    }
}
