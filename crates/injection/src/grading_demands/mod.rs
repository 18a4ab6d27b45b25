//! Whether a sentence orders whoever grades: to give a grade, to leave the rubric aside, to take no
//! marks off.
//!
//! Speaking of grades is no order: its verb must come first, behind an address or behind `you must`,
//! and the grade must not depend on anything. A phrase of the lists is a chain of words; `{a|b|}`
//! stands for one of several or for none.

mod addressed_orders;
mod dictated_answers;

use std::{collections::BTreeMap, ops::Range, ptr, sync::LazyLock};

use jurat_text::word_list::WordList;

use self::{addressed_orders as addressed, dictated_answers as dictated};
use crate::{
    concepts::parts,
    hashed_words::{GapBeforeWord, HashedWord, ScreenedWords},
    rules::{InjectionReason, is},
    word_classes::WordClassSet,
};

/// Words behind a verb in which the grade is told, and what is set aside.
const REACH: usize = 14;
const NEAR: usize = 8;

/// Words before a verb in which a reader is addressed.
const MOST_BEFORE: usize = 8;

/// Verbs of one sort in a sentence that are tried.
const MOST_VERBS: usize = 64;

jurat_text::word_lists! {
    "grading_demands" [en, fr, pt, de, es];

    /// Verbs that give a grade and are nothing else.
    static GIVE;

    /// Verbs that may be nouns: what is graded must stand behind them.
    static NOUNISH;

    /// Verbs that also mean something else: our work or a reader must be named.
    static WEAK;
    static IGNORE;

    /// Verbs that people also use of tools.
    static BYPASS;
    static SPARE;

    /// A scale is no grade.
    static RANGES;

    /// What is graded, in a word, and what leads into it.
    static PRONOUNS;
    static OBJECTS;

    /// What we were given to judge, and the same without `this`.
    static THIS_WORK;
    static WORKS;
    static TOP_MARKS;

    /// Grades that are other things too: our work or a reader must be named.
    static MILD;
    static FULL;

    /// Verdicts that are wished for.
    static PASSED;
    static RULES;
    static STRICT_RULES;
    static MARKS;

    /// Who grades, what is said before, and what addresses them alone.
    static READERS;
    static SALUTES;
    static ADDRESS;
    static YOU;
    static MUST;
    static PLEASE;
    static WISHES;

    /// What may stand before an order that begins a sentence.
    static POLITE;

    /// What makes a grade depend on something, and what makes a rule of it: `for perfect work`.
    static CONDITIONS;
    static SORTS;
    static NEGATIONS;

    /// Before a verb: it is none, or nobody has to.
    static UNBOUND;
}

#[rustfmt::skip]
static LISTS: [&WordList; 64] = [
    &GIVE, &NOUNISH, &WEAK, &IGNORE, &BYPASS, &SPARE, &RANGES, &PRONOUNS, &OBJECTS, &THIS_WORK, &WORKS, &TOP_MARKS, &MILD,
    &FULL, &PASSED, &RULES, &STRICT_RULES, &MARKS, &READERS, &SALUTES, &ADDRESS, &YOU, &MUST, &PLEASE, &WISHES, &POLITE,
    &CONDITIONS, &SORTS, &NEGATIONS, &UNBOUND,
    &addressed::PARTIES, &addressed::WHOEVER, &addressed::GRADES, &addressed::OPENERS, &addressed::DEONTIC, &addressed::FIRST, &addressed::REQUESTS, &addressed::THANKS,
    &addressed::ASKED, &addressed::GRADING, &addressed::DEEMS, &addressed::OUTPUTS, &addressed::ACCEPTS, &addressed::CHECKS,
    &addressed::UNCHECKED, &addressed::PASS_OVER, &addressed::DEFECTS, &addressed::STATES, &addressed::PRAISES, &addressed::POINTING,
    &addressed::PARTS, &addressed::PLACES, &addressed::REGARDLESS, &addressed::BEST, &addressed::SCALE, &addressed::AFTER_BEST, &addressed::OPEN,
    &dictated::YOURS, &dictated::PRODUCTS, &dictated::HOLDS, &dictated::WORDINGS, &dictated::FAULTS, &dictated::VOID, &dictated::PRETEND,
];

/// By the first word of a phrase: its list by index, and the words behind the first.
type PhrasesByWord = BTreeMap<u64, Vec<(usize, Vec<u64>)>>;

static PHRASES: LazyLock<PhrasesByWord> = LazyLock::new(|| {
    let mut phrases = PhrasesByWord::new();
    for (list, words) in LISTS.iter().enumerate() {
        for phrase in words.iter().flat_map(|phrase| spelt_out(phrase)) {
            let words = ScreenedWords::of(&phrase).words;
            let mut hashes = words.iter().map(|word| word.hash);
            let Some(first) = hashes.next() else { continue };
            phrases.entry(first).or_default().push((list, hashes.collect()));
        }
    }
    phrases
});

