//! How well the evidence bears out each choice. Two measures of likeness count alike: how the choice, with the question,
//! ranks a provision's sentences (BM25), and how much of it stands in one of them in order. A number that no near provision
//! has, and a word such as `only` or `always` that the nearest does not have, count against it. The weights are plain ones:
//! nothing is fitted.

use std::collections::BTreeSet;

use jurat_text::{
    Language,
    fold::fold,
    sentence_reading::number_of_word,
    tokens::{terms, words},
};

use super::{
    ALWAYS, ONLY,
    evidence_units::{EvidenceUnits, count},
};
use crate::objective::ResearchObjective;

/// Provisions whose sentences are looked at.
const PROVISIONS: usize = 10;
/// Sentences that a choice is laid beside.
const BESIDE: usize = 5;
/// Of these, those whose numbers are looked at.
const NUMBERS_OF: usize = 3;
/// How much the question counts beside the choice.
const STEM: f64 = 0.5;
/// What a number or an exclusive word that nothing bears out costs.
const UNBORNE: f64 = 0.5;

/// How well the evidence bears out a choice.
pub(super) struct ChoiceSupport {
    /// Beside the mean of all choices.
    pub(super) score: f64,
    pub(super) borne_out: f64,
    /// The sentence that is nearest, by index.
    pub(super) nearest: Option<usize>,
    pub(super) against: Vec<String>,
}

struct MeasuredChoice {
    likeness: f64,
    borne_out: f64,
    nearest: Option<usize>,
    against: Vec<String>,
}

pub(super) fn supports(
    objective: &ResearchObjective,
    units: &EvidenceUnits,
    language: Language,
) -> Vec<ChoiceSupport> {
    let stem = terms(&objective.question, language);
    let choices: Vec<Vec<String>> = objective
        .choices
        .iter()
        .map(|choice| terms(&choice.text, language))
        .collect();
    let near = nearest_provisions(&stem, &choices, units);
    let lengths = count(units.units.iter().map(|unit| unit.whole.len()).sum());
    let bm25 = Bm25Ranking {
        units,
        mean: lengths / count(units.units.len().max(1)),
    };
    let measured: Vec<MeasuredChoice> = objective
        .choices
        .iter()
        .zip(&choices)
        .map(|(choice, own)| {
            let asked = (objective.question.as_str(), stem.as_slice());
            measure(&bm25, asked, (&choice.text, own), &near, language)
        })
        .collect();
    let most = |of: fn(&MeasuredChoice) -> f64| measured.iter().map(of).fold(1e-9, f64::max);
    let (likest, most_borne) = (most(|one| one.likeness), most(|one| one.borne_out));
    let score = |one: &MeasuredChoice| {
        one.likeness / likest + one.borne_out / most_borne - UNBORNE * count(one.against.len())
    };
    let mean = measured.iter().map(score).sum::<f64>() / count(measured.len().max(1));
    let scores: Vec<f64> = measured.iter().map(|one| score(one) - mean).collect();
    let supports = measured.into_iter().zip(scores).map(|(one, score)| ChoiceSupport {
        score,
        borne_out: one.borne_out,
        nearest: one.nearest,
        against: one.against,
    });
    supports.collect()
}

/// The provisions nearest to the question and all choices together.
fn nearest_provisions(
    stem: &[String],
    choices: &[Vec<String>],
    units: &EvidenceUnits,
) -> BTreeSet<usize> {
    let lengths = count(units.provisions.iter().map(Vec::len).sum());
    let mean = lengths / count(units.provisions.len().max(1));
    let mut ranked: Vec<(f64, usize)> = units
        .provisions
        .iter()
        .enumerate()
        .map(|(at, provision)| {
            let queries = std::iter::once(stem).chain(choices.iter().map(Vec::as_slice));
            (queries.map(|query| bm25(query, provision, mean, units)).sum(), at)
        })
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    ranked.into_iter().take(PROVISIONS).map(|(_, at)| at).collect()
}

struct Bm25Ranking<'a> {
    units: &'a EvidenceUnits,
    mean: f64,
}

