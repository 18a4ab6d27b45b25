//! What English words demand, forbid and allow.

use super::{
    DeonticForce::{Condition, Obligation, Prohibition},
    DeonticSense,
    DeonticStrength::{self, Explicit, Implicit},
    english_words::{
        ADVERBS, DEMANDS_PLAINLY, DEMANDS_SOFTLY, DUTIES, FORBIDS, LEAVES, NO_CONDUCT,
    },
    phrase::DeonticPhrase,
};
use crate::{Language, sentence_reading::lexicon::WordMeaning};

/// What the word at a place says.
pub(super) fn sense_at(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    match phrase.word(at) {
        "shall" | "must" => command(phrase, at),
        "may" | "can" => leave(phrase, at),
        "cannot" => Some(DeonticSense::Binds(Prohibition, Explicit)),
        "should" => advice(phrase, at),
        "is" | "are" | "be" | "remains" | "remain" => state(phrase, at),
        "has" | "have" => owes(phrase, at),
        "needs" | "need" => need(phrase, at),
        "means" if defines(phrase, at) => Some(DeonticSense::Defines),
        "ensure" | "make" if at == 0 => imperative(phrase, at),
        "conditions" => imposed(phrase, at),
        _ => None,
    }
}

fn means(phrase: DeonticPhrase<'_>, at: usize, meaning: WordMeaning) -> bool {
    phrase.means(at, Language::English, &[meaning])
}

/// `the`, `any`, `they`.
fn begins_noun(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    phrase.means(at, Language::English, &[WordMeaning::Determiner, WordMeaning::Pronoun])
}

fn command(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let next = past_aside(phrase, phrase.past(at + 1, &ADVERBS));
    let negated = means(phrase, next, WordMeaning::Negation) || phrase.is(next, &["neither"]);
    let verb = if negated { phrase.past(next + 1, &ADVERBS) } else { next };
    if phrase.is(at, &["shall"])
        && phrase.is(verb, &["mean", "include", "also"])
        && is_term(phrase, at)
    {
        return Some(DeonticSense::Defines);
    }
    // What must be a citizen, or within a day, is a demand; what shall be one is so by law.
    let stative = phrase.says(verb, &["be the", "be a", "be an"]);
    // An officer applies a rule; a rule applies to officers.
    let scope = phrase.is(verb, &["apply"]) && !begins_noun(phrase, verb + 1);
    let legal = scope || phrase.says(verb, &NO_CONDUCT) && !phrase.says(verb, &DUTIES);
    if legal && !(stative && phrase.is(at, &["must"])) || about_nothing(phrase, at) {
        return None;
    }
    let force = if negated || denied(phrase, at) {
        Prohibition
    } else if phrase.is(next, &["only"]) {
        Condition
    } else {
        Obligation
    };
    Some(DeonticSense::Binds(force, Explicit))
}

/// Past an aside between commas right after a modal: `shall, on request, give`.
fn past_aside(phrase: DeonticPhrase<'_>, at: usize) -> usize {
    if !phrase.is(at, &[","]) {
        return at;
    }
    let end = (at + 1..phrase.len().min(at + 40)).find(|at| phrase.is(*at, &[","]));
    end.map_or(at, |end| phrase.past(end + 1, &ADVERBS))
}

fn leave(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    if is_month(phrase, at) {
        return None;
    }
    let can = phrase.is(at, &["can"]);
    let next = phrase.past(at + 1, &ADVERBS);
    if means(phrase, next, WordMeaning::Negation) || denied(phrase, at) && !can {
        let verb = phrase.past(next + 1, &ADVERBS);
        let legal = phrase
            .says(verb, &["be construed", "be deemed", "be considered", "be interpreted"]);
        return (!legal && !about_nothing(phrase, at))
            .then_some(DeonticSense::Binds(Prohibition, Explicit));
    }
    if can {
        return None;
    }
    if only_follows(phrase, next) {
        return Some(DeonticSense::Binds(Condition, Explicit));
    }
    Some(DeonticSense::Allows)
}

