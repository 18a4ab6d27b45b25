//! The part of a provision that answers a question: a sentence, or an item with what leads in to it.

use std::ops::Range;

use jurat_model::{Requirement, Span};
use jurat_text::{
    Language,
    sentences::{Kind, Sentence, sentences},
};
use jurat_verify::addressing::{Asked, Passage};

/// A provision of no more words is told whole.
const WHOLE: usize = 75;
/// Lists nested deeper are damage.
const DEEPEST: usize = 6;
/// What having the sort of answer that is asked for is worth, beside the question's words.
const WANTED: f64 = 0.35;

/// Where the part stands, as bytes of the source.
pub(super) fn of(requirement: &Requirement, asked: &Asked, language: Language) -> Vec<Span> {
    let ranges = &requirement.quote.ranges;
    if requirement.exact_quote.split_whitespace().count() <= WHOLE {
        return ranges.clone();
    }
    let mut best: Option<(f64, Vec<Span>)> = None;
    let mut start = 0;
    for own in ranges {
        let text = requirement.exact_quote.get(start..start + own.len()).unwrap_or_default();
        let part = Part { text, sentences: sentences(text), from: own.start };
        // What leads in to all items stands in the first stretch.
        let above = ranges.first().filter(|first| *first != own && ranges.len() > 1);
        for at in 0..part.sentences.len() {
            let Some((words, mut spans)) = part.candidate(at) else { continue };
            let score = score(asked, requirement, &words, language);
            if best.as_ref().is_none_or(|(most, _)| *most < score) {
                if let Some(above) = above {
                    spans.insert(0, *above);
                }
                best = Some((score, spans));
            }
        }
        start += own.len() + jurat_model::Quote::GAP.len();
    }
    best.map_or_else(|| ranges.clone(), |(_, spans)| spans)
}

fn score(asked: &Asked, requirement: &Requirement, words: &str, language: Language) -> f64 {
    let found = asked.addressing(Passage {
        text: words,
        heading: &requirement.section_heading,
        document: "",
        language,
    });
    let wanted = match found.want_met {
        Some(true) => WANTED,
        Some(false) => -WANTED,
        None => 0.0,
    };
    found.probability + wanted
}

/// One stretch of a provision, cut into sentences.
struct Part<'a> {
    text: &'a str,
    sentences: Vec<Sentence>,
    /// Where it begins in the source.
    from: usize,
}

impl Part<'_> {
    /// A sentence with what leads in to it and what its list ends with: its words, and where they stand.
    fn candidate(&self, at: usize) -> Option<(String, Vec<Span>)> {
        let sentence = &self.sentences[at];
        let leads_only = self.sentences.iter().any(|other| other.lead_in == Some(at));
        if sentence.kind == Kind::Heading && self.text[sentence.range.clone()].len() < 60 || leads_only {
            return None;
        }
        let mut chain = vec![at];
        while let Some(lead) = self.sentences[chain[0]].lead_in.filter(|_| chain.len() < DEEPEST) {
            chain.insert(0, lead);
        }
        chain.extend(self.tail(at));
        let ranges: Vec<Range<usize>> =
            chain.iter().map(|at| self.sentences[*at].range.clone()).collect();
        let words: Vec<&str> = ranges.iter().map(|range| &self.text[range.clone()]).collect();
        Some((words.join(" "), self.joined(&ranges)))
    }

    /// What follows a list and goes on with its sentence: it limits every item.
    fn tail(&self, at: usize) -> Option<usize> {
        self.sentences[at].lead_in?;
        let list = self.sentences[at].lead_in;
        let after = (at + 1..self.sentences.len()).find(|next| self.sentences[*next].lead_in != list)?;
        let next = &self.sentences[after];
        let words = &self.text[next.range.clone()];
        let goes_on = next.lead_in.is_none() && words.starts_with(char::is_lowercase);
        goes_on.then_some(after)
    }

    /// As bytes of the source, neighbours as one.
    fn joined(&self, ranges: &[Range<usize>]) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for range in ranges {
            let span = Span::from(self.from + range.start..self.from + range.end);
            match spans.last_mut() {
                Some(last) if self.text[last.end - self.from..range.start].trim().is_empty() => {
                    last.end = span.end;
                }
                _ => spans.push(span),
            }
        }
        spans
    }
}
