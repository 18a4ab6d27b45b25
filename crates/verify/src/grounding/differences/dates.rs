//! Dates that the evidence does not have, or has otherwise, in English, French and Portuguese.

use std::ops::Range;

use super::{ComparedText, GroundingDifference, SentenceComparison};
use crate::grounding::{evidence_index::NOVEL, lexicon::number};

/// The share of a sentence that the nearest must have before another date there counts.
const ALIGNED: f64 = 0.5;

/// A date, or what is given of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct PartialDate {
    day: Option<u32>,
    month: Option<u32>,
    year: Option<u32>,
    /// Whether day and month may stand the other way round: `03/04/2020`.
    either: bool,
    words: Range<usize>,
}

/// Finds dates that differ, and says which words are dates.
pub(super) fn differ(
    compared: &SentenceComparison<'_>,
    found: &mut Vec<GroundingDifference>,
) -> Vec<Range<usize>> {
    let said = &compared.said;
    let ours = dates(said);
    if ours.is_empty() {
        return Vec::new();
    }
    let theirs: Vec<(&ComparedText<'_>, PartialDate)> = compared
        .near
        .iter()
        .flat_map(|side| dates(side).into_iter().map(move |date| (side, date)))
        .collect();
    for date in &ours {
        if theirs.iter().any(|(_, other)| date.agrees(other)) {
            continue;
        }
        let rival = theirs
            .iter()
            .find(|(_, other)| date.year.is_some() == other.year.is_some());
        let unknown = date.words.clone().any(|at| said.ids[at] == NOVEL);
        let conflicts = rival.is_some() && ALIGNED <= compared.alignment;
        if unknown || conflicts && date.given() != 1 {
            let last = date.words.end - 1;
            found.push(GroundingDifference::Date {
                said: said.said(date.words.start, last),
                nearest: rival
                    .map(|(side, other)| side.said(other.words.start, other.words.end - 1)),
                span: said.span(date.words.start, last),
            });
        }
    }
    ours.into_iter().map(|date| date.words).collect()
}

impl PartialDate {
    /// Whether all that both give is the same.
    fn agrees(&self, other: &Self) -> bool {
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

    fn given(&self) -> usize {
        [self.day, self.month, self.year].iter().flatten().count()
    }
}

fn dates(side: &ComparedText<'_>) -> Vec<PartialDate> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < side.words.len() {
        match date(side, at) {
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
fn date(side: &ComparedText<'_>, at: usize) -> Option<PartialDate> {
    let word = |at: usize| side.words.get(at).map_or("", |word| word.lower.as_str());
    let lower = word(at);
    if let Some(numeric) = numeric(side, at) {
        return Some(numeric);
    }
    if let Some(day) = day(lower) {
        let next = at + 1 + usize::from(matches!(word(at + 1), "de" | "of"));
        if let Some(month) = month(word(next)) {
            let (year, end) = year_after(side, next + 1);
            let words = at..end;
            return Some(PartialDate {
                day: Some(day),
                month: Some(month),
                year,
                either: false,
                words,
            });
        }
    }
    if let Some(month) = month(lower) {
        if let Some(day) = day(word(at + 1)).filter(|_| year(word(at + 1)).is_none()) {
            let (year, end) = year_after(side, at + 2);
            let words = at..end;
            return Some(PartialDate {
                day: Some(day),
                month: Some(month),
                year,
                either: false,
                words,
            });
        }
        let (year, end) = year_after(side, at + 1);
        year?;
        return Some(PartialDate {
            month: Some(month),
            year,
            words: at..end,
            ..PartialDate::default()
        });
    }
    let before = side.text[..side.words[at].range.start].chars().next_back();
    let counted = before.is_some_and(|c| "$€£§".contains(c));
    let year = year(lower).filter(|_| !counted)?;
    Some(PartialDate {
        year: Some(year),
        words: at..at + 1,
        ..PartialDate::default()
    })
}

/// A year at a word or after a `de`, and where the date ends.
fn year_after(side: &ComparedText<'_>, at: usize) -> (Option<u32>, usize) {
    let word = |at: usize| side.words.get(at).map_or("", |word| word.lower.as_str());
    let skip = usize::from(matches!(word(at), "de" | "of"));
    match year(word(at + skip)) {
        Some(year) => (Some(year), at + skip + 1),
        None => (None, at),
    }
}

/// `2024-03-12`, `12/03/2024`.
fn numeric(side: &ComparedText<'_>, at: usize) -> Option<PartialDate> {
    let parts = side.words.get(at..at + 3)?;
    let joined = |one: usize| {
        let between = side.text.get(parts[one].range.end..parts[one + 1].range.start);
        matches!(between, Some("-" | "/"))
    };
    if !joined(0) || !joined(1) {
        return None;
    }
    let value = |at: usize| parts[at].lower.parse::<u32>().ok();
    let words = at..at + 3;
    let (first, second, third) = (value(0)?, value(1)?, value(2)?);
    if let Some(year) = year(&parts[0].lower) {
        let (day, month) = (Some(third), Some(second));
        return Some(PartialDate { day, month, year: Some(year), either: false, words });
    }
    let year = year(&parts[2].lower)?;
    let (day, month) = (Some(first), Some(second));
    Some(PartialDate { day, month, year: Some(year), either: true, words })
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
    let value: u32 = digits.parse().ok().filter(|_| plain && number(digits).is_some())?;
    (1..=31).contains(&value).then_some(value)
}

fn month(lower: &str) -> Option<u32> {
    Some(match lower {
        "january" | "jan" | "janvier" | "janeiro" => 1,
        "february" | "feb" | "février" | "fevereiro" => 2,
        "march" | "mar" | "mars" | "março" => 3,
        "april" | "apr" | "avril" | "abril" => 4,
        "may" | "mai" | "maio" => 5,
        "june" | "jun" | "juin" | "junho" => 6,
        "july" | "jul" | "juillet" | "julho" => 7,
        "august" | "aug" | "août" | "agosto" => 8,
        "september" | "sep" | "sept" | "septembre" | "setembro" => 9,
        "october" | "oct" | "octobre" | "outubro" => 10,
        "november" | "nov" | "novembre" | "novembro" => 11,
        "december" | "dec" | "décembre" | "dezembro" => 12,
        _ => return None,
    })
}
