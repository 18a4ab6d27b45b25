//! What is measured of a stretch of text: which words it has, and how it is built.

use std::ops::Range;

use jurat_text::Language;

use crate::{
    concept_features::{LOWERING, TOLD, push_concept_features},
    concepts::{ConceptMatch, concept_counts},
    hashed_words::{GapBeforeWord, HashedWord, ObfuscationKind, ScreenedWords},
    rules::{InjectionReason, InjectionRuleHit, is},
    stretch_form::{StretchForm, is_title},
    word_classes::{WordClassSet, mix},
};

/// How many numbers describe how a stretch is built, the constant one included.
pub const SHAPES: usize = FORM + TOLD;

/// How many of them tell of form; the others tell what is spoken of.
const FORM: usize = 45;

/// Which of them tell of rules that fired or of disguise; they may only raise the risk.
pub const RULED: Range<usize> = 30..39;

/// Which of them tell of what speaks for an attack; they too may only raise the risk.
pub const RAISES: Range<usize> = FORM..FORM + TOLD - LOWERING;

/// Which of them may only lower it.
pub const LOWERS: Range<usize> = FORM + TOLD - LOWERING..SHAPES;

/// What is measured of one stretch.
#[derive(Debug, Clone, Default)]
pub struct InjectionFeatures {
    /// The hashes of its words and pairs of words, of 24 bits; one may stand there twice.
    pub grams: Vec<u32>,
    /// How it is built.
    pub shape: Vec<f32>,
}

/// How often each stem stands in a whole text, in few buckets.
pub(crate) struct StemFrequencies(Vec<u32>);

impl StemFrequencies {
    pub(crate) fn of(words: &[HashedWord]) -> Self {
        let size = (4 * words.len()).next_power_of_two().clamp(256, 1 << 18);
        let mut counts = vec![0; size];
        for word in words {
            counts[bucket(word.stem, size)] += 1;
        }
        Self(counts)
    }

    fn count(&self, word: HashedWord) -> u32 {
        self.0[bucket(word.stem, self.0.len())]
    }
}

fn bucket(hash: u64, size: usize) -> usize {
    usize::try_from(hash & 0xffff_ffff).unwrap_or_default() & (size - 1)
}

/// A stretch of a text that was read, with the rules that fired in it.
pub(crate) struct ScreenedSegment<'a> {
    pub(crate) text: &'a str,
    pub(crate) reading: &'a ScreenedWords,
    /// Its words, by index.
    pub(crate) words: Range<usize>,
    pub(crate) hits: &'a [&'a InjectionRuleHit],
    /// The phrases of the text around it.
    pub(crate) met: &'a [ConceptMatch],
    /// The stems of the text around it; none where it stands alone.
    pub(crate) themes: Option<&'a StemFrequencies>,
}

