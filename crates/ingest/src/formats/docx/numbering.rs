//! The numbers of lists, counted as Word would show them.

use std::collections::BTreeMap;

use super::each;
use crate::{
    Limits, Refusal,
    formats::xml::{Next, attribute},
};

const LEVELS: usize = 9;

/// The lists of a document and where each has got to.
#[derive(Default)]
pub(super) struct Numbering {
    /// Levels of each sort of list.
    sorts: BTreeMap<String, Vec<Level>>,
    /// Which sort a list is of.
    lists: BTreeMap<String, String>,
    counts: BTreeMap<String, [u64; LEVELS]>,
}

#[derive(Debug, Clone, Default)]
struct Level {
    start: Option<u64>,
    form: String,
    /// As `%1.%2`.
    text: String,
}

impl Numbering {
    pub(super) fn read(xml: &[u8], limits: &Limits) -> Result<Self, Refusal> {
        let mut numbering = Self::default();
        let (mut sort, mut list) = (String::new(), String::new());
        let mut overriding = false;
        each(xml, limits, |next| {
            let Next::Start(start) = next else { return };
            let value = || attribute(start, "val").unwrap_or_default();
            let levels = numbering.sorts.get_mut(&sort).filter(|_| !overriding);
            let level = levels.and_then(|levels| levels.last_mut());
            match (start.local_name().into_inner(), level) {
                ("abstractNum", _) => {
                    sort = attribute(start, "abstractNumId").unwrap_or_default();
                    numbering.sorts.insert(sort.clone(), Vec::new());
                }
                ("lvl", _) if !overriding => {
                    let levels = numbering.sorts.entry(sort.clone()).or_default();
                    if levels.len() < LEVELS {
                        levels.push(Level::default());
                    }
                }
                ("start", Some(level)) => level.start = value().parse().ok(),
                ("numFmt", Some(level)) => level.form = value(),
                ("lvlText", Some(level)) => level.text = value(),
                ("num", _) => {
                    overriding = true;
                    list = attribute(start, "numId").unwrap_or_default();
                }
                ("abstractNumId", _) => {
                    numbering.lists.insert(list.clone(), value());
                }
                _ => {}
            }
        })?;
        Ok(numbering)
    }

    /// The mark of the next item of a list at a level, such as `2.1` or `-`.
    pub(super) fn next(&mut self, list: &str, level: u8) -> Option<String> {
        let sort = self.lists.get(list)?;
        let levels = self.sorts.get(sort)?;
        let at = usize::from(level);
        let own = levels.get(at)?;
        let counts = self.counts.entry(sort.clone()).or_default();
        let start = own.start.unwrap_or(1);
        counts[at] = if counts[at] == 0 { start } else { counts[at].saturating_add(1) };
        counts[at + 1..].fill(0);
        if own.form == "bullet" {
            return Some("-".to_owned());
        }
        let mut mark = own.text.chars().take(64).collect::<String>();
        for (number, level) in levels.iter().enumerate() {
            let count = counts[number].max(u64::from(number < at));
            mark = mark.replace(&format!("%{}", number + 1), &figure(&level.form, count));
        }
        Some(mark).filter(|mark| own.form != "none" && !mark.trim().is_empty())
    }
}

fn figure(form: &str, count: u64) -> String {
    match form {
        "lowerLetter" => letters(count),
        "upperLetter" => letters(count).to_uppercase(),
        "lowerRoman" => roman(count),
        "upperRoman" => roman(count).to_uppercase(),
        "decimalZero" => format!("{count:02}"),
        "none" => String::new(),
        _ => count.to_string(),
    }
}

/// a to z, then aa, bb, as Word counts.
fn letters(count: u64) -> String {
    const MOST: u64 = 26 * 8;
    let at = count.clamp(1, MOST) - 1;
    let letter = char::from(b'a' + u8::try_from(at % 26).unwrap_or_default());
    (0..=at / 26).map(|_| letter).collect()
}

fn roman(count: u64) -> String {
    const FIGURES: [(u64, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut rest = count.min(4999);
    let mut roman = String::new();
    for (worth, figure) in FIGURES {
        while worth <= rest {
            roman.push_str(figure);
            rest -= worth;
        }
    }
    roman
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn figures_are_written_in_their_form() {
        for (form, count, expected) in [
            ("decimal", 12, "12"),
            ("lowerLetter", 28, "bb"),
            ("upperLetter", 3, "C"),
            ("lowerRoman", 14, "xiv"),
            ("upperRoman", 1999, "MCMXCIX"),
            ("lowerLetter", 0, "a"),
        ] {
            assert_eq!(figure(form, count), expected);
        }
    }
}
