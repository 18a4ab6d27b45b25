//! Words of one meaning, words that exclude each other, and words that only ask: by language, from files.
//!
//! A small encoder puts `landlord` as near to `tenant` as `vendor` to `seller`. What is the same and what is not is therefore
//! told for the words that questions of law turn on; vectors decide about the rest.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use jurat_text::{Language, tokens, word_file};
use serde::Deserialize;

/// A meaning, by its number in the lexicon of a language.
pub(super) type ConceptId = u16;

/// What terms weigh that matter less than others.
const FAINT: f64 = 0.3;
const PARTY: f64 = 0.4;

/// What is known of the words of a language.
#[derive(Debug, Default)]
pub(super) struct ConceptLexicon {
    /// Words of one meaning, by stems.
    same: PhraseTable,
    /// Parties, and things of which one is not another (permits, taxes, crimes, days), by words without their plural: the
    /// stem of `employed` is that of `employer`.
    exclusive: PhraseTable,
    /// How many of the first concepts are parties, and how many are parties or things.
    ends: [usize; 2],
    pub(super) duty: PhraseTable,
    pub(super) leave: PhraseTable,
    pub(super) advice: PhraseTable,
    pub(super) denial: PhraseTable,
    /// what, which, when, how
    pub(super) open: PhraseTable,
    /// before (0), after (1)
    pub(super) time_order: PhraseTable,
    /// Words that say little more than that something is asked about law, by their stems and by what they mean.
    faint_stems: BTreeSet<String>,
    faint_concepts: BTreeSet<ConceptId>,
    /// Words that carry nothing in a question.
    pub(super) idle: BTreeSet<String>,
    /// Pairs of phrases that are opposites.
    pub(super) opposites: Vec<[KnownPhrase; 2]>,
    /// The first phrase of each group, by its number.
    names: Vec<String>,
}

/// The words of a question in the forms that are looked up.
#[derive(Debug, Clone, Default)]
pub(super) struct ReadWords {
    pub(super) lower: Vec<String>,
    pub(super) singular: Vec<String>,
    pub(super) stems: Vec<String>,
}

impl ReadWords {
    pub(super) fn new(lower: Vec<String>, language: Language) -> Self {
        let stem = |word: &String| tokens::stem(word, language).into_owned();
        Self {
            singular: lower.iter().map(|word| singular(word)).collect(),
            stems: lower.iter().map(stem).collect(),
            lower,
        }
    }
}

/// A phrase of a list, with what it may mean.
#[derive(Debug)]
pub(super) struct KnownPhrase {
    pub(super) stems: Vec<String>,
    pub(super) concepts: Vec<ConceptId>,
}

/// Phrases by their first word.
#[derive(Debug, Default)]
pub(super) struct PhraseTable {
    by_first: HashMap<String, Vec<(Vec<String>, ConceptId)>>,
}

/// The longest phrase at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FoundPhrase {
    pub(super) words: usize,
    pub(super) concepts: Vec<ConceptId>,
}

impl PhraseTable {
    fn add(&mut self, phrase: Vec<String>, concept: ConceptId) {
        if let Some(first) = phrase.first() {
            self.by_first
                .entry(first.clone())
                .or_default()
                .push((phrase, concept));
        }
    }

    /// The longest phrase that begins at a word, with all that it may mean.
    pub(super) fn at(&self, words: &[String], at: usize) -> Option<FoundPhrase> {
        let rest = words.get(at..)?;
        let known = self.by_first.get(rest.first()?)?;
        let mut found = FoundPhrase::default();
        for (phrase, concept) in known.iter().filter(|(phrase, _)| rest.starts_with(phrase)) {
            if found.words < phrase.len() {
                found = FoundPhrase { words: phrase.len(), concepts: Vec::new() };
            }
            if found.words == phrase.len() && !found.concepts.contains(concept) {
                found.concepts.push(*concept);
            }
        }
        (0 < found.words).then_some(found)
    }

    /// All that is found from left to right, each word once.
    pub(super) fn all(&self, words: &[String]) -> Vec<(usize, FoundPhrase)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.at(words, at) {
                Some(phrase) => {
                    let next = at + phrase.words;
                    found.push((at, phrase));
                    at = next;
                }
                None => at += 1,
            }
        }
        found
    }
}

