//! How a decision came out: the sentence that disposes of what was asked.
//!
//! The formal judgment says it best; then the last words of the reasons; then whoever says it first. Patterns are data
//! (`data/outcome_grammar`), and a sentence about another decision, a wish or a condition is none.

use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

use jurat_model::ByteSpan;
use jurat_text::sentences::sentences;
use regex::Regex;
use serde::Deserialize;

use super::{DecisionOutcome, NumberedParagraph, ReadOutcome};
use crate::pattern_classes;

#[derive(Debug, Default, Deserialize)]
struct OutcomeFile {
    classes: BTreeMap<String, String>,
    /// Lines that begin the formal judgment.
    formal: Vec<String>,
    /// Lines after which nothing is decided.
    tail: Vec<String>,
    /// What makes a sentence no disposition.
    unless: Vec<String>,
    dismissed: Vec<String>,
    allowed: Vec<String>,
    /// What tells the outcome in a form, whatever else the sentence says.
    firm_dismissed: Vec<String>,
    firm_allowed: Vec<String>,
    /// What it adds to a sentence that allows.
    returned: Vec<String>,
    partly: Vec<String>,
    varied: Vec<String>,
    /// Whose claim it is, where several are decided one by one.
    separate: Vec<String>,
    /// What is granted rather than allowed.
    relief: Vec<String>,
}

#[derive(Debug, Default)]
struct OutcomeGrammar {
    formal: Vec<Regex>,
    tail: Vec<Regex>,
    unless: Vec<Regex>,
    dismissed: Vec<Regex>,
    allowed: Vec<Regex>,
    firm_dismissed: Vec<Regex>,
    firm_allowed: Vec<Regex>,
    returned: Vec<Regex>,
    partly: Vec<Regex>,
    varied: Vec<Regex>,
    separate: Vec<Regex>,
    relief: Vec<Regex>,
}

static GRAMMAR: LazyLock<OutcomeGrammar> = LazyLock::new(|| OutcomeGrammar::of_files().0);

const FILES: [&str; 2] = [
    include_str!("../../data/outcome_grammar/en.json"),
    include_str!("../../data/outcome_grammar/fr.json"),
];

impl OutcomeGrammar {
    /// Both languages in one: headers and orders mix them.
    fn of_files() -> (Self, Vec<String>) {
        let mut grammar = Self::default();
        let mut faults = Vec::new();
        for file in FILES {
            let file: OutcomeFile = match serde_json::from_str(file) {
                Ok(file) => file,
                Err(error) => {
                    faults.push(error.to_string());
                    continue;
                }
            };
            let mut add = |to: &mut Vec<Regex>, from: &[String]| {
                to.extend(from.iter().filter_map(|one| {
                    pattern_classes::compiled(one, &file.classes, &mut faults)
                }));
            };
            add(&mut grammar.formal, &file.formal);
            add(&mut grammar.tail, &file.tail);
            add(&mut grammar.unless, &file.unless);
            add(&mut grammar.dismissed, &file.dismissed);
            add(&mut grammar.allowed, &file.allowed);
            add(&mut grammar.firm_dismissed, &file.firm_dismissed);
            add(&mut grammar.firm_allowed, &file.firm_allowed);
            add(&mut grammar.returned, &file.returned);
            add(&mut grammar.partly, &file.partly);
            add(&mut grammar.varied, &file.varied);
            add(&mut grammar.separate, &file.separate);
            add(&mut grammar.relief, &file.relief);
        }
        (grammar, faults)
    }

    /// What a sentence decides, and where in it.
    fn decided(&self, sentence: &str) -> Option<(DecisionOutcome, Range<usize>)> {
        let first = |all: &[Regex]| {
            all.iter()
                .filter_map(|one| one.find(sentence))
                .map(|found| found.range())
                .min_by_key(|found| found.start)
        };
        let firm = |all: &[Regex], outcome| first(all).map(|cue| (outcome, cue));
        if let Some(found) = firm(&self.firm_dismissed, DecisionOutcome::Dismissed)
            .or_else(|| firm(&self.firm_allowed, DecisionOutcome::Granted))
        {
            return Some(found);
        }
        if self.unless.iter().any(|one| one.is_match(sentence)) {
            return None;
        }
        if let Some(varied) = first(&self.varied) {
            return Some((DecisionOutcome::Varied, varied));
        }
        let any = |all: &[Regex]| all.iter().any(|one| one.is_match(sentence));
        match (first(&self.dismissed), first(&self.allowed)) {
            (None, None) => None,
            (_, Some(allowed)) if any(&self.partly) => {
                Some((DecisionOutcome::AllowedInPart, allowed))
            }
            (Some(dismissed), None) => Some((DecisionOutcome::Dismissed, dismissed)),
            // What is dismissed after an appeal is allowed is the application below; after a motion it is the cause.
            (Some(dismissed), Some(allowed))
                if dismissed.start < allowed.start
                    || self.is_relief(&sentence[allowed.clone()]) =>
            {
                Some((DecisionOutcome::Dismissed, dismissed))
            }
            (_, Some(allowed)) => {
                let outcome = if any(&self.returned) {
                    DecisionOutcome::SetAsideReturned
                } else if self.is_relief(&sentence[allowed.clone()]) {
                    DecisionOutcome::Granted
                } else {
                    DecisionOutcome::Allowed
                };
                Some((outcome, allowed))
            }
        }
    }

    /// Whether what is granted is a step of the cause and not the cause.
    fn is_relief(&self, cue: &str) -> bool {
        self.relief.iter().any(|one| one.is_match(cue))
    }
}

/// A sentence, its small letters, and where it stands.
struct ReadSentence {
    range: Range<usize>,
    small: String,
}