/// Every phrase that one with braces stands for.
fn spelt_out(phrase: &str) -> Vec<String> {
    parts(phrase).iter().fold(vec![String::new()], |begun, part| {
        let longer = |one: &String| {
            part.split('|')
                .map(|word| format!("{one} {word}"))
                .collect::<Vec<_>>()
        };
        begun.iter().flat_map(longer).collect()
    })
}

/// An order to whoever grades.
pub(crate) struct GradingDemand {
    pub(crate) why: InjectionReason,
    /// The bytes of the verb that gives it.
    pub(crate) verb: Range<usize>,
    /// Whether it names what is judged.
    pub(crate) names_work: bool,
    /// Whether it cannot be meant for another reader or be a rule for all works.
    pub(crate) sure: bool,
    /// Whether it names or addresses somebody who grades.
    pub(crate) addressed: bool,
}

/// The orders to whoever grades that words of a text give, as one sentence.
pub(crate) fn grading_demands(text: &str, words: &[HashedWord]) -> Vec<GradingDemand> {
    let sentence = GradedSentence::new(text, words);
    let names_work = sentence.names_work();
    let mut found = Vec::new();
    let mut take = |why, verb: usize, (sure, addressed)| {
        let verb = words[verb].start as usize..words[verb].end as usize;
        found.push(GradingDemand { why, verb, names_work, sure, addressed });
    };
    for verb in sentence.grades() {
        take(InjectionReason::AsksForGrade, verb, (sentence.is_sure(verb), false));
    }
    for (verbs, rules) in [(&IGNORE, &RULES), (&BYPASS, &STRICT_RULES)] {
        for verb in sentence.told(verbs) {
            let near = behind(verb, NEAR);
            if sentence.any(rules, near.clone()) {
                let sure = sentence.any(&STRICT_RULES, near);
                take(InjectionReason::SetsRubricAside, verb, (sure, false));
            }
        }
    }
    let marks = sentence.any(&MARKS, 0..words.len());
    if marks || names_work {
        let sure = marks && (names_work || sentence.is_addressed(0..words.len()));
        for verb in sentence.told(&SPARE) {
            take(InjectionReason::SparesMarks, verb, (sure, false));
        }
    }
    let addressed = sentence.addressed_orders().into_iter();
    for (why, verb) in addressed.chain(sentence.dictated_answers()) {
        // Prose of code speaks to its own reviewers and models.
        take(why, verb, (false, true));
    }
    found
}

/// Whether words that nobody would see want something of a reader.
pub fn asks_reader(text: &str) -> bool {
    let words = ScreenedWords::of(text).words;
    let sentence = GradedSentence::new(text, &words);
    let any = |lists: &[&'static WordList]| {
        lists.iter().any(|list| sentence.any(list, 0..words.len()))
    };
    let of_us = [&READERS, &ADDRESS, &RULES, &MARKS, &THIS_WORK, &TOP_MARKS, &FULL];
    // In `the judge layer` one word names somebody and orders nothing.
    let verbs = [&GIVE, &NOUNISH, &WEAK, &IGNORE, &BYPASS, &SPARE, &WISHES];
    let wants = verbs.iter().any(|list| {
        sentence
            .of(list, 0..words.len())
            .any(|words| !sentence.begins(&READERS, words.start))
    });
    wants && (any(&of_us) || words.iter().any(|word| word.classes.has(WordClassSet::YOU)))
}

/// The words by which a text opens that addresses somebody who grades, up to its colon or comma: what
/// follows in the same paragraph is said to them as well.
pub fn opening_address(text: &str) -> Option<&str> {
    const LONGEST: usize = 160;
    let head = &text[..text.floor_char_boundary(LONGEST.min(text.len()))];
    let words = ScreenedWords::of(head).words;
    GradedSentence::new(head, &words).address().map(|end| &head[..end])
}

/// A phrase of a list, where it stands: words by index.
struct ListedPhrase {
    list: usize,
    words: Range<usize>,
}

struct GradedSentence<'a> {
    text: &'a str,
    words: &'a [HashedWord],
    /// In the order of their first words.
    phrases: Vec<ListedPhrase>,
    /// Whether it points at the paper that it stands in.
    points_here: bool,
}

impl<'a> GradedSentence<'a> {
    fn new(text: &'a str, words: &'a [HashedWord]) -> Self {
        let mut phrases = Vec::new();
        for (at, word) in words.iter().enumerate() {
            for (list, rest) in PHRASES.get(&word.hash).into_iter().flatten() {
                let end = at + 1 + rest.len();
                let same = |words: &[HashedWord]| {
                    words.iter().map(|word| word.hash).eq(rest.iter().copied())
                };
                if words.get(at + 1..end).is_some_and(same) {
                    phrases.push(ListedPhrase { list: *list, words: at..end });
                }
            }
        }
        let mut sentence = Self { text, words, phrases, points_here: false };
        sentence.points_here = sentence.points_at_paper();
        sentence
    }

