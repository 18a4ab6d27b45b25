//! Dates, or what is given of them, in English, French and Portuguese.

use std::ops::Range;

use super::{
    SentenceReading,
    lexicon::{self, WordMeaning},
};
use crate::Language;

/// The lists of months, in order.
pub(super) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A date, or what is given of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartialDate {
    pub day: Option<u32>,
    pub month: Option<u32>,
    pub year: Option<u32>,
    /// Whether day and month may stand the other way round: `03/04/2020`.
    pub either: bool,
    pub words: Range<usize>,
}

impl PartialDate {
    /// Whether all that both give is the same.
    pub fn agrees(&self, other: &Self) -> bool {
        let same = |one: Option<u32>, other: Option<u32>| match (one, other) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let straight = same(self.day, other.day) && same(self.month, other.month);
        let swapped = (self.either || other.either)
            && same(self.day, other.month)
            && same(self.month, other.day);
        let meet = self.year.is_some() && other.year.is_some()
            || self.month.is_some() && other.month.is_some();
        meet && same(self.year, other.year) && (straight || swapped)
    }

    /// How much of day, month and year is given.
    pub fn parts_given(&self) -> usize {
        [self.day, self.month, self.year].iter().flatten().count()
    }
}

/// The months that are named, each with its word. In English a month has a capital, and `may` has none.
pub(super) fn months(reading: SentenceReading<'_>) -> Vec<(usize, u32)> {
    let is_named = |at: usize| {
        let english = reading.number_language() == Language::English;
        let written = &reading.text[reading.words[at].range.clone()];
        !english || 0 < at && written.starts_with(char::is_uppercase)
    };
    (0..reading.words.len())
        .filter(|at| is_named(*at))
        .filter_map(|at| Some((at, month(reading.word(at))?)))
        .collect()
}

pub(super) fn dates(reading: SentenceReading<'_>) -> Vec<PartialDate> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < reading.words.len() {
        match date_at(reading, at) {
            Some(date) => {
                at = date.words.end;
                found.push(date);
            }
            None => at += 1,
        }
    }
    found
}

/// The date that begins at a word.
fn date_at(reading: SentenceReading<'_>, at: usize) -> Option<PartialDate> {
    let lower = reading.word(at);
    if let Some(numeric) = numeric(reading, at) {
        return Some(numeric);
    }
    let with_year = |day, month, after| {
        let (year, end) = year_after(reading, after);
        PartialDate {
            day,
            month: Some(month),
            year,
            either: false,
            words: at..end,
        }
    };
    if let Some(day) = day(lower) {
        let next = at + 1 + usize::from(matches!(reading.word(at + 1), "de" | "of"));
        if let Some(month) = month(reading.word(next)) {
            return Some(with_year(Some(day), month, next + 1));
        }
    }
    if let Some(month) = month(lower) {
        if let Some(day) = day(reading.word(at + 1)) {
            return Some(with_year(Some(day), month, at + 2));
        }
        return Some(with_year(None, month, at + 1)).filter(|date| date.year.is_some());
    }
    let before = reading.text[..reading.words[at].range.start].chars().next_back();
    let counted = before.is_some_and(|c| "$€£§".contains(c));
    let year = year(lower).filter(|_| !counted)?;
    Some(PartialDate {
        year: Some(year),
        words: at..at + 1,
        ..PartialDate::default()
    })
}

/// A year at a word or after a `de`, and where the date ends.
fn year_after(reading: SentenceReading<'_>, at: usize) -> (Option<u32>, usize) {
    let skip = usize::from(matches!(reading.word(at), "de" | "of"));
    match year(reading.word(at + skip)) {
        Some(year) => (Some(year), at + skip + 1),
        None => (None, at),
    }
}

/// `2024-03-12`, `12/03/2024`.
fn numeric(reading: SentenceReading<'_>, at: usize) -> Option<PartialDate> {
    let parts = reading.words.get(at..at + 3)?;
    let joined = |at: usize| matches!(reading.gap_after(at), "-" | "/");
    if !joined(at) || !joined(at + 1) {
        return None;
    }
    let value = |at: usize| parts[at].lower.parse::<u32>().ok();
    let (first, second, third) = (value(0)?, value(1)?, value(2)?);
    let (day, year, either) = match year(&parts[0].lower) {
        Some(year) => (third, year, false),
        None => (first, year(&parts[2].lower)?, true),
    };
    Some(PartialDate {
        day: Some(day),
        month: Some(second),
        year: Some(year),
        either,
        words: at..at + 3,
    })
}

fn year(lower: &str) -> Option<u32> {
    let four = lower.len() == 4 && lower.bytes().all(|b| b.is_ascii_digit());
    let year: u32 = lower.parse().ok().filter(|_| four)?;
    (1500..=2100).contains(&year).then_some(year)
}

fn day(lower: &str) -> Option<u32> {
    let digits = lower.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = &lower[digits.len()..];
    let plain = matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er" | "º" | "o");
    let value: u32 = digits.parse().ok().filter(|_| plain)?;
    (1..=31).contains(&value).then_some(value)
}

fn month(lower: &str) -> Option<u32> {
    lexicon::phrases(lower)
        .iter()
        .find_map(|phrase| match phrase.meaning {
            WordMeaning::Month(number) => Some(number),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::super::{SentenceReading, sentence_words};
    use crate::Language;

    #[track_caller]
    fn check(one: &str, other: &str, agree: bool) {
        let date = |text: &str| {
            let words: Vec<_> = sentence_words(text).collect();
            SentenceReading::new(text, &words, Language::English)
                .dates()
                .into_iter()
                .next()
        };
        let agrees = date(one).zip(date(other)).map(|(one, other)| one.agrees(&other));
        assert_eq!(agrees, Some(agree), "{one} / {other}");
    }

    #[test]
    fn the_same_day_is_one_date_however_it_is_written() {
        check("on March 12, 2024", "2024-03-12", true);
        check("le 12 mars 2024", "12 de março de 2024", true);
        check("12/03/2024", "03/12/2024", true);
        check("in March 2024", "the 12th of March 2024", true);
        check("March 12, 2024", "March 13, 2024", false);
        check("since 2023", "since 2024", false);
    }
}
