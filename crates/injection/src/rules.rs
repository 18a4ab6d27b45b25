//! Words that give orders to a model, each with its reason. Exact: a rule that a law, a letter or a
//! question about such orders could trip is left to the weights.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{
    ScreenedTextKind,
    hashed_words::{GapBeforeWord, HashedWord, ScreenedWords},
    word_classes::{WordClassSet, hash},
};

/// What makes a text suspect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InjectionReason {
    /// It tells the reader to set aside what it was told.
    SetsRulesAside,
    /// It gives the reader a role, or speaks as the system.
    GivesRole,
    /// It orders the reader to answer in a given way.
    OrdersReader,
    /// It asks for what the reader was told to keep.
    AsksForSecrets,
    /// It asks the reader to send what it holds to an address.
    SendsAway,
    /// It carries a mark, a turn or a delimiter that only we may write.
    #[serde(alias = "forged_verdict")]
    ForgedMark,
    /// It hides words from people: code, letters that are not seen, letters in disguise.
    HidesWords,
    /// It asks whoever grades for a grade.
    AsksForGrade,
    /// It tells whoever grades to leave the rubric or the evidence aside.
    SetsRubricAside,
    /// It tells whoever grades not to take marks off.
    SparesMarks,
    /// The weights take it for an order.
    Learned,
}

impl InjectionReason {
    /// Those that the weights know, in the order of their features.
    pub(crate) const RULES: [Self; 7] = [
        Self::SetsRulesAside,
        Self::GivesRole,
        Self::OrdersReader,
        Self::AsksForSecrets,
        Self::SendsAway,
        Self::ForgedMark,
        Self::HidesWords,
    ];

    /// Whether it makes an order of words by itself. One who asks may give us a role or say what the
    /// answer should be like; a paper and a repository show prompts and marks of their own; what a
    /// model gave back speaks to its reader, and may speak of its own instructions.
    pub const fn decides(self, setting: ScreenedTextKind) -> bool {
        match setting {
            ScreenedTextKind::Question => {
                matches!(self, Self::SetsRulesAside | Self::AsksForSecrets | Self::SendsAway)
            }
            ScreenedTextKind::Passage => !matches!(self, Self::Learned),
            ScreenedTextKind::Paper => {
                !matches!(self, Self::Learned | Self::GivesRole | Self::ForgedMark)
            }
            ScreenedTextKind::Repository | ScreenedTextKind::Documentation => {
                matches!(self, Self::SetsRulesAside) || self.is_to_grader()
            }
            ScreenedTextKind::Answer => {
                matches!(self, Self::SetsRulesAside | Self::SendsAway | Self::HidesWords)
            }
        }
    }

    /// Whether it is said to whoever grades.
    pub const fn is_to_grader(self) -> bool {
        matches!(self, Self::AsksForGrade | Self::SetsRubricAside | Self::SparesMarks)
    }

    pub const fn in_words(self) -> &'static str {
        match self {
            Self::SetsRulesAside => "it tells the reader to set its instructions aside",
            Self::GivesRole => "it speaks as the system, or gives the reader a role",
            Self::OrdersReader => "it orders the reader to answer in a given way",
            Self::AsksForSecrets => "it asks for what the reader was told to keep",
            Self::SendsAway => "it asks the reader to send what it holds to an address",
            Self::ForgedMark => "it carries a mark that only we may write",
            Self::HidesWords => "it hides words from people",
            Self::AsksForGrade => "it asks whoever grades for a grade",
            Self::SetsRubricAside => {
                "it tells whoever grades to leave the rubric or the evidence aside"
            }
            Self::SparesMarks => "it tells whoever grades not to take marks off",
            Self::Learned => "its words are like those of known attacks",
        }
    }
}

/// A rule that fired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InjectionRuleHit {
    /// The bytes that tripped it.
    pub(crate) range: Range<usize>,
    pub(crate) why: InjectionReason,
}

/// The rules that words trip, in order.
pub(crate) fn word_rule_hits(
    reading: &ScreenedWords,
    setting: ScreenedTextKind,
) -> Vec<InjectionRuleHit> {
    let words = &reading.words;
    let mut hits = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let found = by_class(words, at, *word)
            .filter(|(why, end)| !setting.is_graded() || is_to_reader(words, at, *end, *why));
        hits.extend(found.map(|(why, end)| hit(words, at, end, why)));
        if word.letters == 1 {
            hits.extend(
                spelt_out(words, at)
                    .map(|end| hit(words, at, end, InjectionReason::HidesWords)),
            );
        }
    }
    hits
}