impl ScreenedSegment<'_> {
    pub(crate) fn features(&self) -> InjectionFeatures {
        let mut found = InjectionFeatures::default();
        self.measure(&mut found);
        found
    }

    /// Measures into what was measured before, so that its room is used again.
    pub(crate) fn measure(&self, found: &mut InjectionFeatures) {
        found.grams.clear();
        self.grams(&mut found.grams);
        found.shape.clear();
        self.shape(&mut found.shape);
    }

    /// What it is by its form. A rule that fired makes an order of anything; words of a text in another language than English
    /// may be one, since few of its verbs are known.
    pub(crate) fn form(&self, around: Option<Language>) -> StretchForm {
        let words = self.all();
        let polite = SegmentOpening::of(words).polite;
        let speaks = words.iter().any(|word| word.classes.has(WordClassSet::YOU));
        let foreign = around.is_some_and(|language| language != Language::English);
        if foreign || !self.hits.is_empty() {
            StretchForm::Order
        } else if is_title(self.text, words) {
            StretchForm::Title
        } else if self.text.contains('?') {
            StretchForm::Question
        } else if polite || speaks || addresses_a_model(words) || a_clause_orders(words) {
            StretchForm::Order
        } else {
            StretchForm::Statement
        }
    }

    fn all(&self) -> &[HashedWord] {
        &self.reading.words[self.words.clone()]
    }

    fn grams(&self, grams: &mut Vec<u32>) {
        let words = self.all();
        let mut before = START;
        for word in words {
            let hash = if word.number { NUMBER } else { word.hash };
            let parted = word.gap == GapBeforeWord::Stop;
            grams.push(short(hash));
            grams.push(short(mix(hash ^ if parted { START } else { before.rotate_left(17) })));
            if 5 < word.letters {
                grams.push(short(mix(word.stem ^ STEM)));
            }
            before = hash;
        }
        let groups = &self.reading.groups;
        let from = groups.partition_point(|(word, _)| (*word as usize) < self.words.start);
        let groups = groups[from..].iter();
        let groups = groups.take_while(|(word, _)| (*word as usize) < self.words.end);
        grams.extend(groups.map(|(_, group)| short(mix(group ^ GROUP))));
    }

    fn shape(&self, shape: &mut Vec<f32>) {
        let opening = SegmentOpening::of(self.all());
        self.build(shape, &opening);
        self.signs(shape);
        let strange = self.strangeness();
        let asks = opening.asks && self.text.contains('?');
        let you = self.all().iter().any(|word| word.classes.has(WordClassSet::YOU));
        shape.push(strange);
        for there in [opening.orders, asks, you] {
            shape.push(strange * f32::from(there));
        }
        // In sentences of letters and contracts the same phrases speak to people.
        let met = if self.themes.is_some() { &[] } else { self.met };
        push_concept_features(&concept_counts(met, &self.words), self.words.len(), shape);
    }

    /// How it begins, and who and what it speaks of.
    #[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
    fn build(&self, shape: &mut Vec<f32>, opening: &SegmentOpening) {
        let words = self.all();
        let count = words.len().max(1) as f32;
        let share = |class: WordClassSet| {
            words.iter().filter(|word| word.classes.has(class)).count() as f32 / count
        };
        let any = |class: WordClassSet| f32::from(0.0 < share(class));
        shape.push(1.0);
        // Of a question, length says only which set it comes from.
        let sentence = f32::from(self.themes.is_some());
        shape.push(sentence * (1.0 + count).ln() / 4.0);
        shape.push(sentence * f32::from(count < 4.0));
        shape.push(sentence * f32::from(60.0 < count));
        shape.push(f32::from(self.text.contains('?')));
        shape.push(f32::from(opening.orders));
        shape.push(f32::from(opening.asks));
        shape.push(f32::from(opening.polite));
        for class in [
            WordClassSet::TASK,
            WordClassSet::YOU,
            WordClassSet::MODEL,
            WordClassSet::SECRET,
            WordClassSet::I,
            WordClassSet::FREE,
            WordClassSet::ROLE,
            WordClassSet::RULES,
            WordClassSet::ASIDE,
            WordClassSet::MODAL,
            WordClassSet::PRIOR,
        ] {
            shape.push(sentence * any(class));
        }
        shape.push(sentence * f32::from(words.windows(2).any(its_answer)));
        shape.push(sentence * share(WordClassSet::YOU) * 4.0);
        shape.push(sentence * share(WordClassSet::MODEL) * 8.0);
        shape.push(sentence * share(WordClassSet::STOP));
    }

    /// Its marks, its numbers, the rules that fired.
    #[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
    fn signs(&self, shape: &mut Vec<f32>) {
        let words = self.all();
        let count = words.len().max(1) as f32;
        let bytes = self.text.as_bytes();
        let has = |byte: u8| f32::from(bytes.contains(&byte));
        let free = words
            .iter()
            .filter(|word| word.classes.has(WordClassSet::FREE))
            .count();
        // Of a question, marks and numbers say only which set it comes from.
        let marks = [
            words.iter().filter(|word| word.capitals).count() as f32 / count,
            words.iter().filter(|word| word.number).count() as f32 / count,
            f32::from(words.iter().any(|word| is(*word, &["http", "https", "www", "com"]))),
            has(b'@'),
            has(b'$'),
            f32::from(bytes.iter().any(|byte| b"\"'".contains(byte))),
            f32::from(bytes.iter().any(|byte| b"{}[]<>=".contains(byte))),
        ];
        let sentence = f32::from(self.themes.is_some());
        shape.extend(marks.map(|mark| sentence * mark));
        shape.push(f32::from(self.odd()));
        for why in InjectionReason::RULES {
            shape.push(f32::from(self.hits.iter().any(|hit| hit.why == why)));
        }
        shape.push((1.0 + self.hits.len() as f32).ln());
        shape.push(sentence * free as f32 / count * 8.0);
        shape.push(bound(words) / count * 8.0);
    }

    /// The share of its telling words that stand nowhere else in the text.
    #[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
    fn strangeness(&self) -> f32 {
        let Some(themes) = self.themes else { return 0.0 };
        let words = self.all();
        let tells = |word: &&HashedWord| {
            !word.classes.has(NOT_TELLING) && 2 < word.letters && !word.number
        };
        let (mut all, mut alone) = (0_usize, 0_usize);
        for word in words.iter().filter(tells) {
            all += 1;
            // Twice in the stretch and nowhere else is rare enough to count as elsewhere.
            alone += usize::from(themes.count(*word) <= 1);
        }
        if all == 0 { 0.5 } else { alone as f32 / all as f32 }
    }

    fn odd(&self) -> bool {
        let (Some(first), Some(last)) = (self.all().first(), self.all().last()) else {
            return false;
        };
        let odd = &self.reading.odd;
        let from = odd.partition_point(|(at, _)| *at < first.start);
        let mut inside = odd[from..].iter().take_while(|(at, _)| *at <= last.start);
        inside.any(|(_, odd)| *odd != ObfuscationKind::Unseen)
    }
}

