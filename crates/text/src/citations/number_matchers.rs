//! What may stand at a number: the order in which matchers are tried.

use super::{
    CitationKind, CitationMatch, act_initials,
    cursor::{self, before, byte, closes, digits, opens, word_end, words},
    german_decision, neutral,
    number_context::NumberContext,
    reporter, statute, united_states,
};

/// The citation around a number.
pub(super) fn at(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let found = match before(text, place.at) {
        b'[' | b'(' => bracketed(place).or_else(|| spaced(place)),
        b'P' if opens(text, place.at - 1) => united_states::alone(place),
        b'/' => statute::regulation(place),
        b'-' => docket(place)
            .or_else(|| statute::without_year(place))
            .or_else(|| german_decision::european(place)),
        b'A' | b'R' if place.at < 2 || opens(text, place.at - 1) => statute::shorthand(place),
        b'.' if !opens(text, place.at) => None,
        _ if !opens(text, place.at) => docket_letters(place),
        _ => spaced(place),
    };
    found.filter(|found| place.floor <= found.start)
}

/// A number that begins a word.
fn spaced(place: &NumberContext) -> Option<CitationMatch> {
    neutral::plain(place)
        .or_else(|| german_decision::at(place))
        .or_else(|| reporter::by_volume(place))
        .or_else(|| statute::chapter(place))
        .or_else(|| statute::numbered(place))
        .or_else(|| act_initials::by_initials(place))
        .or_else(|| united_states::alone(place))
        .or_else(|| statute::provisions(place))
}

/// A year in brackets, and what follows it.
fn bracketed(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let close = if before(text, place.at) == b'[' { b']' } else { b')' };
    let year = cursor::year(text, place.at)?;
    if byte(text, place.end) != close || !(1100..2200).contains(&year) {
        return statute::chapter(place);
    }
    let (start, from) = (place.at - 1, place.end + 1);
    let found = if close == b']' { neutral::bracketed(place, start, from, year) } else { None };
    found
        .or_else(|| reporter::bracketed(place, start, from, year))
        .or_else(|| statute::chapter(place))
}

/// `IMM-4029-17`, `A-123-04`, `DES-5-08`.
fn docket(place: &NumberContext) -> Option<CitationMatch> {
    const SERIES: &[&str] = &["IMM", "A", "T", "DES", "ITA", "DAP", "CMAC"];
    let text = place.text;
    let rest = text.get(..place.at - 1)?;
    let length = rest
        .iter()
        .rev()
        .take(5)
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    let start = place.at - 1 - length;
    let series = words(text, start, place.at - 1);
    let year_end = digits(text, place.end + 1);
    let fits = SERIES.contains(&series)
        && opens(text, start)
        && before(text, start) != b'-'
        && byte(text, place.end) == b'-'
        && matches!(year_end - place.end, 3 | 5)
        && closes(text, year_end)
        && byte(text, year_end) != b'-'
        && place.end - place.at <= 5;
    let normal = words(text, start, year_end).to_owned();
    fits.then(|| CitationMatch::new(CitationKind::Docket, start, year_end, normal))
}

/// `TB8-07871`: a file of the Immigration and Refugee Board.
fn docket_letters(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let start = place.at.checked_sub(2)?;
    let office = matches!(byte(text, start), b'T' | b'M' | b'V')
        && matches!(byte(text, start + 1), b'A' | b'B' | b'C' | b'D');
    let end = digits(text, place.end + 1);
    let fits = office
        && opens(text, start)
        && place.end == place.at + 1
        && byte(text, place.end) == b'-'
        && end == place.end + 6
        && closes(text, end);
    let normal = words(text, start, end).to_owned();
    fits.then(|| CitationMatch::new(CitationKind::Docket, start, end, normal))
}

/// `ECLI:EU:C:2014:317`: five parts.
pub(super) fn ecli(text: &[u8], start: usize) -> Option<CitationMatch> {
    let mut end = start;
    let mut ends = Vec::new();
    for _ in 0..5 {
        end = word_end(text, end);
        ends.push(end);
        if byte(text, end) != b':' {
            break;
        }
        end += 1;
    }
    let [_, country, court, year, last] = ends[..] else { return None };
    let last = trimmed(text, year + 1, last);
    let named_year = cursor::year(text, court + 1);
    let fits = country - (start + 5) == 2 && court < year && year + 1 < last;
    let normal = words(text, start, last).to_owned();
    (fits && named_year.is_some()).then(|| {
        CitationMatch::new(CitationKind::Ecli, start, last, normal).of_year(named_year)
    })
}

/// A sentence's point is no part of it.
fn trimmed(text: &[u8], start: usize, end: usize) -> usize {
    let part = text.get(start..end).unwrap_or_default();
    let kept = part
        .iter()
        .rposition(u8::is_ascii_alphanumeric)
        .map_or(0, |at| at + 1);
    start + kept
}
