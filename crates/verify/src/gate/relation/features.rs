//! What is measured of the best passages against a statement.

use std::collections::BTreeSet;

use jurat_text::{
    Language,
    sentence_reading::{DeonticForce, SentenceReading, SentenceWord},
};

use super::super::{gate_tokens::gate_words, rarity::TermRarity};

/// How many features there are, the constant one included.
pub const FEATURES: usize = 17;

pub(super) struct ParsedStatement {
    /// Its terms and how much each says.
    terms: Vec<(String, f64)>,
    force: Option<DeonticForce>,
    language: Language,
    /// The first term after what it demands, forbids or allows.
    act: Option<String>,
    /// `only`, `all`: it claims more than that something is so.
    sweeping: bool,
    /// `some`: it claims no more than that something is so.
    modest: bool,
}

impl ParsedStatement {
    pub(super) fn read(text: &str, language: Language, rarity: &TermRarity) -> Self {
        let text = &text[..text.floor_char_boundary(text.len().min(MOST_BYTES))];
        let words = gate_words(text, language);
        let marks = SentenceReading::new(text, &words, language).modals();
        let mut seen = BTreeSet::new();
        let terms = words.iter().filter_map(|word| word.term.clone());
        let terms = terms.filter(|term| seen.insert(term.clone()));
        let terms = terms.map(|term| {
            let weight = rarity.weight(&term).max(0.3);
            (term, weight)
        });
        let after = marks.first().map_or(0, |mark| mark.at + 1);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.lower.as_str()));
        Self {
            terms: terms.collect(),
            force: marks.first().map(|mark| mark.force),
            language,
            act: words[after.min(words.len())..]
                .iter()
                .find_map(|word| word.term.clone()),
            sweeping: has(&["only", "all", "every", "solely", "tous", "todos"]),
            modest: has(&["some", "certain", "certains", "alguns"]),
        }
    }

    /// How much a passage bears on the statement: the share of what its terms say, and more where
    /// the act is there.
    pub(super) fn score(&self, words: &[SentenceWord]) -> f64 {
        let there: BTreeSet<&str> =
            words.iter().filter_map(|word| word.term.as_deref()).collect();
        let acted = self.act.as_deref().is_some_and(|act| there.contains(act));
        self.share(&there) + if acted { 0.25 } else { 0.0 }
    }

    fn share(&self, there: &BTreeSet<&str>) -> f64 {
        let all: f64 = self.terms.iter().map(|(_, weight)| weight).sum();
        let found = self.terms.iter().filter(|(term, _)| there.contains(term.as_str()));
        found.map(|(_, weight)| weight).sum::<f64>() / all.max(f64::MIN_POSITIVE)
    }

    /// Whether the heaviest terms stand there, from 0 to 1.
    fn heaviest(&self, there: &BTreeSet<&str>) -> f64 {
        let mut terms: Vec<&(String, f64)> = self.terms.iter().collect();
        terms.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let heavy = terms.iter().take(3);
        let found = heavy
            .clone()
            .filter(|(term, _)| there.contains(term.as_str()))
            .count();
        ratio(found, heavy.count())
    }
}

/// Bytes of a statement that are read.
const MOST_BYTES: usize = 4000;

/// Measures the best passages, best first.
pub(super) fn features(
    statement: &ParsedStatement,
    best: &[(&str, &[SentenceWord])],
) -> [f64; FEATURES] {
    let mut values = [0.0; FEATURES];
    values[0] = 1.0;
    let is = |force| flag(statement.force == Some(force));
    values[1] = is(DeonticForce::Prohibition);
    values[2] = is(DeonticForce::Permission);
    values[3] = flag(statement.sweeping);
    values[4] = flag(statement.modest);
    let Some((text, words)) = best.first() else { return values };
    let there: BTreeSet<&str> = words.iter().filter_map(|word| word.term.as_deref()).collect();
    let acted = statement.act.as_deref().is_some_and(|act| there.contains(act));
    values[5] = statement.share(&there);
    values[6] = best.get(1).map_or(0.0, |(_, words)| statement.score(words));
    values[7] = flag(acted);
    values[8] = statement.heaviest(&there);
    values[9] = flag(acted) * statement.heaviest(&there);
    let reading = SentenceReading::new(text, words, statement.language);
    let governing = governing(reading, statement.act.as_deref());
    let forbids = governing == Some(DeonticForce::Prohibition);
    let asked_to = statement.force != Some(DeonticForce::Prohibition);
    values[10] = flag(forbids);
    values[11] = flag(forbids && asked_to && acted);
    values[12] = flag(!forbids && !asked_to && governing.is_some());
    values[13] = flag((0..words.len()).any(|at| reading.begins_exception(at)));
    values[14] = flag(statement.sweeping && !reading.restricts());
    values[15] = flag(statement.sweeping) * values[5];
    values[16] = flag(forbids && statement.force == Some(DeonticForce::Permission)) * values[5];
    values
}

/// What the norm does that the act stands under; of none, the first norm of the passage.
fn governing(reading: SentenceReading<'_>, act: Option<&str>) -> Option<DeonticForce> {
    let marks = reading.modals();
    let at = reading
        .words()
        .iter()
        .position(|word| act.is_some() && word.term.as_deref() == act);
    let before = at.and_then(|at| marks.iter().rev().find(|mark| mark.at < at));
    before.or(marks.first()).map(|mark| mark.force)
}

fn flag(value: bool) -> f64 {
    if value { 1.0 } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "counts of terms are small")]
fn ratio(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}
