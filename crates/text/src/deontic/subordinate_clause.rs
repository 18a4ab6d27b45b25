//! Whether a verb is that of a subordinate clause: `a person who must report may appeal` only
//! allows.

use super::phrase::DeonticPhrase;
use crate::{
    Language, WordList,
    sentence_reading::lexicon::{WordMeaning, means},
};

/// The small words by which a language makes clauses depend on others.
#[derive(Debug)]
pub(super) struct SubordinationWords {
    pub(super) language: Language,
    /// Words of which a relative is no relative: `of that person`.
    pub(super) prepositions: Option<&'static WordList>,
    /// Verbs known to be finite: `is`, `has`.
    pub(super) finite: &'static WordList,
    /// What may stand between a relative and its verb: `not`, `also`.
    pub(super) between: &'static WordList,
}

impl SubordinationWords {
    /// Pronouns that are the subject or object of a clause: `who`, `that`.
    fn is_relative(&self, word: &str) -> bool {
        means(word, self.language, &[WordMeaning::Relative, WordMeaning::Subordinating])
    }

    /// Words that open a clause of their own: `if`, `when`.
    fn is_conditional(&self, word: &str) -> bool {
        means(word, self.language, &[WordMeaning::Condition, WordMeaning::ClauseOpening])
    }

    /// What a new subject begins with: `the`, `any`, `they`.
    fn is_determiner(&self, word: &str) -> bool {
        means(word, self.language, &[WordMeaning::Determiner, WordMeaning::Pronoun])
    }
}

/// How far back a clause's opening word is looked for.
const FARTHEST: usize = 60;

/// The most words of a subject within a relative clause.
const LONGEST_SUBJECT: usize = 9;

/// Whether the verb at a place belongs to a clause that depends on another.
pub(super) fn is_subordinate(
    phrase: DeonticPhrase<'_>,
    verb: usize,
    links: &SubordinationWords,
) -> bool {
    let (mut commas, mut finite) = (0, false);
    for at in (verb.saturating_sub(FARTHEST)..verb).rev() {
        let word = phrase.word(at);
        if phrase.stops(at) {
            return false;
        }
        if matches!(word, "," | "-" | "(" | ")") {
            commas += 1;
        } else if links.finite.contains(word) {
            finite = true;
        } else if links.is_conditional(word) {
            return !finite && commas == 0;
        } else if links.is_relative(word) && is_relative(phrase, at, links) {
            return takes(phrase, at, verb, commas, links) && !finite;
        }
    }
    false
}

/// `that` after a preposition or at the head of a clause points at something.
fn is_relative(phrase: DeonticPhrase<'_>, at: usize, links: &SubordinationWords) -> bool {
    let points = phrase.is(at, &["that"]);
    let before = phrase.before(at);
    let after_preposition = is_preposition(before, links);
    !points || !after_preposition && !matches!(before, "" | "," | "if" | "and" | "or" | "(")
}

fn is_preposition(word: &str, links: &SubordinationWords) -> bool {
    links.prepositions.is_some_and(|list| list.contains(word))
}

/// Whether a relative takes the verb for its own clause: it stands right before it, or with a
/// short subject between.
fn takes(
    phrase: DeonticPhrase<'_>,
    at: usize,
    verb: usize,
    commas: usize,
    links: &SubordinationWords,
) -> bool {
    // `who, in the opinion of the Minister, must …`
    if phrase.is(at + 1, &[","]) {
        return commas == 2;
    }
    if 0 < commas {
        return false;
    }
    let next = phrase.past(at + 1, links.between);
    if next == verb {
        return true;
    }
    let subject = phrase.word(next);
    let distance = verb - next;
    if links.is_determiner(subject) {
        return distance <= LONGEST_SUBJECT && !has_verb(phrase, next, verb, links);
    }
    // `that payment shall be made`, but not `that sails shall`.
    distance == 1
        && phrase.is(at, &["that", "which", "whom", "que", "dont"])
        && !subject.ends_with('s')
}

/// Whether a clause between its subject and a verb seems to have a verb already: `the mayor
/// appoints`.
fn has_verb(
    phrase: DeonticPhrase<'_>,
    subject: usize,
    verb: usize,
    links: &SubordinationWords,
) -> bool {
    let (Some(last), Some(noun)) = (verb.checked_sub(1), verb.checked_sub(2)) else {
        return false;
    };
    let noun_word = phrase.word(noun);
    subject < noun
        && phrase.word(last).ends_with('s')
        && !noun_word.ends_with('s')
        && !links.is_determiner(noun_word)
        && !is_preposition(noun_word, links)
}
