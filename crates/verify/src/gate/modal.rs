//! What the words of a norm do: demand, forbid, allow, or set a condition. English, French and
//! Portuguese, by word class and by the negation that bears on it.

use jurat_model::NormModality;
use jurat_text::sentence_reading::SentenceWord;

use super::modal_words::{ALLOWING, DUTY, FORBIDDING, STRONG};

pub use super::modal_words::is_deontic;

/// A word that demands, forbids or allows, with what it does where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ModalOccurrence {
    pub(crate) at: usize,
    /// What it does there, negation counted.
    pub(crate) modality: NormModality,
}

/// The norms that a text's words state, in order.
pub(crate) fn marks(text: &str, words: &[SentenceWord]) -> Vec<ModalOccurrence> {
    let mut marks: Vec<ModalOccurrence> = Vec::new();
    for at in 0..words.len() {
        let Some(class) = class_at(words, at) else { continue };
        let from = marks.last().map_or(0, |mark| mark.at + 1);
        let negated = negated(text, words, from, at);
        marks.push(ModalOccurrence { at, modality: class.modality(negated) });
    }
    marks
}

/// Whether a text says what it is claimed to say.
pub(super) fn says(text: &str, words: &[SentenceWord], claimed: NormModality) -> bool {
    let marks = marks(text, words);
    let has = |modality| marks.iter().any(|mark| mark.modality == modality);
    let restricts = has_only(words);
    match claimed {
        // `may … only` forbids everything else, and so demands.
        NormModality::Obligation => {
            has(NormModality::Obligation) || restricts && !marks.is_empty()
        }
        NormModality::Prohibition => {
            has(NormModality::Prohibition) || restricts && !marks.is_empty()
        }
        NormModality::Permission => has(NormModality::Permission),
        NormModality::Condition => {
            !marks.is_empty() || words.iter().any(|word| is_condition(&word.lower))
        }
        // Labels of provisions, which are no claims on their words.
        _ => true,
    }
}

/// What a claimed modality needs, for people.
pub(super) const fn needed(claimed: NormModality) -> &'static str {
    match claimed {
        NormModality::Obligation => "an obligation, but no word of it demands anything",
        NormModality::Prohibition => "a prohibition, but no word of it forbids anything",
        NormModality::Permission => "a permission, but no word of it allows anything",
        NormModality::Condition => "a condition, but no word of it limits anything",
        _ => "something that its words do not say",
    }
}

/// Whether a word restricts: `only`.
pub(super) fn has_only(words: &[SentenceWord]) -> bool {
    words.iter().any(|word| ONLY.contains(&word.lower))
}

/// Whether a word in small letters is a verb that only says that another is demanded or allowed.
pub(crate) fn is_auxiliary(lower: &str) -> bool {
    STRONG.contains(lower)
        || matches!(lower, "may" | "can" | "cannot" | "peut" | "peuvent" | "pode" | "podem")
}

/// Whether a word in small letters allows.
pub(crate) fn is_allowing(lower: &str) -> bool {
    ALLOWING.contains(lower)
}

/// Whether a word in small letters forbids by itself.
pub(crate) fn is_forbidding(lower: &str) -> bool {
    FORBIDDING.contains(lower)
}

/// Whether a word in small letters restricts: `only`.
pub fn is_only(lower: &str) -> bool {
    ONLY.contains(lower)
}

/// Whether a word in small letters negates what it stands with, or says that there is none.
pub fn is_negation(lower: &str) -> bool {
    NEGATIONS.contains(lower) || NOBODY.contains(lower) || lower == "cannot"
}

/// Whether a word in small letters begins a condition or an exception.
pub(crate) fn is_condition(lower: &str) -> bool {
    CONDITIONS.contains(lower) || is_exception(lower)
}

/// Whether a condition or an exception begins at a word. `au moins`, `to save` and `sentar-se`
/// begin none.
pub(crate) fn begins_condition(text: &str, words: &[SentenceWord], at: usize) -> bool {
    let lower = words[at].lower.as_str();
    let before = at.checked_sub(1).map_or("", |at| words[at].lower.as_str());
    let next = words.get(at + 1).map_or("", |word| word.lower.as_str());
    match lower {
        "moins" | "menos" => matches!(next, "que" | "qu" | "de") && matches!(before, "à" | "a"),
        "save" => before != "to",
        "se" => !text[..words[at].range.start].ends_with('-'),
        "subject" => next == "to",
        "provided" => next == "that" || next == "however",
        "desde" => next == "que",
        _ => is_condition(lower),
    }
}

