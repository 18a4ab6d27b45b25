//! United States citations without a volume: codes by section, reporters by page alone.

use super::{
    CitationKind, CitationMatch,
    authority_tables::{ALONE, ReporterFamily, STATES, last_word},
    cursor::{before, byte, closes, digits, gap, gap_back, gap_or_none, key, squeezed, words},
    number_context::NumberContext,
    reporter::{code_year, page, section_path},
};

/// What stands between a name and its number.
const MARKS: &[&str] = &[
    "§", "§§", "¶", "¶¶", "tit.", "ch.", "art", "art.", "r.", "No.", "Number", "No", "par.",
    "para.", "p.", "P", "sec.", "Sec.", "Section",
];

/// `Wis. Stat. § 655.002(2)(c) (2005-06)`, `Pub. L. No. 107-150`, `Baldw. 196`.
pub(super) fn alone(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let (name_end, marked) = name_end(text, place.at)?;
    let last = token_start(text, name_end);
    let known = last_word(words(text, last, name_end)).is_some_and(|word| ALONE.contains(word));
    let remark = before(text, name_end) == b')';
    let subject = marked && byte(text, last).is_ascii_uppercase();
    if !known && !subject && !remark {
        return None;
    }
    let (start, law, plain) = longest(place, name_end)?;
    if plain && !set_apart(text, start) {
        return None;
    }
    let (start, end) = if law {
        (with_volume(place, start), law_end(text, place.at)?)
    } else {
        (start, place_end(text, place.at)?)
    };
    let kind = if law { CitationKind::UsStatute } else { CitationKind::Us };
    Some(CitationMatch::new(kind, start, end, squeezed(words(text, start, end))))
}

/// The end of the name before a number, and whether a mark stood between.
fn name_end(text: &[u8], at: usize) -> Option<(usize, bool)> {
    let mut end = gap_back(text, at);
    let mut marked = false;
    for _ in 0..2 {
        let rest = text.get(..end)?;
        let mark = MARKS.iter().filter(|mark| rest.ends_with(mark.as_bytes()));
        let Some(mark) = mark.max_by_key(|mark| mark.len()) else { break };
        let start = end - mark.len();
        // A mark of letters is a word of its own.
        if mark.is_ascii() && !super::cursor::opens(text, start) {
            break;
        }
        (end, marked) = (gap_back(text, start), true);
    }
    if before(text, end) == b',' {
        end -= 1;
    }
    (end != at && 0 < end).then_some((end, marked))
}

/// The start of the part of a name that ends at `end`.
fn token_start(text: &[u8], end: usize) -> usize {
    let mut here = end;
    while end - here < 32 {
        match text.get(..here).unwrap_or_default() {
            [.., 0xE2, 0x80, 0x99] => here -= 3,
            [.., last]
                if last.is_ascii_alphanumeric()
                    || matches!(
                        last,
                        b'.' | b'&' | b'\'' | b'(' | b')' | b',' | b'-' | b'[' | b']'
                    ) =>
            {
                here -= 1;
            }
            _ => break,
        }
    }
    here
}

/// The longest known name that ends at `end`: its start, whether it is a code, whether it is one
/// plain word that needs to be set apart from prose.
fn longest(place: &NumberContext, end: usize) -> Option<(usize, bool, bool)> {
    let text = place.text;
    let (mut here, mut best) = (end, None);
    for _ in 0..8 {
        let start = token_start(text, here);
        if start == here || start < place.floor || 72 < end - start {
            break;
        }
        let name = words(text, start, end);
        let opened = name.starts_with(|c: char| c.is_ascii_uppercase());
        if opened {
            let bare = name.split(" (").next().unwrap_or(name);
            let found = STATES.get(&key(name)).or_else(|| STATES.get(&key(bare)));
            let found = found.filter(|reporter| reporter.alone);
            if let Some(reporter) = found {
                let plain =
                    !name.contains(['.', ' ']) && reporter.family == ReporterFamily::States;
                best = Some((start, reporter.family == ReporterFamily::StatesLaw, plain));
            } else if by_subject(name) {
                best = Some((start, true, false));
            }
        }
        here = gap_back(text, start);
    }
    best
}

/// `Cal. Empl. Code`, `N.Y. Empl. Law`, `Tex. Fam. Code Ann.`, `Md. Code Ann., Fam. Law`.
fn by_subject(name: &str) -> bool {
    let (first, rest) = name.split_once(' ').unwrap_or_default();
    let code =
        rest.ends_with(" Code") || rest.ends_with(" Law") || rest.ends_with(" Code Ann.");
    match first {
        "Cal." | "N.Y." | "Tex." => {
            code || (first == "N.Y."
                && !rest.is_empty()
                && rest.len() < 16
                && rest.ends_with('.'))
        }
        "Md." => rest.starts_with("Code Ann., ") || rest.starts_with("Code, "),
        _ => false,
    }
}

/// Whether a name of one plain word stands where only a citation would: at the start, in brackets,
/// or after the comma of a style of cause.
fn set_apart(text: &[u8], start: usize) -> bool {
    let end = gap_back(text, start);
    match before(text, end) {
        0 | b'(' | b'[' => true,
        b',' => {
            let word = super::cursor::word_start(text, end - 1);
            byte(text, word).is_ascii_uppercase()
        }
        _ => false,
    }
}

/// `78 Colo. Code Regs. §` has a title before its name.
fn with_volume(place: &NumberContext, start: usize) -> usize {
    let text = place.text;
    let end = gap_back(text, start);
    let rest = text.get(..end).unwrap_or_default();
    let length = rest
        .iter()
        .rev()
        .take(10)
        .take_while(|byte| byte.is_ascii_digit() || **byte == b'-')
        .count();
    let from = end - length;
    let fits =
        0 < length && end < start && place.floor <= from && super::cursor::opens(text, from);
    if fits { from } else { start }
}

/// `418`, `2019-233`, `1916C, 1093`.
fn place_end(text: &[u8], at: usize) -> Option<usize> {
    let year_end = digits(text, at);
    let is_year = year_end - at == 4;
    let number = digits(text, year_end + 1);
    if is_year && byte(text, year_end) == b'-' && year_end + 1 < number && closes(text, number)
    {
        return Some(number);
    }
    let end = page(text, at)?;
    let comma = is_year && end == year_end + 1 && byte(text, end) == b',';
    if comma {
        return page(text, gap_or_none(text, end + 1));
    }
    Some(end)
}

/// The end of a section, a chapter with its section, or a number.
fn law_end(text: &[u8], at: usize) -> Option<usize> {
    let (mut end, _) = section_path(text, at)?;
    // `tit. 64, § 63:140`, `ch. 44, § 0:04`
    let comma = usize::from(byte(text, end) == b',');
    if let Some(next) = gap(text, end + comma)
        && text.get(next..).is_some_and(|rest| rest.starts_with(b"\xC2\xA7"))
        && let Some((further, _)) = section_path(text, gap_or_none(text, next + 2))
    {
        end = further;
    }
    // `1 Ill. Comp. Stat. 0 / 462.04`
    if let Some(slash) = gap(text, end)
        && byte(text, slash) == b'/'
        && let Some(next) = gap(text, slash + 1)
        && next < digits(text, next)
    {
        end = section_path(text, next)?.0;
    }
    Some(code_year(text, end).unwrap_or(end)).filter(|end| closes(text, *end))
}
