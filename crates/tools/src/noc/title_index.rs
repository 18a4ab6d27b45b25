//! Which unit group a job title belongs to: how much likelier its terms are in a group than in all, each group
//! smoothed by the groups above it.
//!
//! A group has few titles, so what its minor group, its major group, its broad category and all groups of its TEER say
//! stands in for what it does not.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use jurat_llm::Embedder;
use serde::Deserialize;

use crate::{
    CivilDay, ToolFailure,
    noc::{
        classification::{NocTable, NocVersion},
        noc_semantic_search::group_vectors,
        title_likeness::PhraseLetters,
        title_supervisors::TitleSupervisors,
        title_terms::{TitleTerms, trigrams},
    },
    table::{DatedVersion, RuleTable, TableStamp, in_force},
};

/// How much each level says, from the unit group up; the last is TEER across the whole classification.
const LEVEL_WEIGHTS: [f64; LEVELS] = [0.7, 0.12, 0.1, 0.03, 0.04];
/// Terms added to the count of a level, so that a level with one title does not speak with full voice.
const LEVEL_SMOOTHING: [f64; LEVELS] = [30.0, 30.0, 50.0, 50.0, 50.0];
/// What stands for terms of no level.
const REST_WEIGHT: f64 = 0.5;
/// How often the title of a group counts beside an example title.
const TITLE_WEIGHT: f64 = 3.0;
/// The same for a word of its definition.
const TERM_WEIGHT: f64 = 0.6;
/// The same for what its people work on; those words are many, and loose.
const DUTY_WEIGHT: f64 = 0.8;
/// How much the head noun counts beyond being a term.
const HEAD_WEIGHT: f64 = 0.3;
/// How much it counts that a group has many titles. This weight and the next two were fitted on the shipped titles, each
/// fifth searched by the other four.
const PRIOR_WEIGHT: f64 = 0.5;
/// How much the nearest phrase of a group counts, letter for letter.
const NEAREST_WEIGHT: f64 = 8.8;
/// The same for all its phrases together.
const TOGETHER_WEIGHT: f64 = 1.7;
/// A group without a term of the title is found where a phrase of it is so like.
const LEAST_NEAR: f64 = 0.35;
/// The least share of letter groups by which an unknown word is taken for a known one.
const LEAST_LIKENESS: f64 = 0.5;

/// Words beside the title that the vector of a group is made of.
const MEANING_WORDS: usize = 12;

const LEVELS: usize = 5;

/// The shipped titles: by code.
#[derive(Debug, Deserialize)]
struct TitleTable {
    versions: Vec<DatedVersion<TitlesByCode>>,
}

#[derive(Debug, Deserialize)]
struct TitlesByCode {
    by_code: BTreeMap<String, Vec<String>>,
}

/// What is known of job titles.
pub(crate) struct TitleIndex {
    table: RuleTable<TitleTable>,
    keywords: RuleTable<TitleTable>,
    definitions: RuleTable<TitleTable>,
    duties: RuleTable<TitleTable>,
    supervisors: TitleSupervisors,
    codes: Vec<String>,
    /// The title of each code.
    titles: Vec<String>,
    /// Of each code: the numbers of its levels.
    levels: Vec<[usize; LEVELS]>,
    terms: TermCounts,
    heads: TermCounts,
    examples: BTreeMap<String, Vec<String>>,
    /// Made when a title is first searched for.
    letters: OnceLock<PhraseLetters>,
    /// Made when a meaning is first asked for.
    vectors: OnceLock<Result<Vec<Vec<f32>>, ToolFailure>>,
}

/// How often a term stands in each level, by the level's number.
#[derive(Debug, Default)]
struct TermCounts {
    by_term: BTreeMap<String, TermCount>,
    totals: BTreeMap<usize, f64>,
    all: f64,
}

#[derive(Debug, Default)]
struct TermCount {
    by_level: BTreeMap<usize, f64>,
    all: f64,
}

/// A unit group that a title may belong to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TitleHit {
    pub(crate) code: String,
    pub(crate) score: f64,
    /// Terms of the query that the group, or a group above it, is known by.
    pub(crate) matched: Vec<String>,
}