/// Whether a word in small letters begins an exception.
pub fn is_exception(lower: &str) -> bool {
    EXCEPTIONS.contains(lower)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ModalWordClass {
    /// `must`: with a negation, a prohibition.
    Strong,
    /// `required`: with a negation, no duty.
    Duty,
    Allowing,
    Forbidding,
}

impl ModalWordClass {
    const fn modality(self, negated: bool) -> NormModality {
        match (self, negated) {
            (Self::Strong | Self::Duty, false) => NormModality::Obligation,
            (Self::Strong | Self::Allowing, true) | (Self::Forbidding, false) => {
                NormModality::Prohibition
            }
            (Self::Duty | Self::Forbidding, true) | (Self::Allowing, false) => {
                NormModality::Permission
            }
        }
    }
}

fn class_at(words: &[SentenceWord], at: usize) -> Option<ModalWordClass> {
    let lower = words[at].lower.as_str();
    let next = words.get(at + 1).map_or("", |word| word.lower.as_str());
    let before = at.checked_sub(1).map_or("", |at| words[at].lower.as_str());
    match lower {
        "has" | "have" | "had" | "needs" | "need" => {
            matches!(next, "to" | "not").then_some(ModalWordClass::Duty)
        }
        "tem" | "têm" => matches!(next, "de" | "que").then_some(ModalWordClass::Duty),
        // `the documents required by § 5` demands nothing by itself.
        "required" | "requis" | "exigido" if matches!(next, "by" | "under" | "par" | "por") => {
            None
        }
        // `in the month of May`, `the duty ferry`, `the can`.
        "may" if matches!(before, "of" | "in" | "since" | "until" | "1" | "31") => None,
        "duty" => matches!(next, "of" | "to" | "is").then_some(ModalWordClass::Duty),
        "is" | "are" if next == "to" => Some(ModalWordClass::Strong),
        _ if STRONG.contains(lower) => Some(ModalWordClass::Strong),
        _ if DUTY.contains(lower) => Some(ModalWordClass::Duty),
        _ if FORBIDDING.contains(lower) => Some(ModalWordClass::Forbidding),
        _ if ALLOWING.contains(lower) => Some(ModalWordClass::Allowing),
        _ => None,
    }
}

/// Whether a negation bears on the word: right after it, right before it, or as the `no` of its
/// subject.
fn negated(text: &str, words: &[SentenceWord], from: usize, at: usize) -> bool {
    if words[at].lower == "cannot" {
        return true;
    }
    let negates = |word: &SentenceWord| NEGATIONS.contains(&word.lower);
    let after = words[at + 1..]
        .iter()
        .take(2)
        .take_while(|word| word.range.start.saturating_sub(words[at].range.end) < NEAR_BYTES);
    let after: Vec<&SentenceWord> = after.collect();
    let right_after = after.first().is_some_and(|word| negates(word))
        || after.first().is_some_and(|word| ADVERBS.contains(&word.lower))
            && after.get(1).is_some_and(|word| negates(word));
    let near = at.saturating_sub(2).max(from);
    let right_before = words[near..at].iter().any(negates);
    right_after || right_before || subject_is_none(text, words, from, at)
}

/// Whether the subject is nobody: `No person … shall`, `Nul ne peut`, `Nenhum morador pode`.
fn subject_is_none(text: &str, words: &[SentenceWord], from: usize, at: usize) -> bool {
    let low = at.saturating_sub(SUBJECT_WORDS).max(from);
    (low..at).rev().any(|back| {
        let next = words.get(back + 1).map_or("", |word| word.lower.as_str());
        NOBODY.contains(&words[back].lower)
            && begins_clause(text, words, back)
            && !COMPARED.contains(next)
            && !text[words[back].range.end..words[at].range.start].contains(['.', ';', ':'])
    })
}

/// Whether a clause begins at a word: `someone with no right to it shall` negates no `shall`.
fn begins_clause(text: &str, words: &[SentenceWord], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| &words[at]) else { return true };
    let parted =
        text[before.range.end..words[at].range.start].contains([',', ';', ':', '.', '(', '…']);
    parted || JOINING.contains(&before.lower)
}

jurat_text::word_lists! {
    "modal_cues" [en, fr, pt];
    static JOINING;
    static ADVERBS;
    static COMPARED;
    static NEGATIONS;
    static NOBODY;
    static ONLY;
    static CONDITIONS;
    static EXCEPTIONS;
}

/// Bytes between a modal and its `not`.
const NEAR_BYTES: usize = 24;

/// Words between `no` and the verb that it negates.
const SUBJECT_WORDS: usize = 24;
