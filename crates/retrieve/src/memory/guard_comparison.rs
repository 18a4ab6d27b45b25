//! Whether the guards of two questions let them be the same.

use std::collections::BTreeSet;

use super::{
    ApartReason, MemoryQuestion,
    concept_lexicon::{ConceptId, ConceptLexicon, KnownPhrase},
    memory_question::{GuardNumber, QuestionForces},
};

/// What sets two questions apart whatever their words mean; nothing where the guards agree.
pub(super) fn apart(one: &MemoryQuestion, other: &MemoryQuestion) -> Option<ApartReason> {
    let (a, b) = (&one.guard, &other.guard);
    let rules: [(ApartReason, &dyn Fn() -> bool); 12] = [
        (ApartReason::Language, &|| one.language != other.language),
        (ApartReason::Date, &|| {
            !all_met(&a.dates, &b.dates, |x, y| {
                x.agrees(y) && x.parts_given() == y.parts_given()
            })
        }),
        (ApartReason::Number, &|| numbers_differ(&a.numbers, &b.numbers)),
        (ApartReason::Place, &|| a.places != b.places),
        (ApartReason::Negation, &|| (a.denials == 0) != (b.denials == 0)),
        (ApartReason::Force, &|| forces_differ(a.forces, b.forces)),
        (ApartReason::TimeOrder, &|| {
            !a.time_order.is_empty()
                && !b.time_order.is_empty()
                && a.time_order.is_disjoint(&b.time_order)
        }),
        (ApartReason::Name, &|| names_differ(one, other)),
        (ApartReason::Party, &|| exclude_each_other(&a.roles, &b.roles)),
        (ApartReason::Kind, &|| exclude_each_other(&a.kinds, &b.kinds)),
        (ApartReason::Order, &|| parties_change_places(one, other)),
        (ApartReason::Opposite, &|| has_opposite(one, other)),
    ];
    rules
        .into_iter()
        .find(|(_, differs)| differs())
        .map(|(reason, _)| reason)
}

/// Whether one asks for a duty alone and the other for a leave alone, or one alone for advice.
fn forces_differ(one: QuestionForces, other: QuestionForces) -> bool {
    let only_duty = |forces: QuestionForces| forces.duty && !forces.leave;
    let only_leave = |forces: QuestionForces| forces.leave && !forces.duty;
    one.advice != other.advice
        || only_duty(one) && only_leave(other)
        || only_leave(one) && only_duty(other)
}

/// Whether each has its like on the other side.
fn all_met<T>(one: &[T], other: &[T], like: impl Fn(&T, &T) -> bool) -> bool {
    one.iter().all(|x| other.iter().any(|y| like(x, y)))
        && other.iter().all(|y| one.iter().any(|x| like(x, y)))
}

/// Whether one has a number that the other has not. One of something may be told without a number.
fn numbers_differ(one: &[GuardNumber], other: &[GuardNumber]) -> bool {
    let lacks = |one: &[GuardNumber], other: &[GuardNumber]| {
        let told = one.iter().filter(|number| !number.is_one);
        told.into_iter()
            .any(|number| !other.iter().any(|its| is_same_number(number, its)))
    };
    lacks(one, other) || lacks(other, one)
}

fn is_same_number(one: &GuardNumber, other: &GuardNumber) -> bool {
    let is_same = |a: f64, b: f64| (a - b).abs() < 1e-6;
    // `aged 17` has no unit, and is what `seventeen years old` says.
    let bare = one.measure.is_empty() || other.measure.is_empty();
    one.measure == other.measure && is_same(one.amount, other.amount)
        || bare && is_same(one.written, other.written)
}

/// Whether each names something that the other does not.
fn names_differ(one: &MemoryQuestion, other: &MemoryQuestion) -> bool {
    let alone = |one: &MemoryQuestion, other: &MemoryQuestion| {
        one.guard.names.iter().any(|name| !is_named(name, other))
    };
    alone(one, other) && alone(other, one)
}

/// Whether a name stands in a question, or its letters are the first ones of words that do.
fn is_named(name: &str, question: &MemoryQuestion) -> bool {
    let words: Vec<String> = jurat_text::tokens::words(&question.text)
        .map(|range| question.text[range].to_lowercase())
        .collect();
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    words.iter().any(|word| word == name) || 1 < name.len() && initials.contains(name)
}

/// Whether each names one of a class that the other does not.
fn exclude_each_other(one: &[Vec<ConceptId>], other: &[Vec<ConceptId>]) -> bool {
    let alone = |one: &[Vec<ConceptId>], other: &[Vec<ConceptId>]| {
        one.iter()
            .any(|mention| !other.iter().any(|its| shares(mention, its)))
    };
    alone(one, other) && alone(other, one)
}