fn bm25(query: &[String], text: &[String], mean: f64, units: &EvidenceUnits) -> f64 {
    const K1: f64 = 1.2;
    const B: f64 = 0.75;
    let distinct: BTreeSet<&String> = query.iter().collect();
    let room = K1 * (1.0 - B + B * count(text.len()) / mean.max(1e-9));
    let weights = distinct.into_iter().map(|term| {
        let often = count(text.iter().filter(|one| *one == term).count());
        units.rarity(term) * often * (K1 + 1.0) / (often + room)
    });
    weights.sum()
}

fn measure(
    with: &Bm25Ranking<'_>,
    (question, stem): (&str, &[String]),
    (choice, own): (&str, &[String]),
    near: &BTreeSet<usize>,
    language: Language,
) -> MeasuredChoice {
    let Bm25Ranking { units, mean } = with;
    let score = |at: usize| {
        let whole = &units.units[at].whole;
        STEM * bm25(stem, whole, *mean, units) + bm25(own, whole, *mean, units)
    };
    let mut ranked: Vec<(f64, usize)> =
        (0..units.units.len()).map(|at| (score(at), at)).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let likeness = ranked.first().map_or(0.0, |(score, _)| *score);
    let beside: Vec<usize> = ranked
        .iter()
        .filter(|(score, at)| 0.0 < *score && near.contains(&units.units[*at].provision))
        .take(BESIDE)
        .map(|(_, at)| *at)
        .collect();
    let weight = |term: &String| {
        // A name of the story that no provision has says nothing of the law.
        if stem.contains(term) && !units.knows(term) { 0.0 } else { units.rarity(term) }
    };
    let all: f64 = own.iter().map(weight).sum();
    let in_order = |at: &usize| common_in_order(own, &units.units[*at].item, weight);
    let borne_out = beside.iter().map(in_order).fold(0.0, f64::max) / all.max(1e-9);
    MeasuredChoice {
        likeness,
        borne_out: borne_out.min(1.0),
        nearest: beside.first().copied(),
        against: against(units, (question, choice), &beside, language),
    }
}

/// The weight of the heaviest row of terms that two texts have in the same order.
fn common_in_order(one: &[String], other: &[String], weight: impl Fn(&String) -> f64) -> f64 {
    let mut before = vec![0.0_f64; other.len() + 1];
    for term in one {
        let mut row = vec![0.0_f64; other.len() + 1];
        for (at, found) in other.iter().enumerate() {
            row[at + 1] = if term == found {
                (before[at] + weight(term)).max(before[at + 1]).max(row[at])
            } else {
                before[at + 1].max(row[at])
            };
        }
        before = row;
    }
    before.last().copied().unwrap_or_default()
}

/// What speaks against a choice: numbers and exclusive words that the provisions beside it do not have.
fn against(
    units: &EvidenceUnits,
    (question, choice): (&str, &str),
    beside: &[usize],
    language: Language,
) -> Vec<String> {
    let mut known = numbers(question, language);
    for at in beside.iter().take(NUMBERS_OF) {
        known.extend(numbers(&units.units[*at].text, language));
        known.extend(numbers(&units.units[*at].lead, language));
    }
    let strange = numbers(choice, language);
    let strange = strange.difference(&known);
    let mut found: Vec<String> = strange
        .map(|number| format!("no provision beside it has the number {number}"))
        .collect();
    let nearest = beside.first().map(|at| &units.units[*at]);
    let nearest = nearest.map(|unit| fold(&format!("{} {}", unit.lead, unit.text)));
    let nearest: BTreeSet<&str> = nearest.as_deref().map(split).unwrap_or_default();
    let folded = fold(choice);
    let only = nearest.iter().any(|word| ONLY.contains(word));
    for word in split(&folded) {
        let strict = (ONLY.contains(word) && !only)
            || (ALWAYS.contains(word) && !nearest.contains(word));
        if strict {
            found.push(format!("its \u{201c}{word}\u{201d} is not in the nearest provision"));
        }
    }
    found
}

fn split(folded: &str) -> BTreeSet<&str> {
    folded
        .split(|char: char| !char.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect()
}

/// The numbers of a text, as digits.
fn numbers(text: &str, language: Language) -> BTreeSet<String> {
    let read = |word: &str| {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(word.trim_start_matches('0').to_owned());
        }
        let number = number_of_word(&word.to_lowercase(), language)?;
        // `one` is an article as often as a number.
        (1.0 < number).then(|| number.to_string())
    };
    words(text).filter_map(|range| read(&text[range])).collect()
}
