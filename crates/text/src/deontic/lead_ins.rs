//! What a lead-in makes of the items of its list.

use super::{
    DeonticForce, DeonticReading, DeonticSense, DeonticStrength, phrase::DeonticPhrase,
};
use crate::{
    Language,
    sentence_reading::lexicon::{WordMeaning, means},
};

/// What a lead-in says of its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeadInForce {
    /// Its items are what is demanded or forbidden.
    Binds(DeonticForce, DeonticStrength),
    /// Its items are what is allowed.
    Allows,
    /// Its items say when something is so, or what a word means.
    Tells,
    /// Its items are findings or hopes, whatever their own words.
    Hopes,
}

/// How an item is read together with what leads into it.
pub(super) fn item(
    sentence: &str,
    own: DeonticReading,
    leading: LeadInForce,
) -> DeonticReading {
    // An item may be a whole sentence with a verb of its own.
    let whole = sentence.trim_start().starts_with(char::is_uppercase)
        && own.is_requirement()
        && own.strength == DeonticStrength::Explicit;
    match leading {
        LeadInForce::Hopes => DeonticReading::of(DeonticForce::Other),
        _ if whole => own,
        LeadInForce::Binds(force, strength) => {
            DeonticReading { force, strength, cues: Vec::new() }
        }
        LeadInForce::Allows => DeonticReading::of(DeonticForce::Permission),
        LeadInForce::Tells => DeonticReading::of(DeonticForce::Other),
    }
}

/// What a lead-in with these senses says of its items; nothing where it has no verb that counts.
pub(super) fn leading(
    phrase: DeonticPhrase<'_>,
    senses: &[(usize, DeonticSense)],
    language: Language,
) -> Option<LeadInForce> {
    if senses.iter().any(|(_, sense)| *sense == DeonticSense::Defines) {
        return Some(LeadInForce::Tells);
    }
    // Findings and hopes bind nobody.
    let hopes = ["intent of the", "finds and declares", "declares the"];
    if (0..phrase.len()).any(|at| phrase.says(at, &hopes)) {
        return Some(LeadInForce::Hopes);
    }
    let binding = senses
        .iter()
        .rev()
        .find(|(_, sense)| matches!(sense, DeonticSense::Binds(..)));
    let (at, sense) = *binding.or(senses.last())?;
    if sets_conditions(phrase, at, language) {
        return Some(LeadInForce::Tells);
    }
    Some(match sense {
        DeonticSense::Binds(force, strength) => LeadInForce::Binds(force, strength),
        DeonticSense::Allows => LeadInForce::Allows,
        DeonticSense::Defines => LeadInForce::Tells,
    })
}

/// Whether what follows the verb ends in a condition that the items fill in: `shall be refused
/// if`, `unless any of the following applies`.
fn sets_conditions(phrase: DeonticPhrase<'_>, verb: usize, language: Language) -> bool {
    let (opens, cases) = words_of(language);
    let limits = [WordMeaning::Condition, WordMeaning::Exception];
    let opening = (verb + 1..phrase.len())
        .rev()
        .find(|at| means(phrase.word(*at), language, &limits) || phrase.says(*at, opens));
    let Some(opening) = opening else { return false };
    let commas: Vec<usize> =
        (opening..phrase.len()).filter(|at| phrase.is(*at, &[","])).collect();
    let filled = (opening..phrase.len()).any(|at| phrase.says(at, cases));
    // `shall, if asked, send the following` has closed its condition.
    commas.is_empty() || filled || phrase.is(opening + 1, &[","]) && commas.len() <= 2
}

type DeonticPhraseList = &'static [&'static str];

/// Phrases that open a condition, besides the words that do so alone; and phrases for the items that fill it in.
fn words_of(language: Language) -> (DeonticPhraseList, DeonticPhraseList) {
    match language {
        Language::French => (
            &["s ' il", "s ' ils", "à moins que", "dans les cas"],
            &["selon le cas", "conditions suivantes", "cas suivants"],
        ),
        Language::Portuguese => (&[], &["seguintes casos", "seguintes condições"]),
        _ => (
            &["in which"],
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
