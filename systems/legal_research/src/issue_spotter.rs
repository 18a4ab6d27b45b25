//! Which doctrines a question turns on: by names and terms of art that it uses, by words of its facts, and by how near its
//! facts are to a pattern. All of it is data; what is shared by many doctrines counts little.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::OnceLock,
};

use jurat_text::{
    Language,
    tokens::{stem, terms, words},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    doctrine::{DoctrineField, LegalDoctrine, doctrines, fields},
    objective::ResearchObjective,
};

/// A doctrine that a question may turn on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpottedDoctrine {
    pub doctrine: String,
    pub field: String,
    /// What lawyers call it.
    pub name: String,
    pub score: f64,
    /// The words that point to it.
    pub seen: Vec<String>,
    /// Whether they say enough by themselves; if not, it is looked into where the question alone found nothing.
    pub firm: bool,
}

/// What a phrase counts as.
#[derive(Clone, Copy)]
enum PhraseKind {
    Name,
    Term,
    Trigger,
}

impl PhraseKind {
    const fn weight(self) -> f64 {
        match self {
            Self::Name => 3.0,
            Self::Term => 1.6,
            Self::Trigger => 1.0,
        }
    }

    /// What it says that a phrase of so many words stands in a question. One everyday word or turn says too little by itself.
    const fn points(self, words: usize) -> u32 {
        match self {
            Self::Name => 2,
            Self::Term if 1 < words => 2,
            Self::Term | Self::Trigger => 1,
        }
    }

    /// Whether a single word counts only as it is spelled.
    const fn is_spelled(self) -> bool {
        matches!(self, Self::Name | Self::Term)
    }
}

/// The stems of all words, those included that tell nothing by themselves: `backed out` is not `back`.
fn all_stems(text: &str, language: Language) -> Vec<String> {
    let small = words(text).map(|range| text[range].to_lowercase());
    small.map(|word| stem(&word, language).into_owned()).collect()
}

/// The words of a text in small letters.
fn spelled_words(text: &str) -> HashSet<String> {
    words(text).map(|range| text[range].to_lowercase()).collect()
}

/// Whether a word of art stands there as it is spelled, or in the plural.
fn is_spelled(word: &str, spelled: &HashSet<String>) -> bool {
    let word = word.to_lowercase();
    spelled.contains(&word) || spelled.contains(&format!("{word}s"))
}

/// The least score at which a doctrine is in play: of a story, whose words are everyday ones, and of a bare question.
const LEAST_OF_STORY: f64 = 1.0;
const LEAST: f64 = 2.0;
/// The share of the best score below which a doctrine is passed over.
const NEAR: f64 = 0.3;
/// Doctrines that are named at most.
const MOST: usize = 8;
/// Doctrines of a field by which its strength is told.
const OF_FIELD: usize = 4;
/// What words of a question must say at least for a doctrine to be firm.
const POINTS: u32 = 2;
/// How much nearness to a fact pattern counts.
const PATTERN: f64 = 6.0;

/// The doctrines that a question turns on, the likeliest first.
pub(crate) fn spot(objective: &ResearchObjective) -> Vec<SpottedDoctrine> {
    let least = if objective.facts.is_empty() { LEAST } else { LEAST_OF_STORY };
    spotted(&objective.question, objective.language(), least)
}

fn spotted(question: &str, language: Language, least: f64) -> Vec<SpottedDoctrine> {
    let index = SpotterIndex::of(language);
    let stems = all_stems(question, language);
    let spelled = spelled_words(question);
    let mut found: BTreeMap<usize, (f64, Vec<String>)> = BTreeMap::new();
    let mut points: BTreeMap<usize, u32> = BTreeMap::new();
    for at in 0..stems.len() {
        for phrase in index.beginning_with(&stems[at]) {
            if !stems[at..].starts_with(&phrase.stems) {
                continue;
            }
            for (doctrine, kind) in &phrase.of {
                // `standing` is a doctrine, and whoever stands has nothing to do with it.
                if phrase.stems.len() == 1
                    && kind.is_spelled()
                    && !is_spelled(&phrase.words, &spelled)
                {
                    continue;
                }
                let (score, seen) = found.entry(*doctrine).or_default();
                if !seen.contains(&phrase.words) {
                    *score += kind.weight() * phrase.rarity;
                    *points.entry(*doctrine).or_default() += kind.points(phrase.stems.len());
                    seen.push(phrase.words.clone());
                }
            }
        }
    }
    let telling = terms(question, language);
    let asked: HashSet<&str> = telling.iter().map(String::as_str).collect();
    for (doctrine, nearest) in index.nearest_patterns(&asked) {
        found.entry(doctrine).or_default().0 += PATTERN * nearest;
    }
    index.favour_fields(&mut found);
    let best = found.values().map(|(score, _)| *score).fold(0.0, f64::max);
    let mut spotted: Vec<SpottedDoctrine> = found
        .into_iter()
        .filter(|(_, (score, seen))| {
            least <= *score && NEAR * best <= *score && !seen.is_empty()
        })
        .filter_map(|(at, (score, seen))| {
            let firm = points.get(&at).is_some_and(|points| POINTS <= *points);
            let spotted = index.spotted(at, score, seen, language)?;
            Some(SpottedDoctrine { firm, ..spotted })
        })
        .collect();
    spotted.sort_by(|one, other| {
        other.firm.cmp(&one.firm).then(other.score.total_cmp(&one.score))
    });
    spotted.truncate(MOST);
    spotted
}

