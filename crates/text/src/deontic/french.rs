//! What French words demand, forbid and allow.
//!
//! Statutes command in the present tense: `le ministre informe le public`. That is read as a
//! command where an office or a party is the subject and the verb is one of acts.

use super::{
    DeonticForce::{Condition, Obligation, Prohibition},
    DeonticSense,
    DeonticStrength::{Explicit, Implicit},
    phrase::DeonticPhrase,
    subordinate_clause::SubordinationWords,
};
use crate::{
    Language,
    sentence_reading::{
        ModalClass,
        lexicon::{self, WordMeaning},
    },
};

pub(super) static LINKS: SubordinationWords = SubordinationWords {
    language: Language::French,
    prepositions: None,
    finite: &FINITE,
    between: &BETWEEN,
};

/// What the word at a place says.
pub(super) fn sense_at(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    match phrase.word(at) {
        "est" | "sont" | "sera" | "seront" | "demeure" => state(phrase, at),
        "incombe" | "appartient" => impersonal(phrase, at),
        "entend" | "entendent" if phrase.before(at) == "'" => Some(DeonticSense::Defines),
        "faut" => Some(DeonticSense::Binds(Obligation, Implicit)),
        "veille" | "veillent" if phrase.is(at + 1, &["à"]) => {
            Some(DeonticSense::Binds(Obligation, Implicit))
        }
        word if is(word, ModalClass::Command) => duty(phrase, at),
        word if is(word, ModalClass::Leave) => Some(leave(phrase, at)),
        word if is(word, ModalClass::Advice) => Some(DeonticSense::Binds(Obligation, Implicit)),
        word if ACTS.contains(word) => act(phrase, at),
        _ => None,
    }
}

fn is(word: &str, class: ModalClass) -> bool {
    lexicon::means(word, Language::French, &[WordMeaning::Modal(class)])
}

fn duty(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    if is_denied(phrase, at) {
        return Some(denial(phrase, at));
    }
    let construes = phrase
        .says(at + 1, &["être réputé", "être considéré", "s ' entendre", "être interprété"]);
    (!construes).then_some(DeonticSense::Binds(Obligation, Explicit))
}

fn leave(phrase: DeonticPhrase<'_>, at: usize) -> DeonticSense {
    if is_denied(phrase, at) { denial(phrase, at) } else { DeonticSense::Allows }
}

/// `ne peut`, `n'y peut`.
fn is_denied(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    (at.saturating_sub(3)..at)
        .any(|at| phrase.is(at, &["ne"]) || phrase.is(at, &["n"]) && phrase.is(at + 1, &["'"]))
}

/// `ne peut … que` limits; `ne peut pas` and `ne peut` forbid.
fn denial(phrase: DeonticPhrase<'_>, at: usize) -> DeonticSense {
    let mut rest = (at + 1..phrase.len().min(at + 14))
        .take_while(|at| !phrase.stops(*at) && !phrase.is(*at, &[","]));
    let only = rest.any(|at| phrase.is(at, &["que"]) || phrase.is(at, &["qu"]));
    let force = if only && !phrase.is(at + 1, &["pas"]) { Condition } else { Prohibition };
    DeonticSense::Binds(force, Explicit)
}

fn state(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let denied = is_denied(phrase, at);
    let next = phrase.past(at + 1, &["pas", "alors", "aussi", "également", "en", "outre"]);
    let next = if phrase.word(next).ends_with("ment") { next + 1 } else { next };
    let word = phrase.word(next);
    let one_of = |stems: &[&str]| stems.iter().any(|stem| agrees(word, stem));
    if one_of(&["interdit", "défendu", "prohibé"]) {
        let inadmissible = phrase.says(next + 1, &["de territoire"]);
        return (!inadmissible && !denied)
            .then_some(DeonticSense::Binds(Prohibition, Explicit));
    }
    if one_of(&["tenu", "obligé"]) {
        let to = phrase.is(next + 1, &["de", "d", "à", "au"]);
        let sense = if denied {
            DeonticSense::Allows
        } else {
            DeonticSense::Binds(Obligation, Explicit)
        };
        return to.then_some(sense);
    }
    if matches!(word, "obligatoire" | "obligatoires") || one_of(&["exigé", "requis"]) {
        return (!denied).then_some(DeonticSense::Binds(Obligation, Explicit));
    }
    if one_of(&["autorisé"]) {
        return Some(if denied {
            DeonticSense::Binds(Prohibition, Explicit)
        } else {
            DeonticSense::Allows
        });
    }
    if phrase
        .says(next, &["responsable de", "chargé de", "chargée de", "à payer", "responsable d"])
    {
        return (!denied).then_some(DeonticSense::Binds(Obligation, Implicit));
    }
    let acted = DONE.iter().any(|stem| agrees(word, stem));
    (acted && !denied && !phrase.is(at + 1, &["réputé"]))
        .then_some(DeonticSense::Binds(Obligation, Implicit))
}

/// Whether a participle is this one in some gender and number.
fn agrees(word: &str, stem: &str) -> bool {
    word.strip_prefix(stem)
        .is_some_and(|end| matches!(end, "" | "e" | "s" | "es"))
}

fn impersonal(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    (phrase.before(at) == "il" && !is_denied(phrase, at))
        .then_some(DeonticSense::Binds(Obligation, Explicit))
}

/// A present-tense command: an office right before a verb of acts.
fn act(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let low = at.saturating_sub(8);
    let subject = (low..at).rev().take_while(|at| {
        !phrase.stops(*at) && !phrase.is(*at, &[",", "de", "du", "des", "d", "par"])
    });
    let office = subject.into_iter().any(|at| OFFICES.contains(phrase.word(at)));
    (office && !is_denied(phrase, at)).then_some(DeonticSense::Binds(Obligation, Implicit))
}

crate::word_lists! {
    "deontic" [fr];
    static FINITE;
    static BETWEEN;

    /// Who is commanded.
    static OFFICES;

    /// Verbs of acts in the present tense.
    static ACTS;

    /// What is done to things by command.
    static DONE;
}