impl ConceptLexicon {
    /// What is known of a language; nothing of one for which there is no file.
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::French => &FRENCH,
            Language::Portuguese => &PORTUGUESE,
            Language::German | Language::Spanish => &UNKNOWN,
        }
    }

    /// The longest phrase that begins at a word, with all that it may mean.
    pub(super) fn at(&self, words: &ReadWords, at: usize) -> Option<FoundPhrase> {
        let same = self.same.at(&words.stems, at);
        let exclusive = self.exclusive.at(&words.singular, at);
        match (same, exclusive) {
            (Some(one), Some(other)) if one.words == other.words => {
                let concepts = [one.concepts, other.concepts].concat();
                Some(FoundPhrase { concepts, ..one })
            }
            (Some(one), Some(other)) if one.words < other.words => Some(other),
            (one, other) => one.or(other),
        }
    }

    /// How much a term weighs. Who asks of himself leaves out the party that he is, so a party may lack its counterpart.
    pub(super) fn weight(&self, stem: &str, concepts: &[ConceptId]) -> f64 {
        let is_faint = self.faint_stems.contains(stem)
            || concepts.iter().any(|concept| self.faint_concepts.contains(concept));
        match concepts.iter().any(|concept| self.is_role(*concept)) {
            _ if is_faint => FAINT,
            true => PARTY,
            false => 1.0,
        }
    }

    pub(super) fn is_role(&self, concept: ConceptId) -> bool {
        usize::from(concept) < self.ends[0]
    }

    pub(super) fn is_kind(&self, concept: ConceptId) -> bool {
        (self.ends[0]..self.ends[1]).contains(&usize::from(concept))
    }

    /// A word that stands for a meaning.
    pub(super) fn name(&self, concept: ConceptId) -> &str {
        self.names.get(usize::from(concept)).map_or("", String::as_str)
    }

    fn known(&self, phrase: &str, language: Language) -> KnownPhrase {
        let words = ReadWords::new(lower_words(phrase), language);
        let found = self.at(&words, 0).filter(|found| found.words == words.stems.len());
        KnownPhrase {
            concepts: found.map(|found| found.concepts).unwrap_or_default(),
            stems: words.stems,
        }
    }

    fn read(file: &str, language: Language) -> Self {
        // A file that cannot be read is a fault that a test tells.
        let file: LexiconFile = serde_json::from_str(file).unwrap_or_default();
        let mut lexicon = Self::default();
        let classes = [(&file.roles, 0), (&file.kinds, 1), (&file.same, 2)];
        for (groups, class) in classes {
            for group in groups {
                let concept =
                    ConceptId::try_from(lexicon.names.len()).unwrap_or(ConceptId::MAX);
                lexicon
                    .names
                    .push(phrases(group).next().unwrap_or_default().to_owned());
                for phrase in phrases(group) {
                    if class == 2 {
                        lexicon.same.add(stems(phrase, language), concept);
                    } else {
                        let words = lower_words(phrase);
                        lexicon
                            .exclusive
                            .add(words.iter().map(|one| singular(one)).collect(), concept);
                    }
                }
            }
            if let Some(end) = lexicon.ends.get_mut(class) {
                *end = lexicon.names.len();
            }
        }
        let table = |phrases: &[String]| {
            let mut table = PhraseTable::default();
            for phrase in phrases {
                table.add(lower_words(phrase), 0);
            }
            table
        };
        lexicon.duty = table(&file.duty);
        lexicon.leave = table(&file.leave);
        lexicon.advice = table(&file.advice);
        lexicon.denial = table(&file.denial);
        lexicon.open = table(&file.open);
        for (group, number) in file.time_order.iter().zip(0..) {
            for phrase in phrases(group) {
                lexicon.time_order.add(lower_words(phrase), number);
            }
        }
        for phrase in &file.faint {
            let faint = lexicon.known(phrase, language);
            lexicon.faint_stems.insert(faint.stems.join(" "));
            lexicon.faint_concepts.extend(faint.concepts);
        }
        lexicon.idle = file.idle.into_iter().collect();
        let opposites = file.apart.iter().filter_map(|pair| pair.split_once(" / "));
        let opposites = opposites
            .map(|(one, other)| [one, other].map(|phrase| lexicon.known(phrase, language)));
        lexicon.opposites = opposites.collect();
        lexicon
    }
}

