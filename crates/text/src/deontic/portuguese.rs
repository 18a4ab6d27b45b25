//! What Portuguese words demand, forbid and allow.

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
    language: Language::Portuguese,
    prepositions: None,
    finite: &FINITE,
    between: &BETWEEN,
};

crate::word_lists! {
    "deontic" [pt];
    static FINITE;
    static BETWEEN;
}

/// What the word at a place says.
pub(super) fn sense_at(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    match phrase.word(at) {
        "é" | "são" | "fica" | "ficam" | "será" | "serão" | "está" | "estão" => {
            state(phrase, at)
        }
        "compete" | "competem" | "cabe" | "cabem" | "incumbe" | "incumbem" => {
            falls_to(phrase, at)
        }
        "tem" | "têm" | "terá" | "terão" => owes(phrase, at),
        "entende" | "considera" | "consideram" if phrase.says(at + 1, &["- se"]) => {
            Some(DeonticSense::Defines)
        }
        word if is(word, WordMeaning::Modal(ModalClass::Command)) => duty(phrase, at),
        word if is(word, WordMeaning::Modal(ModalClass::Leave)) => Some(leave(phrase, at)),
        word if is(word, WordMeaning::Modal(ModalClass::Advice)) => {
            Some(DeonticSense::Binds(Obligation, Implicit))
        }
        _ => None,
    }
}

fn is(word: &str, meaning: WordMeaning) -> bool {
    lexicon::means(word, Language::Portuguese, &[meaning])
}

fn duty(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let force = if is_denied(phrase, at) { Prohibition } else { Obligation };
    let construes = phrase.says(
        at + 1,
        &["ser considerado", "ser considerada", "ser interpretado", "entender - se"],
    );
    (!construes).then_some(DeonticSense::Binds(force, Explicit))
}

fn leave(phrase: DeonticPhrase<'_>, at: usize) -> DeonticSense {
    if is_denied(phrase, at) {
        return DeonticSense::Binds(Prohibition, Explicit);
    }
    let only = |at: usize| is(phrase.word(at), WordMeaning::Only);
    if at.checked_sub(1).is_some_and(only) || only(at + 1) {
        return DeonticSense::Binds(Condition, Explicit);
    }
    DeonticSense::Allows
}

/// `não pode`, `não se pode`, `nenhum morador pode`.
fn is_denied(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    let near = (at.saturating_sub(2)..at).any(|at| is(phrase.word(at), WordMeaning::Negation));
    let head = (at.saturating_sub(12)..at)
        .rev()
        .take_while(|at| !phrase.stops(*at) && !phrase.is(*at, &[","]))
        .any(|at| is(phrase.word(at), WordMeaning::Nobody));
    near || head
}

fn state(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let denied = is_denied(phrase, at);
    let next = phrase
        .past(at + 1, &["também", "ainda", "igualmente", "terminantemente", "expressamente"]);
    let one_of = |stems: &[&str]| {
        let word = phrase.word(next);
        stems.iter().any(|stem| {
            word.strip_prefix(stem)
                .is_some_and(|end| matches!(end, "o" | "a" | "os" | "as"))
        })
    };
    if one_of(&["vedad", "proibid", "interdit", "defes"]) {
        return (!denied).then_some(DeonticSense::Binds(Prohibition, Explicit));
    }
    if one_of(&["obrigad"]) && phrase.is(next + 1, &["a", "ao", "à", "aos", "às"])
        || one_of(&["obrigatóri", "exigid"])
    {
        return Some(if denied {
            DeonticSense::Allows
        } else {
            DeonticSense::Binds(Obligation, Explicit)
        });
    }
    if one_of(&["autorizad", "permitid", "facultad"]) {
        return Some(if denied {
            DeonticSense::Binds(Prohibition, Explicit)
        } else {
            DeonticSense::Allows
        });
    }
    let answers = phrase.says(
        next,
        &["responsável por", "responsável pela", "responsável pelo", "responsáveis por"],
    ) || one_of(&["devid"]);
    (answers && !denied).then_some(DeonticSense::Binds(Obligation, Implicit))
}

/// `compete ao diretor`, `cabe à casa`.
fn falls_to(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    (phrase.is(at + 1, &["a", "ao", "à", "aos", "às"]) && !is_denied(phrase, at))
        .then_some(DeonticSense::Binds(Obligation, Implicit))
}

fn owes(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let owes = phrase.says(at + 1, &["de", "que", "o dever de", "a obrigação de"]);
    (owes && !is_denied(phrase, at)).then_some(DeonticSense::Binds(Obligation, Implicit))
}
