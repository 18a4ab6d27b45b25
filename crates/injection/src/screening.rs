//! A text screened: cut, read, weighed.

use std::{cell::LazyCell, ops::Range};

use jurat_model::ByteSpan;
use jurat_text::Language;
use serde::Serialize;

use crate::{
    InjectionWeights, ScreenedTextKind,
    concepts::{ConceptMatch, concept_matches},
    encoded_text::encoded_sentences,
    features::{InjectionFeatures, ScreenedSegment, StemFrequencies},
    forged_marks::forged_marks,
    grading_demands::{GradingDemand, grading_demands},
    hashed_words::{HashedWord, ObfuscationKind, ScreenedWords},
    rules::{InjectionReason, InjectionRuleHit, word_rule_hits},
    segments::segments,
};

/// What was found in a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InjectionScreening {
    /// The highest risk of any of its sentences, from 0 to 1.
    pub risk: f64,
    /// The sentences that reach the default threshold, in order; of a flood, the riskiest.
    pub suspicions: Vec<SuspectSpan>,
}

/// Words that may give orders to their reader.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuspectSpan {
    /// How likely it is that they do, from 0 to 1.
    pub risk: f64,
    pub span: ByteSpan,
    /// Why they are suspect.
    pub why: Vec<InjectionReason>,
}

/// A rule that fired says at least this.
const RULE_RISK: f64 = 0.97;

/// What the weights say at most of a stretch of which they are not sure enough for its form: less than any threshold.
const DOUBTED: f64 = 0.6;

/// Suspicions that are told of one text.
const MOST_SUSPICIONS: usize = 64;

/// Bytes that are read at a time, so that room does not grow with the text.
const BLOCK: usize = 1 << 18;

/// Screens a text. Linear in its length.
pub fn screen(text: &str, setting: ScreenedTextKind) -> InjectionScreening {
    screen_with(text, setting, InjectionWeights::shipped(setting))
}

/// Screens a text with weights of one's own. Linear in its length.
pub fn screen_with(
    text: &str,
    setting: ScreenedTextKind,
    weights: &InjectionWeights,
) -> InjectionScreening {
    let mut found = InjectionScreening { risk: 0.0, suspicions: Vec::new() };
    for block in blocks(text) {
        let stretches = weigh(&text[block.clone()], setting, weights);
        for mut one in stretches {
            one.span = ByteSpan {
                start: one.span.start + block.start,
                end: one.span.end + block.start,
            };
            found.risk = found.risk.max(one.risk);
            if setting.threshold() <= one.risk {
                found.add(one);
            }
        }
    }
    found.thin();
    found
}

/// Words that give orders to their reader for a reason that can be told, so that nothing is taken out of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InjectedOrder {
    pub words: String,
    pub why: InjectionReason,
}

/// Bytes of an order that are shown.
const SHOWN: usize = 200;

/// The first order in a text that a rule names. What only the weights suspect is no reason to leave words out: of 6,000
/// passages of acts and manuals that is one in a hundred, of letters of lay people one in fourteen, and none an order.
pub fn first_order(text: &str, setting: ScreenedTextKind) -> Option<InjectedOrder> {
    // Where no rule fires there is none, whatever the weights would say; weighing takes longest.
    let mut blocks = blocks(text).into_iter();
    if blocks.all(|block| ScreenedBlock::read(&text[block], setting).hits.is_empty()) {
        return None;
    }
    let suspicions = screen(text, setting).suspicions;
    suspicions.into_iter().find_map(|one| {
        let why = one.why.iter().copied().find(|why| *why != InjectionReason::Learned)?;
        let words = one.span.of(text)?.trim();
        let words = words[..words.floor_char_boundary(SHOWN.min(words.len()))].to_owned();
        Some(InjectedOrder { words, why })
    })
}

/// An order in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentenceOrder {
    pub why: InjectionReason,
    /// The byte at which it begins.
    pub at: usize,
    /// Whether it names the work that was handed in.
    pub names_work: bool,
}

