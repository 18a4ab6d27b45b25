//! Whether a passage says how: by what it does to what, by cause and means, by names of code.
//!
//! No opinion of whether it is true. Nonsense with the right nouns and verbs passes.

use std::collections::BTreeSet;

use jurat_text::{Language, tokens::is_stop_word};

use super::{
    lexicon::{CATCH, DOING, DOING_ELSEWHERE, FRAMES, THINGS},
    tokens,
};
use crate::detect::paper::folded_words::{at, folded, spaced, words};

/// The fewest words that explain anything.
const FEWEST: usize = 8;
/// Words behind a verb or a frame in which something must be spoken of.
const REACH: usize = 5;
/// The share of words, in per cent, that carry a sentence: a list of catchwords has few.
const CARRYING: usize = 10;
/// The share of telling words, in per cent, that may be catchwords or those of the terms.
const CATCHWORDS: usize = 45;
/// The share of telling words, in per cent, that must be different.
const DIFFERENT: usize = 55;
/// Words for each of which one thing must be said.
const SAID: usize = 40;

/// What sentences are judged by.
pub(super) struct ExplanationRules<'a> {
    pub(super) language: Language,
    /// The words of all terms, as [`tokens`] writes them.
    pub(super) terms: &'a BTreeSet<String>,
}

/// What some sentences say.
#[derive(Debug, Default)]
struct ExplanationFeatures {
    words: usize,
    /// Words that carry the others.
    carrying: usize,
    /// Words that tell something by themselves, catchwords and terms among them.
    telling: Vec<String>,
    catchwords: usize,
    doing: BTreeSet<String>,
    frames: BTreeSet<&'static str>,
    things: BTreeSet<String>,
}

impl ExplanationRules<'_> {
    /// Whether sentences, with so many names of code in them, explain.
    pub(super) fn explains(&self, sentences: &[&str], names: usize, row: bool) -> bool {
        let mut said = ExplanationFeatures::default();
        for sentence in sentences {
            self.take(&mut said, sentence);
        }
        said.is_sound(names, row) && said.says_how(names)
    }

    fn take(&self, said: &mut ExplanationFeatures, sentence: &str) {
        let plain: Vec<String> = words(sentence).map(folded).collect();
        let even = tokens(sentence);
        let mut concrete = Vec::with_capacity(plain.len());
        for (word, even) in plain.iter().zip(&even) {
            let term = self.terms.contains(even);
            let stop = !term && (is_stop_word(word, self.language) || word.len() < 3);
            let catch = self.is_catch(even);
            said.carrying += usize::from(stop);
            if !stop {
                said.telling.push(stem(even));
                said.catchwords += usize::from(catch);
            }
            concrete.push(!stop && !catch);
        }
        said.words += plain.len();
        if is_enumeration(sentence) {
            return;
        }
        self.doings(said, &plain, &even, &concrete);
        frames(said, sentence, &concrete);
        let things = even.iter().filter(|word| THINGS.contains(word));
        said.things
            .extend(things.filter(|word| !self.terms.contains(*word)).cloned());
    }

    /// Verbs with something that is done to, or that does it.
    fn doings(
        &self,
        said: &mut ExplanationFeatures,
        plain: &[String],
        even: &[String],
        concrete: &[bool],
    ) {
        for (at, word) in plain.iter().enumerate() {
            let Some(verb) = doing(word) else { continue };
            if self.is_catch(&even[at]) {
                continue;
            }
            let told = |mut range: std::ops::Range<usize>| {
                range.any(|near| {
                    concrete.get(near) == Some(&true) && doing(&plain[near]) != Some(verb)
                })
            };
            let passive = at.checked_sub(1).is_some_and(|before| is_be(&plain[before]));
            if told(at + 1..at + 1 + REACH) || passive && told(at.saturating_sub(REACH)..at) {
                said.doing.insert(verb.to_owned());
            }
        }
    }

    fn is_catch(&self, even: &str) -> bool {
        let near = |term: &String| {
            // `synchronised`, `dialectically`: the term in another form.
            let same = term.chars().zip(even.chars()).take_while(|(a, b)| a == b).count();
            5 <= same && term.len() <= same + 4 && even.len() <= same + 6
        };
        self.terms.contains(even) || CATCH.contains(even) || self.terms.iter().any(near)
    }
}

impl ExplanationFeatures {
    /// Sentences, not heaps, and not the same again and again.
    fn is_sound(&self, names: usize, row: bool) -> bool {
        let telling = self.telling.len();
        let different: BTreeSet<&String> = self.telling.iter().collect();
        // Notes in few words have few that carry, but they do something.
        let does = 2 <= self.doing.len() || 0 < names && !self.doing.is_empty();
        let terse = row || does && 0 < self.carrying && self.catchwords * 4 <= telling;
        FEWEST <= self.words
            && (CARRYING * self.words <= self.carrying * 100 || terse)
            && self.catchwords * 100 <= CATCHWORDS * telling
            && DIFFERENT * telling <= different.len() * 100
    }

    fn says_how(&self, names: usize) -> bool {
        let (doing, frames) = (self.doing.len(), self.frames.len());
        let said = doing + frames + names;
        let here = if 0 < names {
            0 < doing + frames
        } else {
            0 < doing && 2 <= doing + frames && 2 <= self.things.len()
        };
        here && self.words <= SAID * said
    }
}

/// Frames with something in them.
fn frames(said: &mut ExplanationFeatures, sentence: &str, concrete: &[bool]) {
    let spaced = spaced(sentence);
    for frame in &FRAMES {
        let Some(start) = at(&spaced, frame) else { continue };
        let first = spaced[..start].split_whitespace().count();
        let behind = first + frame.split(' ').count();
        let next = spaced.split_whitespace().nth(behind).unwrap_or_default();
        let reach = behind..(behind + REACH).min(concrete.len());
        let by = *frame != "by" || next.ends_with("ing");
        if by && concrete.get(reach).is_some_and(|near| near.contains(&true)) {
            said.frames.insert(frame);
        }
    }
}

/// One short thing after the other, parted by commas.
fn is_enumeration(sentence: &str) -> bool {
    const MANY: usize = 6;
    const SHORT: usize = 3;
    let parts = sentence.split([',', ';']).map(|part| words(part).count());
    let (count, all) = parts.fold((0, 0), |(count, all), words| (count + 1, all + words));
    MANY <= count && all <= SHORT * count
}

/// The plain form of a word of doing.
fn doing(word: &str) -> Option<&str> {
    if DOING.contains(word) || DOING_ELSEWHERE.contains(word) {
        return Some(word);
    }
    let ends = ["s", "es", "ed", "d", "ing"];
    ends.iter().filter_map(|end| word.strip_suffix(end)).find_map(|stem| {
        let halved = stem.len().checked_sub(1).and_then(|last| stem.get(..last));
        let doubled = stem.len() < 2
            || stem.as_bytes()[stem.len() - 1] == stem.as_bytes()[stem.len() - 2];
        DOING.iter().copied().find(|verb| {
            *verb == stem
                || verb.strip_suffix('e') == Some(stem)
                || doubled && Some(*verb) == halved
        })
    })
}

fn is_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "be" | "been" | "being" | "get" | "gets")
}

/// A word without its commonest endings: `thinks` and `thinking` are one.
fn stem(even: &str) -> String {
    let ends = ["ing", "ed", "ally", "ly", "er", "es"];
    let cut = ends
        .iter()
        .find_map(|end| even.strip_suffix(end))
        .filter(|stem| 3 < stem.len());
    cut.unwrap_or(even).trim_end_matches('e').to_owned()
}
