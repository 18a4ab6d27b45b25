//! Whether a place begins or ends inside a word or a number of its source: `able` is not in
//! `unable`, `5 days` not in `1.5 days`, and `resident` not in `non-resident`.

use std::ops::Range;

use crate::fold::FoldedText;

/// Marks that have digits of one number on either side.
const JOINTS: [char; 7] = ['.', ',', '/', ':', '-', '\'', '^'];

const CURRENCIES: [char; 5] = ['$', '€', '£', '¥', '¢'];

/// Whether a place, with the quote's outer symbols, cuts something of the source in two.
pub(super) fn cuts(
    quote: &FoldedText<'_>,
    source: &FoldedText<'_>,
    place: &Range<usize>,
) -> bool {
    let text = source.text();
    let (left, right) = (&text[..place.start], &text[place.end..]);
    let body = &text[place.clone()];
    let raised = right.strip_prefix('^').is_some_and(|more| more.starts_with(is_word));
    let inside = body.starts_with(is_word) && left.ends_with(is_word)
        || body.ends_with(is_word) && (right.starts_with(is_word) || raised);
    // `R$ 5` is another sum than `$ 5`.
    let other_currency = body.starts_with(CURRENCIES) && left.ends_with(char::is_alphabetic);
    inside
        || other_currency
        || cuts_compound(source, place)
        || cuts_before(left, body, quote.text())
        || cuts_after(right, body, quote.text())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric()
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether a place begins or ends at a hyphen or an apostrophe within a word.
fn cuts_compound(source: &FoldedText<'_>, place: &Range<usize>) -> bool {
    let text = source.text();
    let before = place.start.checked_sub(1).filter(|at| joins(source, *at));
    let after = Some(place.end).filter(|at| joins(source, *at));
    let last = place.end.checked_sub(1).filter(|at| joins(source, *at));
    before.is_some_and(|at| !is_elided(&text[..=at]))
        || after.is_some_and(|at| !is_possessive(&text[at..]))
        || last.is_some()
        || joins(source, place.start)
}

/// Whether the mark at a place of the folded view is a hyphen or an apostrophe with letters or
/// digits on either side. Dashes fold to hyphens, but they part words.
fn joins(source: &FoldedText<'_>, at: usize) -> bool {
    let text = source.text();
    if !matches!(text.as_bytes().get(at), Some(b'-' | b'\'')) {
        return false;
    }
    let written = source.source()[source.source_range(at..at + 1)].chars().next();
    let hyphen = matches!(written, Some('-' | '\u{2010}' | '\u{2011}'));
    let apostrophe =
        matches!(written, Some('\'' | '\u{2018}' | '\u{2019}' | '\u{2BC}' | '`' | '´'));
    (hyphen || apostrophe)
        && text[..at].ends_with(is_word)
        && text[at + 1..].starts_with(is_word)
}

/// Whether a text ends in an article or the like that French writes with an apostrophe, and that
/// a quote may begin after; not so the negation `n'` or the condition `s'`.
fn is_elided(before: &str) -> bool {
    let Some(word) = before.strip_suffix('\'') else { return false };
    ["l", "d", "c", "j", "m", "t", "qu"]
        .iter()
        .any(|elided| word.strip_suffix(elided).is_some_and(|rest| !rest.ends_with(is_word)))
}

fn is_possessive(after: &str) -> bool {
    after
        .strip_prefix("'s")
        .is_some_and(|rest| !rest.starts_with(is_word))
}

/// The place, made wider where it cuts a number of the source that the quote begins or ends in.
pub(super) fn whole_numbers(text: &str, quoted: &str, place: Range<usize>) -> Range<usize> {
    let (left, right) = (&text[..place.start], &text[place.end..]);
    let body = &text[place.clone()];
    let mut range = place.clone();
    if cuts_before(left, body, quoted) {
        let number = left.trim_end_matches(' ');
        range.start = number.rfind(' ').map_or(0, |at| at + 1);
    }
    if cuts_after(right, body, quoted) {
        let spaces = right.len() - right.trim_start_matches(' ').len();
        let len = right[spaces..].find(' ').map_or(right.len(), |at| at + spaces);
        range.end += len;
    }
    range
}

/// Whether a number at the beginning of a place goes on to the left of it.
fn cuts_before(left: &str, body: &str, quoted: &str) -> bool {
    if !(quoted.starts_with(is_digit) && body.starts_with(is_digit)) {
        let mark = |text: &str| {
            text.strip_prefix(JOINTS)
                .is_some_and(|rest| rest.trim_start_matches(' ').starts_with(is_digit))
        };
        return mark(quoted) && mark(body) && left.ends_with(is_digit);
    }
    let mut outer = left.chars().rev();
    let (last, behind) = (outer.next(), outer.next());
    let is = |c: Option<char>, test: fn(char) -> bool| c.is_some_and(test);
    match last {
        Some('%' | '<' | '>' | '≤' | '≥' | '±') => true,
        Some(mark) if CURRENCIES.contains(&mark) => true,
        Some('-') if is(behind, is_digit) => true,
        Some('-' | '+') => !is(behind, is_word),
        Some('^') => is(behind, is_word),
        Some(mark) if mark == '(' || JOINTS.contains(&mark) => is(behind, is_digit),
        Some(' ') => match behind {
            Some('<' | '>' | '≤' | '≥' | '±') => true,
            Some(digit) if is_digit(digit) => {
                starts_fraction(body)
                    || leading(body) == 3 && trailing(&left[..left.len() - 1]) <= 3
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a number at the end of a place goes on to the right of it.
fn cuts_after(right: &str, body: &str, quoted: &str) -> bool {
    if !(quoted.ends_with(is_digit) && body.ends_with(is_digit)) {
        let mark = |text: &str| {
            text.strip_suffix(JOINTS)
                .or_else(|| text.strip_suffix('('))
                .is_some_and(|rest| rest.trim_end_matches(' ').ends_with(is_digit))
        };
        return mark(quoted) && mark(body) && right.starts_with(is_digit);
    }
    let mut outer = right.chars();
    match outer.next() {
        Some('%' | '‰' | '°') => true,
        Some(mark) if CURRENCIES.contains(&mark) => true,
        Some('^') => outer.as_str().starts_with(is_word),
        Some(mark) if mark == '(' || JOINTS.contains(&mark) => {
            outer.as_str().starts_with(is_digit)
        }
        Some(' ') => {
            let more = outer.as_str();
            more.starts_with(['%', '‰'])
                || starts_fraction(more)
                || leading(more) == 3 && trailing(body) <= 3
        }
        _ => false,
    }
}

/// Digits at the beginning of a text, no more than matter: thousands go by three. None where
/// they are part of a word.
fn leading(text: &str) -> usize {
    let digits = text.chars().take(4).take_while(|c| is_digit(*c)).count();
    if text[digits..].starts_with(is_word) { digits.max(4) } else { digits }
}

fn trailing(text: &str) -> usize {
    let digits = text.chars().rev().take(4).take_while(|c| is_digit(*c)).count();
    if text[..text.len() - digits].ends_with(is_word) { 4 } else { digits }
}

/// Whether a text begins as `1/2` does, of small numbers.
fn starts_fraction(text: &str) -> bool {
    let digits = leading_digits(text);
    (1..=2).contains(&digits)
        && text[digits..]
            .strip_prefix('/')
            .is_some_and(|rest| (1..=2).contains(&leading_digits(rest)))
}

fn leading_digits(text: &str) -> usize {
    text.chars().take(3).take_while(|c| is_digit(*c)).count()
}
