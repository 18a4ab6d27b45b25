//! The machine-readable zone of a passport: two lines of 44, each value with its check digit.

use std::ops::Range;

use crate::model::PartialDate;

/// Letters of a line.
const WIDTH: usize = 44;

/// What a zone says; a value whose check digit fails is not told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MachineZone {
    /// Bytes of both lines in the text.
    pub(super) bytes: Range<usize>,
    pub(super) issuer: String,
    pub(super) family_name: String,
    pub(super) given_name: String,
    pub(super) number: Option<String>,
    pub(super) nationality: String,
    /// Years of two digits are read as before `as_of`, for births.
    pub(super) birth: Option<PartialDate>,
    pub(super) sex: Option<&'static str>,
    pub(super) expires: Option<PartialDate>,
    /// Whether the digit over the whole line holds.
    pub(super) holds: bool,
}

/// The first zone of a text.
pub(super) fn machine_zone(text: &str) -> Option<MachineZone> {
    let lines: Vec<(usize, String)> = lines_of(text);
    lines.windows(2).find_map(|pair| {
        let [(start, first), (second_start, second)] = pair else { return None };
        let end = second_start
            + text[*second_start..].find('\n').unwrap_or(text.len() - second_start);
        zone(first, second, *start..end)
    })
}

/// Lines without their spaces, each with its first byte; empty ones left out.
fn lines_of(text: &str) -> Vec<(usize, String)> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let squeezed: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        if !squeezed.is_empty() {
            lines.push((at, squeezed.replace('«', "<<")));
        }
        at += line.len() + 1;
    }
    lines
}

fn zone(first: &str, second: &str, bytes: Range<usize>) -> Option<MachineZone> {
    let fits = |line: &str| {
        line.len() == WIDTH
            && line
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'<')
    };
    if !fits(first) || !fits(second) || !first.starts_with('P') {
        return None;
    }
    let (family, given) = first[5..].split_once("<<")?;
    let birth = checked(second, 13..19);
    let expires = checked(second, 21..27);
    let whole = [&second[0..10], &second[13..20], &second[21..43]].concat();
    Some(MachineZone {
        bytes,
        issuer: words(&first[2..5]),
        family_name: words(family),
        given_name: words(given),
        number: checked(second, 0..9).map(words),
        nationality: words(&second[10..13]),
        birth: birth.and_then(|digits| born(digits, expires)),
        sex: match &second[20..21] {
            "M" => Some("Male"),
            "F" => Some("Female"),
            _ => None,
        },
        expires: expires.and_then(|digits| date(digits, 2000)),
        holds: digit(&whole) == check_at(second, 43),
    })
}

fn words(filled: &str) -> String {
    let parts: Vec<&str> = filled.split('<').filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Letters whose check digit follows them and holds.
fn checked(line: &str, at: Range<usize>) -> Option<&str> {
    let value = &line[at.clone()];
    (digit(value) == check_at(line, at.end)).then_some(value)
}

fn check_at(line: &str, at: usize) -> Option<u32> {
    let letter = line.as_bytes().get(at).copied().map(char::from)?;
    if letter == '<' { Some(0) } else { letter.to_digit(10) }
}

/// The check digit of letters: weights 7, 3, 1; a letter counts from 10, a filler nothing.
fn digit(value: &str) -> Option<u32> {
    let mut sum = 0;
    for (letter, weight) in value.chars().zip([7, 3, 1].into_iter().cycle()) {
        let counts = if letter == '<' { 0 } else { letter.to_digit(36)? };
        sum += counts * weight;
    }
    Some(sum % 10)
}

/// A birth lies before the passport ends, by less than a century where it is in this one.
fn born(digits: &str, expires: Option<&str>) -> Option<PartialDate> {
    let year: i16 = digits.get(..2)?.parse().ok()?;
    let end: i16 = expires
        .and_then(|expires| expires.get(..2)?.parse().ok())
        .unwrap_or(30);
    date(digits, if year < end { 2000 } else { 1900 })
}

fn date(digits: &str, century: i16) -> Option<PartialDate> {
    let year: i16 = digits.get(..2)?.parse().ok()?;
    let month = digits.get(2..4)?.parse().ok()?;
    let day = digits.get(4..6)?.parse().ok()?;
    PartialDate::new(century + year, Some(month), Some(day))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{digit, machine_zone};

    /// A zone of nobody, with its digits counted.
    pub(crate) fn made(number: &str, birth: &str, expires: &str) -> String {
        let with = |value: &str| format!("{value}{}", digit(value).unwrap());
        let optional = "<<<<<<<<<<<<<<0";
        let number = with(&format!("{number:<<9}"));
        let (birth, expires) = (with(birth), with(expires));
        let whole = digit(&format!("{number}{birth}{expires}{optional}")).unwrap();
        let names = format!("{:<<39}", "MUSTER<<ROBIN<FIKTIV");
        format!("P<UTO{names}\n{number}UTO{birth}F{expires}{optional}{whole}")
    }

    #[test]
    fn a_zone_gives_its_values() {
        let text = format!("PASSPORT\n{}\nend", made("X00000011", "910423", "310202"));
        let zone = machine_zone(&text).unwrap();
        assert_eq!(
            (zone.family_name.as_str(), zone.given_name.as_str()),
            ("MUSTER", "ROBIN FIKTIV")
        );
        assert_eq!(zone.number.as_deref(), Some("X00000011"));
        assert_eq!(zone.birth.unwrap().to_string(), "1991-04-23");
        assert_eq!(zone.expires.unwrap().to_string(), "2031-02-02");
        assert_eq!(zone.sex, Some("Female"));
        assert!(zone.holds);
    }

    #[test]
    fn a_value_whose_digit_fails_is_not_told() {
        let text = made("X00000011", "910423", "310202").replace("910423", "910424");
        let zone = machine_zone(&text).unwrap();
        assert_eq!(zone.birth, None);
        assert!(!zone.holds);
        assert!(zone.number.is_some());
        assert!(machine_zone("P<UTO is no zone\nnor this").is_none());
    }
}
