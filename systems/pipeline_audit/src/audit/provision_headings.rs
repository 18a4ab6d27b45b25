//! The numbers that provisions of a law have over their own text, where it is plain: `1256.`, `12 (1) A person …`,
//! `## 12.04 Records`.

use std::ops::Range;

/// Lines of a text that are looked at.
const MOST_LINES: usize = 5000;
/// Bytes of the longest number.
const LONGEST: usize = 16;

/// The numbers and where they stand, in order. A number within a text may be one of a list; it counts where it stands
/// alone on its line, or before a subsection. At the head of the text, or of a heading, words may follow.
pub(super) fn own_headings(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut start = 0;
    let mut is_first = true;
    let mut is_titled = false;
    text.split_inclusive('\n').take(MOST_LINES).filter_map(move |line| {
        let at = start;
        start += line.len();
        let words = line.trim();
        if words.is_empty() {
            return None;
        }
        let head = is_first || words.starts_with('#');
        let titled = std::mem::replace(&mut is_titled, is_title(words));
        is_first = false;
        let marks = words.len() - words.trim_start_matches(['#', '*', ' ']).len();
        let number = number(&words[marks..])?;
        let rest = &words[marks + number.len()..];
        // `Short title`, and below it `1 This Act may be cited …`: a list has a stop or a bracket there.
        let noted = titled && rest.strip_prefix(' ').is_some_and(begins_sentence);
        (noted || stands_over(rest, head)).then(|| {
            let from = at + (line.len() - line.trim_start().len()) + marks;
            (number, from..from + number.len())
        })
    })
}

/// The number that a line begins with: `12`, `12.1`, `1798.105`, `49-A`, `12A`.
fn number(line: &str) -> Option<&str> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let end = line.find(|c| !part(c)).unwrap_or(line.len());
    let number = line[..end].trim_end_matches(['.', '-']);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let letters = number.bytes().filter(u8::is_ascii_alphabetic).count();
    let fits = 0 < digits && number.len() <= LONGEST && letters <= 2;
    fits.then_some(number)
}

/// Whether a line may be the title of what is below it.
fn is_title(line: &str) -> bool {
    const LONGEST_TITLE: usize = 100;
    line.len() <= LONGEST_TITLE
        && line.starts_with(char::is_uppercase)
        && line.ends_with(|c: char| c.is_alphanumeric() || c == ')')
}

fn begins_sentence(rest: &str) -> bool {
    rest.starts_with(char::is_uppercase) && rest.contains(' ')
}

/// Whether what follows a number is what stands below the head of a provision.
fn stands_over(rest: &str, is_head: bool) -> bool {
    let stop = rest.starts_with('.');
    let rest = rest.trim_start_matches(['.', '*', ':', ' ', '\u{a0}', '–', '—', '-']);
    let subsection = || {
        let inner = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        inner.is_some_and(|(mark, _)| !mark.is_empty() && mark.len() <= 4)
    };
    (rest.is_empty() && (stop || is_head))
        || subsection()
        || is_head && rest.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::own_headings;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = own_headings(text)
            .map(|(number, range)| {
                assert_eq!(&text[range], number);
                number
            })
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn provisions_are_known_by_the_numbers_over_them() {
        check(
            "1256.\n\nA ferryman is paid by the day.\n\n1257.\n\nNo toll is due.",
            &["1256", "1257"],
        );
        check("12 (1) A ferry is lit.\n(2) It rings.\n13 (1) A pier is dry.", &["12", "13"]);
        check("1798.105. (a) A keeper has the right to ask.", &["1798.105"]);
        check("## 12.04 Records\nThe clerk keeps them.", &["12.04"]);
        check("49-A. The oar is lent.", &["49-A"]);
        check(
            "Short title\n\n1 This Act may be cited as the Ferry Act.\n\nTolls\n2 No toll is due.",
            &["1", "2"],
        );
    }

    #[test]
    fn numbers_of_lists_and_amounts_are_none() {
        check("The clerk keeps:\n1. a log\n2. a seal", &[]);
        check("What to bring\n1. Boots\n2. Oars", &[]);
        check("30 days are given to whoever asks.", &[]);
        check("The fee is due.\n90 crowns are paid.\n2024 was a year.", &[]);
    }
}