/// `your answer`: who must `answer a letter` is a person.
fn its_answer(pair: &[HashedWord]) -> bool {
    pair[0].classes.has(WordClassSet::YOU) && pair[1].classes.has(WordClassSet::ANSWER)
}

/// How often the reader is told what to be, to do or never to do.
#[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
fn bound(words: &[HashedWord]) -> f32 {
    let pairs = words.windows(2).filter(|pair| {
        pair[0].classes.has(WordClassSet::YOU)
            && is(
                pair[1],
                &["will", "must", "are", "have", "should", "shall", "never", "always", "do"],
            )
    });
    pairs.count() as f32
}

const START: u64 = 0x51ed_270b;
const NUMBER: u64 = 0x2545_f491_4f6c_dd1d;
const STEM: u64 = 0xd6e8_feb8_6659_fd93;
const GROUP: u64 = 0xa076_1d64_78bd_642f;
const NOT_TELLING: WordClassSet = WordClassSet::STOP
    .with(WordClassSet::TASK)
    .with(WordClassSet::YOU)
    .with(WordClassSet::ASKS);

fn short(hash: u64) -> u32 {
    u32::try_from(hash >> 40).unwrap_or_default()
}

/// How a stretch begins, polite words left out.
struct SegmentOpening {
    orders: bool,
    asks: bool,
    polite: bool,
}

/// Whether a machine is addressed: a clause that ends with its name, or a word after it.
fn addresses_a_model(words: &[HashedWord]) -> bool {
    let ends = |at: usize| words.get(at).is_some_and(|word| word.gap == GapBeforeWord::Clause);
    let named = |word: &HashedWord| word.classes.has(WordClassSet::MODEL);
    words
        .iter()
        .enumerate()
        .any(|(at, word)| named(word) && (ends(at + 1) || ends(at + 2)))
}

/// Whether any of the clauses begins as an order does: what follows a label or a condition as well.
fn a_clause_orders(words: &[HashedWord]) -> bool {
    let begins = |at: &usize| *at == 0 || words[*at].gap != GapBeforeWord::Space;
    (0..words.len())
        .filter(begins)
        .any(|at| SegmentOpening::of(&words[at..]).orders)
}

impl SegmentOpening {
    fn of(words: &[HashedWord]) -> Self {
        let lead = |word: &&HashedWord| {
            word.classes.has(WordClassSet::LEADS.with(WordClassSet::I))
                || is(**word, &["want", "to", "need", "like", "let", "s"])
        };
        let leads = words.iter().take(6).take_while(lead).count();
        let first = words.get(leads).map_or(WordClassSet::NONE, |word| word.classes);
        let very_first = words.first().map_or(WordClassSet::NONE, |word| word.classes);
        let makes = WordClassSet::TASK
            .with(WordClassSet::ALTERS)
            .with(WordClassSet::ASIDE)
            .with(WordClassSet::SENDS);
        Self {
            orders: first.has(makes) || very_first.has(makes),
            asks: very_first.has(WordClassSet::ASKS),
            polite: 0 < leads,
        }
    }
}