/// Places by all their names, in every language at once.
pub(super) static PLACES: LazyLock<PhraseTable> = LazyLock::new(|| {
    let groups: Vec<String> = serde_json::from_str(PLACES_FILE).unwrap_or_default();
    let mut table = PhraseTable::default();
    for (group, number) in groups.iter().zip(0..) {
        for phrase in phrases(group) {
            table.add(lower_words(phrase), number);
        }
    }
    table
});

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LexiconFile {
    roles: Vec<String>,
    kinds: Vec<String>,
    same: Vec<String>,
    apart: Vec<String>,
    duty: Vec<String>,
    leave: Vec<String>,
    advice: Vec<String>,
    denial: Vec<String>,
    open: Vec<String>,
    time_order: Vec<String>,
    faint: Vec<String>,
    idle: Vec<String>,
}

const PLACES_FILE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/memory_concepts/places.json"));

static ENGLISH: LazyLock<ConceptLexicon> = LazyLock::new(|| {
    ConceptLexicon::read(word_file!("memory_concepts", en), Language::English)
});
static FRENCH: LazyLock<ConceptLexicon> =
    LazyLock::new(|| ConceptLexicon::read(word_file!("memory_concepts", fr), Language::French));
static PORTUGUESE: LazyLock<ConceptLexicon> = LazyLock::new(|| {
    ConceptLexicon::read(word_file!("memory_concepts", pt), Language::Portuguese)
});
static UNKNOWN: LazyLock<ConceptLexicon> = LazyLock::new(ConceptLexicon::default);

fn phrases(group: &str) -> impl Iterator<Item = &str> {
    group.split(" | ").map(str::trim)
}

/// A word without the mark of its plural, and without the `e` of its feminine in French.
fn singular(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ies").filter(|rest| 3 <= rest.len()) {
        return format!("{rest}y");
    }
    let short = word.strip_suffix('s').filter(|rest| 3 <= rest.len()).unwrap_or(word);
    short
        .strip_suffix("ée")
        .map_or_else(|| short.to_owned(), |rest| format!("{rest}é"))
}

fn lower_words(phrase: &str) -> Vec<String> {
    tokens::words(phrase)
        .map(|range| phrase[range].to_lowercase())
        .collect()
}

fn stems(phrase: &str, language: Language) -> Vec<String> {
    let words = lower_words(phrase);
    words
        .iter()
        .map(|word| tokens::stem(word, language).into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{ConceptLexicon, LexiconFile, PLACES_FILE, ReadWords};
    use jurat_text::{Language, word_file};

    #[test]
    fn every_file_is_read_whole() {
        for file in [
            word_file!("memory_concepts", en),
            word_file!("memory_concepts", fr),
            word_file!("memory_concepts", pt),
        ] {
            let file: LexiconFile = serde_json::from_str(file).unwrap();
            assert!(
                50 < file.roles.len() && file.apart.iter().all(|pair| pair.contains(" / "))
            );
            assert_eq!(file.time_order.len(), 2);
        }
        assert!(serde_json::from_str::<Vec<String>>(PLACES_FILE).is_ok());
    }

    #[track_caller]
    fn check(words: &[&str], expected: Option<(usize, &str)>) {
        let lexicon = ConceptLexicon::of(Language::English);
        let lower = words.iter().map(|&word| word.to_owned()).collect();
        let found = lexicon.at(&ReadWords::new(lower, Language::English), 0);
        let found = found.map(|found| (found.words, lexicon.name(found.concepts[0])));
        assert_eq!(found, expected);
    }

    #[test]
    fn the_longest_phrase_counts() {
        check(&["permanent", "residents", "card"], Some((2, "permanent resident")));
        check(&["permanent", "damage"], None);
        check(&["lessors"], Some((1, "landlord")));
        check(&["collection", "agencies"], Some((2, "debt collector")));
        check(&["employed"], Some((1, "job")));
        check(&["doctor", "s", "note"], Some((3, "doctor's note")));
    }
}
