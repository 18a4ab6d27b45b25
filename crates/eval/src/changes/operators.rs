//! Words that a sentence turns on, made their opposites: negations, modals, comparators, `and` and `or`.

use std::collections::BTreeMap;

use super::law_sentence::LawSentence;

/// A negation put in after a verb, or taken away.
pub(super) fn negation(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    let places = || 1..sentence.words.len();
    let negated = places().find_map(|at| {
        let found = |(plain, negated): (&&str, &&str)| {
            let length = sentence.phrase_at(at, negated)?;
            Some(sentence.with(at..at + length, plain))
        };
        lists.negated.iter().find_map(found)
    });
    if negated.is_some() {
        return negated.filter(|_| !is_fixed(sentence));
    }
    if denies(sentence) {
        return None;
    }
    places().find_map(|at| {
        let negated = lists.negated.get(sentence.word(at))?;
        is_main_verb(sentence, at).then(|| sentence.with(at..at + 1, negated))
    })
}

/// A modal of another force; where nothing negates it, for `may not` is `must not`.
pub(super) fn modal(sentence: &LawSentence<'_>) -> Option<String> {
    if denies(sentence) {
        return None;
    }
    (1..sentence.words.len()).find_map(|at| {
        let other = sentence.lists.modals.get(sentence.word(at))?;
        is_main_verb(sentence, at).then(|| sentence.with(at..at + 1, other))
    })
}

/// `and` for `or`, or the other way round, where that surely changes what is demanded or on which condition.
pub(super) fn conjunction(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    if denies(sentence) {
        return None;
    }
    (2..sentence.words.len().saturating_sub(1)).find_map(|at| {
        let other = match sentence.word(at) {
            word if word == lists.and => lists.or,
            word if word == lists.or => lists.and,
            _ => return None,
        };
        let before = |list: &[&str]| (0..at).any(|at| list.contains(&sentence.word(at)));
        let binds = before(&lists.commands) || before(&lists.sure_conditions);
        let leaves = |at: &usize| {
            let word = sentence.word(*at);
            lists.modals.contains_key(word) && !lists.commands.contains(&word)
        };
        let sure = binds
            && !before(&lists.blurring)
            && !(0..at).any(|at| leaves(&at))
            && is_plain(sentence, at - 1)
            && is_plain(sentence, at + 1)
            && !sentence.text[sentence.words[at].range.end..].starts_with('/');
        sure.then(|| sentence.with(at..at + 1, other))
    })
}

/// `at most` for `at least`, `after` for `before`.
pub(super) fn comparator(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    (1..sentence.words.len()).find_map(|at| {
        longest(sentence, at, &lists.comparators).or_else(|| {
            let (length, other) = longest_pair(sentence, at, &lists.time_comparators)?;
            let next = at + length;
            let follows = |phrase: &&&str| sentence.phrase_at(next, phrase).is_some();
            let is_time = lists.time_followers.iter().any(|phrase| follows(&phrase))
                || sentence.word(next).starts_with(|c: char| c.is_ascii_digit());
            // `before or after` is the same the other way round.
            let is_joined = |at: usize| [lists.and, lists.or].contains(&sentence.word(at));
            let alone = !is_joined(at - 1) && !is_joined(next);
            (is_time && alone).then(|| sentence.with(at..next, other))
        })
    })
}

fn longest(
    sentence: &LawSentence<'_>,
    at: usize,
    pairs: &BTreeMap<&'static str, &'static str>,
) -> Option<String> {
    let (length, other) = longest_pair(sentence, at, pairs)?;
    Some(sentence.with(at..at + length, other))
}

/// The longest phrase that stands at a word, and its opposite.
fn longest_pair(
    sentence: &LawSentence<'_>,
    at: usize,
    pairs: &BTreeMap<&'static str, &'static str>,
) -> Option<(usize, &'static str)> {
    let standing = pairs
        .iter()
        .filter_map(|(phrase, other)| Some((sentence.phrase_at(at, phrase)?, *other)));
    standing.max_by_key(|(length, _)| *length)
}

/// Whether a word denies anywhere.
fn denies(sentence: &LawSentence<'_>) -> bool {
    (0..sentence.words.len()).any(|at| sentence.lists.denials.contains(&sentence.word(at)))
}

/// Whether a negation is one that negates nothing: `not only`, `not later than`.
fn is_fixed(sentence: &LawSentence<'_>) -> bool {
    let reading = sentence.reading();
    let places = 0..sentence.words.len();
    places
        .filter(|at| reading.is_negation(*at))
        .any(|at| !reading.negates(at))
}

/// `as the case may be` and the like, and verbs before a mark, are no verbs of the sentence.
fn is_main_verb(sentence: &LawSentence<'_>, at: usize) -> bool {
    let after = &sentence.text[sentence.words[at].range.end..];
    let small = sentence.text[sentence.words[at].range.clone()].starts_with(char::is_lowercase);
    small
        && after.starts_with(' ')
        && !after.starts_with(" be,")
        && sentence.word(at - 1) != "case"
}

/// Whether a word is an ordinary one: no name, no pronoun, no number.
fn is_plain(sentence: &LawSentence<'_>, at: usize) -> bool {
    let word = &sentence.text[sentence.words[at].range.clone()];
    2 < word.len()
        && word.chars().all(|c| c.is_alphabetic() && c.is_lowercase())
        && !sentence.lists.blurring.contains(&word)
}
