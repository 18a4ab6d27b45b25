//! German forms: `§ 29 Abs. 1 EGGVG`, `BGH, Beschluss vom 29. April 2015 - XII ZB 214/14`,
//! `NJW 2015, 1827`.

use super::{
    Found, Kind,
    cursor::{before, byte, closes, digits, gap, gap_back, gap_or_none, squeezed, word_end, words},
    number::Place,
    tables::GERMAN,
};

/// Divisions of a provision.
const PARTS: &[&str] = &[
    "Abs.", "Absatz", "Absätze", "Satz", "Sätze", "S.", "Nr.", "Nrn.", "Nummer", "Buchst.",
    "Buchstabe", "lit.", "Halbs.", "Halbsatz", "HS", "Hs.", "Alt.", "Alternative", "Var.", "Ziff.",
    "Ziffer", "Unterabs.", "UAbs.", "1.", "2.",
];

/// Register marks of the federal courts and of the courts below.
const REGISTERS: &[&str] = &[
    "ZR", "ZB", "ZA", "AR", "ARZ", "StR", "ARs", "BGs", "StB", "BJs", "BvR", "BvL", "BvE", "BvF",
    "BvG", "BvN", "BvQ", "BvT", "BvB", "PBvU", "B", "C", "A", "D", "P", "WB", "WD", "NB", "BN",
    "CN", "AV", "VR", "KSt", "PKH", "ER", "AZR", "ABR", "AZB", "ABN", "AZN", "AS", "R", "K", "S",
    "U", "W", "T", "O", "Ss", "Ws", "VAs", "Wx", "BR", "RE", "REMiet", "Sa", "Ta", "TaBV", "Ca",
    "BV", "E", "L", "M", "N", "NE", "ZS", "CS", "CE", "ZB", "RJ", "RA", "KR", "AL", "SO", "AY", "KA",
    "EG", "VG", "UF", "WF", "F", "Qs", "Ks", "KLs", "Ls", "Ds", "Cs", "Js", "Z", "BLw", "EnVR",
    "EnZR", "KZR", "KVR", "KVZ", "KZB", "NotZ", "AnwZ", "RiZ", "PatAnwZ", "LwZR", "StbSt", "VGH",
    "GS", "GSZ", "V", "I", "KG", "X",
];

/// Courts that may open a citation.
const COURTS: &[&str] = &[
    "BGH", "BVerfG", "BVerwG", "BAG", "BFH", "BSG", "BPatG", "BayObLG", "BayVerfGH", "BayVGH",
    "RG", "RFH", "EuGH", "EuG", "EGMR", "OLG", "LG", "AG", "KG", "OVG", "VGH", "VG", "LAG", "ArbG",
    "FG", "LSG", "SG", "VerfGH", "StGH", "OGH", "BGer", "GmS-OGB", "Bundesgerichtshof",
    "Bundesverfassungsgericht", "Bundesverwaltungsgericht", "Bundesarbeitsgericht",
    "Bundesfinanzhof", "Bundessozialgericht", "Senat",
];

/// Whatever German form stands at a number.
pub(super) fn at(place: &Place) -> Option<Found> {
    law(place).or_else(|| decision(place)).or_else(|| file(place)).or_else(|| report(place))
}

/// `§ 29 Abs. 1 EGGVG`, `§§ 1, 2 BGB`, `Art. 3 Abs. 1 GG`.
fn law(place: &Place) -> Option<Found> {
    let text = place.text;
    let end = gap_back(text, place.at);
    let rest = text.get(..end)?;
    let mark = ["§§", "§", "Art.", "Artikel", "Artikeln"]
        .into_iter()
        .find(|mark| rest.ends_with(mark.as_bytes()))?;
    let start = end - mark.len();
    let (last, name) = code_after(text, place.end)?;
    if mark.starts_with('A') && !super::cursor::opens(text, start) {
        return None;
    }
    let shown = squeezed(words(text, place.at, name));
    let code = words(text, name, last);
    let sign = if mark.starts_with('§') { "§" } else { "Art." };
    let normal = format!("{code} {sign} {shown}");
    Some(Found::new(Kind::Statute, start, last, normal))
}

