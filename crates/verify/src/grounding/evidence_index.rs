//! Evidence read once: every word by number, where it stands, and which words stand side by side.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use jurat_model::ByteSpan;
use jurat_text::{
    Language, sentence_reading::word_as_read, sentences::sentences, tokens::words,
};

use super::{
    grounding_tokens::lowered,
    lexicon::{self, LexicalClass},
};

/// Evidence, read once and asked often.
///
/// All costs are near linear in the size of the texts: of a word that stands everywhere only the
/// first `MOST_PLACES` places are looked at.
#[derive(Debug, Clone)]
pub struct EvidenceIndex {
    pub(super) passages: Vec<Box<str>>,
    pub(super) language: Language,
    lexemes: LexemeTable,
    pub(super) units: Vec<EvidenceSentence>,
    /// All words in order, by number.
    pub(super) ids: Vec<u32>,
    /// The unit of each word.
    unit_of: Vec<u32>,
    /// Where the places of each number begin in `places`.
    starts: Vec<u32>,
    places: Vec<u32>,
    pairs: HashSet<u64>,
    triples: HashSet<u64>,
    asked: QuestionWordSet,
}

/// Words of the question.
#[derive(Debug, Clone, Default)]
struct QuestionWordSet {
    /// Those that the evidence has, by number.
    known: HashSet<u32>,
    /// Those that it does not have, as they are counted.
    novel: HashSet<Box<str>>,
}

/// A word of a text as the evidence knows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct EvidenceWord {
    /// Its number, [`NOVEL`] where no passage has it.
    pub(super) id: u32,
    /// How much it says.
    pub(super) weight: f64,
    /// Whether the question has it.
    pub(super) asked: bool,
}

/// Words of a question that are taken in.
const MOST_ASKED: usize = 2_000;

/// Places of one word that are looked at.
pub(super) const MOST_PLACES: u32 = 256;

/// Words of one unit; a longer sentence is cut.
pub(super) const UNIT_WORDS: usize = 120;

/// The number of a word that is not there.
pub(super) const NOVEL: u32 = u32::MAX;

/// A sentence of the evidence, or a part of a very long one.
#[derive(Debug, Clone)]
pub(super) struct EvidenceSentence {
    pub(super) passage: usize,
    pub(super) span: ByteSpan,
    /// Its words in `ids`.
    pub(super) words: Range<usize>,
    /// The unit that leads into the list that this is an item of.
    pub(super) lead_in: Option<usize>,
}

/// Words that were seen, by number.
#[derive(Debug, Clone)]
struct LexemeTable {
    forms: HashMap<Box<str>, u32>,
    keys: HashMap<Box<str>, u32>,
    /// How much each says, by number.
    weights: Vec<f64>,
    heads: HashSet<Box<str>>,
}

