//! Who acts in a statute, and sentences in which somebody else does.

use std::{collections::BTreeMap, ops::Range};

use jurat_text::sentence_reading::{SentenceWord, sentence_words};

use super::{change_words::ChangeWords, law_sections::LawText, law_sentence::LawSentence};

/// Times that somebody must act to be known as a party.
const FEWEST: usize = 3;
/// Words of a name at most.
const LONGEST: usize = 3;

/// The parties of a statute, each with the article it has.
#[derive(Debug, Default)]
pub(super) struct PartyNames {
    by_article: BTreeMap<String, Vec<String>>,
}

/// A party in a sentence.
struct NamedParty {
    article: String,
    name: String,
    /// The words of the name.
    words: Range<usize>,
}

impl PartyNames {
    /// Those who often do something: before `shall` and no `be`.
    pub(super) fn of(law: &LawText) -> Self {
        let Some(lists) = ChangeWords::of(law.language) else { return Self::default() };
        let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
        for section in &law.sections {
            let words: Vec<SentenceWord> = sentence_words(&section.text).collect();
            for at in 1..words.len() {
                let acts = lists.modals.contains_key(words[at].lower.as_str())
                    && words.get(at + 1).is_some_and(|next| next.lower != lists.passive.0);
                if let Some(party) =
                    acts.then(|| before(&section.text, &words, at, lists)).flatten()
                {
                    *counts.entry((party.article, party.name)).or_default() += 1;
                }
            }
        }
        let mut by_article: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((article, name), count) in counts {
            if FEWEST <= count {
                by_article.entry(article).or_default().push(name);
            }
        }
        Self { by_article }
    }

    fn others<'p>(&'p self, party: &'p NamedParty) -> impl Iterator<Item = &'p String> {
        let plural = |name: &str| name.ends_with('s');
        let all = self.by_article.get(&party.article).into_iter().flatten();
        all.filter(move |name| **name != party.name && plural(name) == plural(&party.name))
    }
}

/// The two parties of a sentence in each other's place.
pub(super) fn swapped(sentence: &LawSentence<'_>) -> Option<String> {
    let (verb, actor) = actor(sentence)?;
    let parties = sentence.law.parties();
    let (name, words) = parties.others(&actor).find_map(|name| {
        let at = (verb + 1..sentence.words.len())
            .find(|at| is_named(sentence, *at, &actor.article, name))?;
        let once = (0..sentence.words.len())
            .filter(|at| stands(sentence, *at, name))
            .count()
            == 1;
        once.then(|| (name, at..at + name.split(' ').count()))
    })?;
    let own = (0..sentence.words.len())
        .filter(|at| stands(sentence, *at, &actor.name))
        .count();
    // Of two lists of parties it is not sure who acts on whom.
    let is_listed = |words: &Range<usize>| {
        let lists = [sentence.lists.and, sentence.lists.or];
        let near = words.start.saturating_sub(2)..(words.end + 1).min(sentence.words.len());
        near.into_iter().any(|at| lists.contains(&sentence.word(at)))
    };
    // `the Minister of Transport` is not the Minister.
    let goes_on = sentence.word(words.end) == sentence.lists.of;
    if own != 1 || goes_on || is_listed(&words) || is_listed(&actor.words) {
        return None;
    }
    let (left, right) = (sentence.range(actor.words.clone()), sentence.range(words));
    let text = sentence.text;
    Some(format!(
        "{}{name}{}{}{}",
        &text[..left.start],
        &text[left.end..right.start],
        actor.name,
        &text[right.end..]
    ))
}

/// Another party of the statute in the place of the one that acts.
pub(super) fn replaced(sentence: &LawSentence<'_>) -> Option<String> {
    let (_, actor) = actor(sentence)?;
    let parties = sentence.law.parties();
    let others: Vec<&String> = parties
        .others(&actor)
        .filter(|name| !(0..sentence.words.len()).any(|at| stands(sentence, at, name)))
        .filter(|name| !is_part(name, &actor.name))
        .collect();
    let other = others.get(sentence.draw("party", others.len()))?;
    Some(sentence.with(actor.words.clone(), other))
}

/// `the officer` for `the senior officer` may be the same person.
fn is_part(one: &str, other: &str) -> bool {
    one.contains(other) || other.contains(one)
}

/// The party that acts, and the word by which it does.
fn actor(sentence: &LawSentence<'_>) -> Option<(usize, NamedParty)> {
    let lists = sentence.lists;
    let verb = (1..sentence.words.len()).find(|at| {
        lists.modals.contains_key(sentence.word(*at))
            && sentence.word(at + 1) != lists.passive.0
    })?;
    let party = before(sentence.text, &sentence.words, verb, lists)?;
    let known = sentence.law.parties().by_article.get(&party.article)?;
    known.contains(&party.name).then_some((verb, party))
}

/// The name right before a word, with its article.
fn before(
    text: &str,
    words: &[SentenceWord],
    at: usize,
    lists: &ChangeWords,
) -> Option<NamedParty> {
    let article = (at.saturating_sub(LONGEST + 1)..at)
        .rev()
        .find(|at| lists.determiners.contains(&words[*at].lower.as_str()))?;
    let names = article + 1..at;
    let range = words.get(names.start)?.range.start..words.get(at - 1)?.range.end;
    let name = text.get(range).filter(|_| !names.is_empty())?;
    let plain = name.chars().all(|c| c.is_alphabetic() || c == ' ');
    let gap = &text[words[at - 1].range.end..words[at].range.start];
    let joined = |at: usize| [lists.and, lists.or].contains(&words[at].lower.as_str());
    (plain && gap == " " && !names.clone().any(joined)).then(|| NamedParty {
        article: words[article].lower.clone(),
        name: name.to_owned(),
        words: names,
    })
}

fn is_named(sentence: &LawSentence<'_>, at: usize, article: &str, name: &str) -> bool {
    sentence.word(at - 1) == article && stands(sentence, at, name)
}

fn stands(sentence: &LawSentence<'_>, at: usize, name: &str) -> bool {
    sentence.phrase_at(at, name).is_some()
}
