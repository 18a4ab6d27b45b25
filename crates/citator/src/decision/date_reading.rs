//! The day of a decision, in the forms that headers write it.

use std::ops::Range;

use super::{ReadField, header_lines::HeaderLines};

jurat_text::word_lists! {
    "decision_dates" [en, fr];

    /// Months in order, and as dockets shorten them: twelve of each.
    static MONTHS;

    /// Labels after which the day of the decision stands.
    static LABELS;

    /// Labels after which another day stands.
    static OTHERS;
}

/// The day of the decision: after its label, in the header first, then at the end.
pub(super) fn decided_on(header: &HeaderLines) -> Option<ReadField<String>> {
    let labelled = header.lines().find_map(|(at, line)| labelled(header, at, line));
    labelled.or_else(|| {
        let mut lines = header.lines().filter(|(_, line)| !is_other(line));
        lines.find_map(|(at, line)| day_in(line, at))
    })
}

fn is_other(line: &str) -> bool {
    let small = line.to_lowercase();
    OTHERS.iter().any(|other| small.contains(other))
}

fn labelled(header: &HeaderLines, at: usize, line: &str) -> Option<ReadField<String>> {
    if is_other(line) {
        return None;
    }
    let small = line.to_lowercase();
    let label = LABELS.iter().find(|label| {
        small
            .strip_prefix(**label)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
            || small.contains(&format!(" {label}"))
    })?;
    let from = small.find(*label)? + label.len();
    if small.len() != line.len() {
        return day_in(line, at);
    }
    if let Some(found) = day_in(line.get(from..)?, at + from) {
        return Some(found);
    }
    // The value may stand on one of the next lines, below the label of the other language.
    let next = header.lines().filter(|(start, _)| at < *start).take(2);
    next.filter(|(_, line)| !is_other(line))
        .find_map(|(start, line)| day_in(line, start))
}

/// The first day in a stretch of text that begins at a byte.
pub(super) fn day_in(part: &str, at: usize) -> Option<ReadField<String>> {
    let tokens = tokens(part);
    for (index, (range, token)) in tokens.iter().enumerate() {
        let found = iso(token)
            .or_else(|| compact(token))
            .or_else(|| docket_day(token))
            .map(|day| (day, range.clone()))
            .or_else(|| spelt(&tokens[index..]));
        if let Some((day, range)) = found {
            return Some(ReadField::new(day, at + range.start..at + range.end));
        }
    }
    None
}

fn tokens(part: &str) -> Vec<(Range<usize>, &str)> {
    let mut tokens = Vec::new();
    let mut from = None;
    let border = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';' | ':' | '.');
    for (at, letter) in part.char_indices().chain(std::iter::once((part.len(), ' '))) {
        match (border(letter), from) {
            (false, None) => from = Some(at),
            (true, Some(start)) => {
                tokens.push((start..at, &part[start..at]));
                from = None;
            }
            _ => {}
        }
    }
    tokens
}

fn day(year: u32, month: u32, day: u32) -> Option<String> {
    let fits =
        (1800..2200).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// `2024-01-04`
fn iso(token: &str) -> Option<String> {
    let parts: Vec<u32> = token.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
    match parts[..] {
        [year, month, date] if 10 <= token.len() => day(year, month, date),
        _ => None,
    }
}

/// `20240104`
fn compact(token: &str) -> Option<String> {
    let fits = token.len() == 8 && token.bytes().all(|byte| byte.is_ascii_digit());
    if !fits {
        return None;
    }
    day(token[..4].parse().ok()?, token[4..6].parse().ok()?, token[6..].parse().ok()?)
}

/// `15-JAN-2020`
fn docket_day(token: &str) -> Option<String> {
    let mut parts = token.split('-');
    let (date, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    day(year.parse().ok()?, month_of(month)?, date.parse().ok()?)
}

/// `January 4, 2024`, `4 January 2024`, `le 4 janvier 2024`, `1er mai 2010`
fn spelt(tokens: &[(Range<usize>, &str)]) -> Option<(String, Range<usize>)> {
    let [(first, a), (_, b), (last, c), ..] = tokens else { return None };
    let number = |word: &str| {
        word.trim_end_matches("er")
            .trim_end_matches("st")
            .trim_end_matches("th")
            .parse::<u32>()
            .ok()
    };
    let (month, date) = match (month_of(a), month_of(b)) {
        (Some(month), _) => (month, number(b)?),
        (None, Some(month)) => (month, number(a)?),
        _ => return None,
    };
    let year = c.get(..4)?.parse().ok().filter(|_| c.len() == 4)?;
    Some((day(year, month, date)?, first.start..last.end))
}

fn month_of(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let at = MONTHS.iter().position(|month| **month == word)?;
    u32::try_from(at % 12 + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::day_in;

    #[test]
    fn a_day_is_read_in_every_form() {
        for written in [
            "Date: 20240104",
            "2024-01-04",
            "on 04-JAN-2024 granting",
            "Ottawa, January 4, 2024",
            "le 4 janvier 2024",
            "4 January 2024",
        ] {
            let day = day_in(written, 0).map(|found| found.value);
            assert_eq!(day.as_deref(), Some("2024-01-04"), "{written}");
        }
        assert_eq!(day_in("file 12345678 of 2024", 0), None);
    }
}
