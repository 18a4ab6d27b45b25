//! Canadian and European legislation: chapters, regulations, provisions with their instrument.

use std::ops::Range;

use super::{
    CitationKind, CitationMatch,
    authority_tables::{INSTRUMENTS, STATUTES},
    cursor::{
        before, byte, closes, digits, gap, gap_back, gap_or_none, key, opens, word_end,
        word_start, words, year,
    },
    number_context::NumberContext,
    provision::{self, CitedProvisionList},
};

/// `SC 2001, c 27, s 40(1)(a)`, `LRC (1985), ch C-46`, `S.C. 1974-75-76, c. 108`.
pub(super) fn chapter(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    year(text, place.at)?;
    let bracket = before(text, place.at) == b'(';
    let name_end = volume_end(text, place.at - usize::from(bracket));
    let (start, volume) = volume_before(text, name_end)?;
    let mut years_end = place.end;
    while byte(text, years_end) == b'-' && digits(text, years_end + 1) == years_end + 3 {
        years_end += 3;
    }
    let shown = words(text, place.at, years_end);
    let after = years_end + usize::from(bracket && byte(text, years_end) == b')');
    let (end, number) = chapter_number(text, after)?;
    let normal = format!("{volume} {shown}, c {number}");
    Some(with_provisions(place, CitationKind::Statute, start, end, &normal))
}

/// `CQLR, c. I-0.2.1`, `CCSM c C150`: consolidations that have no year. `at` is past a hyphen.
pub(super) fn without_year(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let chapter = text.get(..place.at - 1)?.iter().rev().take(4);
    let letters = chapter.take_while(|byte| byte.is_ascii_uppercase()).count();
    let number = place.at - 1 - letters;
    let word_last = gap_back(text, number);
    let word = word_start(text, word_last);
    let name_end = volume_end(text, word);
    let (start, volume) = volume_before(text, name_end)?;
    if letters == 0 || !matches!(words(text, word, word_last), "c" | "c." | "ch" | "ch.") {
        return None;
    }
    let (end, figure) = chapter_number(text, word)?;
    let normal = format!("{volume}, c {figure}");
    Some(with_provisions(place, CitationKind::Statute, start, end, &normal))
}

/// The end of the name before a year: a gap, and perhaps a comma, lie between.
fn volume_end(text: &[u8], at: usize) -> usize {
    let end = gap_back(text, at);
    if before(text, end) == b',' { end - 1 } else { end }
}

fn volume_before(text: &[u8], end: usize) -> Option<(usize, &'static str)> {
    let start = word_start(text, end);
    let name = words(text, start, end);
    if name.len() < 2 || 12 < name.len() || !name.starts_with(|c: char| c.is_ascii_uppercase())
    {
        return None;
    }
    STATUTES.get(&key(name)).map(|volume| (start, *volume))
}

/// `, c 27`, `, ch. C-46`, `, c 1 (5th Supp)`: where it ends, and the number.
fn chapter_number(text: &[u8], at: usize) -> Option<(usize, String)> {
    let here = gap_or_none(text, at + usize::from(byte(text, at) == b','));
    let word_last = word_end(text, here).min(here + 5);
    let word = [&b"chap."[..], b"ch.", b"c.", b"chap", b"ch", b"c"]
        .into_iter()
        .find(|word| text.get(here..).is_some_and(|rest| rest.starts_with(word)))?;
    if word_last < here + word.len() {
        return None;
    }
    let number = gap_or_none(text, here + word.len());
    let rest = text.get(number..)?;
    let fits = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let mut end = number + rest.iter().take(12).take_while(fits).count();
    while matches!(before(text, end), b'.' | b'-') {
        end -= 1;
    }
    let figure = words(text, number, end);
    if !figure.bytes().any(|byte| byte.is_ascii_digit()) || !closes(text, end) {
        return None;
    }
    let mut figure = figure.to_owned();
    if let Some((last, supplement)) = supplement(text, end) {
        figure.push_str(" (");
        figure.push_str(supplement);
        figure.push_str(" Supp)");
        end = last;
    }
    Some((end, figure))
}

/// `(5th Supp)`, `(5e suppl.)`.
fn supplement(text: &[u8], at: usize) -> Option<(usize, &'static str)> {
    let open = gap(text, at)?;
    let rest = text.get(open..)?;
    let close = rest.iter().take(16).position(|byte| *byte == b')')?;
    let inner = words(text, open, open + close);
    let inner = inner.strip_prefix('(')?;
    if !inner.to_ascii_lowercase().contains("supp") {
        return None;
    }
    let which = match inner.as_bytes().first()? {
        b'1' => "1st",
        b'2' => "2nd",
        b'3' => "3rd",
        b'4' => "4th",
        b'5' => "5th",
        _ => return None,
    };
    Some((open + close + 1, which))
}

