//! Words of forms and documents to dates, flags, numbers and amounts; nothing where they may mean two things.

use jurat_text::sentence_reading::{SentenceReading, sentence_words};

use crate::model::{FieldValue, PartialDate};

use super::form_mapping::{MappedKind, listed};

/// Words that say yes, and those that say no.
const YES: [&str; 8] = ["y", "yes", "oui", "o", "1", "true", "on", "x"];
const NO: [&str; 6] = ["n", "no", "non", "0", "false", "off"];

/// A value as it is filled in; nothing where it is not of its kind.
pub(super) fn value_of(
    words: &str,
    kind: MappedKind,
    list: Option<&str>,
) -> Option<FieldValue> {
    let words = words.trim();
    if words.is_empty() {
        return None;
    }
    match kind {
        MappedKind::Text => Some(match list.and_then(|list| listed(list, words)) {
            Some((code, label)) => {
                FieldValue::Choice { code: code.to_owned(), label: label.to_owned() }
            }
            None => FieldValue::Text(words.to_owned()),
        }),
        MappedKind::Date => date_of(words).map(FieldValue::Date),
        MappedKind::Number => number_of(words).map(FieldValue::Number),
        MappedKind::Flag => {
            let label = list.and_then(|list| listed(list, words)).map(|(_, label)| label);
            flag_of(label.unwrap_or(words)).map(FieldValue::Flag)
        }
        MappedKind::Money => {
            money_of(words).map(|(cents, currency)| FieldValue::Money { cents, currency })
        }
    }
}

pub(super) fn flag_of(words: &str) -> Option<bool> {
    let small = words.trim().to_lowercase();
    if YES.contains(&small.as_str()) {
        return Some(true);
    }
    NO.contains(&small.as_str()).then_some(false)
}

pub(super) fn number_of(words: &str) -> Option<f64> {
    let plain: String = words.chars().filter(|c| !matches!(c, ' ' | ',' | '\u{a0}')).collect();
    plain.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A date that is all that the words say.
pub(super) fn date_of(words: &str) -> Option<PartialDate> {
    let words = words.trim();
    words
        .parse()
        .ok()
        .or_else(|| by_digits(words))
        .or_else(|| by_short_month(words))
        .or_else(|| {
            first_date(words)
                .filter(|(range, _)| covers(words, range))
                .map(|(_, date)| date)
        })
}

/// Whether a range of words leaves nothing but marks out.
fn covers(words: &str, range: &std::ops::Range<usize>) -> bool {
    let rest = [&words[..range.start], &words[range.end..]].concat();
    !rest.chars().any(char::is_alphanumeric)
}

/// The first date in words, with its bytes.
pub(super) fn first_date(words: &str) -> Option<(std::ops::Range<usize>, PartialDate)> {
    dates_in(words).into_iter().next()
}

/// All dates in words, with their bytes. Of `03/04/2020` only the year is sure.
pub(super) fn dates_in(words: &str) -> Vec<(std::ops::Range<usize>, PartialDate)> {
    let split: Vec<_> = sentence_words(words).collect();
    let reading = SentenceReading::new(words, &split, None);
    let mut found = Vec::new();
    for date in reading.dates() {
        let Some(last) = date.words.end.checked_sub(1).and_then(|at| split.get(at)) else {
            continue;
        };
        let Some(first) = split.get(date.words.start) else { continue };
        let range = first.range.start..last.range.end;
        let Some(year) = date.year.and_then(|year| i16::try_from(year).ok()) else { continue };
        let small = |part: Option<u32>| part.and_then(|part| u8::try_from(part).ok());
        let (day, month) = (small(date.day), small(date.month));
        let (day, month) = if date.either { sure(day, month) } else { (day, month) };
        if let Some(date) = PartialDate::new(year, month, day) {
            found.push((range, date));
        }
    }
    found
}

/// Day and month where only one reading of the two is a date.
fn sure(one: Option<u8>, other: Option<u8>) -> (Option<u8>, Option<u8>) {
    match (one, other) {
        (Some(one), Some(other)) if one == other => (Some(one), Some(other)),
        (Some(day), Some(month)) | (Some(month), Some(day)) if 12 < day && month <= 12 => {
            (Some(day), Some(month))
        }
        _ => (None, None),
    }
}

/// `2020/1/5`, `2020.01.05`, `2019/08`, `20200105`.
fn by_digits(words: &str) -> Option<PartialDate> {
    let eight = words.len() == 8 && words.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = if eight {
        vec![&words[..4], &words[4..6], &words[6..]]
    } else {
        words
            .split(['/', '.', '-', ' '])
            .filter(|part| !part.is_empty())
            .collect()
    };
    let year = parts.first().filter(|year| year.len() == 4)?.parse().ok()?;
    let part = |at: usize| parts.get(at).map(|part| part.parse::<u8>()).transpose().ok();
    if 3 < parts.len() {
        return None;
    }
    PartialDate::new(year, part(1)?, part(2)?)
}

/// `03JAN1990`, `3 jan 1990`, `JAN 2020`: months by their first three letters, English and French.
fn by_short_month(words: &str) -> Option<PartialDate> {
    let small = words.to_lowercase();
    let letters: String = small.chars().filter(|c| c.is_alphabetic()).collect();
    let month = short_month(&letters)?;
    let mut numbers = small
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty());
    let (one, other) = (numbers.next()?, numbers.next());
    if numbers.next().is_some() {
        return None;
    }
    let (day, year) = match other {
        None => (None, one),
        Some(other) if other.len() == 4 => (Some(one), other),
        Some(other) if one.len() == 4 => (Some(other), one),
        Some(_) => return None,
    };
    let year = Some(year).filter(|year| year.len() == 4)?.parse().ok()?;
    PartialDate::new(year, Some(month), day.map(str::parse).transpose().ok()?)
}