impl EvidenceIndex {
    pub fn read<'a>(passages: impl IntoIterator<Item = &'a str>) -> Self {
        let passages: Vec<Box<str>> = passages.into_iter().map(Box::from).collect();
        let language = language(&passages);
        let mut read = Self {
            passages: Vec::new(),
            language,
            lexemes: LexemeTable::for_about(passages.iter().map(|one| one.len()).sum()),
            units: Vec::new(),
            ids: Vec::new(),
            unit_of: Vec::new(),
            starts: Vec::new(),
            places: Vec::new(),
            pairs: HashSet::new(),
            triples: HashSet::new(),
            asked: QuestionWordSet::default(),
        };
        for (at, passage) in passages.iter().enumerate() {
            let from = read.ids.len();
            let mut begins: Vec<usize> = Vec::new();
            for sentence in sentences(passage) {
                let first = read.units.len();
                begins.push(first);
                let lead_in = sentence.lead_in.and_then(|one| begins.get(one).copied());
                // What stands before the first bullet of a line leads into its items.
                let leads = !passage[sentence.range.clone()].trim_start().starts_with(BULLETS);
                for item in bulleted_items(passage, sentence.range) {
                    let from = read.units.len();
                    let is_item = leads && first < from;
                    read.sentence(at, passage, item);
                    for unit in read.units.iter_mut().skip(from) {
                        unit.lead_in = if is_item { Some(first) } else { lead_in };
                    }
                }
            }
            read.side_by_side(from);
        }
        read.passages = passages;
        read.file();
        read
    }

    /// Says what the answers to come are about: the words of a question are not new in an answer to
    /// it, and where no passage has them they bear out nothing either.
    #[must_use]
    pub fn about(mut self, question: &str) -> Self {
        for word in words(question).take(MOST_ASKED) {
            let lower = lowered(word_as_read(question, &word));
            let id = self.look_up(&lower).id;
            if id == NOVEL {
                let key = lexicon::key(&lower, self.language);
                self.asked.novel.insert(key.as_ref().into());
            } else {
                self.asked.known.insert(id);
            }
        }
        self
    }

    /// Takes in one sentence, in pieces where it is very long.
    fn sentence(&mut self, passage: usize, text: &str, range: Range<usize>) {
        let (offset, part) = (range.start, &text[range]);
        let (mut from, mut first, mut last) = (self.ids.len(), 0, 0);
        for word in words(part) {
            if self.ids.len() - from == UNIT_WORDS {
                self.unit(passage, offset + first..offset + last, from);
                (from, first) = (self.ids.len(), word.start);
            }
            last = word.end;
            let id = self
                .lexemes
                .number(&lowered(word_as_read(part, &word)), self.language);
            self.ids.push(id);
        }
        if from < self.ids.len() {
            self.unit(passage, offset + first..offset + part.len(), from);
        }
    }

    fn unit(&mut self, passage: usize, range: Range<usize>, from: usize) {
        let unit = u32::try_from(self.units.len()).unwrap_or(NOVEL);
        self.unit_of.resize(self.ids.len(), unit);
        self.units.push(EvidenceSentence {
            passage,
            span: range.into(),
            words: from..self.ids.len(),
            lead_in: None,
        });
    }

    /// Notes which words of a passage follow each other.
    fn side_by_side(&mut self, from: usize) {
        let ids = &self.ids[from..];
        self.pairs.reserve(ids.len());
        self.triples.reserve(ids.len());
        self.pairs.extend(ids.windows(2).map(mixed));
        self.triples.extend(ids.windows(3).map(mixed));
    }

    /// Files the places of every word by its number.
    fn file(&mut self) {
        let mut counts = vec![0_u32; self.lexemes.keys.len() + 1];
        for id in &self.ids {
            counts[*id as usize + 1] += 1;
        }
        for at in 1..counts.len() {
            counts[at] += counts[at - 1];
        }
        self.starts.clone_from(&counts);
        self.places = vec![0; self.ids.len()];
        for (place, id) in (0_u32..).zip(&self.ids) {
            let slot = &mut counts[*id as usize];
            self.places[*slot as usize] = place;
            *slot += 1;
        }
    }

    /// What is known of a word in small letters.
    pub(super) fn look_up(&self, lower: &str) -> EvidenceWord {
        if let Some(id) = self.lexemes.forms.get(lower) {
            return self.found(*id);
        }
        let key = lexicon::key(lower, self.language);
        if let Some(id) = self.lexemes.keys.get(key.as_ref()) {
            return self.found(*id);
        }
        let weight = lexicon::weight(&key, self.language);
        let asked = self.asked.novel.contains(key.as_ref());
        EvidenceWord { id: NOVEL, weight, asked }
    }

    fn found(&self, id: u32) -> EvidenceWord {
        let weight = self.lexemes.weights.get(id as usize).copied().unwrap_or(1.0);
        EvidenceWord { id, weight, asked: self.asked.known.contains(&id) }
    }

    /// Whether a word that is not there begins as one that is.
    pub(super) fn akin(&self, lower: &str) -> bool {
        head(lower).is_some_and(|head| self.lexemes.heads.contains(head))
    }

    /// The first places of a word.
    pub(super) fn places(&self, id: u32) -> &[u32] {
        let Some(start) = self.starts.get(id as usize) else { return &[] };
        let end = self.starts.get(id as usize + 1).copied().unwrap_or(*start);
        let end = end.min(start.saturating_add(MOST_PLACES));
        self.places.get(*start as usize..end as usize).unwrap_or_default()
    }

    /// The unit of a place.
    pub(super) fn unit_at(&self, place: u32) -> u32 {
        self.unit_of[place as usize]
    }

    /// Whether two or three words stand side by side anywhere.
    pub(super) fn has_run(&self, ids: &[u32]) -> bool {
        match ids.len() {
            2 => self.pairs.contains(&mixed(ids)),
            3 => self.triples.contains(&mixed(ids)),
            _ => false,
        }
    }

    /// The text of a unit.
    pub(super) fn text(&self, unit: usize) -> &str {
        let Some(unit) = self.units.get(unit) else { return "" };
        unit.span.of(&self.passages[unit.passage]).unwrap_or_default()
    }
}