/// Whether words of a question point to a doctrine, and which.
pub(crate) fn pointing_words(
    doctrine: &LegalDoctrine,
    question: &str,
    language: Language,
) -> Vec<String> {
    let stems = all_stems(question, language);
    let triggers = doctrine.triggers.said(language).iter();
    let phrases = triggers.chain(doctrine.terms.said(language));
    let stands = |phrase: &&String| {
        let wanted = all_stems(phrase, language);
        !wanted.is_empty() && stems.windows(wanted.len()).any(|window| window == wanted)
    };
    phrases.filter(stands).cloned().collect()
}

struct SpotterIndex {
    doctrines: Vec<&'static LegalDoctrine>,
    /// Phrases by their first stem.
    phrases: HashMap<String, Vec<DoctrinePhrase>>,
    /// The stems of each fact pattern, with the doctrine that it is of.
    patterns: Vec<(usize, Vec<String>)>,
    /// How rare a stem is among patterns.
    rarity: HashMap<String, f64>,
}

struct DoctrinePhrase {
    words: String,
    stems: Vec<String>,
    of: Vec<(usize, PhraseKind)>,
    /// From 0.3 (shared by many) to 1.
    rarity: f64,
}

impl SpotterIndex {
    fn of(language: Language) -> &'static Self {
        static READ: [OnceLock<SpotterIndex>; 3] = [const { OnceLock::new() }; 3];
        let (at, own) = match language {
            Language::French => (1, Language::French),
            Language::Portuguese => (2, Language::Portuguese),
            _ => (0, Language::English),
        };
        READ[at].get_or_init(|| Self::read(own))
    }

    fn read(language: Language) -> Self {
        let known: Vec<&LegalDoctrine> =
            doctrines().filter(|doctrine| doctrine.speaks(language)).collect();
        let mut by_stems: BTreeMap<Vec<String>, DoctrinePhrase> = BTreeMap::new();
        let mut patterns = Vec::new();
        for (at, doctrine) in known.iter().enumerate() {
            for (kind, words) in phrases(doctrine, language) {
                let stems = all_stems(words, language);
                if stems.is_empty() {
                    continue;
                }
                let phrase = by_stems.entry(stems.clone()).or_insert_with(|| DoctrinePhrase {
                    words: words.to_owned(),
                    stems,
                    of: Vec::new(),
                    rarity: 1.0,
                });
                if phrase.of.iter().all(|(one, _)| *one != at) {
                    phrase.of.push((at, kind));
                }
            }
            let own = doctrine.patterns.said(language).iter();
            patterns.extend(own.map(|pattern| (at, terms(pattern, language))));
        }
        let mut phrases: HashMap<String, Vec<DoctrinePhrase>> = HashMap::new();
        for (stems, mut phrase) in by_stems {
            // A single everyday word says less than a phrase, and less still where many share it.
            let named = phrase.of.iter().any(|(_, kind)| matches!(kind, PhraseKind::Name));
            let words = if stems.len() == 1 && !named { 0.7 } else { 1.0 };
            phrase.rarity = words / (1.0 + 0.15 * shared(phrase.of.len()));
            phrases.entry(stems[0].clone()).or_default().push(phrase);
        }
        let rarity = pattern_rarity(&patterns);
        Self { doctrines: known, phrases, patterns, rarity }
    }

    /// Doctrines of the field that most speaks for count more: a story is of one field or two.
    fn favour_fields(&self, found: &mut BTreeMap<usize, (f64, Vec<String>)>) {
        let mut of_field: HashMap<&str, Vec<f64>> = HashMap::new();
        for (at, (score, _)) in &*found {
            of_field.entry(self.field(*at)).or_default().push(*score);
        }
        let strength: HashMap<&str, f64> = of_field
            .into_iter()
            .map(|(field, mut scores)| {
                scores.sort_by(|one, other| other.total_cmp(one));
                (field, scores.iter().take(OF_FIELD).sum())
            })
            .collect();
        let most = strength.values().copied().fold(1e-9, f64::max);
        for (at, (score, _)) in found {
            let own = strength.get(self.field(*at)).copied().unwrap_or_default();
            *score *= 0.4 + 0.6 * own / most;
        }
    }

    /// The field that a doctrine is of.
    fn field_of(&self, at: usize) -> Option<&'static DoctrineField> {
        let id = self.doctrines.get(at)?.id.as_str();
        fields()
            .iter()
            .find(|field| field.doctrines.iter().any(|one| one.id == id))
    }

    fn field(&self, at: usize) -> &'static str {
        self.field_of(at).map_or("", |field| field.field.as_str())
    }

    fn field_name(&self, at: usize, language: Language) -> String {
        self.field_of(at)
            .map(|field| field.name.said(language).clone())
            .unwrap_or_default()
    }

    fn beginning_with(&self, stem: &str) -> &[DoctrinePhrase] {
        self.phrases.get(stem).map_or(&[], Vec::as_slice)
    }

    /// Of each doctrine the nearest pattern: the rarity-weighed share of its words that the question has.
    fn nearest_patterns(&self, asked: &HashSet<&str>) -> BTreeMap<usize, f64> {
        let mut nearest: BTreeMap<usize, f64> = BTreeMap::new();
        for (doctrine, stems) in &self.patterns {
            let weight = |stem: &&String| self.rarity.get(*stem).copied().unwrap_or(1.0);
            let all: f64 = stems.iter().map(|stem| weight(&stem)).sum();
            let met: f64 = stems
                .iter()
                .filter(|stem| asked.contains(stem.as_str()))
                .map(|stem| weight(&stem))
                .sum();
            let share = if 0.0 < all { met / all } else { 0.0 };
            // Every story shares some words with every pattern.
            let told = (share - 0.2).max(0.0);
            let best = nearest.entry(*doctrine).or_default();
            *best = best.max(told);
        }
        nearest
    }

    fn spotted(
        &self,
        at: usize,
        score: f64,
        seen: Vec<String>,
        language: Language,
    ) -> Option<SpottedDoctrine> {
        let doctrine = self.doctrines.get(at)?;
        Some(SpottedDoctrine {
            doctrine: doctrine.id.clone(),
            field: self.field_name(at, language),
            name: doctrine.name.said(language).clone(),
            score: (score * 100.0).round() / 100.0,
            seen,
            firm: false,
        })
    }
}

