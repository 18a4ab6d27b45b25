//! Short forms: references to what was cited before.

use super::{
    CitationKind, CitationMatch,
    cursor::{before, byte, closes, digits, gap, gap_back, word_start, words},
    pinpoint,
};

/// Words that a short form holds.
pub(super) const SIGNALS: &[&str] =
    &["Ibid", "ibid", "Id.", "id.", "supra", "Supra", "above", "précité", "précitée"];

/// The short form around a signal.
pub(super) fn at(text: &[u8], start: usize, end: usize) -> Option<CitationMatch> {
    if !closes(text, end) {
        return None;
    }
    match words(text, start, end) {
        "Ibid" | "ibid" | "Id." | "id." => Some(again(text, start, end)),
        "supra" | "Supra" => Some(supra(text, start, end)),
        _ => above(text, start, end),
    }
}

/// `Ibid at para 12`, `Id., at 123`.
fn again(text: &[u8], start: usize, end: usize) -> CitationMatch {
    let point = end + usize::from(byte(text, end) == b'.');
    let comma = point + usize::from(byte(text, point) == b',');
    let mut found = short(text, start, start, comma, point);
    // `Ibid at para 12` is one form in Canada; after the American `Id.` a page is a pinpoint.
    if words(text, start, start + 4).eq_ignore_ascii_case("ibid") {
        found.head = None;
    }
    found
}

/// `supra note 5`, `Vavilov, supra, at para 12`.
fn supra(text: &[u8], start: usize, end: usize) -> CitationMatch {
    let note = gap(text, end).and_then(|at| {
        let rest = text.get(at..)?;
        let word = [&b"note"[..], b"n."]
            .into_iter()
            .find(|word| rest.starts_with(word))?;
        let number = gap(text, at + word.len())?;
        let last = digits(text, number);
        (number < last).then_some(last)
    });
    let from = name_before(text, start).unwrap_or(start);
    if let Some(last) = note {
        let mut found = short(text, from, start, last, last);
        found.head = None;
        return found;
    }
    let mark = end + usize::from(matches!(byte(text, end), b'.' | b','));
    short(text, from, start, mark, end)
}

/// `Vavilov, above at para 100`: the word alone is an ordinary one, so a name and a pinpoint must
/// stand around it.
fn above(text: &[u8], start: usize, end: usize) -> Option<CitationMatch> {
    let from = name_before(text, start)?;
    let pin = pinpoint::at(text, end)?;
    let mut found = CitationMatch::new(CitationKind::Short, from, pin.end, String::new());
    found.normal.clear();
    Some(found)
}

/// The name before `, supra`.
fn name_before(text: &[u8], at: usize) -> Option<usize> {
    let end = gap_back(text, at);
    if before(text, end) != b',' {
        return None;
    }
    let start = word_start(text, end - 1);
    (start < end - 1 && byte(text, start).is_ascii_uppercase()).then_some(start)
}

/// `signal..mark` is the signal with its own punctuation; `end` is where the form ends without it.
fn short(text: &[u8], from: usize, signal: usize, mark: usize, end: usize) -> CitationMatch {
    let pin = pinpoint::at(text, mark).or_else(|| pinpoint::at(text, end));
    let last = pin.map_or(end, |pin| pin.end);
    let mut found =
        CitationMatch::new(CitationKind::Short, from, last, String::new()).headed(signal..mark);
    found.normal.clear();
    found
}