/// Marks between the items of a list that was written in one line.
const BULLETS: [char; 6] = ['•', '▪', '◦', '●', '■', '‣'];

/// The items of a list in one line, with what stands before them, where several have a number: that of one is not that of
/// another. The whole stretch where it is none, or where its items only end the clause that leads into them: `only if • you`.
fn bulleted_items(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let part = &text[range.clone()];
    let inner = part.match_indices(BULLETS).map(|(at, _)| at);
    let cuts: Vec<usize> = inner
        .filter(|at| part[..*at].ends_with(char::is_whitespace))
        .collect();
    let lead_in = cuts.first().map_or("", |at| part[..*at].trim());
    if !lead_in.is_empty() && !lead_in.starts_with(BULLETS) && !lead_in.ends_with([':', '.']) {
        return vec![range];
    }
    let mut items = Vec::new();
    let mut from = 0;
    for at in cuts.into_iter().chain([part.len()]) {
        if !part[from..at].trim().is_empty() {
            items.push(range.start + from..range.start + at);
        }
        from = at;
    }
    let has_number =
        |item: &&Range<usize>| text[(*item).clone()].contains(|c: char| c.is_ascii_digit());
    if items.iter().filter(has_number).count() < 2 { vec![range] } else { items }
}

impl LexemeTable {
    /// Room for the distinct words of so many bytes; of large texts for the first.
    fn for_about(bytes: usize) -> Self {
        let room = (bytes / 10).min(4_096);
        Self {
            forms: HashMap::with_capacity(room),
            keys: HashMap::with_capacity(room),
            weights: Vec::with_capacity(room),
            heads: HashSet::with_capacity(room),
        }
    }

    fn number(&mut self, lower: &str, language: Language) -> u32 {
        if let Some(id) = self.forms.get(lower) {
            return *id;
        }
        let key = lexicon::key(lower, language);
        let next = u32::try_from(self.keys.len()).unwrap_or(NOVEL);
        let id = self.keys.get(key.as_ref()).copied().unwrap_or_else(|| {
            self.keys.insert(key.as_ref().into(), next);
            self.weights.push(lexicon::weight(&key, language));
            next
        });
        if lexicon::sort(lower, language) == LexicalClass::Content
            && let Some(head) = head(lower)
        {
            self.heads.insert(head.into());
        }
        self.forms.insert(lower.into(), id);
        id
    }
}

/// The first letters of a word, by which it is akin to others: `manager`, `management`.
fn head(lower: &str) -> Option<&str> {
    let (end, _) = lower.char_indices().nth(HEAD)?;
    let letters = !lower.starts_with(|c: char| c.is_ascii_digit());
    letters.then(|| &lower[..end])
}

/// Letters that make two words akin; the word must have one more.
const HEAD: usize = 5;

/// The language of most of the evidence; English where it cannot be told.
fn language(passages: &[Box<str>]) -> Language {
    let mut sample = String::new();
    for passage in passages.iter().take(64) {
        let end = passage.floor_char_boundary(1_000);
        sample.push_str(&passage[..end]);
        sample.push(' ');
    }
    Language::of(&sample).unwrap_or(Language::English)
}

/// Numbers that follow each other as one number. Two runs may share it by rare chance, which then
/// makes one word count as copied; nothing else depends on it.
fn mixed(ids: &[u32]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for id in ids {
        hash = (hash ^ u64::from(*id)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 29;
    }
    hash
}
