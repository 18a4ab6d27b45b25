//! What a question turns on, read from its words: what it may not differ in, and the terms that carry it.

use std::collections::BTreeSet;

use jurat_text::{
    Language,
    sentence_reading::{PartialDate, SentenceReading, SentenceWord, sentence_words},
    tokens,
};
use serde::Serialize;

use super::concept_lexicon::{
    ConceptId, ConceptLexicon, FoundPhrase, PLACES, PhraseTable, ReadWords,
};

/// A question, without its choices, as it is compared with others.
#[derive(Debug, Clone)]
pub struct MemoryQuestion {
    pub text: String,
    pub language: Language,
    pub guard: QuestionGuard,
    pub(super) terms: Vec<CarryingTerm>,
    /// The stems of all its words, common ones included.
    pub(super) stems: Vec<String>,
}

/// What two wordings of one question may not differ in.
#[derive(Debug, Clone, Default, Serialize)]
pub struct QuestionGuard {
    pub numbers: Vec<GuardNumber>,
    #[serde(skip)]
    pub(super) dates: Vec<PartialDate>,
    #[serde(skip)]
    pub(super) places: BTreeSet<ConceptId>,
    /// Words with capitals that name no place, in small letters.
    pub names: BTreeSet<String>,
    /// How often something is denied.
    pub denials: usize,
    pub forces: QuestionForces,
    /// Whether it asks for more than yes or no: what, which, when, how.
    pub open: bool,
    #[serde(skip)]
    pub(super) time_order: BTreeSet<ConceptId>,
    /// Parties in the order in which they are first named, each with all that its word may mean.
    #[serde(skip)]
    pub(super) roles: Vec<Vec<ConceptId>>,
    #[serde(skip)]
    pub(super) kinds: Vec<Vec<ConceptId>>,
    /// Whether an agent is named as in the passive: by somebody.
    #[serde(skip)]
    pub(super) names_agent: bool,
}

/// What a question asks for or tells of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct QuestionForces {
    pub duty: bool,
    pub leave: bool,
    pub advice: bool,
}

/// A number, with what it measures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GuardNumber {
    pub amount: f64,
    /// As it stands, before its unit: `17` of `17 years`.
    pub written: f64,
    /// Empty where no unit is told.
    pub measure: String,
    /// Whether it is one of something: `one` is an article as often as a number.
    pub is_one: bool,
}

/// A word or phrase that carries a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CarryingTerm {
    /// In small letters.
    pub(super) written: String,
    pub(super) stem: String,
    /// Without the mark of the plural: the stem of `insurer` is that of `insured`.
    pub(super) singular: String,
    /// All that it may mean; empty where the lexicon does not have it.
    pub(super) concepts: Vec<ConceptId>,
    pub(super) weight: f64,
    /// How often it is said.
    pub(super) times: u32,
}

impl MemoryQuestion {
    /// Reads a question; where no language is told, the one that it is in.
    pub fn read(text: &str, language: Option<Language>) -> Self {
        let language = language.or_else(|| Language::of(text)).unwrap_or_default();
        let words: Vec<SentenceWord> = sentence_words(text).collect();
        let lower: Vec<String> = words.iter().map(|word| word.lower.clone()).collect();
        let mut draft = QuestionDraft {
            reading: SentenceReading::new(text, &words, language),
            lexicon: ConceptLexicon::of(language),
            is_told: vec![false; lower.len()],
            words: ReadWords::new(lower, language),
            language,
        };
        let mut guard = draft.guard();
        let terms = draft.terms();
        guard.names = draft.names();
        Self {
            text: text.to_owned(),
            language,
            guard,
            terms,
            stems: draft.words.stems,
        }
    }

    /// What its answer is found again by: meanings where they are known, else stems; numbers and places too.
    pub fn key_terms(&self) -> Vec<String> {
        let lexicon = ConceptLexicon::of(self.language);
        let mut keys = BTreeSet::new();
        for term in &self.terms {
            keys.extend(term.concepts.iter().map(|one| format!("={}", lexicon.name(*one))));
            if term.concepts.is_empty() {
                keys.insert(term.stem.clone());
            }
        }
        let numbers = self.guard.numbers.iter().filter(|one| !one.is_one);
        keys.extend(numbers.map(|one| format!("#{}", one.amount)));
        keys.extend(self.guard.places.iter().map(|one| format!("@{one}")));
        keys.into_iter().collect()
    }
}