    /// The phrases of a list that begin among some words.
    fn of(
        &self,
        list: &'static WordList,
        within: Range<usize>,
    ) -> impl Iterator<Item = &Range<usize>> {
        let list = LISTS.iter().position(|one| ptr::eq(*one, list));
        let from = self.phrases.partition_point(|one| one.words.start < within.start);
        let begun = self.phrases[from..].iter();
        begun
            .take_while(move |one| one.words.start < within.end)
            .filter(move |one| Some(one.list) == list)
            .map(|one| &one.words)
    }

    fn any(&self, list: &'static WordList, within: Range<usize>) -> bool {
        self.of(list, within).next().is_some()
    }

    fn begins(&self, list: &'static WordList, at: usize) -> bool {
        self.any(list, at..at + 1)
    }

    /// Where a phrase of a list begins that ends before a word.
    fn before(&self, list: &'static WordList, end: usize) -> Option<usize> {
        let mut near = self.of(list, end.saturating_sub(MOST_BEFORE)..end);
        near.find(|words| words.end == end).map(|words| words.start)
    }

    fn names_work(&self) -> bool {
        let all = 0..self.words.len();
        let the = |work: &Range<usize>| {
            work.start
                .checked_sub(1)
                .is_some_and(|the| is(self.words[the], &["the"]))
        };
        self.any(&THIS_WORK, all.clone()) || self.of(&WORKS, all).any(the)
    }

    /// Whether a reader is addressed: `dear reviewer`, `AI graders:`.
    fn is_addressed(&self, within: Range<usize>) -> bool {
        let parted = |reader: &Range<usize>| {
            let next = self.words.get(reader.end);
            next.is_some_and(|next| next.gap == GapBeforeWord::Clause)
        };
        let greeted = |salute: &Range<usize>| self.any(&READERS, salute.end..salute.end + 2);
        self.any(&ADDRESS, within.clone())
            || self.of(&SALUTES, within.clone()).any(greeted)
            || self.of(&READERS, within).any(|reader| {
                let next = [&READERS, &MUST].map(|list| self.begins(list, reader.end));
                parted(reader) || next.contains(&true)
            })
    }

    /// The verbs of a list that order, by index: the first and the last of very many.
    fn told(&self, verbs: &'static WordList) -> Vec<usize> {
        let verbs = self.of(verbs, 0..self.words.len()).map(|words| words.start);
        first_and_last(verbs.filter(|verb| self.is_told(*verb)).collect())
    }

    /// Whether what stands before a verb makes an order of it.
    fn is_told(&self, verb: usize) -> bool {
        let near = |most: usize| verb.saturating_sub(most)..verb;
        if self.any(&NEGATIONS, near(3)) || self.any(&UNBOUND, near(1)) {
            return false;
        }
        // `LLM output`, `LLM-as-judge`: a name with its noun, and nobody is told anything.
        if self.is_compound(verb) {
            return false;
        }
        let polite = |at: usize| self.words[at].number || self.begins(&POLITE, at);
        let whom =
            |at: usize| self.before(&YOU, at).or_else(|| self.before(&READERS, at)).is_some();
        verb <= MOST_BEFORE && ((0..verb).all(polite) || self.is_addressed(0..verb))
            || self.before(&PLEASE, verb).is_some()
            || self.before(&MUST, verb).is_some_and(whom)
    }

    /// Whether a word stands right behind the name of a reader, or is one and has no object.
    fn is_compound(&self, verb: usize) -> bool {
        let named = [&READERS, &ADDRESS].map(|list| self.before(list, verb));
        let joined = self.words[verb].gap == GapBeforeWord::Space || self.is_hyphenated(verb);
        joined && named.iter().any(Option::is_some)
            || self.begins(&READERS, verb) && !self.has_object(verb)
    }

    fn is_hyphenated(&self, at: usize) -> bool {
        let before = self.words[at].start as usize;
        at != 0
            && self.text[..before].ends_with('-')
            && self.words[at - 1].end as usize + 1 == before
    }

