//! What a sentence of law or policy does: demand, forbid, allow, or none of these.
//!
//! A grammar over words, for English, French and Portuguese, which are those of [`crate::sentence_reading`] where both
//! know them. It reads one sentence, or one item
//! of a list with the words that lead into it; it knows nothing of what stands elsewhere.

mod english;
mod english_words;
mod french;
mod lead_ins;
mod phrase;
mod portuguese;
mod subordinate_clause;

use std::ops::Range;

use serde::Serialize;

use crate::{FoldedText, Language};
use phrase::{DeonticPhrase, tokens};

pub use crate::sentence_reading::DeonticForce;

/// How plainly a sentence says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeonticStrength {
    /// By a word that can mean nothing else: `must`, `est tenu de`, `é vedado`.
    Explicit,
    /// By a word that is weaker, or that means so in such texts: `should`, `is responsible for`.
    Implicit,
}

/// A place in a sentence that makes it a norm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeonticCue {
    pub force: DeonticForce,
    pub strength: DeonticStrength,
    /// The first word of it, in bytes of the sentence.
    pub range: Range<usize>,
}

/// What a sentence was read as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeonticReading {
    pub force: DeonticForce,
    pub strength: DeonticStrength,
    /// Every place in the sentence itself that binds, in order; none where it binds by the words
    /// that lead into it alone.
    pub cues: Vec<DeonticCue>,
}

impl DeonticReading {
    /// Whether the sentence binds anyone.
    pub const fn is_requirement(&self) -> bool {
        self.force.is_requirement()
    }

    const fn of(force: DeonticForce) -> Self {
        Self {
            force,
            strength: DeonticStrength::Explicit,
            cues: Vec::new(),
        }
    }
}

/// What a place in a sentence says, before the whole is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeonticSense {
    Binds(DeonticForce, DeonticStrength),
    Allows,
    /// The whole sentence says what a word means.
    Defines,
}

/// Sentences with more bytes are tables or damage, not law, and are not read.
pub const LONGEST: usize = 8_000;

/// No more places of one sentence are reported.
const MOST_CUES: usize = 16;

/// Reads a sentence, or an item with the sentences that lead into it, outermost first.
pub fn read_demand(sentence: &str, lead_ins: &[&str], language: Language) -> DeonticReading {
    let own = read_alone(sentence, language);
    let Some(leading) = lead_ins.iter().rev().find_map(|lead| leading(lead, language)) else {
        return own;
    };
    lead_ins::item(sentence, own, leading)
}

/// What a lead-in says of its items, where it says anything.
fn leading(lead_in: &str, language: Language) -> Option<lead_ins::LeadInForce> {
    let folded = FoldedText::new(bounded(lead_in));
    let tokens = tokens(folded.text());
    let phrase = DeonticPhrase(&tokens);
    let senses = senses(phrase, language);
    lead_ins::leading(phrase, &senses, language)
}

fn read_alone(sentence: &str, language: Language) -> DeonticReading {
    let folded = FoldedText::new(bounded(sentence));
    let tokens = tokens(folded.text());
    let senses = senses(DeonticPhrase(&tokens), language);
    if senses.iter().any(|(_, sense)| *sense == DeonticSense::Defines) {
        return DeonticReading::of(DeonticForce::Other);
    }
    let cues: Vec<DeonticCue> = senses
        .iter()
        .filter_map(|(at, sense)| {
            let DeonticSense::Binds(force, strength) = *sense else { return None };
            let token = tokens.get(*at)?;
            let range = folded.source_range(token.start..token.start + token.word.len());
            Some(DeonticCue { force, strength, range })
        })
        .take(MOST_CUES)
        .collect();
    match cues.first() {
        Some(first) => DeonticReading { force: first.force, strength: first.strength, cues },
        None if senses.is_empty() => DeonticReading::of(DeonticForce::Other),
        None => DeonticReading::of(DeonticForce::Permission),
    }
}

fn senses(phrase: DeonticPhrase<'_>, language: Language) -> Vec<(usize, DeonticSense)> {
    let (sense_at, links): (fn(DeonticPhrase<'_>, usize) -> Option<DeonticSense>, _) =
        match language {
            Language::English => (english::sense_at, &english_words::LINKS),
            Language::French => (french::sense_at, &french::LINKS),
            Language::Portuguese => (portuguese::sense_at, &portuguese::LINKS),
            Language::German | Language::Spanish => return Vec::new(),
        };
    (0..phrase.len())
        .filter_map(|at| Some((at, sense_at(phrase, at)?)))
        .filter(|(at, sense)| {
            *sense == DeonticSense::Defines
                || !subordinate_clause::is_subordinate(phrase, *at, links)
        })
        .collect()
}

fn bounded(text: &str) -> &str {
    if text.len() <= LONGEST { text } else { "" }
}
