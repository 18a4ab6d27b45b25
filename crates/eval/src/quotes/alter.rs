//! Quotes changed so that they say something else: a modal, a negation, a number, a conjunction.

use std::ops::Range;

use jurat_text::tokens::words;

/// Every alteration that a quote allows, one of each kind at each place it can be made.
pub(super) fn all(quote: &str) -> Vec<(&'static str, String)> {
    let mut altered = Vec::new();
    for range in words(quote) {
        let word = &quote[range.clone()];
        let small = word.to_lowercase();
        let swapped = |pairs: &[(&str, &'static str)]| {
            pairs.iter().find(|(from, _)| *from == small).map(|(_, to)| *to)
        };
        if let Some(other) = swapped(MODALS) {
            altered.push(("modal", replaced(quote, &range, other)));
            if let Some(not) = swapped(NEGATED) {
                altered.push(("negation", replaced(quote, &range, not)));
            }
        }
        if let Some(other) = swapped(CONJUNCTIONS) {
            altered.push(("conjunction", replaced(quote, &range, other)));
        }
        if NEGATIONS.contains(&small.as_str()) {
            altered.push(("negation", replaced(quote, &range, "")));
        }
        if let Some(number) = other_number(word) {
            altered.push(("number", replaced(quote, &range, &number)));
        }
    }
    altered
}

fn replaced(quote: &str, range: &Range<usize>, with: &str) -> String {
    let (before, after) = (&quote[..range.start], &quote[range.end..]);
    if with.is_empty() {
        // A dropped word takes one of its spaces along.
        return format!("{before}{}", after.strip_prefix(' ').unwrap_or(after));
    }
    format!("{before}{with}{after}")
}

/// The number with its first digit changed.
fn other_number(word: &str) -> Option<String> {
    let first = word.chars().next().filter(char::is_ascii_digit)?;
    let other = if first == '9' { '1' } else { char::from(u8::try_from(first).ok()? + 1) };
    Some(format!("{other}{}", &word[1..]))
}

const MODALS: &[(&str, &str)] = &[
    ("must", "may"),
    ("shall", "may"),
    ("may", "must"),
    ("should", "must"),
    ("can", "must"),
    ("will", "may"),
    ("doit", "peut"),
    ("peut", "doit"),
    ("doivent", "peuvent"),
    ("peuvent", "doivent"),
    ("deve", "pode"),
    ("pode", "deve"),
    ("devem", "podem"),
    ("podem", "devem"),
    ("deverá", "poderá"),
    ("poderá", "deverá"),
];

const NEGATED: &[(&str, &str)] = &[
    ("must", "must not"),
    ("shall", "shall not"),
    ("may", "may not"),
    ("should", "should not"),
    ("will", "will not"),
    ("deve", "não deve"),
    ("pode", "não pode"),
];

const CONJUNCTIONS: &[(&str, &str)] =
    &[("and", "or"), ("or", "and"), ("et", "ou"), ("ou", "et"), ("e", "ou")];

const NEGATIONS: &[&str] =
    &["not", "no", "never", "without", "pas", "sans", "não", "nem", "sem"];