fn shares(one: &[ConceptId], other: &[ConceptId]) -> bool {
    one.iter().any(|concept| other.contains(concept))
}

/// Whether both name the same two parties or more, and each begins with another one. The passive turns them round too.
fn parties_change_places(one: &MemoryQuestion, other: &MemoryQuestion) -> bool {
    let (a, b) = (&one.guard, &other.guard);
    let common: Vec<&Vec<ConceptId>> = a
        .roles
        .iter()
        .filter(|mention| b.roles.iter().any(|its| shares(mention, its)))
        .collect();
    let first = b
        .roles
        .iter()
        .find(|its| common.iter().any(|mention| shares(mention, its)));
    let turned = common
        .first()
        .zip(first)
        .is_some_and(|(mine, its)| !shares(mine, its));
    1 < common.len() && turned && a.names_agent == b.names_agent
}

/// Whether one has a word, and the other its opposite instead.
fn has_opposite(one: &MemoryQuestion, other: &MemoryQuestion) -> bool {
    let lexicon = ConceptLexicon::of(one.language);
    let meant = |question: &MemoryQuestion| -> BTreeSet<ConceptId> {
        question
            .terms
            .iter()
            .flat_map(|term| term.concepts.iter().copied())
            .collect()
    };
    let (meant_a, meant_b) = (meant(one), meant(other));
    let has = |question: &MemoryQuestion, meant: &BTreeSet<ConceptId>, phrase: &KnownPhrase| {
        question
            .stems
            .windows(phrase.stems.len())
            .any(|window| window == phrase.stems)
            || phrase.concepts.iter().any(|concept| meant.contains(concept))
    };
    lexicon.opposites.iter().any(|[x, y]| {
        let of_a = (has(one, &meant_a, x), has(one, &meant_a, y));
        let of_b = (has(other, &meant_b, x), has(other, &meant_b, y));
        matches!((of_a, of_b), ((true, false), (false, true)) | ((false, true), (true, false)))
    })
}

#[cfg(test)]
mod tests {
    use super::apart;
    use crate::memory::{
        ApartReason::{
            self, Date, Force, Kind, Name, Negation, Number, Opposite, Order, Party, Place,
            TimeOrder,
        },
        MemoryQuestion,
    };

    #[track_caller]
    fn check(one: &str, other: &str, expected: Option<ApartReason>) {
        let [a, b] = [one, other].map(|text| MemoryQuestion::read(text, None));
        assert_eq!(apart(&a, &b), expected, "{one} / {other}");
        assert_eq!(apart(&b, &a), expected, "{other} / {one}");
    }

    #[test]
    fn the_same_in_other_words_is_not_apart() {
        check(
            "Is notice of three weeks enough for a tenant?",
            "Do 21 days of notice suffice for the lessee?",
            None,
        );
        check(
            "Can the vendor of a car in Ontario keep it?",
            "May a seller retain the vehicle in Ontario?",
            None,
        );
        check(
            "Can a buyer who is seventeen years old cancel?",
            "May a buyer aged 17 cancel?",
            None,
        );
    }

    #[test]
    fn what_may_not_differ_sets_apart() {
        check("Is one day of notice enough?", "Are 3 days of notice enough?", Some(Number));
        check("Is a fine of $40 due?", "Is a fine of $400 due?", Some(Number));
        check(
            "Can a buyer aged 17 cancel?",
            "Can a buyer who is 18 years old cancel?",
            Some(Number),
        );
        check("Was it a crime in March 2017?", "Was it a crime in March 2019?", Some(Date));
        check(
            "Is it legal to record a call in New York?",
            "Is it legal to record a call in California?",
            Some(Place),
        );
        check(
            "Can I get a refund with a receipt?",
            "Can I get a refund without a receipt?",
            Some(Negation),
        );
        check(
            "May a judge order an assessment?",
            "Must a judge order an assessment?",
            Some(Force),
        );
        check("Can the landlord end the lease?", "Can the tenant end the lease?", Some(Party));
        check(
            "What can the buyer ask of the seller?",
            "What can the seller ask of the buyer?",
            Some(Order),
        );
        check("Can I extend my study permit?", "Can I extend my work permit?", Some(Kind));
        check(
            "Can a portrait be published if she agreed?",
            "Can a portrait be published if she refused?",
            Some(Opposite),
        );
        check(
            "Is a meeting held before the sale valid?",
            "Is a meeting held after the sale valid?",
            Some(TimeOrder),
        );
        check("Can she sue Omar for the oven?", "Can she sue Lee for the oven?", Some(Name));
    }
}
