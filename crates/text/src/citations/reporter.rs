//! Citations by reporter: year or volume, name, page.

use super::{
    CitationKind, CitationMatch,
    authority_tables::{REPORTERS, ReporterEntry, ReporterFamily, STATES},
    cursor::{byte, closes, digits, gap, gap_or_none, key, squeezed, words},
    neutral::court_after,
    number_context::NumberContext,
    provision,
    reporter_names::{by_year, is_date, is_review, is_word, without_series},
};

/// The longest name of a reporter with what may stand in it.
const LONGEST: usize = 64;

/// A reporter's name in a text, and where the number after it begins.
pub(super) struct ReporterMatch {
    pub(super) reporter: ReporterEntry,
    /// `(4th)`, where the reporter's name has a series in the Canadian manner.
    pub(super) series: Option<String>,
    /// The end of the name.
    pub(super) end: usize,
    /// The first byte of the page or section.
    pub(super) page: usize,
    /// The page is a section of a code.
    pub(super) section: bool,
}

/// `[1999] 2 SCR 817`, `[1970] AC 12`, `(1987) 85 Cr App R 1`: the year is in brackets, and `from`
/// is the place after them.
pub(super) fn bracketed(
    place: &NumberContext,
    start: usize,
    from: usize,
    year: u16,
) -> Option<CitationMatch> {
    let text = place.text;
    let after = gap(text, from)?;
    let volume_end = digits(text, after);
    let named_at = if volume_end == after { after } else { gap(text, volume_end)? };
    if 4 < volume_end - after {
        return None;
    }
    let named = named(text, named_at)?;
    if named.reporter.family == ReporterFamily::StatesLaw {
        return None;
    }
    let volume = words(text, after, volume_end);
    let shown = words(text, start, from);
    let prefix = if volume.is_empty() { shown.to_owned() } else { format!("{shown} {volume}") };
    finish(text, start, &prefix, &named).map(|found| found.of_year(Some(year)))
}

/// `103 DLR (4th) 1`, `480 U.S. 421`, `8 U.S.C. § 1182(a)`, `2006-Ohio-2095`.
pub(super) fn by_volume(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let volume_end = volume(text, place.at, place.end);
    let prefix = words(text, place.at, volume_end);
    if let Some(found) = hyphened(text, place.at, volume_end) {
        return Some(found);
    }
    if let Some(found) = glued(text, place.at, volume_end) {
        return Some(found);
    }
    // A gap is the rule; `18, United States Code` has a comma.
    let comma = usize::from(byte(text, volume_end) == b',');
    let at = gap_or_none(text, volume_end + comma);
    if !byte(text, at).is_ascii_uppercase() || (comma == 1 && at == volume_end + 1) {
        return None;
    }
    let Some(named) = named(text, at) else { return again(text, place.at, at) };
    if at == volume_end || (comma == 1 && !named.section) {
        return None;
    }
    let dated = volume_end == place.at + 4 && super::cursor::year(text, place.at).is_some();
    let states = named.reporter.family == ReporterFamily::States;
    if dated && states && !by_year(words(text, at, named.end)) {
        return None;
    }
    // `1 Abs. 2` after a German sign is a subsection, `1987 V R 2/79` a date and a file.
    // A letter without its point is a letter; only a year in brackets makes it a reporter.
    let name = words(text, at, named.end);
    if name.len() == 1 || matches!(name, "Abs" | "Abs.") {
        return None;
    }
    let mut found = finish(text, place.at, prefix, &named)?;
    found.year = super::cursor::year(text, place.at);
    Some(found)
}

/// `515 U.S., at 241`: a reporter cited before, and a page in it.
fn again(text: &[u8], start: usize, at: usize) -> Option<CitationMatch> {
    let mut here = at;
    for _ in 0..6 {
        let token_end = token(text, here);
        let next = gap(text, token_end)?;
        if token_end == here || LONGEST < token_end - at {
            return None;
        }
        if text.get(next..).is_some_and(|rest| rest.starts_with(b"at ")) {
            let name = words(text, at, token_end).trim_end_matches(',');
            let known = STATES.get(&key(name)).or_else(|| REPORTERS.get(&key(name)))?;
            let page = gap(text, next + 2)?;
            let end = digits(text, page);
            // Plain words are names of reporters too: `10 Miles, at 5`.
            let fits = name.contains('.')
                && known.family != ReporterFamily::StatesLaw
                && page < end
                && closes(text, end);
            let mut found = CitationMatch::new(CitationKind::Short, start, end, String::new());
            found.normal.clear();
            return fits.then_some(found);
        }
        here = next;
    }
    None
}