/// The orders that one sentence gives, by rules alone. Linear in its length.
pub fn orders(sentence: &str, setting: ScreenedTextKind) -> Vec<SentenceOrder> {
    let reading = ScreenedWords::of(sentence);
    let demands = demands(sentence, &reading.words, setting).into_iter();
    let demands = demands.map(|one| SentenceOrder {
        why: one.why,
        at: one.verb.start,
        names_work: one.names_work,
    });
    let hits = rule_hits(sentence, &reading, setting).into_iter();
    let hits = hits.filter(|hit| hit.why.decides(setting));
    let of_hit = |hit: InjectionRuleHit| SentenceOrder {
        why: hit.why,
        at: hit.range.start,
        names_work: false,
    };
    demands.chain(hits.map(of_hit)).collect()
}

/// The orders to whoever grades, where anything is graded.
fn demands(text: &str, words: &[HashedWord], setting: ScreenedTextKind) -> Vec<GradingDemand> {
    let mut found = if setting.is_graded() { grading_demands(text, words) } else { Vec::new() };
    found.retain(|one| match setting {
        ScreenedTextKind::Paper => true,
        ScreenedTextKind::Documentation => one.sure || one.addressed,
        _ => one.sure,
    });
    found
}

/// The rules that fired in a text, in order.
fn rule_hits(
    text: &str,
    reading: &ScreenedWords,
    setting: ScreenedTextKind,
) -> Vec<InjectionRuleHit> {
    let mut hits = word_rule_hits(reading, setting);
    // `system-prompt-override` is a name.
    hits.retain(|hit| !setting.is_graded() || !is_hyphenated(&text[..hit.range.start]));
    hits.extend(forged_marks(text));
    hits.extend(smuggled(reading));
    hits.extend(in_code(text));
    hits.sort_by_key(|hit| (hit.range.start, hit.range.end, hit.why));
    hits
}

/// Whether a text ends within a word of several parts.
fn is_hyphenated(before: &str) -> bool {
    before
        .strip_suffix('-')
        .is_some_and(|word| word.ends_with(char::is_alphanumeric))
}

/// What is measured of each stretch that would be weighed; for fitting.
pub fn features(text: &str, setting: ScreenedTextKind) -> Vec<(ByteSpan, InjectionFeatures)> {
    let mut all = Vec::new();
    for block in blocks(text) {
        let text = &text[block.clone()];
        let block_read = ScreenedBlock::read(text, setting);
        for (range, words) in block_read.stretches() {
            let span = ByteSpan {
                start: block.start + range.start,
                end: block.start + range.end,
            };
            let hits = block_read.hits_in(&range);
            all.push((span, block_read.stretch(text, &range, words, &hits).features()));
        }
    }
    all
}

impl InjectionScreening {
    /// Joins what touches: an order may take several sentences.
    fn add(&mut self, one: SuspectSpan) {
        if let Some(last) = self.suspicions.last_mut()
            && one.span.start <= last.span.end + 2
        {
            last.span.end = last.span.end.max(one.span.end);
            last.risk = last.risk.max(one.risk);
            last.why.extend(one.why);
            last.why.sort_unstable();
            last.why.dedup();
            return;
        }
        self.suspicions.push(one);
        if 2 * MOST_SUSPICIONS <= self.suspicions.len() {
            self.thin();
        }
    }

    fn thin(&mut self) {
        if self.suspicions.len() <= MOST_SUSPICIONS {
            return;
        }
        self.suspicions
            .sort_by(|a, b| b.risk.total_cmp(&a.risk).then(a.span.cmp(&b.span)));
        self.suspicions.truncate(MOST_SUSPICIONS);
        self.suspicions.sort_by_key(|one| one.span);
    }
}

/// Stretches of a text that are read at a time, cut where a line or a word ends.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let most = text.floor_char_boundary(start + BLOCK);
        let window = &text[start..most];
        let end = if most == text.len() {
            most
        } else {
            let cut = window.rfind('\n').filter(|cut| BLOCK / 2 < *cut);
            let cut = cut.or_else(|| window.rfind(' ').filter(|cut| BLOCK / 2 < *cut));
            cut.map_or(most, |cut| start + cut + 1)
        };
        blocks.push(start..end);
        start = end;
    }
    blocks
}

/// A block of text, read.
struct ScreenedBlock {
    setting: ScreenedTextKind,
    reading: ScreenedWords,
    hits: Vec<InjectionRuleHit>,
    met: Vec<ConceptMatch>,
    segments: Vec<Range<usize>>,
    themes: Option<StemFrequencies>,
}

