//! The same sentence in other words, by rules that are sure: the passive, two sentences for one, clauses the other way
//! round.

use super::{
    clauses::limited,
    law_sentence::{LawSentence, capitalised},
};

/// Words of a subject or an object at most.
const LONGEST: usize = 4;

/// `The permit may be refused by the officer` for `The officer may refuse the permit`.
pub(super) fn passive(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    let is_article = |at: usize| lists.determiners.contains(&sentence.word(at));
    let modal = (2..=LONGEST + 1).find(|at| lists.modals.contains_key(sentence.word(*at)))?;
    let participle = lists.participles.get(sentence.word(modal + 1))?;
    let object = modal + 2;
    let alone = (1..modal)
        .chain(object + 1..object + 2)
        .all(|at| !is_article(at) && is_word(sentence, at));
    let end = (object + 2..=object + LONGEST).find(|at| {
        lists.after_object.contains(&sentence.word(*at)) || *at == sentence.words.len()
    })?;
    let whole = is_article(0)
        && is_article(object)
        && alone
        && !sentence.text[sentence.range(0..end)].contains([',', ';'])
        && (object + 1..end).all(|at| is_word(sentence, at))
        // `the cases in which` goes on with what they are.
        && !sentence.reading().narrows(end + 1);
    if !whole {
        return None;
    }
    let part = |words| &sentence.text[sentence.range(words)];
    let (be, by) = lists.passive;
    let subject = uncapitalised(part(0..modal));
    let rest = &sentence.text[sentence.words[end - 1].range.end..];
    // Further clauses may go on with the subject that is no longer one.
    if rest.contains([',', ';']) {
        return None;
    }
    let (object, verb) = (capitalised(part(object..end)), part(modal..modal + 1));
    Some(format!("{object} {verb} {be} {participle} {by} {subject}{rest}"))
}

/// `The clerk shall sign it. The clerk shall send it.` for `The clerk shall sign it and shall send it.`
pub(super) fn split(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    let modal = (1..=LONGEST + 1).find(|at| lists.modals.contains_key(sentence.word(*at)))?;
    let joint = (modal + 2..sentence.words.len()).find(|at| {
        sentence.word(*at) == lists.and && sentence.word(at + 1) == sentence.word(modal)
    })?;
    let limits = lists.exceptions.iter().chain(&lists.conditions);
    let limited = (0..sentence.words.len())
        .any(|at| limits.clone().any(|phrase| sentence.phrase_at(at, phrase).is_some()));
    if limited || !lists.determiners.contains(&sentence.word(0)) || sentence.text.contains(';')
    {
        return None;
    }
    let head = sentence.text[..sentence.words[joint].range.start].trim_end_matches([' ', ',']);
    let subject = &sentence.text[sentence.range(0..modal)];
    let rest = &sentence.text[sentence.words[joint + 1].range.start..];
    (!subject.contains(',')).then(|| format!("{head}. {subject} {rest}"))
}

/// `The clerk shall sign it if it is complete` for `If it is complete, the clerk shall sign it`.
pub(super) fn reordered(sentence: &LawSentence<'_>) -> Option<String> {
    let lists = sentence.lists;
    let parts = limited(sentence, &lists.conditions, &lists.sure_conditions)?;
    Some(if parts.is_first {
        let main = capitalised(parts.main.trim_end_matches('.'));
        format!("{main} {}.", uncapitalised(parts.clause))
    } else {
        format!("{}, {}.", capitalised(parts.clause), uncapitalised(parts.main))
    })
}

fn is_word(sentence: &LawSentence<'_>, at: usize) -> bool {
    sentence.word(at).chars().all(char::is_alphabetic)
        && !sentence.word(at).is_empty()
        && !sentence.reading().narrows(at)
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