/// `22CO7`, `2021COA112`: nothing between the parts.
fn glued(text: &[u8], start: usize, volume_end: usize) -> Option<CitationMatch> {
    let rest = text.get(volume_end..)?;
    let length = rest
        .iter()
        .take(4)
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    let name = words(text, volume_end, volume_end + length);
    let page_at = volume_end + length;
    let end = digits(text, page_at);
    let fits = matches!(name, "CO" | "COA") && page_at < end && closes(text, end);
    let volume = words(text, start, volume_end);
    let normal = format!("{volume} {name} {}", words(text, page_at, end));
    fits.then(|| CitationMatch::new(CitationKind::Us, start, end, normal))
}

/// A volume may be `71A`, `1999-7`, `1940-1943`, `0-6-054`.
fn volume(text: &[u8], at: usize, end: usize) -> usize {
    let mut end = end;
    for _ in 0..2 {
        let more = digits(text, end + 1);
        if byte(text, end) != b'-' || more == end + 1 || 5 < more - end {
            break;
        }
        end = more;
    }
    let letter = byte(text, end).is_ascii_uppercase() && end - at <= 4;
    if letter && gap(text, end + 1).is_some() { end + 1 } else { end }
}

/// `2006-Ohio-2095`, `2005 -NMCA- 078`.
fn hyphened(text: &[u8], start: usize, volume_end: usize) -> Option<CitationMatch> {
    let dash = gap_or_none(text, volume_end);
    if byte(text, dash) != b'-' || volume_end - start != 4 {
        return None;
    }
    let rest = text.get(dash + 1..)?;
    let length = rest
        .iter()
        .take(10)
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let name_end = dash + 1 + length;
    let reporter = STATES.get(words(text, dash + 1, name_end))?;
    if byte(text, name_end) != b'-' || reporter.family != ReporterFamily::States {
        return None;
    }
    let page = gap_or_none(text, name_end + 1);
    let end = digits(text, page);
    let normal = format!(
        "{}-{}-{}",
        words(text, start, volume_end),
        reporter.name,
        words(text, page, end)
    );
    (page < end && closes(text, end))
        .then(|| CitationMatch::new(CitationKind::Us, start, end, normal))
}

/// Reads a name up to the page that follows it.
pub(super) fn named(text: &[u8], at: usize) -> Option<ReporterMatch> {
    if !byte(text, at).is_ascii_uppercase() {
        return None;
    }
    let (mut here, mut best) = (at, None);
    for _ in 0..10 {
        let token_end = closed(text, here, token(text, here));
        if token_end == here || LONGEST < token_end - at {
            break;
        }
        let next = gap_or_none(text, token_end);
        if let Some((page, section)) = page_start(text, next) {
            best = best.or_else(|| lookup(text, at, token_end, page, section));
        }
        if next == token_end {
            break;
        }
        here = next;
    }
    best
}

/// The end of a part of a name: letters, points, brackets, ampersands, apostrophes; a number only
/// where it is a series (`2d`, `4th`).
fn token(text: &[u8], at: usize) -> usize {
    let mut here = at;
    while here - at < LONGEST {
        match text.get(here..).unwrap_or_default() {
            [0xE2, 0x80, 0x99, ..] => here += 3,
            [first, ..]
                if first.is_ascii_alphanumeric()
                    || matches!(
                        first,
                        b'.' | b'&' | b'\'' | b'(' | b')' | b'[' | b']' | b',' | b'-'
                    ) =>
            {
                here += 1;
            }
            _ => break,
        }
    }
    here
}

/// A bracket belongs to the name as a whole: `2 Ware (Dav. 172) 176`.
fn closed(text: &[u8], start: usize, end: usize) -> usize {
    let part = text.get(start..end).unwrap_or_default();
    if !part.starts_with(b"(") || part.contains(&b')') {
        return end;
    }
    let rest = text.get(end..).unwrap_or_default();
    let more = rest.iter().take(32).position(|byte| *byte == b')');
    more.map_or(end, |more| token(text, end + more))
}

