//! What a sentence of law or policy does: demand, forbid, allow, or none of these.
//!
//! A grammar over words, for English, French and Portuguese. It reads one sentence, or one item
//! of a list with the words that lead into it; it knows nothing of what stands elsewhere.

mod clause;
mod english;
mod english_words;
mod french;
mod lists;
mod phrase;
mod portuguese;

use std::ops::Range;

use serde::Serialize;

use crate::{Folded, Language};
use phrase::{Phrase, tokens};

/// What a sentence does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// Somebody must, or something must be so.
    Obligation,
    /// Somebody must not.
    Prohibition,
    /// Something may be done or be so only if.
    Condition,
    /// Somebody may, or need not.
    Permission,
    /// It defines, explains, extends, or tells.
    Other,
}

impl Force {
    /// Whether it binds anyone.
    pub const fn is_requirement(self) -> bool {
        matches!(self, Self::Obligation | Self::Prohibition | Self::Condition)
    }
}

/// How plainly a sentence says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// By a word that can mean nothing else: `must`, `est tenu de`, `é vedado`.
    Explicit,
    /// By a word that is weaker, or that means so in such texts: `should`, `is responsible for`.
    Implicit,
}

/// A place in a sentence that makes it a norm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cue {
    /// What it does.
    pub force: Force,
    /// How plainly.
    pub strength: Strength,
    /// The first word of it, in bytes of the sentence.
    pub range: Range<usize>,
}

/// What a sentence was read as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// What it does.
    pub force: Force,
    /// How plainly.
    pub strength: Strength,
    /// Every place in the sentence itself that binds, in order; none where it binds by the words
    /// that lead into it alone.
    pub cues: Vec<Cue>,
}

impl Reading {
    /// Whether the sentence binds anyone.
    pub const fn is_requirement(&self) -> bool {
        self.force.is_requirement()
    }

    const fn of(force: Force) -> Self {
        Self {
            force,
            strength: Strength::Explicit,
            cues: Vec::new(),
        }
    }
}

/// What a place in a sentence says, before the whole is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sense {
    Binds(Force, Strength),
    Allows,
    /// The whole sentence says what a word means.
    Defines,
}

/// Sentences with more bytes are tables or damage, not law, and are not read.
pub const LONGEST: usize = 8_000;

/// No more places of one sentence are reported.
const MOST_CUES: usize = 16;

/// Reads a sentence, or an item with the sentences that lead into it, outermost first.
pub fn read(sentence: &str, lead_ins: &[&str], language: Language) -> Reading {
    let own = read_alone(sentence, language);
    let Some(leading) = lead_ins.iter().rev().find_map(|lead| leading(lead, language)) else {
        return own;
    };
    lists::item(sentence, own, leading)
}

/// What a lead-in says of its items, where it says anything.
fn leading(lead_in: &str, language: Language) -> Option<lists::Leading> {
    let folded = Folded::new(bounded(lead_in));
    let tokens = tokens(folded.text());
    let phrase = Phrase(&tokens);
    let senses = senses(phrase, language);
    lists::leading(phrase, &senses, language)
}

fn read_alone(sentence: &str, language: Language) -> Reading {
    let folded = Folded::new(bounded(sentence));
    let tokens = tokens(folded.text());
    let senses = senses(Phrase(&tokens), language);
    if senses.iter().any(|(_, sense)| *sense == Sense::Defines) {
        return Reading::of(Force::Other);
    }
    let cues: Vec<Cue> = senses
        .iter()
        .filter_map(|(at, sense)| {
            let Sense::Binds(force, strength) = *sense else { return None };
            let token = tokens.get(*at)?;
            let range = folded.source_range(token.start..token.start + token.word.len());
            Some(Cue { force, strength, range })
        })
        .take(MOST_CUES)
        .collect();
    match cues.first() {
        Some(first) => Reading { force: first.force, strength: first.strength, cues },
        None if senses.is_empty() => Reading::of(Force::Other),
        None => Reading::of(Force::Permission),
    }
}

fn senses(phrase: Phrase<'_>, language: Language) -> Vec<(usize, Sense)> {
    let (sense_at, links): (fn(Phrase<'_>, usize) -> Option<Sense>, _) = match language {
        Language::English => (english::sense_at, &english_words::LINKS),
        Language::French => (french::sense_at, &french::LINKS),
        Language::Portuguese => (portuguese::sense_at, &portuguese::LINKS),
        Language::German | Language::Spanish => return Vec::new(),
    };
    (0..phrase.len())
        .filter_map(|at| Some((at, sense_at(phrase, at)?)))
        .filter(|(at, sense)| {
            *sense == Sense::Defines || !clause::is_subordinate(phrase, *at, links)
        })
        .collect()
}

fn bounded(text: &str) -> &str {
    if text.len() <= LONGEST { text } else { "" }
}
