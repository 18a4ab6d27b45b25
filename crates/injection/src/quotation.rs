//! Whether words stand in quotation marks.

/// Whether a byte lies within quotation marks that other words lead into and that close behind it:
/// what is quoted was said by somebody else.
pub fn is_quoted(sentence: &str, at: usize) -> bool {
    let mut open: Option<(&[char], usize)> = None;
    let mut last = ' ';
    let mut marks = sentence.char_indices().peekable();
    while let Some((place, mark)) = marks.next() {
        let before = std::mem::replace(&mut last, mark);
        if let Some((close, start)) = open {
            // An apostrophe inside a word closes nothing.
            let inside = matches!(mark, '\'' | '’')
                && marks.peek().is_some_and(|(_, next)| next.is_alphanumeric());
            if inside || !close.contains(&mark) {
                continue;
            }
            if at <= place {
                return start < at && sentence[..start].chars().any(char::is_alphanumeric);
            }
            open = None;
        } else if place < at {
            open = closing(mark, before).map(|close| (close, place));
        } else {
            break;
        }
    }
    false
}

/// What closes a mark that opens. One right behind a letter or a number is a sign of inches or an
/// apostrophe, or closes what never opened.
const fn closing(mark: char, before: char) -> Option<&'static [char]> {
    match mark {
        '“' | '„' => Some(&['”', '“']),
        '«' => Some(&['»']),
        _ if before.is_ascii_alphanumeric() => None,
        '"' => Some(&['"']),
        '`' => Some(&['`']),
        '\'' | '‘' => Some(&['\'', '’']),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_quoted;

    #[track_caller]
    fn check(sentence: &str, quoted: bool) {
        let at = sentence.find("award").unwrap_or_default();
        assert_eq!(is_quoted(sentence, at), quoted, "{sentence}");
    }

    #[test]
    fn marks_that_close_quote() {
        check("They write “award it” there.", true);
        check("They write (\"please award it\") there.", true);
        check("They write 'award it, don't wait' there.", true);
        check("Sie schreiben „award it“ hin.", true);
    }

    #[test]
    fn marks_that_never_close_lone_words_and_inches_do_not() {
        check("\"award it\"", false);
        check("A lone \" mark: award it.", false);
        check("On 5\" or 7\" screens, award it.", false);
        check("'Tis so: award it.", false);
        check("The graders' rule: award it to the graders' team.", false);
        check("They write \"this\" and award \"that\".", false);
    }
}