/// Where the page begins, after a marker or none; whether it is a section.
fn page_start(text: &[u8], at: usize) -> Option<(usize, bool)> {
    const MARKS: &[(&[u8], bool)] = &[
        (b"\xC2\xA7\xC2\xA7", true),
        (b"\xC2\xA7", true),
        (b"\xC2\xB6\xC2\xB6", false),
        (b"\xC2\xB6", false),
        (b"Sections", true),
        (b"Section", true),
        (b"sections", true),
        (b"section", true),
        (b"secs.", true),
        (b"sec.", true),
        (b"Sec.", true),
        (b"S.", true),
        (b"par.", false),
        (b"para.", false),
        (b"page", false),
        (b"Page", false),
        (b"p.", false),
        (b"No.", false),
        (b"P", false),
        (b"D", false),
        (b"S", false),
    ];
    let rest = text.get(at..)?;
    if rest.first()?.is_ascii_digit() {
        let end = digits(text, at);
        let suffix = text.get(end..end + 2).unwrap_or_default();
        let series = matches!(suffix, b"th" | b"nd" | b"rd" | b"st" | b"ST")
            || (suffix.first() == Some(&b'd')
                && suffix.get(1).is_none_or(|b| !b.is_ascii_digit()));
        return (!series).then_some((at, false));
    }
    if roman(text, at).is_some() {
        return Some((at, false));
    }
    let (mark, section) = MARKS.iter().find(|(mark, _)| rest.starts_with(mark))?;
    let page = gap_or_none(text, at + mark.len());
    byte(text, page).is_ascii_digit().then_some((page, *section))
}

/// A law review, whose name is as it is written.
const REVIEW: ReporterEntry = ReporterEntry {
    name: "",
    family: ReporterFamily::States,
    alone: false,
};

fn lookup(
    text: &[u8],
    at: usize,
    end: usize,
    page: usize,
    section: bool,
) -> Option<ReporterMatch> {
    let name = words(text, at, end);
    let (bare, series) = without_series(name);
    if let Some(reporter) = REPORTERS.get(&key(bare)) {
        return Some(ReporterMatch { reporter: *reporter, series, end, page, section });
    }
    if is_word(name) || is_date(name, words(text, page, digits(text, page))) {
        return None;
    }
    let reporter = STATES.get(&key(name)).or_else(|| {
        // `5 Am. Law Reg. (1857) 280`, `1 U.S. (1 Wall.) 12`: a remark before the page.
        let remark = name.find(" (").map(|open| &name[..open]);
        let supplement = name.strip_suffix(" Supp.");
        remark.or(supplement).and_then(|name| STATES.get(&key(name)))
    });
    let Some(reporter) = reporter else {
        // Reviews have too many names for a table, and say by their last words what they are.
        let series = is_review(name).then(|| name.to_owned());
        return Some(ReporterMatch {
            reporter: REVIEW,
            series: Some(series?),
            end,
            page,
            section,
        });
    };
    Some(ReporterMatch {
        reporter: *reporter,
        series: None,
        end,
        page,
        section,
    })
}

/// Reads the page and what belongs to it.
fn finish(
    text: &[u8],
    start: usize,
    prefix: &str,
    named: &ReporterMatch,
) -> Option<CitationMatch> {
    let name = named.reporter.name;
    if named.reporter.family == ReporterFamily::StatesLaw || named.section {
        return law(text, start, prefix, named);
    }
    let end = page(text, named.page)?;
    let file = byte(text, end) == b'/' && byte(text, end + 1).is_ascii_digit();
    if file && named.reporter.family == ReporterFamily::Foreign {
        return None;
    }
    let figure = words(text, named.page, end);
    let series = named
        .series
        .as_deref()
        .map(|series| format!(" {series}"))
        .unwrap_or_default();
    let mut normal = format!("{prefix} {name}{series} {figure}");
    let (mut kind, mut last) = (CitationKind::Us, end);
    if named.reporter.family != ReporterFamily::States {
        kind = if named.reporter.family == ReporterFamily::Canada {
            CitationKind::Reporter
        } else {
            CitationKind::Foreign
        };
        if let Some(after) = court_after(text, end) {
            normal.push_str(
                &squeezed(words(text, end, after)).replace('.', "").replace('(', " ("),
            );
            last = after;
        }
    }
    Some(CitationMatch::new(kind, start, last, squeezed(&normal)))
}