/// The code after a provision: where it ends and begins. Numbers, letters, divisions and joining
/// words may lie between.
fn code_after(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut here = at;
    if byte(text, here).is_ascii_lowercase() && closes(text, here + 1) {
        here += 1;
    }
    for _ in 0..24 {
        let comma = usize::from(matches!(byte(text, here), b',' | b';'));
        let dash = usize::from(byte(text, here) == b'-');
        let next = if dash == 1 { here + 1 } else { gap(text, here + comma)? };
        let end = word_end(text, next);
        let word = words(text, next, end).trim_end_matches('-');
        if word.is_empty() {
            return None;
        }
        let small = word.len() <= 2 && word.bytes().all(|b| b.is_ascii_lowercase());
        let joint = matches!(word, "und" | "oder" | "bis" | "i.V.m." | "u." | "f." | "ff." | "f" | "ff");
        let number = word.bytes().next().is_some_and(|b| b.is_ascii_digit()) && word.len() <= 6;
        if joint && matches!(word, "i.V.m.") {
            return None;
        }
        if PARTS.contains(&word) || small || joint || number {
            here = next + word.len();
            continue;
        }
        return is_code(word).then(|| code_end(text, next, next + word.len()));
    }
    None
}

/// An abbreviation of a code: `BGB`, `VwGO`, `BauNVO`, `GG`, `EStG`.
fn is_code(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let first = word.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    let letters = word.chars().all(|c| c.is_alphabetic() || c == '-' || c == '/');
    first && letters && 2 <= capitals && word.len() <= 24
}

/// `SGB X` has a number of its own; a sentence's point is no part of it.
fn code_end(text: &[u8], start: usize, end: usize) -> (usize, usize) {
    let bare = end - usize::from(before(text, end) == b'.');
    if words(text, start, bare) == "SGB"
        && let Some(book) = gap(text, bare)
    {
        let last = word_end(text, book);
        if words(text, book, last).bytes().all(|b| matches!(b, b'I' | b'V' | b'X')) && book < last {
            return (last, start);
        }
    }
    (bare, start)
}

/// `BGH, Beschluss vom 29. April 2015 - XII ZB 214/14`: the number is the day.
fn decision(place: &Place) -> Option<Found> {
    let text = place.text;
    if byte(text, place.end) != b'.' || 2 < place.end - place.at {
        return None;
    }
    let start = ruling_before(text, place.at)?;
    let date = date_end(text, place.end + 1)?;
    let dash = gap_or_none(text, date);
    let after = match text.get(dash..)? {
        [b'-', ..] => dash + 1,
        [0xE2, 0x80, 0x93 | 0x94, ..] => dash + 3,
        [b',', ..] => dash + 1,
        _ => return None,
    };
    let mut file = gap_or_none(text, after);
    if text.get(file..).is_some_and(|rest| rest.starts_with(b"Az.")) {
        file = gap_or_none(text, file + 3);
    }
    let end = file_end(text, file)?;
    let number = squeezed(words(text, file, end));
    let year = super::cursor::year(text, date - 4);
    Some(Found::new(Kind::Foreign, start, end, number).of_year(year))
}

/// The court and the sort of its ruling before `29. April 2015`.
fn ruling_before(text: &[u8], at: usize) -> Option<usize> {
    let vom = gap_back(text, at);
    let from = text.get(..vom)?.strip_suffix(b"vom")?.len();
    let ruling_end = gap_back(text, from);
    let ruling = super::cursor::word_start(text, ruling_end);
    let known = matches!(
        words(text, ruling, ruling_end),
        "Urteil" | "Urteile" | "Beschluss" | "Beschluß" | "Beschlüsse" | "Urt." | "Beschl." | "Entscheidung"
            | "Vorlagebeschluss" | "Teilurteil" | "Zwischenurteil" | "Verfügung" | "Bescheid" | "Gerichtsbescheid"
    );
    let comma = gap_back(text, ruling);
    if !known {
        return None;
    }
    let court_end = comma - usize::from(before(text, comma) == b',');
    court_start(text, court_end)
}

/// `BGH`, `OLG Köln`, `LAG Berlin-Brandenburg`.
fn court_start(text: &[u8], end: usize) -> Option<usize> {
    let mut here = end;
    for _ in 0..3 {
        let mut start = super::cursor::word_start(text, here);
        if before(text, start) == b'-' {
            start = super::cursor::word_start(text, start - 1);
        }
        if COURTS.contains(&words(text, start, here)) {
            return Some(start);
        }
        here = gap_back(text, start);
    }
    None
}

