//! How near two names are: the same, written otherwise, misspelt, or another.

use std::sync::OnceLock;

use serde::Deserialize;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// How two names differ, the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameDifference {
    /// Case and spaces aside, the same.
    Same,
    /// The one leaves out names that the other has.
    Shorter,
    /// Accents, hyphens or apostrophes.
    Marks,
    /// The same names in another order.
    Order,
    /// Another way of writing the same sounds in Latin letters.
    Transliteration,
    /// A letter or two.
    Spelling,
    /// Another name.
    Other,
}

impl NameDifference {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Same => "is the same",
            Self::Shorter => "leaves names out",
            Self::Marks => "differs in accents or hyphens",
            Self::Order => "stands in another order",
            Self::Transliteration => "is transliterated otherwise",
            Self::Spelling => "is spelt otherwise",
            Self::Other => "is another name",
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameForms {
    titles: Vec<String>,
    letters: Vec<(char, String)>,
    sounds: Vec<(String, String)>,
    same_names: Vec<Vec<String>>,
}

fn forms() -> &'static NameForms {
    static FORMS: OnceLock<NameForms> = OnceLock::new();
    // Held to be readable by a test; without the table names are compared by their letters alone.
    FORMS.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/name_forms.json")).unwrap_or_default()
    })
}

/// How two names differ; nothing where they are written in different scripts or one of them is empty.
pub(super) fn difference(a: &str, b: &str) -> Option<NameDifference> {
    let (left, right) = (tokens(a), tokens(b));
    if left.is_empty() || right.is_empty() || is_latin(a) != is_latin(b) {
        return None;
    }
    Some(compared(a, b, &left, &right))
}

fn compared(a: &str, b: &str, left: &[String], right: &[String]) -> NameDifference {
    if evened(a) == evened(b) {
        return NameDifference::Same;
    }
    let joined = |tokens: &[String]| tokens.concat();
    if joined(left) == joined(right) {
        return NameDifference::Marks;
    }
    let sorted = |tokens: &[String]| {
        let mut tokens = tokens.to_vec();
        tokens.sort();
        tokens
    };
    if sorted(left) == sorted(right) {
        return NameDifference::Order;
    }
    if is_shorter(left, right) || is_shorter(right, left) {
        return NameDifference::Shorter;
    }
    let sounds = |tokens: &[String]| tokens.iter().map(|it| sound(it)).collect::<Vec<_>>();
    if sounds(left) == sounds(right) || joined(&sounds(left)) == joined(&sounds(right)) {
        return NameDifference::Transliteration;
    }
    if is_near(left, right) { NameDifference::Spelling } else { NameDifference::Other }
}

/// Whether all names of the one are among those of the other, initials standing for names.
fn is_shorter(short: &[String], long: &[String]) -> bool {
    let mut rest: Vec<&String> = long.iter().collect();
    let mut open: Vec<&String> = Vec::new();
    for name in short {
        match rest.iter().position(|other| *other == name) {
            Some(at) => {
                rest.remove(at);
            }
            None => open.push(name),
        }
    }
    let is_initial_of =
        |one: &str, other: &str| one.chars().count() == 1 && other.starts_with(one);
    short.len() <= long.len()
        && open.iter().all(|name| {
            let fits =
                |other: &&String| is_initial_of(name, other) || is_initial_of(other, name);
            rest.iter().position(fits).map(|at| rest.remove(at)).is_some()
        })
}

/// Whether every name has its counterpart a letter or two away.
fn is_near(left: &[String], right: &[String]) -> bool {
    let near = |a: &str, b: &str| {
        let longest = a.chars().count().max(b.chars().count());
        let allowed = if longest < 4 {
            0
        } else if longest < 8 {
            1
        } else {
            2
        };
        letters_apart(a, b) <= allowed
    };
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let mut rest: Vec<&String> = long.iter().collect();
    let paired = short.iter().all(|name| {
        let at = rest
            .iter()
            .position(|other| near(name, other) || sound(name) == sound(other));
        at.map(|at| rest.remove(at)).is_some()
    });
    paired || near(&left.concat(), &right.concat())
}

/// Letters put in, left out, changed or changed round, between two words.
fn letters_apart(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + changed);
            if 1 < i && 1 < j && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Case and spaces evened out, and nothing else.
fn evened(name: &str) -> String {
    let composed: String = name.nfc().collect();
    let lower = composed.to_lowercase();
    lower
        .split([' ', ',', '.', '\u{a0}'])
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The names in small letters without accents; titles left out.
pub(super) fn tokens(name: &str) -> Vec<String> {
    let mut plain = String::new();
    for letter in name
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
    {
        match forms().letters.iter().find(|(from, _)| *from == letter) {
            Some((_, to)) => plain.push_str(to),
            None if matches!(letter, '\'' | '’' | '`' | 'ʼ' | '.') => {}
            None if letter.is_alphanumeric() => plain.push(letter),
            None => plain.push(' '),
        }
    }
    let is_title = |it: &str| forms().titles.iter().any(|title| title == it);
    plain
        .split(' ')
        .filter(|it| !it.is_empty() && !is_title(it))
        .map(str::to_owned)
        .collect()
}

/// A name as it sounds, whatever system of writing it in Latin letters was used.
fn sound(name: &str) -> String {
    let same = forms()
        .same_names
        .iter()
        .find(|group| group.iter().any(|it| it == name));
    let name = same.and_then(|group| group.first()).map_or(name, String::as_str);
    let mut heard = name.to_owned();
    for (from, to) in &forms().sounds {
        heard = heard.replace(from.as_str(), to);
    }
    let mut letters: Vec<char> = heard.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

fn is_latin(name: &str) -> bool {
    name.nfd()
        .filter(|c| c.is_alphabetic())
        .all(|c| u32::from(c) < 0x0250)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{NameDifference as D, NameForms, difference};

    #[test]
    fn the_table_is_readable() {
        let read: NameForms =
            serde_json::from_str(include_str!("../../data/name_forms.json")).unwrap();
        assert!(!read.sounds.is_empty());
    }

    #[test]
    fn near_and_other_names() {
        for (a, b, told) in [
            ("Orsini", "ORSINI", D::Same),
            ("Véra  Lindqvist", "VERA LINDQVIST", D::Marks),
            ("Anne-Marie", "Anne Marie", D::Marks),
            ("O'Dell", "ODell", D::Marks),
            ("Mira Okafor", "Okafor Mira", D::Order),
            ("Mira Adaeze Okafor", "Mira Okafor", D::Shorter),
            ("Mira A Okafor", "Mira Adaeze Okafor", D::Shorter),
            ("M. Adaeze Okafor", "Mira A. Okafor", D::Shorter),
            ("Mira B Okafor", "Mira Adaeze Okafor", D::Other),
            ("Mohammed", "Muhammad", D::Transliteration),
            ("Yousefi", "Yusefi", D::Transliteration),
            ("Müller", "Mueller", D::Transliteration),
            ("Katarzyna", "Katarzina", D::Transliteration),
            ("Lindqvist", "Lindqwest", D::Spelling),
            ("Okafor", "Okofor", D::Spelling),
            ("Marta", "Jonas", D::Other),
            ("Li", "Wu", D::Other),
        ] {
            assert_eq!(difference(a, b), Some(told), "{a} / {b}");
            assert_eq!(difference(b, a), Some(told), "{b} / {a}");
        }
        assert_eq!(difference("Чехов", "Chekhov"), None);
        assert_eq!(difference("", "Chekhov"), None);
    }
}