/// `SOR/2002-227`, `DORS/2002-227`, `O Reg 194/90`, `SI 1998/3132`, `Directive 2004/38/EC`: the
/// number after a slash, or before one.
pub(super) fn regulation(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let name_end = place.at - 1;
    let start = word_start(text, name_end);
    let normal = match words(text, start, name_end) {
        "SOR" | "DORS" => "SOR",
        "SI" | "TR" => "SI",
        _ => return None,
    };
    let end = digits(text, place.end + 1);
    let fits = byte(text, place.end) == b'-' && place.end + 1 < end && closes(text, end);
    let normal = format!("{normal}/{}", words(text, place.at, end));
    fits.then(|| with_provisions(place, CitationKind::Statute, start, end, &normal))
}

/// Numbers with a slash: regulations of the provinces, statutory instruments, European acts.
pub(super) fn numbered(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let second = digits(text, place.end + 1);
    if byte(text, place.end) != b'/' || second == place.end + 1 || 5 < second - place.end {
        return statutory_instrument(place);
    }
    let mut name_end = gap_back(text, place.at);
    let sign = word_start(text, name_end);
    if matches!(words(text, sign, name_end), "No" | "no" | "No.") {
        name_end = gap_back(text, sign);
    }
    let named = instrument_word(text, name_end);
    let mut end = second;
    for union in
        [&b"/EC"[..], b"/EEC", b"/EU", b"/JHA", b"/CE", b"/CEE", b"/UE", b"/EG", b"/EWG"]
    {
        let suffix = text.get(second..).is_some_and(|rest| rest.starts_with(union));
        if suffix && closes(text, second + union.len()) {
            end = second + union.len();
        }
    }
    // `(69/335/EWG)` says by itself what it is.
    let start = named.or_else(|| (second < end).then_some(place.at))?;
    let normal = super::cursor::squeezed(words(text, start, end));
    closes(text, end)
        .then(|| with_provisions(place, CitationKind::Statute, start, end, &normal))
}

/// `SI 1998 No 3132`, `S.I. 2005 No. 12`.
fn statutory_instrument(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let named = year(text, place.at)?;
    let name_end = gap_back(text, place.at);
    let start = word_start(text, name_end);
    if key(words(text, start, name_end)) != "SI" {
        return None;
    }
    let no = gap(text, place.end)?;
    let rest = text.get(no..)?;
    let sign = [&b"No."[..], b"No"].into_iter().find(|sign| rest.starts_with(sign))?;
    let number = gap_or_none(text, no + sign.len());
    let end = digits(text, number);
    let normal = format!("SI {named}/{}", words(text, number, end));
    (number < end && closes(text, end))
        .then(|| with_provisions(place, CitationKind::Statute, start, end, &normal))
}

/// The words before `1408/71` that make it an instrument: where they begin.
fn instrument_word(text: &[u8], end: usize) -> Option<usize> {
    let start = word_start(text, end);
    match words(text, start, end) {
        "SI" | "S.I." => Some(start),
        "Directive" | "Decision" | "Regulation" | "Règlement" | "Richtlinie" | "Verordnung" => {
            Some(european_body(text, start))
        }
        "Reg" | "Reg." => {
            let province_end = gap_back(text, start);
            let province = word_start(text, province_end);
            let known = matches!(
                key(words(text, province, province_end)).as_str(),
                "O" | "BC" | "Alta" | "Sask" | "Man" | "NS" | "NB" | "Nfld" | "PEI" | "Ont"
            );
            known.then_some(province)
        }
        _ => {
            // `Regulation (EU) 2016/679`
            let inner = text.get(..end)?;
            let union = [&b"(EU)"[..], b"(EC)", b"(EEC)", b"(UE)", b"(CE)", b"(Euratom)"]
                .into_iter()
                .find(|union| inner.ends_with(union))?;
            let name_end = gap_back(text, end - union.len());
            let name = word_start(text, name_end);
            matches!(words(text, name, name_end), "Regulation" | "Directive" | "Decision")
                .then(|| european_body(text, name))
        }
    }
}

fn european_body(text: &[u8], at: usize) -> usize {
    let end = gap_back(text, at);
    let start = word_start(text, end);
    if matches!(words(text, start, end), "Council" | "Commission") { start } else { at }
}

/// `A40(1)(a)` and `R216(1)(b)`: officers' shorthand, only with a subdivision.
pub(super) fn shorthand(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let start = place.at - 1;
    let abbreviation = if byte(text, start) == b'A' { "IRPA" } else { "IRPR" };
    let instrument = INSTRUMENTS.get(abbreviation)?;
    let mut end = place.end;
    if byte(text, end) == b'.' && byte(text, end + 1).is_ascii_digit() {
        end = digits(text, end + 1);
    }
    if byte(text, end) != b'(' || 3 < place.end - place.at {
        return None;
    }
    let mut section = words(text, place.at, end).to_owned();
    let last = provision::subdivisions(text, end, &mut section);
    let normal = format!("{instrument}, s {section}");
    (end < last && closes(text, last))
        .then(|| CitationMatch::new(CitationKind::Statute, start, last, normal))
}

