//! Numbers in the prose of a rubric: caps, spreads, levels with points.

use super::name_slug::slug;
use crate::model::RubricLevel;

const MOST_POINTS: u32 = 100_000;
/// Words that are looked at after a word that announces a number.
const REACH: usize = 8;

/// A number that a sentence sets as a cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProseScoreCap {
    /// On the scale of the rubric.
    Score(u32),
    /// In per cent of the most there is.
    Percent(u32),
}

/// What a sentence caps at: `cap the total score at 3`, `capped to 40%`.
pub(super) fn cap(text: &str) -> Option<ProseScoreCap> {
    let words = words(text);
    let start = words.iter().position(|word| word.starts_with("cap"))?;
    words[start + 1..].iter().take(REACH).find_map(|word| {
        let percent = word.strip_suffix('%');
        let number: u32 = percent.unwrap_or(word).parse().ok()?;
        Some(if percent.is_some() {
            ProseScoreCap::Percent(number)
        } else {
            ProseScoreCap::Score(number)
        })
    })
}

/// From which spread on a sentence speaks of variance: `variance > 2` is 3, `variance ≥ 3` is 3.
/// Also whether the sentence said "more than".
pub(super) fn spread(text: &str) -> Option<(u32, bool)> {
    let words = words(text);
    let more = |number: u32| (number.saturating_add(1), true);
    words
        .iter()
        .enumerate()
        .find_map(|(at, word)| {
            let next =
                |far: usize| words.get(at + far).and_then(|word| word.parse::<u32>().ok());
            let than = words.get(at + 1).is_some_and(|word| word == "than");
            let least = word == "at" && words.get(at + 1).is_some_and(|word| word == "least");
            match word.as_str() {
                ">" | "exceeds" | "exceed" | "exceeding" | "above" | "over" => {
                    next(1).map(more)
                }
                "more" | "greater" | "larger" | "higher" if than => next(2).map(more),
                "≥" => next(1).map(|n| (n, false)),
                "at" if least => next(2).map(|n| (n, false)),
                _ => None,
            }
        })
        .filter(|(spread, _)| *spread <= 1000)
}

/// Whether a word stands in a text, in any case.
pub(super) fn says(text: &str, word: &str) -> bool {
    words(text).iter().any(|one| one == word)
}

/// Levels of a sentence such as `35 pts: Complete (all of it). 0 pts: Absent.`
pub(super) fn levels(text: &str) -> Vec<RubricLevel> {
    let marks = marks(text);
    let ends = marks.iter().skip(1).map(|(start, _, _)| *start).chain([text.len()]);
    marks
        .iter()
        .zip(ends)
        .map(|((_, after, points), end)| level(text[*after..end].trim(), *points))
        .collect()
}

fn level(text: &str, points: u32) -> RubricLevel {
    let text = text.trim_end_matches(['.', ';', ',', '|', ' ']);
    let (name, rest) = text.split_once('(').unwrap_or((text, ""));
    let rest = rest.strip_suffix(')').unwrap_or(rest);
    let name = name.trim().trim_end_matches(['.', ':', '-']).trim_end();
    RubricLevel {
        id: slug(name),
        name: name.to_owned(),
        points,
        description: rest.trim().to_owned(),
        excluded: words(rest).iter().any(|word| word.starts_with("exclude")),
    }
}

/// Where each `35 pts:` starts and ends, and its number.
fn marks(text: &str) -> Vec<(usize, usize, u32)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|far| at + far) {
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        at = start + digits;
        let rest = text[at..].trim_start();
        let unit = ["points", "point", "pts", "pt"]
            .into_iter()
            .find(|unit| rest.starts_with(unit));
        let Some(rest) = unit.and_then(|unit| rest.strip_prefix(unit)) else { continue };
        let rest = rest.trim_start_matches('.').trim_start();
        let Some(rest) = rest.strip_prefix([':', '-', '–', '=']) else { continue };
        let points = text[start..start + digits].parse::<u32>();
        if let Some(points) = points.ok().filter(|points| *points <= MOST_POINTS) {
            at = text.len() - rest.len();
            found.push((start, at, points));
        }
    }
    found
}

/// Small words; signs of comparison are words, `%` stays with its number.
fn words(text: &str) -> Vec<String> {
    let edge = |c: char| !c.is_alphanumeric() && !matches!(c, '%' | '>' | '≥');
    let text = text.replace(">=", "≥").replace('≥', " ≥ ").replace('>', " > ");
    text.split_whitespace()
        .map(|word| word.trim_matches(edge).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_is_read_from_its_sentence() {
        assert_eq!(
            cap("Flaws cap the total score at 3, whatever else."),
            Some(ProseScoreCap::Score(3))
        );
        assert_eq!(cap("The score is capped at 40% of max."), Some(ProseScoreCap::Percent(40)));
        assert_eq!(cap("Three flaws out of 5 matter."), None);
        assert_eq!(cap("There is no cap."), None);
    }

    #[test]
    fn more_than_two_is_three() {
        let table = [
            ("when variance > 2, say so", Some((3, true))),
            ("if the variance exceeds 2 for any", Some((3, true))),
            ("scores more than 2 apart", Some((3, true))),
            ("variance ≥ 3", Some((3, false))),
            ("variance of at least 2.", Some((2, false))),
            ("variance>2", Some((3, true))),
            ("variance >=3.", Some((3, false))),
            ("explain any dissent", None),
        ];
        for (text, expected) in table {
            assert_eq!(spread(text), expected, "{text}");
        }
    }

    #[test]
    fn levels_are_read_from_a_sentence() {
        let text =
            "10 pts: Whole (each of 3 parts). 4 pts: Half. 0 pts: Nothing (exclude if none).";
        let found: Vec<_> = levels(text)
            .into_iter()
            .map(|one| (one.points, one.id, one.description, one.excluded))
            .collect();
        let row =
            |points, id: &str, text: &str, out| (points, id.to_owned(), text.to_owned(), out);
        assert_eq!(
            found,
            [
                row(10, "whole", "each of 3 parts", false),
                row(4, "half", "", false),
                row(0, "nothing", "exclude if none", true)
            ]
        );
        assert!(levels("no numbers here").is_empty());
    }
}