/// A page: `817`, `1,234`, `1028A`, `1211(A)`, `120583-U`. Nothing where a word follows at once.
pub(super) fn page(text: &[u8], at: usize) -> Option<usize> {
    if let Some(end) = roman(text, at) {
        return Some(end);
    }
    let mut end = digits(text, at);
    if end == at || 9 < end - at {
        return None;
    }
    while byte(text, end) == b',' && digits(text, end + 1) == end + 4 {
        end += 4;
    }
    let (first, second) = (byte(text, end), byte(text, end + 1));
    if first.is_ascii_alphabetic() && !second.is_ascii_alphanumeric() {
        end += 1;
    } else if (first, second) == (b'W', b'C')
        || (first == b'-' && second.is_ascii_uppercase() && closes(text, end + 2))
    {
        end += 2;
    } else if matches!(first, b'(' | b'[')
        && matches!(second, b'A' | b'U')
        && matches!(byte(text, end + 2), b')' | b']')
    {
        end += 3;
    } else if first == b'.' && second.is_ascii_digit() {
        end = digits(text, end + 1);
    }
    closes(text, end).then_some(end)
}

/// A page of front matter: `LII`, `xi`.
fn roman(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let upper = rest.iter().take(8).take_while(|byte| b"IVXLC".contains(byte)).count();
    let lower = rest.iter().take(8).take_while(|byte| b"ivxlc".contains(byte)).count();
    let length = upper.max(lower);
    (2 <= length && closes(text, at + length)).then_some(at + length)
}

/// A section of a code: the whole path of subdivisions, and the year of the code in brackets.
fn law(
    text: &[u8],
    start: usize,
    prefix: &str,
    named: &ReporterMatch,
) -> Option<CitationMatch> {
    let (mut end, path) = section_path(text, named.page)?;
    // `5 Ill. Comp. Stat. 100 / 1-5`
    if let Some(slash) = gap(text, end)
        && byte(text, slash) == b'/'
        && let Some(more) = gap(text, slash + 1)
        && byte(text, more).is_ascii_digit()
    {
        end = section_path(text, more)?.0;
    }
    let name = named.reporter.name;
    let normal = if matches!(name, "U.S.C." | "C.F.R.") {
        format!("{prefix} {} {path}", key(name))
    } else {
        squeezed(words(text, start, end))
    };
    let last = code_year(text, end).unwrap_or(end);
    Some(CitationMatch::new(CitationKind::UsStatute, start, last, normal))
}

/// `1182(a)(6)(C)(i)`, `23-3-119(a)(2) and (d)`, `0:331:5`.
pub(super) fn section_path(text: &[u8], at: usize) -> Option<(usize, String)> {
    let mut end = at;
    loop {
        let rest = text.get(end..)?;
        end += rest
            .iter()
            .take(12)
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let joined = matches!(byte(text, end), b'.' | b':' | b'-' | b',' | b'/');
        let goes_on = byte(text, end + 1).is_ascii_digit()
            || (byte(text, end) == b'-' && byte(text, end + 1).is_ascii_uppercase());
        if !joined || !goes_on || 40 < end - at {
            break;
        }
        end += 1;
    }
    if end == at {
        return None;
    }
    let mut path = words(text, at, end).to_owned();
    end = provision::subdivisions(text, end, &mut path);
    while let Some(open) = joined_subdivision(text, end) {
        path.push_str(" and ");
        end = provision::subdivisions(text, open, &mut path);
    }
    closes(text, end).then_some((end, path))
}

/// Where the subdivision after a joining word begins.
fn joined_subdivision(text: &[u8], end: usize) -> Option<usize> {
    let at = gap(text, end)?;
    let rest = text.get(at..)?;
    let join = [&b"and"[..], b"or", b"&"]
        .into_iter()
        .find(|join| rest.starts_with(join))?;
    let open = gap(text, at + join.len())?;
    let last = provision::subdivisions(text, open, &mut String::new());
    (byte(text, open) == b'(' && open < last).then_some(open)
}

/// `(1987)`, `(2005-06)`, `(West 1999)`, `(Supp. 2001)`.
pub(super) fn code_year(text: &[u8], at: usize) -> Option<usize> {
    let open = gap(text, at)?;
    if byte(text, open) != b'(' {
        return None;
    }
    let rest = text.get(open + 1..)?;
    let length = rest.iter().take(32).position(|byte| *byte == b')')?;
    let inner = words(text, open + 1, open + 1 + length);
    let last = inner.rsplit(' ').next()?;
    let year = last.split('-').next()?;
    let words_fit = inner.split(' ').rev().skip(1).all(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase() || c == '&' || c.is_ascii_digit())
    });
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    (is_year && words_fit).then_some(open + length + 2)
}
