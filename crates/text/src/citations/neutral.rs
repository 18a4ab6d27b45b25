//! Citations by year, court and number, and those of databases.

use super::{
    CitationKind, CitationMatch,
    authority_tables::FOREIGN,
    cursor::{self, byte, closes, digits, gap, squeezed, word_end, words},
    number_context::NumberContext,
};

/// `2019 SCC 65`, `1999 CanLII 699 (SCC)`, `2005 CarswellNat 12`: a year without brackets.
pub(super) fn plain(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let year = cursor::year(text, place.at)?;
    let code = gap(text, place.end)?;
    if !byte(text, code).is_ascii_uppercase() {
        return None;
    }
    let code_end = word_end(text, code);
    let number = gap(text, code_end)?;
    let end = digits(text, number);
    if end == number || 8 < end - number || !closes(text, end) {
        return None;
    }
    let court = words(text, code, code_end);
    let figure = words(text, number, end);
    if court == "CanLII" {
        let end = court_after(text, end).unwrap_or(end);
        let normal = squeezed(words(text, place.at, end));
        return Some(
            CitationMatch::new(CitationKind::Canlii, place.at, end, normal).of_year(Some(year)),
        );
    }
    if court.starts_with("Carswell") {
        let normal = squeezed(words(text, place.at, end));
        return Some(
            CitationMatch::new(CitationKind::Database, place.at, end, normal)
                .of_year(Some(year)),
        );
    }
    let court = place.court(&cursor::key(court))?;
    let normal = format!("{year} {} {figure}", court.key);
    let found = CitationMatch::new(CitationKind::Neutral, place.at, end, normal);
    Some(found.of_year(Some(year)).of_court(court))
}

/// `[2015] UKSC 11`, `[2011] EWCA Civ 123`, `[1998] FCJ No 1425 (QL)`: the year is in brackets and
/// `from` is the place after them.
pub(super) fn bracketed(
    place: &NumberContext,
    start: usize,
    from: usize,
    year: u16,
) -> Option<CitationMatch> {
    let text = place.text;
    let code = gap(text, from)?;
    if !byte(text, code).is_ascii_uppercase() {
        return None;
    }
    let code_end = word_end(text, code);
    database(text, start, code_end, year)
        .or_else(|| foreign(place, start, code, code_end, year))
}

fn foreign(
    place: &NumberContext,
    start: usize,
    code: usize,
    code_end: usize,
    year: u16,
) -> Option<CitationMatch> {
    let text = place.text;
    let after = gap(text, code_end)?;
    // `EWCA Civ` is two words; `EWHC 123 (Ch)` and `UKUT 12 (AAC)` have a division after them.
    let (end_of_code, number) = if byte(text, after).is_ascii_digit() {
        (code_end, after)
    } else {
        let second = word_end(text, after);
        (second, gap(text, second)?)
    };
    let end = digits(text, number);
    if end == number || 6 < end - number || !closes(text, end) {
        return None;
    }
    let key = cursor::key(words(text, code, end_of_code));
    let found = if let Some(court) = FOREIGN.get(&key) {
        let end = division(text, end).unwrap_or(end);
        let normal = squeezed(words(text, start, end));
        CitationMatch::new(CitationKind::Foreign, start, end, normal).of_court(court.clone())
    } else {
        // A bracketed year with a Canadian court is a slip, but it is plain what is meant.
        let court = place.court(&key)?;
        let normal = format!("{year} {} {}", court.key, words(text, number, end));
        CitationMatch::new(CitationKind::Neutral, start, end, normal).of_court(court)
    };
    Some(found.of_year(Some(year)))
}

fn database(text: &[u8], start: usize, code_end: usize, year: u16) -> Option<CitationMatch> {
    let no = gap(text, code_end)?;
    let rest = text.get(no..)?;
    let sign = [&b"No."[..], b"No", b"no.", b"no", b"n\xC2\xB0"]
        .into_iter()
        .find(|sign| rest.starts_with(sign))?;
    let number = gap(text, no + sign.len())?;
    let end = digits(text, number);
    if end == number || !closes(text, end) {
        return None;
    }
    let normal = squeezed(words(text, start, end)).replace(" No. ", " No ");
    let service = gap(text, end).and_then(|at| {
        [&b"(QL)"[..], b"(Lexis)", b"(LexisNexis)", b"(WL)"]
            .into_iter()
            .find(|service| text.get(at..).is_some_and(|rest| rest.starts_with(service)))
            .map(|service| at + service.len())
    });
    let found =
        CitationMatch::new(CitationKind::Database, start, service.unwrap_or(end), normal);
    Some(found.of_year(Some(year)))
}

/// A court in brackets after a citation: `(SCC)`, `(CA IRB)`, `(C.A.)`, `(Ont CA)`.
pub(super) fn court_after(text: &[u8], at: usize) -> Option<usize> {
    let open = gap(text, at)?;
    if byte(text, open) != b'(' {
        return None;
    }
    let rest = text.get(open + 1..)?;
    let length = rest.iter().take(28).position(|byte| *byte == b')')?;
    let inner = &rest[..length];
    let fits = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b' ' | b'&');
    let capitals = inner.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let small = inner.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    let words = inner.split(|byte| *byte == b' ');
    let capital = words
        .clone()
        .all(|word| word.first().is_some_and(u8::is_ascii_uppercase));
    (inner.iter().all(fits) && capital && 2 <= capitals && small <= 12)
        .then_some(open + 1 + length + 1)
}

/// The division of a court: `(Admin)`, `(Ch)`, `(AAC)`, `(IAC)`.
fn division(text: &[u8], at: usize) -> Option<usize> {
    let open = gap(text, at)?;
    let rest = text.get(open..)?;
    let known = [
        "(Admin)",
        "(Admlty)",
        "(Ch)",
        "(Comm)",
        "(Fam)",
        "(Pat)",
        "(QB)",
        "(KB)",
        "(SCCO)",
        "(TCC)",
        "(IPEC)",
        "(Costs)",
        "(Mercantile)",
        "(AAC)",
        "(IAC)",
        "(LC)",
        "(TC)",
        "(TCC)",
        "(GRC)",
        "(HESC)",
        "(PC)",
        "(SEC)",
        "(TAX)",
        "(Tax)",
        "(B)",
        "(A)",
        "(T1)",
        "(T2)",
        "(T3)",
    ];
    let found = known.iter().find(|division| rest.starts_with(division.as_bytes()))?;
    Some(open + found.len())
}