impl ScreenedBlock {
    fn read(text: &str, setting: ScreenedTextKind) -> Self {
        let reading = ScreenedWords::of(text);
        let mut hits = rule_hits(text, &reading, setting);
        let (segments, themes, met) = if setting.is_asked() {
            (whole(text), None, concept_matches(&reading))
        } else {
            (segments(text), Some(StemFrequencies::of(&reading.words)), Vec::new())
        };
        for range in &segments {
            let words = &reading.words[reading.within(range)];
            let demands = demands(text, words, setting).into_iter();
            hits.extend(demands.map(|one| InjectionRuleHit { range: one.verb, why: one.why }));
        }
        hits.sort_by_key(|hit| (hit.range.start, hit.range.end, hit.why));
        Self { setting, reading, hits, met, segments, themes }
    }

    fn stretches(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        self.segments
            .iter()
            .map(|range| (range.clone(), self.reading.within(range)))
    }

    fn hits_in(&self, range: &Range<usize>) -> Vec<&InjectionRuleHit> {
        let from = self.hits.partition_point(|hit| hit.range.start < range.start);
        let after = self.hits[from..].iter();
        after.take_while(|hit| hit.range.start < range.end).collect()
    }

    fn stretch<'a>(
        &'a self,
        text: &'a str,
        range: &Range<usize>,
        words: Range<usize>,
        hits: &'a [&'a InjectionRuleHit],
    ) -> ScreenedSegment<'a> {
        ScreenedSegment {
            text: &text[range.clone()],
            reading: &self.reading,
            words,
            hits,
            met: &self.met,
            themes: self.themes.as_ref(),
        }
    }

    fn suspicion(
        &self,
        range: &Range<usize>,
        hits: &[&InjectionRuleHit],
        learned: f64,
    ) -> SuspectSpan {
        let ruled = hits.iter().any(|hit| hit.why.decides(self.setting));
        let risk = if ruled { learned.max(RULE_RISK) } else { learned };
        let mut why: Vec<InjectionReason> = hits.iter().map(|hit| hit.why).collect();
        if self.setting.threshold() <= learned {
            why.push(InjectionReason::Learned);
        }
        why.sort_unstable();
        why.dedup();
        // Four digits: the last ones depend on the machine.
        let risk = (risk * 1e4).round() / 1e4;
        SuspectSpan { risk, span: range.clone().into(), why }
    }
}

fn weigh(
    text: &str,
    setting: ScreenedTextKind,
    weights: &InjectionWeights,
) -> Vec<SuspectSpan> {
    let block = ScreenedBlock::read(text, setting);
    let mut features = InjectionFeatures::default();
    let language = LazyCell::new(|| Language::of(text));
    let mut all = Vec::with_capacity(block.segments.len());
    for (range, words) in block.stretches() {
        let hits = block.hits_in(&range);
        let stretch = block.stretch(text, &range, words, &hits);
        stretch.measure(&mut features);
        let learned = weights.probability(&features);
        // What is asked is one stretch, and the weights of questions know its forms.
        let suspected = !setting.is_asked() && setting.threshold() <= learned;
        let doubted = suspected && learned < stretch.form(*language).least();
        let learned = if doubted { learned.min(DOUBTED) } else { learned };
        all.push(block.suspicion(&range, &hits, learned));
    }
    all
}

/// All of a text but the white space around it.
fn whole(text: &str) -> Vec<Range<usize>> {
    let start = text.len() - text.trim_start().len();
    let range = start..start + text.trim().len();
    std::iter::once(range).filter(|range| !range.is_empty()).collect()
}

/// Letters that are not seen, three or more: no keyboard makes them.
fn smuggled(reading: &ScreenedWords) -> Option<InjectionRuleHit> {
    let at = reading
        .odd
        .iter()
        .find(|(_, odd)| *odd == ObfuscationKind::Smuggled)?
        .0;
    let word = reading.words.iter().find(|word| word.start == at)?;
    let range = word.start as usize..word.end as usize;
    (2 < word.letters).then_some(InjectionRuleHit { range, why: InjectionReason::HidesWords })
}

/// Sentences that are written in code.
fn in_code(text: &str) -> impl Iterator<Item = InjectionRuleHit> {
    let told = encoded_sentences(text).into_iter();
    told.map(|(range, _)| InjectionRuleHit { range, why: InjectionReason::HidesWords })
}