/// `in May`, `on May 3`.
fn is_month(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    let numbered = phrase.word(at + 1).starts_with(|c: char| c.is_ascii_digit());
    let led = at
        .checked_sub(1)
        .is_some_and(|at| means(phrase, at, WordMeaning::MonthBefore));
    numbered || led
}

/// Whether `only` limits what may be done: `may only`, `may leave only in the arms of`.
fn only_follows(phrase: DeonticPhrase<'_>, verb: usize) -> bool {
    let clause = (verb..phrase.len().min(verb + 12)).take_while(|at| {
        !phrase.stops(*at) && !phrase.is(*at, &[",", "and", "or", "that", "who"])
    });
    let only = clause.into_iter().find(|at| phrase.is(*at, &["only"]));
    only.is_some_and(|at| !matches!(phrase.before(at), "not" | "the" | "an" | "is" | "are"))
}

fn advice(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let next = phrase.past(at + 1, &ADVERBS);
    if means(phrase, next, WordMeaning::Negation) {
        return Some(DeonticSense::Binds(Prohibition, Implicit));
    }
    let stative = phrase.is(next, &["have"])
        || phrase.says(next, &["be able", "be the", "be a", "be an", "be available"])
        || phrase.word(next).is_empty();
    // `should any of this fail` is a condition.
    let inverted = begins_noun(phrase, next);
    (!stative && !inverted).then_some(DeonticSense::Binds(Obligation, Implicit))
}

/// `is required to`, `are prohibited from`, `is not authorized to`, `is to be`.
fn state(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    // `shall be required` is for `shall` to say.
    if phrase.is(at, &["be", "remain"]) && !denotes_state(phrase, at) {
        return None;
    }
    let next = phrase.past(at + 1, &ADVERBS);
    let negated = phrase.is(next, &["not", "no"]) || denied(phrase, at);
    let next = if phrase.is(next, &["not"]) { phrase.past(next + 1, &ADVERBS) } else { next };
    if phrase.says(next, &FORBIDS) {
        return (!negated).then_some(DeonticSense::Binds(Prohibition, Explicit));
    }
    if phrase.says(next, &LEAVES) {
        return Some(if negated {
            DeonticSense::Binds(Prohibition, Explicit)
        } else {
            DeonticSense::Allows
        });
    }
    if phrase.says(next, &["to be"]) {
        return to_be(phrase, at, next + 2, negated);
    }
    demanded(phrase, next, negated)
}

fn demanded(phrase: DeonticPhrase<'_>, next: usize, negated: bool) -> Option<DeonticSense> {
    let plain = phrase.says(next, &DEMANDS_PLAINLY);
    if !plain && !phrase.says(next, &DEMANDS_SOFTLY) {
        return None;
    }
    if negated {
        return plain.then_some(DeonticSense::Allows);
    }
    // A minister's portfolio, not a duty.
    let office = phrase
        .says(next, &["responsible for the administration", "responsible for administering"]);
    let strength = if plain { Explicit } else { Implicit };
    let passive = phrase.is(next, &["required"]) && !phrase.is(next + 1, &["to"]);
    (!office)
        .then_some(DeonticSense::Binds(Obligation, if passive { Implicit } else { strength }))
}

/// Whether `be` is a verb by itself and not part of `may be`, `to be`.
fn denotes_state(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    phrase.is(at, &["remain"]) && !matches!(phrase.before(at), "to" | "and" | "shall" | "may")
}

fn to_be(
    phrase: DeonticPhrase<'_>,
    at: usize,
    verb: usize,
    negated: bool,
) -> Option<DeonticSense> {
    let construes = phrase.is(
        verb,
        &["construed", "interpreted", "read", "deemed", "considered", "treated", "regarded"],
    );
    let construes = construes || phrase.says(verb, &["taken to", "taken as"]);
    let purpose = (at.saturating_sub(8)..at).any(|at| {
        phrase.is(
            at,
            &[
                "purpose",
                "purposes",
                "object",
                "objective",
                "objectives",
                "intent",
                "goal",
                "aim",
                "role",
            ],
        )
    });
    let participle = phrase.word(verb).ends_with("ed")
        || phrase.word(verb).ends_with("en")
        || phrase.is(verb, &["made", "given", "paid", "kept", "held", "sent", "told", "left"]);
    let force = if negated { Prohibition } else { Obligation };
    (participle && !construes && !purpose).then_some(DeonticSense::Binds(force, Implicit))
}

