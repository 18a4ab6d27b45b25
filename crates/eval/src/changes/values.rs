//! Numbers, dates and provisions that are others than the source has.

use std::ops::Range;

use jurat_text::{
    crossref::cross_references,
    sentence_reading::{
        MeasuredQuantity, QuantityDimension, SentenceReading, number_of_word, sentence_words,
    },
    tokens::words,
};

use super::{ChangedSentence, law_sections::LawSection, law_sentence::LawSentence};

/// How far from its section another number is looked for.
const FARTHEST: usize = 60;
/// Numbers beyond which the way of writing them matters.
const LARGEST: f64 = 9999.0;

/// A quantity of which the number alone can be exchanged.
struct ExchangeableNumber {
    quantity: MeasuredQuantity,
    /// The words of the number.
    words: Range<usize>,
    value: f64,
}

/// Another number of days, dollars or per cent, which no source has.
pub(super) fn invented_number(sentence: &LawSentence<'_>) -> Option<String> {
    let number = drawn(sentence)?;
    let is_known =
        |value: f64| sentence.sources().any(|source| has_number(source, value, sentence));
    let others = [3.0, 7.0, 11.0, 16.0, 23.0, 37.0, 41.0].map(|more| number.value + more);
    let other = others.into_iter().find(|value| !is_known(*value))?;
    Some(sentence.with(number.words, &other.to_string()))
}

/// The number that another retrieved section has of the same unit.
pub(super) fn borrowed_number(sentence: &LawSentence<'_>) -> Option<ChangedSentence> {
    let number = drawn(sentence)?;
    let near = (1..FARTHEST).flat_map(|far| {
        [sentence.section.checked_sub(far), Some(sentence.section + far)]
            .into_iter()
            .flatten()
    });
    for at in near {
        let Some(section) = sentence.law.sections.get(at) else { continue };
        let all: Vec<_> = sentence_words(&section.text).collect();
        let reading = SentenceReading::new(&section.text, &all, sentence.language());
        let other = exchangeable(reading).into_iter().find(|other| {
            other.quantity.unit == number.quantity.unit
                && other.quantity.measure == number.quantity.measure
                && 1.0 < other.value
                && !sentence_has(sentence, other.value)
        });
        if let Some(other) = other {
            let range = all[other.words.start].range.start..all[other.words.end - 1].range.end;
            return Some(ChangedSentence {
                text: sentence.with(number.words, &section.text[range]),
                also_retrieved: Some(at).filter(|at| !sentence.retrieved().contains(at)),
            });
        }
    }
    None
}

/// A date of another year or day.
pub(super) fn other_date(sentence: &LawSentence<'_>) -> Option<String> {
    let dates = sentence.reading().dates();
    let date = dates.into_iter().find(|date| 2 <= date.parts_given())?;
    let more = 1 + sentence.draw("date", 8);
    let is_number = |at: &usize, wanted: Option<u32>| {
        wanted.is_some() && sentence.word(*at).parse::<u32>().ok() == wanted
    };
    if let Some(at) = date.words.clone().find(|at| is_number(at, date.year)) {
        let year = usize::try_from(date.year?).ok()? - more;
        return Some(sentence.with(at..at + 1, &year.to_string()));
    }
    let at = date.words.clone().find(|at| is_number(at, date.day))?;
    let day = usize::try_from(date.day?).ok()?;
    Some(sentence.with(at..at + 1, &((day + more) % 27 + 1).to_string()))
        .filter(|_| (day + more) % 27 + 1 != day)
}

/// A reference to another section: one that the sources name, where there is one.
pub(super) fn other_provision(sentence: &LawSentence<'_>) -> Option<String> {
    let references = cross_references(sentence.text);
    let (at, number) = references
        .iter()
        .find_map(|one| first_number(sentence.text, &one.range))?;
    let named = sentence.sources().flat_map(|source| {
        cross_references(&source.text)
            .into_iter()
            .filter_map(|one| Some(first_number(&source.text, &one.range)?.1))
    });
    let mut others: Vec<u32> = named.filter(|other| *other != number).collect();
    others.sort_unstable();
    others.dedup();
    let other = match others.get(sentence.draw("provision", others.len())) {
        Some(other) if sentence.draw("named", 2) == 0 => *other,
        _ => number + 1 + u32::try_from(sentence.draw("next", 9)).ok()?,
    };
    Some(format!("{}{other}{}", &sentence.text[..at.start], &sentence.text[at.end..]))
}

/// The first run of digits within a stretch.
fn first_number(text: &str, within: &Range<usize>) -> Option<(Range<usize>, u32)> {
    let part = text.get(within.clone())?;
    let start = part.find(|c: char| c.is_ascii_digit())?;
    let rest = &part[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    let start = within.start + start;
    Some((start..start + end, number))
}

fn drawn(sentence: &LawSentence<'_>) -> Option<ExchangeableNumber> {
    let mut all = exchangeable(sentence.reading());
    let at = sentence.draw("number", all.len());
    (at < all.len()).then(|| all.swap_remove(at))
}

/// Numbers of days, dollars and per cent; a bare count may be reckoned and proves nothing.
fn exchangeable(reading: SentenceReading<'_>) -> Vec<ExchangeableNumber> {
    let fixed = reading
        .quantities()
        .into_iter()
        .filter(|one| !matches!(one.measure, QuantityDimension::Count(_)));
    let numbers = fixed.filter_map(|quantity| {
        let number = reading.number_at(quantity.at)?;
        let value = number
            .amount()
            .filter(|value| *value <= LARGEST && value.fract() == 0.0)?;
        let words = quantity.at..quantity.at + number.words;
        Some(ExchangeableNumber { quantity, words, value })
    });
    numbers.collect()
}

fn sentence_has(sentence: &LawSentence<'_>, value: f64) -> bool {
    sentence
        .words
        .iter()
        .any(|word| is_number(&word.lower, value, sentence))
        || exchangeable(sentence.reading())
            .iter()
            .any(|one| is_same(one.value, value))
}

fn has_number(source: &LawSection, value: f64, sentence: &LawSentence<'_>) -> bool {
    let mut all = words(&source.text).map(|range| source.text[range].to_lowercase());
    all.any(|word| is_number(&word, value, sentence))
}

fn is_number(lower: &str, value: f64, sentence: &LawSentence<'_>) -> bool {
    number_of_word(lower, sentence.language()).is_some_and(|one| is_same(one, value))
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}