impl TitleIndex {
    pub(super) fn examples(&self, code: &str) -> &[String] {
        self.examples.get(code).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn built_in(noc: &RuleTable<NocTable>) -> Result<Self, ToolFailure> {
        let noc = noc.newest()?;
        let table = RuleTable::read("noc_titles", include_str!("../../data/noc_titles.json"))?;
        let codes: Vec<String> = noc.unit_groups.iter().map(|(code, _)| code.clone()).collect();
        let titles = noc.unit_groups.iter().map(|(_, title)| title.clone());
        let mut index = Self {
            keywords: RuleTable::read(
                "noc_keywords",
                include_str!("../../data/noc_keywords.json"),
            )?,
            definitions: RuleTable::read(
                "noc_terms",
                include_str!("../../data/noc_terms.json"),
            )?,
            duties: RuleTable::read("noc_duties", include_str!("../../data/noc_duties.json"))?,
            supervisors: TitleSupervisors::built_in(&codes)?,
            levels: numbered_levels(&codes),
            titles: titles.collect(),
            codes,
            terms: TermCounts::default(),
            heads: TermCounts::default(),
            examples: newest(&table),
            letters: OnceLock::new(),
            vectors: OnceLock::new(),
            table,
        };
        index.fill(noc);
        Ok(index)
    }

    fn fill(&mut self, noc: &NocVersion) {
        let (examples, keywords) = (self.examples.clone(), newest(&self.keywords));
        let (definitions, duties) = (newest(&self.definitions), newest(&self.duties));
        for (at, (code, title)) in noc.unit_groups.iter().enumerate() {
            let of = |titles: &BTreeMap<String, Vec<String>>| {
                titles
                    .get(code)
                    .into_iter()
                    .flatten()
                    .map(|it| TitleTerms::of(it))
                    .collect::<Vec<_>>()
            };
            self.add(at, &TitleTerms::of(title), TITLE_WEIGHT);
            for terms in of(&examples).iter().chain(&of(&keywords)) {
                self.add(at, terms, 1.0);
            }
            for terms in of(&definitions) {
                self.add(at, &TitleTerms { head: None, ..terms }, TERM_WEIGHT);
            }
            for terms in of(&duties) {
                // A word alone is what is worked on, and not who works on it.
                let head = terms.head.filter(|_| 1 < terms.stems.len());
                self.add(at, &TitleTerms { head, ..terms }, DUTY_WEIGHT);
            }
        }
    }

    fn add(&mut self, at: usize, terms: &TitleTerms, weight: f64) {
        let Some(levels) = self.levels.get(at) else { return };
        for stem in &terms.stems {
            self.terms.add(levels, stem, weight);
        }
        if let Some(head) = &terms.head {
            self.heads.add(levels, head, weight);
        }
    }

    /// A vector for each unit group, in the order of the codes.
    pub(super) fn vectors(
        &self,
        noc: &RuleTable<NocTable>,
        embedder: &dyn Embedder,
    ) -> Result<&[Vec<f32>], ToolFailure> {
        let made = || {
            let mut words = newest(&self.keywords);
            for words in words.values_mut() {
                words.truncate(MEANING_WORDS);
            }
            group_vectors(noc, &words, embedder)
        };
        let made = self.vectors.get_or_init(made).as_ref();
        made.map(Vec::as_slice).map_err(Clone::clone)
    }

    /// What the vectors rest on.
    pub(super) fn meaning_stamps(
        &self,
        as_of: CivilDay,
    ) -> Result<Vec<TableStamp>, ToolFailure> {
        let used = in_force(&self.keywords.body.versions, as_of, &self.keywords.head.title)?;
        Ok(vec![TableStamp::new(&self.keywords, used, as_of)])
    }

    /// What the index rests on.
    pub(super) fn stamps(&self, as_of: CivilDay) -> Result<Vec<TableStamp>, ToolFailure> {
        let stamp = |table: &RuleTable<TitleTable>| {
            let used = in_force(&table.body.versions, as_of, &table.head.title)?;
            Ok(TableStamp::new(table, used, as_of))
        };
        let tables = [&self.table, &self.keywords, &self.definitions, &self.duties];
        let mut stamps = tables.into_iter().map(stamp).collect::<Result<Vec<_>, _>>()?;
        stamps.push(self.supervisors.stamp(as_of)?);
        Ok(stamps)
    }

    /// Every phrase that a group is known by, letter for letter.
    fn letters(&self) -> &PhraseLetters {
        self.letters.get_or_init(|| {
            let (keywords, duties) = (newest(&self.keywords), newest(&self.duties));
            let tables = [&self.examples, &keywords, &duties];
            let titles = self.titles.iter().enumerate();
            let titles = titles.map(|(at, title)| (at, title.as_str()));
            let phrases = tables.into_iter().flat_map(|table| {
                self.codes.iter().enumerate().flat_map(move |(at, code)| {
                    let phrases = table.get(code).into_iter().flatten();
                    phrases.map(move |phrase| (at, phrase.as_str()))
                })
            });
            PhraseLetters::of(titles.chain(phrases))
        })
    }

    /// All groups that a term or the letters of the title point to, the likeliest first, then by code.
    pub(crate) fn ranked(&self, title: &str) -> Vec<TitleHit> {
        let terms = TitleTerms::of(title);
        let mut scores = vec![0.0; self.codes.len()];
        // What the title says beside its head noun: whom a supervisor leads.
        let mut led = vec![0.0; self.codes.len()];
        let mut matched: Vec<BTreeSet<String>> = vec![BTreeSet::new(); self.codes.len()];
        for stem in &terms.stems {
            for (term, weight) in self.terms.like(stem) {
                for (at, levels) in self.levels.iter().enumerate() {
                    let gain = self.terms.gain(levels, term);
                    scores[at] += weight * gain;
                    if terms.head.as_ref() != Some(stem) {
                        led[at] += weight * gain;
                    }
                    if 0.0 < gain {
                        matched[at].insert(term.to_owned());
                    }
                }
            }
        }
        if let Some(head) = &terms.head {
            for (at, levels) in self.levels.iter().enumerate() {
                scores[at] += HEAD_WEIGHT * self.heads.gain(levels, head);
            }
            self.supervisors.add(head, &led, &mut scores);
        }
        let likeness = self.letters().likeness(title, self.codes.len());
        let all = self.codes.iter().zip(scores).zip(matched).zip(likeness);
        let found = all.filter(|(((_, score), matched), like)| {
            (0.0 < *score && !matched.is_empty()) || LEAST_NEAR <= like.nearest
        });
        let mut hits: Vec<TitleHit> = found
            .map(|(((code, score), matched), like)| TitleHit {
                code: code.clone(),
                score: score
                    + PRIOR_WEIGHT * self.prior(code)
                    + NEAREST_WEIGHT * like.nearest
                    + TOGETHER_WEIGHT * like.together,
                matched: matched.into_iter().collect(),
            })
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.code.cmp(&b.code)));
        hits
    }

    /// How much likelier a title is one of this group, before anything of it is known.
    fn prior(&self, code: &str) -> f64 {
        (2.0 * usize_to_f64(self.examples(code).len()) + 1.0).ln()
    }

    /// Stems by which a unit group itself is known, with how rare they are.
    pub(super) fn own_terms(&self, code: &str) -> BTreeMap<&str, f64> {
        let at = self.codes.iter().position(|it| it == code);
        let Some([unit, ..]) = at.and_then(|at| self.levels.get(at)) else {
            return BTreeMap::new();
        };
        let own = self
            .terms
            .by_term
            .iter()
            .filter(|(_, it)| it.by_level.contains_key(unit));
        own.map(|(term, it)| (term.as_str(), (self.terms.all / it.all).ln()))
            .collect()
    }
}