/// The outcome of a decision.
pub(super) fn outcome(text: &str, paragraphs: &[NumberedParagraph]) -> Option<ReadOutcome> {
    let all: Vec<ReadSentence> = sentences(text)
        .into_iter()
        .filter_map(|one| {
            let words = text.get(one.range.clone())?;
            Some(ReadSentence { range: one.range, small: folded(words) })
        })
        .collect();
    let from = paragraphs.first().map_or(0, |first| first.span.start);
    let body = all.partition_point(|one| one.range.end <= from);
    let matches = |patterns: &[Regex], one: &ReadSentence| {
        patterns.iter().any(|pattern| pattern.is_match(&one.small))
    };
    let tail = all[body..]
        .iter()
        .position(|one| matches(&GRAMMAR.tail, one))
        .map_or(all.len(), |at| body + at);
    let body_end = tail.max(body);
    let formal = all[body..body_end]
        .iter()
        .rposition(|one| matches(&GRAMMAR.formal, one))
        .map(|at| body + at);
    let region = OutcomeRegion { text, all: &all, end: body_end, paragraphs };
    let in_judgment = formal.and_then(|at| region.in_judgment(at));
    let in_reasons = || (body..body_end).rev().find_map(|at| region.told(at));
    in_judgment.or_else(in_reasons)
}

/// The sentences in which an outcome may stand.
struct OutcomeRegion<'t> {
    text: &'t str,
    all: &'t [ReadSentence],
    /// The first sentence of what comes after the decision.
    end: usize,
    paragraphs: &'t [NumberedParagraph],
}

/// How many sentences after one that allows may say the rest of it.
const GOES_ON: usize = 3;

impl OutcomeRegion<'_> {
    /// What the formal judgment decides first; a step of the cause counts only where the cause itself is not decided.
    fn in_judgment(&self, from: usize) -> Option<ReadOutcome> {
        let is_step = |found: &ReadOutcome| {
            let cue = self.text.get(found.cue.start..found.cue.end).unwrap_or_default();
            GRAMMAR.is_relief(&folded(cue))
        };
        let mut all = (from..self.end).filter_map(|at| self.told(at));
        let first = all.next()?;
        if !is_step(&first) {
            return Some(first);
        }
        Some(all.find(|found| !is_step(found)).unwrap_or(first))
    }

    fn read(&self, at: usize) -> Option<ReadOutcome> {
        let one = self.all.get(at)?;
        let (outcome, cue) = GRAMMAR.decided(&one.small)?;
        Some(read_out(self.text, one, outcome, cue, self.paragraphs))
    }

    /// What a sentence decides, with what those after it add.
    fn told(&self, at: usize) -> Option<ReadOutcome> {
        let found = self.read(at)?;
        if self.is_split(at, found.outcome) {
            return Some(ReadOutcome { outcome: DecisionOutcome::AllowedInPart, ..found });
        }
        if found.outcome != DecisionOutcome::Allowed {
            return Some(found);
        }
        // `I would allow the appeal. The refusal is set aside and the claim returned.`
        let mut rest = at + 1..self.end.min(at + 1 + GOES_ON);
        let goes_on = rest.find_map(|next| {
            self.read(next).filter(|later| {
                later.outcome == DecisionOutcome::SetAsideReturned
                    && later.paragraph == found.paragraph
            })
        });
        Some(goes_on.unwrap_or(found))
    }

    /// Whether the claims of several people are decided one by one, and not alike.
    fn is_split(&self, at: usize, outcome: DecisionOutcome) -> bool {
        let other = match outcome {
            DecisionOutcome::Allowed => DecisionOutcome::Dismissed,
            DecisionOutcome::Dismissed => DecisionOutcome::Allowed,
            _ => return false,
        };
        let is_separate = |at: usize| {
            let sentence = self.all.get(at).map_or("", |one| one.small.as_str());
            GRAMMAR.separate.iter().any(|one| one.is_match(sentence))
        };
        let around = at.saturating_sub(GOES_ON)..self.end.min(at + 1 + GOES_ON);
        is_separate(at)
            && around.into_iter().any(|near| {
                near != at
                    && is_separate(near)
                    && self.read(near).is_some_and(|found| found.outcome == other)
            })
    }
}

fn read_out(
    text: &str,
    sentence: &ReadSentence,
    outcome: DecisionOutcome,
    cue: Range<usize>,
    paragraphs: &[NumberedParagraph],
) -> ReadOutcome {
    let span = ByteSpan {
        start: sentence.range.start,
        end: sentence.range.end,
    };
    let same = text
        .get(sentence.range.clone())
        .is_some_and(|words| words.len() == sentence.small.len());
    let cue = if same {
        ByteSpan {
            start: span.start + cue.start,
            end: span.start + cue.end,
        }
    } else {
        span
    };
    let paragraph = paragraphs
        .iter()
        .rev()
        // A sentence may begin at the number, which is no part of the paragraph's words.
        .find(|one| one.span.start < span.end && span.end <= one.span.end);
    ReadOutcome {
        outcome,
        sentence: span,
        cue,
        paragraph: paragraph.map(|one| one.number),
    }
}

/// Small letters, plain apostrophes, every white space a space; of the same length wherever letters allow it.
fn folded(words: &str) -> String {
    words
        .chars()
        .map(|letter| match letter {
            '’' | '‘' => '\'',
            space if space.is_whitespace() => ' ',
            other => other.to_lowercase().next().unwrap_or(other),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::OutcomeGrammar;

    #[test]
    fn every_pattern_can_be_used() {
        let (grammar, faults) = OutcomeGrammar::of_files();
        assert!(faults.is_empty(), "{faults:?}");
        assert!(!grammar.dismissed.is_empty() && !grammar.formal.is_empty());
    }
}