/// Whether the verb's subject is a pronoun right after a noun: `the services they need to`.
fn is_reduced(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    let pronoun = matches!(phrase.before(at), "they" | "he" | "she" | "it" | "you" | "we");
    let noun = at.checked_sub(2).is_some_and(|at| {
        phrase.word(at).starts_with(char::is_alphabetic)
            && !matches!(phrase.word(at), "and" | "or" | "but" | "then")
    });
    pronoun && noun
}

/// `has to`, `have a duty to`.
fn owes(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    if is_reduced(phrase, at) {
        return None;
    }
    let negated = phrase.before(at) == "not";
    let owes =
        phrase.says(at + 1, &["to", "the duty", "a duty", "the obligation", "an obligation"]);
    let strength: DeonticStrength =
        if phrase.is(at + 1, &["to"]) { Implicit } else { Explicit };
    match (owes, negated) {
        (true, false) => Some(DeonticSense::Binds(Obligation, strength)),
        (true, true) => Some(DeonticSense::Allows),
        (false, _) => None,
    }
}

fn need(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    let before = phrase.before(at);
    if phrase.is(at + 1, &["not"]) || before == "not" {
        return Some(DeonticSense::Allows);
    }
    let noun = matches!(
        before,
        "the" | "a" | "any" | "no" | "of" | "or" | "in" | "this" | "their" | "that"
    );
    (phrase.is(at + 1, &["to"]) && !noun && 0 < at && !is_reduced(phrase, at))
        .then_some(DeonticSense::Binds(Obligation, Implicit))
}

/// `Ensure that …` at the head of a line.
fn imperative(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    phrase
        .says(at, &["ensure that", "make sure"])
        .then_some(DeonticSense::Binds(Obligation, Implicit))
}

/// `The following conditions are imposed on a holder`.
fn imposed(phrase: DeonticPhrase<'_>, at: usize) -> Option<DeonticSense> {
    phrase
        .says(at + 1, &["are imposed on", "apply to", "must be met"])
        .then_some(DeonticSense::Binds(Obligation, Implicit))
        .filter(|_| phrase.says(at + 1, &["are imposed on"]))
}

/// Whether the subject before a verb denies: `no person shall`, `in no event may`, `nor shall`.
fn denied(phrase: DeonticPhrase<'_>, verb: usize) -> bool {
    let low = verb.saturating_sub(60);
    let heads = |at: usize| {
        let before = phrase.before(at);
        matches!(
            before,
            "" | "," | "and" | "or" | "but" | "in" | "under" | "at" | "-" | ")" | "'"
        )
    };
    (low..verb)
        .rev()
        .take_while(|at| !phrase.stops(*at))
        .any(|at| match phrase.word(at) {
            "no" => heads(at) && !means(phrase, at + 1, WordMeaning::FixedAfterNot),
            "neither" | "nobody" | "none" => heads(at),
            "nor" => at + 1 == verb,
            _ => false,
        })
}

/// `Nothing in this section shall …` commands nobody.
fn about_nothing(phrase: DeonticPhrase<'_>, verb: usize) -> bool {
    (verb.saturating_sub(30)..verb).any(|at| phrase.is(at, &["nothing"]))
}

/// Whether the subject before a verb is a term set in quotation marks, or said to be one.
fn is_term(phrase: DeonticPhrase<'_>, verb: usize) -> bool {
    (verb.saturating_sub(16)..verb)
        .any(|at| phrase.opens_quotation(at) || phrase.is(at, &["term", "terms", "definition"]))
}

/// `means` as a verb, not the noun of `by any means`.
fn defines(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    let noun = matches!(
        phrase.before(at),
        "any"
            | "the"
            | "by"
            | "electronic"
            | "other"
            | "of"
            | "all"
            | "such"
            | "these"
            | "those"
            | "some"
            | "a"
            | "what"
            | "no"
    );
    0 < at && !noun && !phrase.says(at + 1, &["of"])
}