fn newest(table: &RuleTable<TitleTable>) -> BTreeMap<String, Vec<String>> {
    table
        .body
        .versions
        .last()
        .map(|it| it.rule.by_code.clone())
        .unwrap_or_default()
}

/// Of each code: itself, the groups above it, and its TEER, each by a number of its own.
fn numbered_levels(codes: &[String]) -> Vec<[usize; LEVELS]> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut number = |name: String| {
        let next = numbers.len();
        *numbers.entry(name).or_insert(next)
    };
    let digits = |code: &str, count: usize| code.get(..count).unwrap_or_default().to_owned();
    let one = |code: &String| {
        let teer = format!("teer {}", code.get(1..2).unwrap_or_default());
        [digits(code, 5), digits(code, 4), digits(code, 2), digits(code, 1), teer]
            .map(&mut number)
    };
    codes.iter().map(one).collect()
}

impl TermCounts {
    fn add(&mut self, levels: &[usize; LEVELS], term: &str, weight: f64) {
        let counts = self.by_term.entry(term.to_owned()).or_default();
        counts.all += weight;
        self.all += weight;
        for level in levels {
            *counts.by_level.entry(*level).or_default() += weight;
            *self.totals.entry(*level).or_default() += weight;
        }
    }

    /// The logarithm of how much likelier a term is in a group than in all; 0 where it stands nowhere.
    fn gain(&self, levels: &[usize; LEVELS], term: &str) -> f64 {
        let Some(counts) = self.by_term.get(term) else { return 0.0 };
        let everywhere = REST_WEIGHT * counts.all / self.all;
        let mut likelihood = everywhere;
        for (at, level) in levels.iter().enumerate() {
            if let Some(count) = counts.by_level.get(level) {
                let total = self.totals.get(level).copied().unwrap_or_default();
                likelihood += LEVEL_WEIGHTS[at] * count / (total + LEVEL_SMOOTHING[at]);
            }
        }
        (likelihood / everywhere).ln()
    }

    /// The known terms that a stem stands for: itself, or those most like it by their letters.
    fn like(&self, stem: &str) -> Vec<(&str, f64)> {
        if let Some((term, _)) = self.by_term.get_key_value(stem) {
            return vec![(term, 1.0)];
        }
        let own = trigrams(stem);
        let likeness = |term: &str| {
            let other = trigrams(term);
            let shared = own.iter().filter(|it| other.binary_search(it).is_ok()).count();
            usize_to_f64(2 * shared) / usize_to_f64(own.len() + other.len())
        };
        let near = self.by_term.keys().map(|term| (term.as_str(), likeness(term)));
        let mut near: Vec<(&str, f64)> = near.filter(|it| LEAST_LIKENESS <= it.1).collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        near.truncate(1);
        near
    }
}

fn usize_to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