fn shared(count: usize) -> f64 {
    f64::from(u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX))
}

fn phrases(
    doctrine: &LegalDoctrine,
    language: Language,
) -> impl Iterator<Item = (PhraseKind, &String)> {
    let name = std::iter::once((PhraseKind::Name, doctrine.name.said(language)));
    let of = |kind: PhraseKind| move |words| (kind, words);
    let terms = doctrine.terms.said(language).iter().map(of(PhraseKind::Term));
    let triggers = doctrine.triggers.said(language).iter().map(of(PhraseKind::Trigger));
    name.chain(terms).chain(triggers)
}

fn pattern_rarity(patterns: &[(usize, Vec<String>)]) -> HashMap<String, f64> {
    let mut counts: HashMap<String, f64> = HashMap::new();
    for (_, stems) in patterns {
        for stem in stems.iter().collect::<BTreeSet<_>>() {
            *counts.entry(stem.clone()).or_default() += 1.0;
        }
    }
    let all = shared(patterns.len() + 1);
    counts
        .into_iter()
        .map(|(stem, count)| (stem, (1.0 + all / count).ln()))
        .collect()
}

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::{LEAST, LEAST_OF_STORY, spotted};

    #[track_caller]
    fn check(story: &str, language: Language, expected: &[&str]) {
        let found = spotted(story, language, LEAST_OF_STORY);
        let ids: Vec<&str> = found.iter().map(|one| one.doctrine.as_str()).collect();
        for id in expected {
            assert!(ids.contains(id), "{id} is not among {ids:?}");
        }
    }

    #[test]
    fn a_story_is_known_by_its_facts() {
        check(
            "A guard fired at a robber; the bullet ricocheted and struck a bystander, who sues the guard for battery.",
            Language::English,
            &["battery", "self_defence"],
        );
    }

    #[test]
    fn one_turn_of_everyday_speech_names_no_doctrine() {
        let story = "Her boss kept touching her. She complained twice and then quit. The shop says she walked off the job.";
        let found = spotted(story, Language::English, LEAST_OF_STORY);
        assert!(found.iter().all(|one| !one.firm || 1 < one.seen.len()), "{found:?}");
    }

    #[test]
    fn a_question_about_nothing_known_has_no_doctrine() {
        assert!(
            spotted("How tall is the lamp on the pier?", Language::English, LEAST).is_empty()
        );
    }
}
