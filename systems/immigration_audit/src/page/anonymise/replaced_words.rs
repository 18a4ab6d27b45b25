//! Words with what is personal in them replaced: what the profile knows, and what has the form of a number of a person.

use super::{
    AnonymiseLevel,
    personal_term::{LOOSE, PersonalTerm},
};

/// Words with every term and every form replaced.
pub(super) fn replaced(words: &str, terms: &[PersonalTerm], level: AnonymiseLevel) -> String {
    let mut text = words.to_owned();
    for term in terms {
        text = without(&text, term);
    }
    forms(&text, level)
}

/// A text with one term replaced where it stands as words of its own.
fn without(text: &str, term: &PersonalTerm) -> String {
    let signs: Vec<char> = text.chars().collect();
    let wanted: Vec<char> = term.words.chars().collect();
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    while at < signs.len() {
        if stands(&signs, at, &wanted) {
            made.push_str(&term.placeholder);
            at += wanted.len();
        } else {
            made.extend(signs.get(at));
            at += 1;
        }
    }
    made
}

fn stands(signs: &[char], at: usize, wanted: &[char]) -> bool {
    let Some(found) = signs.get(at..at + wanted.len()) else { return false };
    let small = |c: char| c.to_lowercase().next().unwrap_or(c);
    if !found.iter().zip(wanted).all(|(a, b)| small(*a) == *b) {
        return false;
    }
    // A short name may be a word as well: then only where it begins as names do.
    let is_name = found.first().is_some_and(|c| c.is_uppercase() || !c.is_alphabetic());
    if wanted.len() < LOOSE && !is_name {
        return false;
    }
    // Chinese has no spaces between words.
    if wanted.iter().any(|c| '\u{2e80}' <= *c) {
        return true;
    }
    let before = at.checked_sub(1).and_then(|it| signs.get(it));
    let after = signs.get(at + wanted.len());
    !before.is_some_and(|c| c.is_alphanumeric()) && !after.is_some_and(|c| c.is_alphanumeric())
}

/// Numbers and addresses by their form.
fn forms(text: &str, level: AnonymiseLevel) -> String {
    let signs: Vec<char> = text.chars().collect();
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    while at < signs.len() {
        let is_start = at == 0 || !signs[at - 1].is_alphanumeric();
        if let Some((length, placeholder)) = is_start.then(|| form(&signs, at, level)).flatten()
        {
            made.push_str(placeholder);
            at += length;
        } else {
            made.push(signs[at]);
            at += 1;
        }
    }
    made
}

/// The form that begins at a place, and its length.
fn form(signs: &[char], at: usize, level: AnonymiseLevel) -> Option<(usize, &'static str)> {
    let rest = signs.get(at..)?;
    if let Some(length) = email(rest) {
        return Some((length, "[EMAIL]"));
    }
    for shape in ["99-9999-9999", "9999-9999"] {
        if let Some(length) = shaped(rest, shape) {
            return Some((length, "[UCI]"));
        }
    }
    if AnonymiseLevel::Aggressive <= level {
        for shape in ["9999-99-99", "9999/99/99", "99/99/9999", "9999-99"] {
            if let Some(length) = shaped(rest, shape) {
                return Some((length, "[DATE]"));
            }
        }
    }
    if AnonymiseLevel::Conservative <= level {
        for shape in ["A9A 9A9", "A9A9A9"] {
            if let Some(length) = shaped(rest, shape) {
                return Some((length, "[POSTAL_CODE]"));
            }
        }
    }
    phone(rest).map(|length| (length, "[PHONE]"))
}

/// Whether signs begin with a shape, 9 for a digit and A for a letter, and end there.
fn shaped(signs: &[char], shape: &str) -> Option<usize> {
    let mut length = 0;
    for wanted in shape.chars() {
        let found = signs.get(length)?;
        let fits = match wanted {
            '9' => found.is_ascii_digit(),
            'A' => found.is_ascii_uppercase(),
            other => *found == other,
        };
        if !fits {
            return None;
        }
        length += 1;
    }
    let ends = signs.get(length).is_none_or(|c| !c.is_alphanumeric() && *c != '-');
    ends.then_some(length)
}

fn email(signs: &[char]) -> Option<usize> {
    let is_part = |c: &&char| c.is_alphanumeric() || "@._+-".contains(**c);
    let word: String = signs.iter().take_while(is_part).collect();
    let word = word.trim_end_matches(['.', '-']);
    let (name, host) = word.split_once('@')?;
    let is_email = !name.is_empty() && host.contains('.') && !host.starts_with('.');
    is_email.then(|| word.chars().count())
}

/// Ten to fifteen digits with what stands between them; a date among them is none.
fn phone(signs: &[char]) -> Option<usize> {
    let first = signs.first()?;
    if !first.is_ascii_digit() && *first != '+' && *first != '(' {
        return None;
    }
    let is_part = |c: &&char| c.is_ascii_digit() || " +()-.".contains(**c);
    let run: String = signs.iter().take_while(is_part).collect();
    let run = run.trim_end_matches([' ', '+', '(', ')', '-', '.']);
    let length = run.chars().count();
    let digits = run.chars().filter(char::is_ascii_digit).count();
    let parts: Vec<&str> = run.split(' ').collect();
    let is_date = |part: &&str| {
        let part: Vec<char> = part.chars().collect();
        ["9999-99-99", "9999-99", "9999.99.99"]
            .iter()
            .any(|shape| shaped(&part, shape) == Some(part.len()))
    };
    let ends = signs.get(length).is_none_or(|c| !c.is_alphanumeric());
    ((10..=15).contains(&digits) && !parts.iter().any(is_date) && ends).then_some(length)
}