/// `. April 2015` or `.4.2015`: where it ends.
fn date_end(text: &[u8], at: usize) -> Option<usize> {
    let next = gap_or_none(text, at);
    let year_at = if byte(text, next).is_ascii_digit() {
        let month = digits(text, next);
        (byte(text, month) == b'.').then(|| gap_or_none(text, month + 1))?
    } else {
        gap(text, word_end(text, next))?
    };
    let end = digits(text, year_at);
    matches!(end - year_at, 2 | 4).then_some(end).filter(|_| byte(text, next) != b' ')
}

/// The file number that begins at `at`: `XII ZB 214/14`, `4 C 77.84`, `2 BvR 2408/06`,
/// `VIII R 12/98`. Nothing where a court's name stands first: `BVerwG 4 C 77.84` is cited alone.
fn file_end(text: &[u8], at: usize) -> Option<usize> {
    let senate_end = word_end(text, at);
    let senate = words(text, at, senate_end);
    let roman = senate.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'));
    let number = senate.bytes().all(|byte| byte.is_ascii_digit()) && senate.len() <= 3;
    if senate.is_empty() || !(roman || number) {
        return None;
    }
    let register = gap(text, senate_end)?;
    let mut register_end = word_end(text, register);
    if !REGISTERS.contains(&words(text, register, register_end)) {
        return None;
    }
    if let Some(bracket) = gap(text, register_end)
        && byte(text, bracket) == b'('
    {
        let close = text.get(bracket..)?.iter().take(12).position(|byte| *byte == b')')?;
        register_end = bracket + close + 1;
    }
    let figure = gap(text, register_end)?;
    let slash = digits(text, figure);
    let end = digits(text, slash + 1);
    let fits = figure < slash
        && matches!(byte(text, slash), b'/' | b'.')
        && matches!(end - slash, 3 | 5)
        && closes(text, end);
    fits.then_some(end)
}

/// A file number alone: `BVerwG 4 C 77.84`, `XII ZB 586/14`, `2 BvR 2408/06`.
fn file(place: &Place) -> Option<Found> {
    let text = place.text;
    let (start, end) = match file_end(text, place.at) {
        Some(end) => (place.at, end),
        None => roman_file(text, place)?,
    };
    let before = gap_back(text, start);
    let court = super::cursor::word_start(text, before);
    let named = COURTS.contains(&words(text, court, before)) && before < start;
    let normal = squeezed(words(text, start, end)).replace('.', "/");
    Some(Found::new(Kind::Foreign, if named { court } else { start }, end, normal))
}

/// The number is the one after the register: `XII ZB 214/14`.
fn roman_file(text: &[u8], place: &Place) -> Option<(usize, usize)> {
    if byte(text, place.end) != b'/' && byte(text, place.end) != b'.' {
        return None;
    }
    let mut register_end = gap_back(text, place.at);
    if before(text, register_end) == b')' {
        let back = text.get(..register_end)?.iter().rev().take(12).position(|b| *b == b'(')?;
        register_end = gap_back(text, register_end - back - 1);
    }
    let register = super::cursor::word_start(text, register_end);
    let senate_end = gap_back(text, register);
    let start = super::cursor::word_start(text, senate_end);
    if start == senate_end || senate_end == register || !byte(text, start).is_ascii_uppercase() {
        return None;
    }
    let end = file_end(text, start)?;
    (place.end < end).then_some((start, end))
}

/// `NJW 2015, 1827`, `BVerwGE 77, 317`: the number is the year or the volume.
fn report(place: &Place) -> Option<Found> {
    let text = place.text;
    let name_end = gap_back(text, place.at);
    let mut start = super::cursor::word_start(text, name_end);
    while matches!(before(text, start), b'-' | b'/') {
        start = super::cursor::word_start(text, start - 1);
    }
    let comma = place.end;
    if byte(text, comma) != b',' || name_end == place.at || 4 < place.end - place.at {
        return None;
    }
    let name = words(text, start, name_end);
    let (start, name) = match GERMAN.get(name) {
        Some(name) => (start, *name),
        None => {
            // `BStBl II 2001, 12`: the part of a gazette.
            let two = super::cursor::word_start(text, gap_back(text, start));
            (two, *GERMAN.get(&squeezed(words(text, two, name_end)))?)
        }
    };
    let page = gap(text, comma + 1)?;
    let end = digits(text, page);
    let normal = format!("{name} {}, {}", words(text, place.at, place.end), words(text, page, end));
    (page < end && closes(text, end)).then(|| Found::new(Kind::Foreign, start, end, normal))
}
