//! Small pieces of English: lists, counts, first sentences.

use serde::Serialize;

/// Characters of a sentence that are shown.
const LONGEST: usize = 300;

/// `a, b and c`.
pub(crate) fn listed(all: impl IntoIterator<Item = String>) -> String {
    let mut all: Vec<String> = all.into_iter().collect();
    match all.pop() {
        None => "none".to_owned(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} and {last}", all.join(", ")),
    }
}

/// A value of a few as its JSON calls it: `major`.
pub(crate) fn word(value: impl Serialize) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

/// With a capital at its beginning.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// On one line, and no longer than so many characters.
pub(crate) fn cut(words: &str, most: usize) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line,
    }
}

/// `1 check`, `2 checks`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `2.83`.
pub(crate) fn hundredths(number: impl Into<u64>) -> String {
    let number = number.into();
    format!("{}.{:02}", number / 100, number % 100)
}

/// Up to the first full stop that ends a sentence: one in a file name or number does not.
pub(crate) fn first_sentence(text: &str) -> String {
    let text = text.trim();
    let mut end = text.len();
    for (at, mark) in text
        .char_indices()
        .filter(|(_, c)| matches!(c, '.' | '!' | '?' | '\n'))
    {
        if mark == '\n' {
            end = at;
            break;
        }
        let after = &text[at + 1..];
        let before = text[..at].rsplit(char::is_whitespace).next().unwrap_or_default();
        let shortened = matches!(before, "e.g" | "i.e" | "etc" | "vs" | "cf");
        if after.is_empty() || (after.starts_with(char::is_whitespace) && !shortened) {
            end = at + 1;
            break;
        }
    }
    let sentence = text[..end].trim_end();
    if sentence.chars().count() <= LONGEST {
        return sentence.to_owned();
    }
    let cut: String = sentence.chars().take(LONGEST).collect();
    format!("{}…", cut.trim_end())
}

/// Without what ends a sentence, so that another can go on.
pub(crate) fn unended(text: &str) -> &str {
    text.trim().trim_end_matches(['.', ';', ':', ',', ' '])
}

#[cfg(test)]
mod tests {
    use super::{first_sentence, listed};

    #[track_caller]
    fn check(text: &str, first: &str) {
        assert_eq!(first_sentence(text), first);
    }

    #[test]
    fn a_full_stop_in_a_file_name_ends_no_sentence() {
        check("Add a reducer in src/state.py. Then test it.", "Add a reducer in src/state.py.");
        check("Use version 3.2 of it", "Use version 3.2 of it");
        check("Name tools, e.g. git, in full. More.", "Name tools, e.g. git, in full.");
        check("Stop! Now.", "Stop!");
        check("One line\nand another.", "One line");
        check("", "");
        check(&"word ".repeat(200), &format!("{}…", "word ".repeat(60).trim_end()));
    }

    #[test]
    fn lists_read_as_people_write_them() {
        let list = |all: &[&str]| listed(all.iter().map(ToString::to_string));
        assert_eq!(list(&[]), "none");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }
}