/// A question while it is read.
struct QuestionDraft<'a> {
    reading: SentenceReading<'a>,
    lexicon: &'static ConceptLexicon,
    language: Language,
    words: ReadWords,
    /// Which words the guard has told already: numbers, dates, places.
    is_told: Vec<bool>,
}

impl QuestionDraft<'_> {
    fn guard(&mut self) -> QuestionGuard {
        let dates = self.reading.dates();
        for date in &dates {
            self.tell(date.words.clone());
        }
        let numbers = self.numbers();
        let mut places = BTreeSet::new();
        for (at, found) in PLACES.all(&self.words.lower) {
            // `us` is a place only in capitals.
            let written = &self.reading.text()[self.reading.words()[at].range.clone()];
            if found.words == 1 && written.len() == 2 && *written != written.to_uppercase() {
                continue;
            }
            self.tell(at..at + found.words);
            places.extend(found.concepts);
        }
        let lexicon = self.lexicon;
        let has = |table: &PhraseTable| !table.all(&self.words.lower).is_empty();
        let order = lexicon.time_order.all(&self.words.lower);
        QuestionGuard {
            numbers,
            dates,
            places,
            names: BTreeSet::new(),
            denials: self.denials(),
            forces: QuestionForces {
                duty: has(&lexicon.duty),
                leave: has(&lexicon.leave),
                advice: has(&lexicon.advice),
            },
            open: has(&lexicon.open),
            time_order: order.into_iter().flat_map(|(_, found)| found.concepts).collect(),
            roles: self.mentions(|concept| lexicon.is_role(concept)),
            kinds: self.mentions(|concept| lexicon.is_kind(concept)),
            names_agent: (0..self.words.lower.len()).any(|at| self.reading.names_agent(at)),
        }
    }

    fn tell(&mut self, words: std::ops::Range<usize>) {
        for told in self.is_told.get_mut(words).into_iter().flatten() {
            *told = true;
        }
    }

    fn numbers(&mut self) -> Vec<GuardNumber> {
        let measured = self.reading.quantities();
        let mut numbers = Vec::new();
        let mut at = 0;
        while at < self.words.lower.len() {
            let number = self.reading.number_at(at).filter(|_| !self.is_told[at]);
            let Some((number, amount)) =
                number.and_then(|one| Some((one.clone(), one.amount()?)))
            else {
                at += 1;
                continue;
            };
            let end = at + number.words;
            let unit = (end..end + 2).find(|next| self.reading.unit_at(*next).is_some());
            self.tell(at..unit.map_or(end, |unit| unit + 1));
            let is_one = (amount - 1.0).abs() < f64::EPSILON;
            let known = measured.iter().find(|one| one.at == at);
            numbers.push(match known {
                Some(one) => GuardNumber {
                    amount: one.amount,
                    written: amount,
                    measure: format!("{:?}", one.measure).to_lowercase(),
                    is_one,
                },
                None => GuardNumber {
                    amount,
                    written: amount,
                    measure: String::new(),
                    is_one,
                },
            });
            at = end;
        }
        numbers
    }

    /// The phrases of the lexicon from left to right, each word once.
    fn phrases(&self) -> Vec<(usize, FoundPhrase)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.words.lower.len() {
            let phrase = self.lexicon.at(&self.words, at).filter(|_| !self.is_told[at]);
            let words = phrase.as_ref().map_or(1, |one| one.words);
            found.extend(phrase.map(|one| (at, one)));
            at += words;
        }
        found
    }

    /// What of a class is named, in order, each once.
    fn mentions(&self, is_of_class: impl Fn(ConceptId) -> bool) -> Vec<Vec<ConceptId>> {
        let mut mentions: Vec<Vec<ConceptId>> = Vec::new();
        for (_, mut found) in self.phrases() {
            found.concepts.retain(|concept| is_of_class(*concept));
            if !found.concepts.is_empty() && !mentions.contains(&found.concepts) {
                mentions.push(found.concepts);
            }
        }
        mentions
    }

    /// How often something is denied. A `not` within a phrase of one meaning denies nothing (`says nothing` is silence),
    /// nor does one in the first words of a sentence (`Isn't it …?`).
    fn denials(&self) -> usize {
        let phrases = self.phrases();
        let in_phrase = |at: usize| {
            let holds = |(from, found): &(usize, FoundPhrase)| {
                1 < found.words && (*from..from + found.words).contains(&at)
            };
            phrases.iter().any(holds)
        };
        let begins = |at: usize| {
            let start = self.reading.words()[at].range.start;
            let before = self.reading.text()[..start].trim_end().chars().next_back();
            before.is_none_or(|c| ".?!;:".contains(c))
        };
        let asks_so = |at: usize| 0 < at && self.words.lower[at] == "not" && begins(at - 1);
        let denied = self.lexicon.denial.all(&self.words.lower);
        denied
            .iter()
            .filter(|(at, _)| !in_phrase(*at) && !asks_so(*at))
            .count()
    }

    fn terms(&mut self) -> Vec<CarryingTerm> {
        let mut terms: Vec<CarryingTerm> = Vec::new();
        let mut at = 0;
        while at < self.words.lower.len() {
            let found = self.lexicon.at(&self.words, at);
            let phrase = found.filter(|one| 1 < one.words || !self.only_asks(at));
            let words = phrase.as_ref().map_or(1, |one| one.words);
            if self.is_told[at] || phrase.is_none() && self.only_asks(at) {
                at += 1;
                continue;
            }
            let stem = self.words.stems[at..at + words].join(" ");
            let concepts = phrase.map(|one| one.concepts).unwrap_or_default();
            let term = CarryingTerm {
                written: self.words.lower[at..at + words].join(" "),
                weight: self.lexicon.weight(&stem, &concepts),
                singular: self.words.singular[at..at + words].join(" "),
                stem,
                concepts,
                times: 1,
            };
            if !term.concepts.is_empty() {
                self.tell(at..at + words);
            }
            match terms.iter_mut().find(|one| one.stem == term.stem) {
                Some(one) => one.times += 1,
                None => terms.push(term),
            }
            at += words;
        }
        terms
    }

    /// Whether a word carries nothing by itself: it is common, only asks, or is told by the guard.
    fn only_asks(&self, at: usize) -> bool {
        let (word, lexicon) = (&self.words.lower[at], self.lexicon);
        let alone = std::slice::from_ref(word);
        let guarded = [&lexicon.duty, &lexicon.leave, &lexicon.advice, &lexicon.denial];
        word.chars().count() < 2
            || tokens::is_stop_word(word, self.language)
            || lexicon.idle.contains(word)
            || lexicon.time_order.at(alone, 0).is_some()
            || guarded.iter().any(|table| table.at(alone, 0).is_some())
    }

    /// Words with capitals where no sentence begins, and words of capitals alone, as far as nothing else tells of them.
    fn names(&self) -> BTreeSet<String> {
        let (text, words) = (self.reading.text(), self.reading.words());
        let is_name = |at: &usize| {
            let range = words[*at].range.clone();
            let written = &text[range.clone()];
            let capital = written.chars().next().is_some_and(char::is_uppercase);
            let all_capitals = 1 < written.len() && *written == written.to_uppercase();
            let before = text[..range.start].trim_end().chars().next_back();
            let begins = before.is_none_or(|c| ".?!:;«\"“".contains(c));
            let counts = capital && 1 < written.chars().count() && !self.is_told[*at];
            counts
                && (all_capitals || !begins)
                && !self.lexicon.idle.contains(&self.words.lower[*at])
        };
        let names = (0..words.len()).filter(is_name);
        names.map(|at| self.words.lower[at].clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryQuestion;
    use jurat_text::Language::{self, English, French};

    #[track_caller]
    fn check(text: &str, language: Language, keys: &[&str]) {
        assert_eq!(MemoryQuestion::read(text, Some(language)).key_terms(), keys, "{text}");
    }

    #[test]
    fn what_carries_a_question_is_its_key() {
        check(
            "May the lessor of a flat in Ontario keep the deposit for 3 weeks?",
            English,
            &["#30240", "=deposit", "=flat", "=keep", "=landlord", "=store", "@1"],
        );
        check(
            "Le bailleur peut-il garder le hamster en Ontario ?",
            French,
            &["=bailleur", "=garde", "@1", "hamst"],
        );
    }

    #[test]
    fn the_guard_holds_what_may_not_differ() {
        let guard =
            MemoryQuestion::read("Must Dana not pay two fines by 3 May 2020?", Some(English))
                .guard;
        assert_eq!((guard.forces.duty, guard.denials, guard.dates.len()), (true, 1, 1));
        assert!(guard.names.contains("dana"), "{:?}", guard.names);
        assert_eq!(guard.numbers.len(), 1, "{:?}", guard.numbers);
    }
}