const MONTHS: [(&str, u8); 28] = [
    ("jan", 1),
    ("janv", 1),
    ("feb", 2),
    ("fev", 2),
    ("fév", 2),
    ("févr", 2),
    ("mar", 3),
    ("mars", 3),
    ("apr", 4),
    ("avr", 4),
    ("avril", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("juin", 6),
    ("jul", 7),
    ("juil", 7),
    ("juillet", 7),
    ("aug", 8),
    ("aou", 8),
    ("aoû", 8),
    ("août", 8),
    ("sep", 9),
    ("sept", 9),
    ("oct", 10),
    ("nov", 11),
    ("dec", 12),
    ("déc", 12),
];

fn short_month(letters: &str) -> Option<u8> {
    MONTHS
        .iter()
        .find(|(name, _)| *name == letters)
        .map(|(_, month)| *month)
}

/// Signs and names of currencies, the longer first.
const CURRENCIES: [(&str, &str); 22] = [
    ("CAD", "CAD"),
    ("CA$", "CAD"),
    ("C$", "CAD"),
    ("CDN", "CAD"),
    ("USD", "USD"),
    ("US$", "USD"),
    ("EUR", "EUR"),
    ("€", "EUR"),
    ("GBP", "GBP"),
    ("£", "GBP"),
    ("INR", "INR"),
    ("₹", "INR"),
    ("CNY", "CNY"),
    ("RMB", "CNY"),
    ("NGN", "NGN"),
    ("₦", "NGN"),
    ("PHP", "PHP"),
    ("₱", "PHP"),
    ("MXN", "MXN"),
    ("BRL", "BRL"),
    ("R$", "BRL"),
    ("$", "CAD"),
];

/// An amount in hundredths and its currency; a bare number is in the forms' own, which is Canada's.
pub(super) fn money_of(words: &str) -> Option<(i64, String)> {
    let upper = words.to_uppercase();
    let currency = CURRENCIES
        .iter()
        .find(|(sign, _)| upper.contains(sign))
        .map_or("CAD", |(_, name)| name);
    let from = words.find(|c: char| c.is_ascii_digit())?;
    let number: String = words[from..]
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | ' ' | '\u{a0}' | '\''))
        .collect();
    let cents = cents_of(number.trim_end_matches([',', '.', ' ', '\u{a0}', '\'']))?;
    let negative = words[..from].contains(['-', '(', '−']);
    Some((if negative { -cents } else { cents }, currency.to_owned()))
}

/// Hundredths of a number as it is written in English or French.
fn cents_of(number: &str) -> Option<i64> {
    let point = number.rfind([',', '.']).filter(|at| number.len() - at == 3);
    let (whole, part) = match point {
        Some(at) => (&number[..at], &number[at + 1..]),
        None => (number, "00"),
    };
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    let whole: i64 = digits.parse().ok()?;
    let part: i64 = part.parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::{date_of, dates_in, flag_of, money_of};

    #[test]
    fn dates_are_read_in_their_forms() {
        for (words, expected) in [
            ("2019-08-17", Some("2019-08-17")),
            ("1996/1/5", Some("1996-01-05")),
            ("2019-08", Some("2019-08")),
            ("20200105", Some("2020-01-05")),
            ("03JAN1990", Some("1990-01-03")),
            ("3 Feb 1990", Some("1990-02-03")),
            ("17 August 2019", Some("2019-08-17")),
            ("August 17, 2019", Some("2019-08-17")),
            ("le 17 août 2019", None),
            ("17 août 2019", Some("2019-08-17")),
            ("25/12/2020", Some("2020-12-25")),
            ("03/04/2020", Some("2020")),
            ("DECEASED", None),
            ("31 June 2020", None),
        ] {
            assert_eq!(
                date_of(words).map(|date| date.to_string()).as_deref(),
                expected,
                "{words}"
            );
        }
    }

    #[test]
    fn dates_in_words_have_their_place() {
        let words = "employed since March 12, 2019 and until 2021-05-01";
        let found: Vec<_> = dates_in(words)
            .into_iter()
            .map(|(range, date)| (words[range].to_owned(), date.to_string()))
            .collect();
        assert_eq!(
            found,
            [
                ("March 12, 2019".to_owned(), "2019-03-12".to_owned()),
                ("2021-05-01".to_owned(), "2021-05-01".to_owned())
            ]
        );
    }

    #[test]
    fn amounts_have_cents_and_a_currency() {
        for (words, expected) in [
            ("CAD 24,617.00", Some((2_461_700, "CAD"))),
            ("$1 500,25", Some((150_025, "CAD"))),
            ("15000", Some((1_500_000, "CAD"))),
            ("USD 2,000", Some((200_000, "USD"))),
            ("-$20.50", Some((-2050, "CAD"))),
            ("none", None),
        ] {
            let read = money_of(words);
            let read = read.as_ref().map(|(cents, currency)| (*cents, currency.as_str()));
            assert_eq!(read, expected, "{words}");
        }
    }

    #[test]
    fn ticks_say_yes_or_no() {
        assert_eq!(flag_of("Y"), Some(true));
        assert_eq!(flag_of("Non"), Some(false));
        assert_eq!(flag_of("maybe"), None);
    }
}
