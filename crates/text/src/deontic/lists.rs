//! What a lead-in makes of the items of its list.

use super::{Force, Reading, Sense, Strength, phrase::Phrase};
use crate::Language;

/// What a lead-in says of its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leading {
    /// Its items are what is demanded or forbidden.
    Binds(Force, Strength),
    /// Its items are what is allowed.
    Allows,
    /// Its items say when something is so, or what a word means.
    Tells,
    /// Its items are findings or hopes, whatever their own words.
    Hopes,
}

/// How an item is read together with what leads into it.
pub(super) fn item(sentence: &str, own: Reading, leading: Leading) -> Reading {
    // An item may be a whole sentence with a verb of its own.
    let whole = sentence.trim_start().starts_with(char::is_uppercase)
        && own.is_requirement()
        && own.strength == Strength::Explicit;
    match leading {
        Leading::Hopes => Reading::of(Force::Other),
        _ if whole => own,
        Leading::Binds(force, strength) => Reading { force, strength, cues: Vec::new() },
        Leading::Allows => Reading::of(Force::Permission),
        Leading::Tells => Reading::of(Force::Other),
    }
}

/// What a lead-in with these senses says of its items; nothing where it has no verb that counts.
pub(super) fn leading(
    phrase: Phrase<'_>,
    senses: &[(usize, Sense)],
    language: Language,
) -> Option<Leading> {
    if senses.iter().any(|(_, sense)| *sense == Sense::Defines) {
        return Some(Leading::Tells);
    }
    // Findings and hopes bind nobody.
    let hopes = ["intent of the", "finds and declares", "declares the"];
    if (0..phrase.len()).any(|at| phrase.says(at, &hopes)) {
        return Some(Leading::Hopes);
    }
    let binding = senses
        .iter()
        .rev()
        .find(|(_, sense)| matches!(sense, Sense::Binds(..)));
    let (at, sense) = *binding.or(senses.last())?;
    if sets_conditions(phrase, at, language) {
        return Some(Leading::Tells);
    }
    Some(match sense {
        Sense::Binds(force, strength) => Leading::Binds(force, strength),
        Sense::Allows => Leading::Allows,
        Sense::Defines => Leading::Tells,
    })
}

/// Whether what follows the verb ends in a condition that the items fill in: `shall be refused
/// if`, `unless any of the following applies`.
fn sets_conditions(phrase: Phrase<'_>, verb: usize, language: Language) -> bool {
    let (opens, cases) = words_of(language);
    let opening = (verb + 1..phrase.len()).rev().find(|at| phrase.says(*at, opens));
    let Some(opening) = opening else { return false };
    let commas: Vec<usize> =
        (opening..phrase.len()).filter(|at| phrase.is(*at, &[","])).collect();
    let filled = (opening..phrase.len()).any(|at| phrase.says(at, cases));
    // `shall, if asked, send the following` has closed its condition.
    commas.is_empty() || filled || phrase.is(opening + 1, &[","]) && commas.len() <= 2
}

type Phrases = &'static [&'static str];

fn words_of(language: Language) -> (Phrases, Phrases) {
    match language {
        Language::French => (
            &["si", "s ' il", "s ' ils", "lorsque", "à moins que", "dans les cas", "sauf"],
            &["selon le cas", "conditions suivantes", "cas suivants"],
        ),
        Language::Portuguese => (
            &["se", "quando", "caso", "salvo", "exceto"],
            &["seguintes casos", "seguintes condições"],
        ),
        _ => (
            &["if", "unless", "when", "where", "whenever", "except", "in which"],
            &[
                "following applies",
                "following apply",
                "following conditions",
                "following circumstances",
                "following occurs",
                "following are met",
                "following is met",
                "following is true",
                "following are true",
                "following criteria",
            ],
        ),
    }
}