/// Provisions together with the instrument that is named after or before them, or alone.
pub(super) fn provisions(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let Some(list) = provision::around(text, place.at) else {
        return after_abbreviation(place);
    };
    if let Some(named) = instrument_after(place, list.end) {
        let mut found = compose(list.start, named.end, &list, &named);
        found.head = named.spelt.then_some(named.head);
        return Some(found);
    }
    if let Some(named) = instrument_before(place, list.start) {
        return Some(compose(named.head.start, list.end, &list, &named));
    }
    internal(text, list)
}

/// An instrument beside provisions.
struct InstrumentMatch {
    head: Range<usize>,
    end: usize,
    normal: String,
    /// By its title, and not by an abbreviation.
    spelt: bool,
}

fn compose(
    start: usize,
    end: usize,
    list: &CitedProvisionList,
    named: &InstrumentMatch,
) -> CitationMatch {
    let mut found = CitationMatch::new(CitationKind::Statute, start, end, String::new());
    let each = list
        .items
        .iter()
        .map(|item| format!("{}, s {}", named.normal, item.normal));
    found.normal = each.collect();
    found
}

/// `of the IRPA`, `de la Loi sur …`, `Finance Act 2004`.
fn instrument_after(place: &NumberContext, end: usize) -> Option<InstrumentMatch> {
    const LINKS: &[&str] = &[
        "of the",
        "of",
        "in the",
        "under the",
        "de la",
        "de l’",
        "de l'",
        "du",
        "des",
        "aux",
        "à la",
    ];
    let text = place.text;
    let here = gap(text, end)?;
    let linked = LINKS.iter().find_map(|link| {
        let rest = text.get(here..)?;
        let after = here + link.len();
        if !rest.starts_with(link.as_bytes()) {
            return None;
        }
        if link.ends_with(['’', '\'']) { Some(after) } else { gap(text, after) }
    });
    instrument_at(place, linked.unwrap_or(here))
}

fn instrument_at(place: &NumberContext, at: usize) -> Option<InstrumentMatch> {
    let text = place.text;
    let ahead = place.titles.get(place.passed..).unwrap_or_default();
    if let Some(title) = ahead.iter().take(4).find(|title| title.start == at) {
        return Some(InstrumentMatch {
            head: title.start..title.end,
            end: chapter_after(text, title.end).unwrap_or(title.end),
            normal: title.normal.first().cloned().unwrap_or_default(),
            spelt: true,
        });
    }
    let (end, normal) = abbreviation_at(text, at)?;
    Some(InstrumentMatch {
        head: at..end,
        end,
        normal: normal.to_owned(),
        spelt: false,
    })
}

/// `IRPA`, `Charter`, `C.c.Q.`, `Cr C`: one word or two.
fn abbreviation_at(text: &[u8], at: usize) -> Option<(usize, &'static str)> {
    if !byte(text, at).is_ascii_uppercase() || !opens(text, at) {
        return None;
    }
    let first = word_end(text, at);
    let two = gap(text, first).map(|second| word_end(text, second));
    for end in two.into_iter().chain([first]) {
        for end in [end, end.saturating_sub(1)] {
            let name = words(text, at, end);
            let plain = name.replace('.', "");
            if let Some(normal) = INSTRUMENTS.get(name).or_else(|| INSTRUMENTS.get(&plain)) {
                return closes(text, end).then_some((end, *normal));
            }
        }
    }
    None
}

/// The chapter that follows a title belongs to it: `Criminal Code, RSC 1985, c C-46`.
fn chapter_after(text: &[u8], at: usize) -> Option<usize> {
    let here = gap(text, at + usize::from(byte(text, at) == b','))?;
    let name_end = word_end(text, here);
    STATUTES.get(&key(words(text, here, name_end)))?;
    let year_at = gap_or_none(text, name_end + usize::from(byte(text, name_end) == b','));
    let mut after = name_end;
    if year(text, year_at).is_some() {
        after = digits(text, year_at);
        while byte(text, after) == b'-' && digits(text, after + 1) == after + 3 {
            after += 3;
        }
    }
    chapter_number(text, after).map(|(end, _)| end)
}

