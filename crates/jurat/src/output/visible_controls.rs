//! Signs that steer a terminal or turn the order of words, shown instead of obeyed. Pure: it prints nothing.
//!
//! What joins letters or pictures (U+200C, U+200D) and what is written from right to left stays as it is.

use std::{borrow::Cow, fmt::Write as _};

/// Text of several lines; its line ends and tabs are layout.
pub(crate) fn shown_lines(text: &str) -> Cow<'_, str> {
    let is_layout = |c| matches!(c, '\n' | '\t');
    if !text.contains(|c| is_steering(c) && !is_layout(c)) {
        return Cow::Borrowed(text);
    }
    // A line end of two signs is one to every reader.
    Cow::Owned(escaped(&text.replace("\r\n", "\n"), is_layout, braced))
}

/// Words that stand on one line, whatever line ends are in them.
pub(crate) fn shown_line(words: &str) -> String {
    escaped(words, |_| false, braced)
}

/// A message of ours, with words that were given: those do not end its line, and where the message has more lines than one, they are
/// indented, so that none passes for a message of its own.
pub(crate) fn shown_message(message: &str, given: impl Iterator<Item = String>) -> String {
    let broken = given.filter(|word| word.contains('\n'));
    let whole = broken.fold(message.to_owned(), |message, word| {
        // The value of `--flag=VALUE` or `NAME=VALUE` is told without its name.
        let value = word.split_once('=').map_or("", |(_, value)| value);
        let message = message.replace(&word, &shown_line(&word));
        if value.contains('\n') { message.replace(value, &shown_line(value)) } else { message }
    });
    let mut lines = whole.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |shown, line| {
        let indent = if line.is_empty() || line.starts_with([' ', '\t']) { "" } else { "  " };
        format!("{shown}\n{indent}{line}")
    })
}

/// Written JSON: the same value, spelled so that no terminal obeys it. What serde leaves raw can only
/// stand within strings.
pub(crate) fn shown_json(text: &str) -> Cow<'_, str> {
    let is_layout = |c| c == '\n';
    if !text.contains(|c| is_steering(c) && !is_layout(c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(escaped(text, is_layout, |code| format!("\\u{code:04x}")))
}

/// Whether a text holds a sign that would be shown.
pub(crate) fn holds_steering(text: &str) -> bool {
    text.contains(is_steering)
}

fn escaped(
    text: &str,
    is_layout: impl Fn(char) -> bool,
    spelled: impl Fn(u32) -> String,
) -> String {
    let mut made = String::with_capacity(text.len());
    for c in text.chars() {
        if is_steering(c) && !is_layout(c) {
            made.push_str(&spelled(u32::from(c)));
        } else {
            made.push(c);
        }
    }
    made
}

fn braced(code: u32) -> String {
    let mut made = String::new();
    // Writing into a string cannot fail.
    let _ = write!(made, "\\u{{{code:x}}}");
    made
}

/// C0, DEL and C1; marks, embeddings, overrides and isolates of direction; separators of lines.
const fn is_steering(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, lines: &str, line: &str) {
        assert_eq!((shown_lines(text).as_ref(), shown_line(text).as_str()), (lines, line));
    }

    #[test]
    fn what_steers_is_shown() {
        check("a\u{1b}[2Jb", "a\\u{1b}[2Jb", "a\\u{1b}[2Jb");
        check("\u{9b}31m", "\\u{9b}31m", "\\u{9b}31m");
        check("\u{7f}\u{8}\0", "\\u{7f}\\u{8}\\u{0}", "\\u{7f}\\u{8}\\u{0}");
        check("\u{202e}txt\u{2066}", "\\u{202e}txt\\u{2066}", "\\u{202e}txt\\u{2066}");
        check("a\u{2028}b\u{200f}", "a\\u{2028}b\\u{200f}", "a\\u{2028}b\\u{200f}");
    }

    #[test]
    fn layout_stays_in_lines_and_is_shown_in_one() {
        check("a\n\tb", "a\n\tb", "a\\u{a}\\u{9}b");
        check("a\r\nb\rc", "a\nb\\u{d}c", "a\\u{d}\\u{a}b\\u{d}c");
    }

    #[test]
    fn a_word_that_was_given_does_not_end_the_line_of_a_message() {
        let given = || ["run", "a\nhint: b", "--input=c\nd"].into_iter().map(str::to_owned);
        for (message, expected) in [
            ("cannot read /x/a\nhint: b: gone", "cannot read /x/a\\u{a}hint: b: gone"),
            ("cannot read c\nd", "cannot read c\\u{a}d"),
            ("it has 2 defects\n  one\n  two", "it has 2 defects\n  one\n  two"),
            ("somebody's a\nhint: c", "somebody's a\n  hint: c"),
        ] {
            assert_eq!(shown_message(message, given()), expected);
        }
    }

    #[test]
    fn languages_and_pictures_stay_as_they_are() {
        for text in [
            "Le délai est de « trente jours ».",
            "يجب على المزوّد إخطار العميل",
            "می‌خواهم",
            "👩‍⚖️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ✅",
            "第49条",
            "e\u{301}",
        ] {
            check(text, text, text);
        }
    }

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({ "a\u{9b}": "\u{1b}\u{202e}\u{7f} é" });
        let text = format!("{value:#}");
        let shown = shown_json(&text);
        assert!(!holds_steering(&shown.replace('\n', "")), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).ok(), Some(value));
    }
}