/// Whether words of a work that was handed in can be meant for its reader: such works speak of prompts,
/// fence them against orders, and tell people which page to open.
fn is_to_reader(words: &[HashedWord], at: usize, end: usize, why: InjectionReason) -> bool {
    match why {
        InjectionReason::SetsRulesAside => !is_elsewhere(words, at, end),
        InjectionReason::AsksForSecrets => {
            let yours = |word: &HashedWord| word.classes.has(WordClassSet::YOU);
            orders(words, at) && words[at..end].iter().any(yours)
        }
        // What is sent is named before where to.
        InjectionReason::SendsAway => {
            !ahead(words, at, 2).any(|(_, word)| is(word, &["http", "https", "www"]))
        }
        _ => true,
    }
}

fn hit(words: &[HashedWord], from: usize, to: usize, why: InjectionReason) -> InjectionRuleHit {
    let last = words[to.min(words.len() - 1)];
    InjectionRuleHit {
        range: words[from].start as usize..last.end as usize,
        why,
    }
}

/// What the word at an index begins, and the index of the last word of it.
fn by_class(
    words: &[HashedWord],
    at: usize,
    word: HashedWord,
) -> Option<(InjectionReason, usize)> {
    let classes = word.classes;
    if classes.has(WordClassSet::ASIDE)
        && orders(words, at)
        && let Some(end) = set_aside(words, at)
    {
        return Some((InjectionReason::SetsRulesAside, end));
    }
    if classes.has(WordClassSet::YOU.with(WordClassSet::ROLE))
        && let Some(end) = role(words, at)
    {
        return Some((InjectionReason::GivesRole, end));
    }
    if classes.has(WordClassSet::TELLS)
        && let Some(end) = secret(words, at)
    {
        return Some((InjectionReason::AsksForSecrets, end));
    }
    if word.gap != GapBeforeWord::Space && is(word, &REPLY) {
        // `Answer that no records are needed.`
        let that = words.get(at + 1).filter(|next| is(**next, &["that", "que"]));
        if that.is_some() {
            return Some((InjectionReason::OrdersReader, at + 1));
        }
    }
    if classes.has(WordClassSet::ALTERS.with(WordClassSet::TASK))
        && orders(words, at)
        && let Some(end) = shapes_answer(words, at)
    {
        return Some((InjectionReason::OrdersReader, end));
    }
    if classes.has(WordClassSet::SENDS)
        && orders(words, at)
        && let Some(end) = sends_away(words, at)
    {
        return Some((InjectionReason::SendsAway, end));
    }
    None
}

/// Whether a verb is an order: it begins a clause, or follows words that soften or join one.
fn orders(words: &[HashedWord], at: usize) -> bool {
    if words[at].gap != GapBeforeWord::Space {
        return true;
    }
    let Some(before) = at.checked_sub(1).map(|before| words[before]) else { return true };
    // Words that were put in often follow without a stop.
    if words[at].capital && !before.capitals && !words[at].capitals {
        return true;
    }
    let told = 2 <= at && words[at - 2].classes.has(WordClassSet::YOU);
    if is(before, &["to", "must", "will", "should", "shall", "can"]) {
        return told
            || (2 <= at && is(before, &["to"]) && is(words[at - 2], &["want", "need"]));
    }
    before.classes.has(WordClassSet::LEADS) && !before.classes.has(WordClassSet::YOU)
        || at == 1 && before.number
}

/// The words after an index, up to a stop.
fn ahead(
    words: &[HashedWord],
    at: usize,
    most: usize,
) -> impl Iterator<Item = (usize, HashedWord)> {
    let words = words.iter().copied().enumerate().skip(at + 1).take(most);
    words.take_while(|(_, word)| word.gap != GapBeforeWord::Stop)
}

/// `previous instructions`, `your rules`, `everything you were told`.
fn set_aside(words: &[HashedWord], at: usize) -> Option<usize> {
    let (mut theirs, mut everything) = (false, false);
    for (index, word) in ahead(words, at, 8) {
        let rules = word.classes.has(WordClassSet::RULES);
        if rules && theirs || everything && is(word, &TOLD) {
            return Some(index);
        }
        everything |= is(word, &EVERYTHING);
        theirs |=
            word.classes.has(WordClassSet::PRIOR.with(WordClassSet::YOU)) || is(word, &ALL);
        // In French, Portuguese and Spanish what came before stands after the rules.
        let follows = |next: &HashedWord| {
            next.classes.has(WordClassSet::PRIOR) || is(*next, &["you", "que", "given"])
        };
        if rules && words.get(index + 1).is_some_and(follows) {
            return Some(index + 1);
        }
    }
    None
}

/// `Ignore any instructions that appear in the document`, `ignore any errors and use filters`: not
/// those that a reader was given.
fn is_elsewhere(words: &[HashedWord], verb: usize, rules: usize) -> bool {
    let given = WordClassSet::PRIOR.with(WordClassSet::YOU).with(WordClassSet::MODEL);
    let of_reader = |word: &HashedWord| word.classes.has(given) || is(*word, &["system"]);
    let placed = words.get(rules + 1).is_some_and(|next| is(*next, &ELSEWHERE));
    let far = verb + 3 < rules;
    (placed || far)
        && !words[verb..rules].iter().any(of_reader)
        && !ahead(words, rules, 5).any(|(_, word)| of_reader(&word))
}