/// `Charter, s 7`, `IRPA s. 40`: the instrument is named before its provisions.
fn instrument_before(place: &NumberContext, start: usize) -> Option<InstrumentMatch> {
    let text = place.text;
    let end = volume_end(text, start);
    if let Some(title) = title_ending(place, end) {
        let normal = title.normal.first().cloned().unwrap_or_default();
        return Some(InstrumentMatch {
            head: title.start..title.end,
            end,
            normal,
            spelt: true,
        });
    }
    let from = word_start(text, end);
    let name = words(text, from, end);
    let normal = INSTRUMENTS.get(name)?;
    let normal = (*normal).to_owned();
    (place.floor <= from).then_some(InstrumentMatch {
        head: from..end,
        end,
        normal,
        spelt: false,
    })
}

/// The title that ends at a place.
pub(super) fn title_ending<'a>(
    place: &NumberContext<'a>,
    end: usize,
) -> Option<&'a CitationMatch> {
    let before = place.titles.get(..place.passed).unwrap_or_default();
    before
        .iter()
        .rev()
        .take(2)
        .find(|title| title.end == end && place.floor <= title.start)
}

/// `IRPR 216`: the number right after an abbreviation.
fn after_abbreviation(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let end = gap_back(text, place.at);
    let start = word_start(text, end);
    let name = words(text, start, end);
    if end == place.at || !matches!(name, "IRPA" | "IRPR" | "LIPR" | "RIPR") {
        return None;
    }
    let instrument = INSTRUMENTS.get(name)?;
    let mut section = String::new();
    let mut last = place.end;
    if byte(text, last) == b'.' && byte(text, last + 1).is_ascii_digit() {
        last = digits(text, last + 1);
    }
    section.push_str(words(text, place.at, last));
    let last = provision::subdivisions(text, last, &mut section);
    let normal = format!("{instrument}, s {section}");
    (closes(text, last) && last - place.at < 40)
        .then(|| CitationMatch::new(CitationKind::Statute, start, last, normal))
}

/// A provision of the instrument at hand. What follows must not say that it is of something else.
fn internal(text: &[u8], list: CitedProvisionList) -> Option<CitationMatch> {
    let of = gap(text, list.end).is_some_and(|next| {
        let rest = text.get(next..).unwrap_or_default();
        [&b"of "[..], b"de ", b"du ", b"des ", b"in the ", b"hereof", b"de l", b"to the "]
            .iter()
            .any(|link| rest.starts_with(link))
    });
    if list.items.is_empty() || of {
        return None;
    }
    if !list.in_full {
        return sign(text, &list);
    }
    let mut each: Vec<CitationMatch> = Vec::new();
    for item in list.items {
        let normal = format!("s {}", item.normal);
        match (item.section, each.last_mut()) {
            (Some(section), last) => {
                let start = if last.is_none() { list.start } else { section.start };
                each.push(
                    CitationMatch::new(CitationKind::Internal, start, item.end, normal)
                        .headed(section),
                );
            }
            // `(2) or (4)` after a section are places of that section.
            (None, Some(last)) => {
                last.end = item.end;
                last.normal.push(normal);
            }
            (None, None) => return None,
        }
    }
    let mut first = each.remove(0);
    first.further = each;
    Some(first)
}

/// `§99` with no code beside it. With a space between, as Germans write it, the code is nearly
/// always one that the text named before, and which is not for us to say.
fn sign(text: &[u8], list: &CitedProvisionList) -> Option<CitationMatch> {
    let item = list.items.first()?;
    let rest = text.get(list.start..)?;
    let marked = rest.starts_with(b"\xC2\xA7") && rest.get(2).is_some_and(u8::is_ascii_digit);
    let normal = format!("s {}", item.normal);
    marked.then(|| {
        CitationMatch::new(CitationKind::Internal, list.start, item.end, normal)
            .headed(list.start..item.end)
    })
}

/// Adds the provisions that follow a chapter or a regulation, and the title before it.
fn with_provisions(
    place: &NumberContext,
    kind: CitationKind,
    start: usize,
    end: usize,
    normal: &str,
) -> CitationMatch {
    let text = place.text;
    let mut found = CitationMatch::new(kind, start, end, normal.to_owned());
    let next = gap(text, end + usize::from(byte(text, end) == b','));
    if let Some(list) = next.and_then(|at| provision::from(text, at)) {
        found.end = list.end;
        found.normal = list
            .items
            .iter()
            .map(|item| format!("{normal}, s {}", item.normal))
            .collect();
    }
    let before = volume_end(text, start);
    let before = if super::cursor::before(text, before) == b'(' {
        volume_end(text, before - 1)
    } else {
        before
    };
    found.title = title_ending(place, before).map(|title| title.start..title.end);
    // An act by its title and chapter is named by its title; with a section after the chapter,
    // chapter and section are what leads to the place.
    if found.end == end || normal.starts_with("CQLR") {
        found.head.clone_from(&found.title);
    }
    found
}