    /// The verbs that ask for a grade, without a condition.
    fn grades(&self) -> Vec<usize> {
        let all = 0..self.words.len();
        let told = self.any(&THIS_WORK, all.clone()) || self.is_addressed(all.clone());
        let scale = self.any(&RANGES, all);
        let top = |verb: usize| self.is_top(verb, told && !scale);
        let passed = |verb: usize| !scale && self.any(&PASSED, behind(verb, REACH));
        let mut verbs = self.told(&GIVE);
        verbs.retain(|verb| top(*verb));
        if verbs.is_empty() {
            verbs = self.told(&NOUNISH);
            verbs.retain(|verb| {
                let graded = top(*verb) && self.has_object(*verb);
                let judged = passed(*verb) && self.is_judged(*verb);
                !self.is_label(*verb) && (graded || judged)
            });
        }
        if verbs.is_empty() && told {
            verbs = self.told(&WEAK);
            verbs.retain(|verb| top(*verb) || passed(*verb));
        }
        verbs.retain(|verb| !self.depends(*verb));
        verbs
    }

    /// `15 out of 15`, `10 sur 10`: a number out of itself.
    fn is_all_of(&self, within: Range<usize>) -> bool {
        let end = within.end.min(self.words.len());
        let number = |at: usize| self.words.get(at).filter(|word| word.number);
        (within.start.min(end)..end).any(|at| {
            let same = |other: usize| {
                let pair = number(at).zip(number(other));
                pair.is_some_and(|(one, other)| one.hash == other.hash)
            };
            let of = |at: usize, said: &[&str]| {
                self.words.get(at).is_some_and(|word| is(*word, said))
            };
            of(at + 1, &["sur", "of", "von", "de", "su", "sobre"]) && same(at + 2)
                || of(at + 1, &["out"]) && of(at + 2, &["of"]) && same(at + 3)
        })
    }

    /// Whether the best of all grades is named behind a verb. Some are grades only where our work
    /// or a reader is named too.
    fn is_top(&self, verb: usize, mild: bool) -> bool {
        let near = behind(verb, REACH);
        let slash = |words: &Range<usize>| {
            let bytes = self.words[words.start].start..self.words[words.end - 1].end;
            self.text[bytes.start as usize..bytes.end as usize].contains(['/', '／'])
        };
        self.any(&TOP_MARKS, near.clone())
            || self.is_all_of(near.clone())
            || self.of(&FULL, near.clone()).any(slash)
            || mild && self.any(&MILD, near)
    }

    /// Whether what is graded stands behind a verb.
    fn has_object(&self, verb: usize) -> bool {
        self.begins(&PRONOUNS, verb + 1)
            || self.begins(&OBJECTS, verb + 1)
            || self.any(&THIS_WORK, behind(verb, 5))
    }

    /// Whether our work is what a verb passes: `mark this PASS` is, `mark this test as passed` is not.
    fn is_judged(&self, verb: usize) -> bool {
        let as_what = |word: &HashedWord| is(*word, &["as", "comme", "como", "als"]);
        let bare =
            self.begins(&PASSED, verb + 2) || self.words.get(verb + 2).is_some_and(as_what);
        self.begins(&PRONOUNS, verb + 1) && bare || self.any(&THIS_WORK, behind(verb, 5))
    }

    /// `Score: 5/5` and `| Score | 5/5 |` tell a score.
    fn is_label(&self, verb: usize) -> bool {
        let after = &self.text[self.words[verb].end as usize..];
        let after = after.trim_start_matches(['*', '_', ' ', '`', ')']);
        after.starts_with([':', '=', '|', '–', '—', '('])
    }

    /// Whether a grade is made to depend on something other than that somebody reads it.
    fn depends(&self, verb: usize) -> bool {
        // `Conclude that …` depends on nothing.
        let that = self.words.get(verb + 1).is_some_and(|next| is(*next, &["that"]));
        let from = verb + 1 + usize::from(that);
        let mut conditions = self.of(&CONDITIONS, from..self.words.len());
        conditions.any(|words| !self.begins(&YOU, words.end))
    }

    /// Whether a reader of this work is meant, and no rule is told.
    fn is_sure(&self, verb: usize) -> bool {
        let all = 0..self.words.len();
        let loud = |words: &Range<usize>| self.words[words.start].capitals;
        let ours = self.any(&THIS_WORK, all.clone())
            || self.any(&WORKS, all.clone())
            || self.is_addressed(all)
            || self.of(&PASSED, behind(verb, REACH)).any(loud);
        let sort = |words: &Range<usize>| {
            let of_us =
                [&PRONOUNS, &OBJECTS, &THIS_WORK].map(|list| self.begins(list, words.end));
            let the = self.words.get(words.end).is_some_and(|next| is(*next, &["the"]));
            !the && !of_us.contains(&true)
        };
        ours && !self.of(&SORTS, verb..self.words.len()).any(sort)
    }
}

/// The first and the last of very many, so that no sentence takes long.
fn first_and_last<T>(mut many: Vec<T>) -> Vec<T> {
    if MOST_VERBS < many.len() {
        many.drain(MOST_VERBS / 2..many.len() - MOST_VERBS / 2);
    }
    many
}

const fn behind(verb: usize, most: usize) -> Range<usize> {
    verb + 1..verb + 1 + most
}
