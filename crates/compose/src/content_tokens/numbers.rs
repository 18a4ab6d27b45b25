//! Numbers by value: `60`, `60.0` and `sixty` are one, `6` is another.

use std::{collections::HashMap, sync::LazyLock};

use jurat_text::{Language, word_file};

/// The number that the words begin with, and how many of them it takes.
pub(super) fn number(words: &[&str], language: Language) -> Option<(usize, String)> {
    let first = words.first()?;
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        return digits(words, language);
    }
    spelled(words, language).map(|(len, value)| (len, value.to_string()))
}

fn digits(words: &[&str], language: Language) -> Option<(usize, String)> {
    let first = words[0];
    if first.contains(|c: char| !c.is_ascii_digit() && c != '.' && c != ',') {
        return None;
    }
    let triple = |word: &&&str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit());
    let groups = words[1..].iter().take(4).take_while(triple).count();
    if 0 < groups && first.len() <= 3 && first.bytes().all(|b| b.is_ascii_digit()) {
        return Some((1 + groups, plain(&words[..=groups].concat())));
    }
    Some((1, plain(&ungrouped(first, language))))
}

/// Without the marks that group thousands, with a point before decimals.
fn ungrouped(word: &str, language: Language) -> String {
    let (group, point) = match language {
        Language::English => (',', '.'),
        _ => ('.', ','),
    };
    let (whole, part) = match word.split_once(point) {
        Some((whole, part)) => (whole, Some(part)),
        None => (word, None),
    };
    let grouped = whole.split(group).skip(1).all(|digits| digits.len() == 3);
    match part {
        // Two points, or groups of other lengths: the number of a section, not an amount.
        Some(part) if part.contains([group, point]) => word.to_owned(),
        _ if !grouped => word.to_owned(),
        Some(part) => format!("{}.{part}", whole.replace(group, "")),
        None => whole.replace(group, ""),
    }
}

fn plain(number: &str) -> String {
    if number.matches('.').count() + number.matches(',').count() > 1 {
        return number.to_owned();
    }
    let number = if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    };
    let short = number.trim_start_matches('0');
    match short.chars().next() {
        None => "0".to_owned(),
        Some('.') => format!("0{short}"),
        _ => short.to_owned(),
    }
}

fn spelled(words: &[&str], language: Language) -> Option<(usize, u64)> {
    let first = value(words[0], language)?;
    let (mut total, mut current, mut len) = (0_u64, first, 1);
    if 1000 <= first {
        (total, current) = (first, 0);
    }
    while let Some(word) = words.get(len).filter(|_| len < 12) {
        let joined = is_joint(word, language);
        let (skip, next) = if joined {
            (2, words.get(len + 1).and_then(|next| part(next, language)))
        } else {
            (1, part(word, language))
        };
        let Some(next) = next else { break };
        let Some(sum) = joins(&mut total, current, next) else { break };
        current = sum;
        len += skip;
    }
    Some((len, total.saturating_add(current)))
}

/// What a further word makes of the number so far; nothing where it begins another.
fn joins(total: &mut u64, current: u64, next: u64) -> Option<u64> {
    let (tail, rest) = (current % 100, current % 10);
    match next {
        100 if 0 < current && current < 100 => Some(current * 100),
        1000.. if 0 < current && current < 1000 => {
            *total = total.saturating_add(current.saturating_mul(next));
            Some(0)
        }
        // quatre-vingts
        20 if tail == 4 => Some(current - 4 + 80),
        1..=9 if (tail == 0 || 20 <= tail) && rest == 0 => Some(current + next),
        10..=19 if matches!(tail, 0 | 60 | 80) => Some(current + next),
        20..=99 if tail == 0 && (0 < current || 0 < *total) => Some(current + next),
        100..=999 if current == 0 && 0 < *total => Some(next),
        _ => None,
    }
}

fn is_joint(word: &str, language: Language) -> bool {
    match language {
        Language::English => word == "and",
        Language::French => word == "et",
        Language::Portuguese => word == "e",
        _ => false,
    }
}

/// The value of a word within a number.
fn part(word: &str, language: Language) -> Option<u64> {
    let one = match language {
        Language::French => matches!(word, "un" | "une"),
        Language::Portuguese => matches!(word, "um" | "uma"),
        _ => false,
    };
    if one { Some(1) } else { value(word, language) }
}

/// The value of a word that may begin a number. French `un` and Portuguese `um` are articles.
fn value(word: &str, language: Language) -> Option<u64> {
    let table = match language {
        Language::English => &NUMBERS[0],
        Language::French => &NUMBERS[1],
        Language::Portuguese => &NUMBERS[2],
        _ => return None,
    };
    table.get(word).copied()
}

/// English, French, Portuguese; `one` of the latter two is an article too.
static NUMBERS: LazyLock<[HashMap<&str, u64>; 3]> = LazyLock::new(|| {
    [word_file!("numbers", en), word_file!("numbers", fr), word_file!("numbers", pt)]
        .map(|file| serde_json::from_str(file).unwrap_or_default())
});

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::number;

    #[track_caller]
    fn check(text: &str, language: Language, expected: Option<(usize, &str)>) {
        let words: Vec<&str> = text.split(' ').collect();
        let read = number(&words, language);
        assert_eq!(
            read.as_ref().map(|(len, value)| (*len, value.as_str())),
            expected,
            "{text}"
        );
    }

    #[test]
    fn numbers_are_read_by_value() {
        use Language::{English, French, Portuguese};
        check("60 days", English, Some((1, "60")));
        check("60.0", English, Some((1, "60")));
        check("1,500.50", English, Some((1, "1500.5")));
        check("05", English, Some((1, "5")));
        check("12.04.050", English, Some((1, "12.04.050")));
        check("10 000 euros", French, Some((2, "10000")));
        check("1.500,50", Portuguese, Some((1, "1500.5")));
        check("two thousand five hundred and six days", English, Some((6, "2506")));
        check("five six", English, Some((1, "5")));
        check("soixante et onze", French, Some((3, "71")));
        check("quatre vingt dix sept", French, Some((4, "97")));
        check("cento e vinte e cinco dias", Portuguese, Some((5, "125")));
        check("3rd", English, None);
        check("um ano", Portuguese, None);
        check("days", English, None);
    }
}
