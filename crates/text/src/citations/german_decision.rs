//! German decisions: `BGH, Beschluss vom 29. April 2015 - XII ZB 214/14`, `NJW 2015, 1827`.

use super::{
    CitationKind, CitationMatch,
    authority_tables::GERMAN,
    cursor::{
        before, byte, closes, digits, gap, gap_back, opens, squeezed, word_end, word_start,
        words,
    },
    german_courts::COURTS,
    german_law,
    number_context::NumberContext,
};

crate::word_lists! {
    "german_decision" [de];

    /// Words that look like a register and are not.
    static NO_REGISTER as written;
}
/// The longest stretch between a court and its file number.
const BETWEEN: usize = 64;

/// Whatever German form stands at a number.
pub(super) fn at(place: &NumberContext) -> Option<CitationMatch> {
    german_law::at(place)
        .or_else(|| file(place))
        .or_else(|| report(place))
}

/// A file number, with the court and the date before it.
fn file(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let (start, end) = match file_end(text, place.at) {
        Some(end) => (social_start(text, place.at), end),
        None => by_register(text, place)?,
    };
    let normal = squeezed(words(text, start, end)).replace('.', "/");
    let from = court_before(text, start, place.floor).unwrap_or(start);
    Some(CitationMatch::new(CitationKind::Foreign, from, end, normal))
}

/// `C-131/12`, `T-201/04`: the Court of Justice and the General Court. The number is past a hyphen.
pub(super) fn european(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let start = place.at.checked_sub(2)?;
    let end = digits(text, place.end + 1);
    let fits = matches!(byte(text, start), b'C' | b'T')
        && opens(text, start)
        && byte(text, place.end) == b'/'
        && end == place.end + 3
        && closes(text, end);
    let normal = words(text, start, end).to_owned();
    let from = court_before(text, start, place.floor).unwrap_or(start);
    fits.then(|| CitationMatch::new(CitationKind::Foreign, from, end, normal))
}

/// `B 6 KA 45/13 R`: the instance of the social courts before the chamber.
fn social_start(text: &[u8], at: usize) -> usize {
    let end = gap_back(text, at);
    let letter = end.wrapping_sub(1);
    let fits =
        end < at && matches!(byte(text, letter), b'B' | b'L' | b'S') && opens(text, letter);
    if fits { letter } else { at }
}

/// The file number that begins at `at`: `XII ZB 214/14`, `4 C 77.84`, `2 BvR 2408/06`,
/// `21 B 16.30364`, `2 Ws (B) 12/98`.
fn file_end(text: &[u8], at: usize) -> Option<usize> {
    let chamber_end = word_end(text, at);
    let chamber = words(text, at, chamber_end);
    let roman = chamber.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'));
    let bare = chamber.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let number = bare.bytes().all(|byte| byte.is_ascii_digit())
        && (1..=2).contains(&bare.len())
        && chamber.len() - bare.len() <= 1;
    if chamber.is_empty() || !(roman || number) {
        return None;
    }
    let register = gap(text, chamber_end)?;
    let mut here = word_end(text, register);
    let code = words(text, register, here);
    let letters = code.bytes().all(|byte| byte.is_ascii_alphabetic());
    let capital = code.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    if !letters || !capital || 5 < code.len() || NO_REGISTER.contains(code) {
        return None;
    }
    here = gap(text, here)?;
    if byte(text, here) == b'(' {
        let close = text.get(here..)?.iter().take(12).position(|byte| *byte == b')')?;
        here = gap(text, here + close + 1)?;
    }
    number_end(text, here)
}

/// `214/14`, `77.84`, `16.30364`, `2316/16.A`, `45/13 R`.
fn number_end(text: &[u8], at: usize) -> Option<usize> {
    let slash = digits(text, at);
    let mut end = digits(text, slash + 1);
    let year = end - (slash + 1).min(end);
    let bavarian = slash - at == 2 && byte(text, slash) == b'.' && matches!(year, 3..=6);
    let fits = at < slash
        && slash - at <= 6
        && matches!(byte(text, slash), b'/' | b'.')
        && (year == 2 || bavarian)
        && closes(text, end);
    if !fits {
        return None;
    }
    while byte(text, end) == b'.' && byte(text, end + 1).is_ascii_uppercase() {
        let part = text.get(end + 1..)?;
        let length = part
            .iter()
            .take(3)
            .take_while(|byte| byte.is_ascii_uppercase())
            .count();
        if !closes(text, end + 1 + length) {
            break;
        }
        end += 1 + length;
    }
    if let Some(next) = gap(text, end)
        && matches!(byte(text, next), b'R' | b'B')
        && closes(text, next + 1)
        && byte(text, next + 1) != b'.'
        && byte(text, slash) == b'/'
        && byte(text, end) == b' '
    {
        end = next + 1;
    }
    Some(end)
}

/// The number is the one after a register, and the chamber is Roman: `XII ZB 214/14`.
fn by_register(text: &[u8], place: &NumberContext) -> Option<(usize, usize)> {
    if !matches!(byte(text, place.end), b'/' | b'.') {
        return None;
    }
    let mut register_end = gap_back(text, place.at);
    if before(text, register_end) == b')' {
        let back = text
            .get(..register_end)?
            .iter()
            .rev()
            .take(12)
            .position(|b| *b == b'(')?;
        register_end = gap_back(text, register_end - back - 1);
    }
    let register = word_start(text, register_end);
    let chamber_end = gap_back(text, register);
    let start = word_start(text, chamber_end);
    if start == chamber_end
        || chamber_end == register
        || !byte(text, start).is_ascii_uppercase()
    {
        return None;
    }
    let end = file_end(text, start)?;
    (place.end < end).then_some((start, end))
}