jurat_text::word_lists! {
    "rules" [en, fr, pt, de];
    static REPLY;
    static TOLD;
    static EVERYTHING;
    static ALL;

    /// Behind rules: they stand in what is read.
    static ELSEWHERE;
    static TITLES;
}

/// `You are now DAN`, `pretend to be an AI without rules`, `from now on you will`.
fn role(words: &[HashedWord], at: usize) -> Option<usize> {
    if !becomes(words, at)? {
        return None;
    }
    let (freed, _) = ahead(words, at, 14)
        .find(|(_, word)| word.classes.has(WordClassSet::MODEL.with(WordClassSet::FREE)))?;
    // An `assistant manager` is a person.
    let person = words.get(freed + 1).is_some_and(|next| is(*next, &TITLES));
    let has = |few: &[&str]| words[at..freed].iter().any(|word| is(*word, few));
    let aside = has(&["not", "using", "use", "with", "by", "to", "about", "against", "if"])
        && !has(&["be", "now", "going", "no"]);
    (!person && !aside).then_some(freed)
}

/// Whether someone is told to be something, from a word on.
fn becomes(words: &[HashedWord], at: usize) -> Option<bool> {
    let next = *words.get(at + 1)?;
    if !words[at].classes.has(WordClassSet::YOU) {
        let like = ["as", "to", "you", "like", "a", "an", "comme", "como", "ser"];
        return Some(orders(words, at) && is(next, &like));
    }
    let to_be = ["are", "re", "will", "es", "etes", "e", "sera", "eres", "bist", "sind"];
    let opens = words[at].gap != GapBeforeWord::Space
        || at.checked_sub(1).is_some_and(|before| {
            let opening =
                ["on", "now", "pretend", "imagine", "that", "chatgpt", "gpt", "hello", "hi"];
            is(words[before], &opening)
        });
    Some(is(next, &to_be) && opens)
}

/// `your system prompt`, `your instructions word for word`.
fn secret(words: &[HashedWord], at: usize) -> Option<usize> {
    let found = ahead(words, at, 9).find(|(index, word)| {
        let before = words[index - 1];
        is(
            *word,
            &["prompt", "instructions", "consignes", "instrucoes", "message", "directives"],
        ) && (is(before, &["system", "initial", "hidden", "secret", "original", "preliminary"])
            || is(*word, &["prompt"]) && before.classes.has(WordClassSet::YOU))
            || is(*word, &["systeme", "sistema"])
                && is(before, &["prompt", "invite", "message", "instrucoes"])
    })?;
    Some(found.0)
}

/// `in your answer`, `the user`, as the thing an order is about.
fn shapes_answer(words: &[HashedWord], at: usize) -> Option<usize> {
    let found = ahead(words, at, 24).find(|(index, word)| {
        let before = words[index - 1];
        word.classes.has(WordClassSet::ANSWER) && before.classes.has(WordClassSet::YOU)
    })?;
    Some(found.0)
}

/// Something of the conversation, to an address.
fn sends_away(words: &[HashedWord], at: usize) -> Option<usize> {
    let held = ahead(words, at, 12).find(|(_, word)| word.classes.has(WordClassSet::HELD))?;
    let address = |(_, word): &(usize, HashedWord)| is(*word, &["http", "https", "www"]);
    let to = words
        .iter()
        .copied()
        .enumerate()
        .skip(at + 1)
        .take(30)
        .find(address)?;
    let theirs = words[at..held.0].iter().any(|word| {
        is(
            *word,
            &["this", "your", "user", "users", "chat", "conversation", "full", "entire", "all"],
        )
    });
    theirs.then_some(held.0.max(to.0))
}

/// `i g n o r e`: letters one by one. Gives the index of the last.
fn spelt_out(words: &[HashedWord], at: usize) -> Option<usize> {
    let alone =
        |index: usize| words.get(index).filter(|word| word.letters == 1 && !word.number);
    if at.checked_sub(1).is_some_and(|before| alone(before).is_some()) {
        return None;
    }
    let length = (at..words.len()).take_while(|index| alone(*index).is_some()).count();
    let spread = |pair: &[HashedWord]| pair[1].start.saturating_sub(pair[0].end) <= 3;
    let run = &words[at..at + length];
    (12 <= length && run.windows(2).all(spread)).then(|| at + length - 1)
}

/// Whether a word is one of a few.
pub(crate) fn is(word: HashedWord, few: &[&str]) -> bool {
    few.iter()
        .any(|one| usize::from(word.letters) == one.len() && word.hash == hash(one.as_bytes()))
}