/// Where the court before a file number begins, if only its ruling and date lie between.
fn court_before(text: &[u8], at: usize, floor: usize) -> Option<usize> {
    let mut here = at;
    for _ in 0..14 {
        here = gap_back(text, here);
        while matches!(before(text, here), b',' | b'-' | b':') {
            here = gap_back(text, here - 1);
        }
        if text.get(..here)?.ends_with("–".as_bytes()) {
            here = gap_back(text, here - 3);
        }
        let start = word_start(text, here);
        if start == here || start < floor || BETWEEN + 30 < at - start {
            return None;
        }
        let word = words(text, start, here);
        if COURTS.contains(word) {
            let between = words(text, here, at).trim_matches([' ', ',', '.', ':', '-', '–']);
            let dated = between.bytes().any(|byte| byte.is_ascii_digit());
            let fits = between.len() <= BETWEEN && (dated || between.len() <= 3);
            return fits.then(|| with_state(text, start));
        }
        here = start;
    }
    None
}

/// `Bayerischer VGH`, `Hessisches LAG`.
fn with_state(text: &[u8], at: usize) -> usize {
    let end = gap_back(text, at);
    let start = word_start(text, end);
    let word = words(text, start, end);
    let state = word.ends_with("ischer") || word.ends_with("isches");
    if state && byte(text, start).is_ascii_uppercase() { start } else { at }
}

/// `NJW 2015, 1827`, `BVerwGE 77, 317`: the number is the year or the volume.
fn report(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let name_end = gap_back(text, place.at);
    let mut start = word_start(text, name_end);
    while matches!(before(text, start), b'-' | b'/') {
        start = word_start(text, start - 1);
    }
    let comma = place.end;
    if byte(text, comma) != b',' || name_end == place.at || 4 < place.end - place.at {
        return None;
    }
    let name = words(text, start, name_end);
    let (start, name) = if let Some(name) = GERMAN.get(name) {
        (start, *name)
    } else {
        // `BStBl II 2001, 12`: the part of a gazette.
        let two = word_start(text, gap_back(text, start));
        (two, *GERMAN.get(&squeezed(words(text, two, name_end)))?)
    };
    let (mut end, normal) = volume_and_page(text, name, place.at)?;
    let from = reporting_court(text, start, place.floor).unwrap_or(start);
    let mut found = CitationMatch::new(CitationKind::Foreign, from, end, normal);
    // `BVerfGE 65, 1 <41>; 68, 193 <205>`: the collection is named once.
    for _ in 0..16 {
        let Some(at) = next_volume(text, end) else { break };
        let Some((further, normal)) = volume_and_page(text, name, at) else { break };
        found
            .further
            .push(CitationMatch::new(CitationKind::Foreign, at, further, normal));
        end = further;
    }
    Some(found)
}

/// `2015, 1827`: where it ends, and the normal form. A page within, as in `154, 239, 242` and
/// `1995, 146/148`, is a pinpoint and no part of it.
fn volume_and_page(text: &[u8], name: &str, at: usize) -> Option<(usize, String)> {
    let volume = digits(text, at);
    if byte(text, volume) != b',' || volume == at || 4 < volume - at {
        return None;
    }
    let page = gap(text, volume + 1)?;
    let end = digits(text, page);
    if page == end || 5 < end - page {
        return None;
    }
    let normal = format!("{name} {}, {}", words(text, at, volume), words(text, page, end));
    closes(text, end).then_some((end, normal))
}

/// The court before a report: `EuGH WM 1998, 2193`, `OLG Hamm RNotZ 2001, 242`.
fn reporting_court(text: &[u8], at: usize, floor: usize) -> Option<usize> {
    if let Some(court) = court_before(text, at, floor) {
        return Some(court);
    }
    let place = word_start(text, gap_back(text, at));
    let end = gap_back(text, place);
    let court = word_start(text, end);
    let fits = floor <= court
        && end < place
        && byte(text, place).is_ascii_uppercase()
        && matches!(
            words(text, court, end),
            "OLG" | "LG" | "AG" | "OVG" | "VGH" | "VG" | "LAG" | "ArbG" | "FG" | "LSG" | "SG"
        );
    fits.then_some(court)
}

/// The next volume of a collection, past `<41>` or `(205 f.)` and a semicolon.
fn next_volume(text: &[u8], end: usize) -> Option<usize> {
    let mut here = end;
    if byte(text, here) == b'/' {
        here = digits(text, here + 1);
    } else if byte(text, here) == b','
        && let Some(within) = gap(text, here + 1)
    {
        here = digits(text, within);
    }
    if let Some(open) = gap(text, here)
        && matches!(byte(text, open), b'<' | b'(' | b'[')
    {
        let rest = text.get(open..)?;
        let close = rest
            .iter()
            .take(24)
            .position(|byte| matches!(byte, b'>' | b')' | b']'))?;
        here = open + close + 1;
    }
    if byte(text, here) != b';' {
        return None;
    }
    let at = gap(text, here + 1)?;
    byte(text, at).is_ascii_digit().then_some(at)
}
