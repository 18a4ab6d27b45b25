//! Addresses and words of forms, evened out so that only what differs differs.

use super::name_likeness::tokens;

/// What parts of a street's name are written short, each with its long form.
const SHORT_FORMS: &[(&str, &str)] = &[
    ("st", "street"),
    ("str", "street"),
    ("rd", "road"),
    ("ave", "avenue"),
    ("av", "avenue"),
    ("blvd", "boulevard"),
    ("dr", "drive"),
    ("cres", "crescent"),
    ("ct", "court"),
    ("crt", "court"),
    ("ln", "lane"),
    ("pl", "place"),
    ("sq", "square"),
    ("hwy", "highway"),
    ("apt", ""),
    ("apartment", ""),
    ("unit", ""),
    ("suite", ""),
    ("ste", ""),
    ("no", ""),
    ("n", "north"),
    ("s", "south"),
    ("e", "east"),
    ("w", "west"),
];

/// A street with its long forms, in the order of the alphabet: a flat's number may stand before or after.
fn street_tokens(street: &str) -> Vec<String> {
    let long = |token: String| {
        let form = SHORT_FORMS.iter().find(|(short, _)| *short == token);
        form.map_or(token, |(_, long)| (*long).to_owned())
    };
    let mut parts: Vec<String> = tokens(street)
        .into_iter()
        .map(long)
        .filter(|it| !it.is_empty())
        .collect();
    parts.sort();
    parts
}

/// Whether two streets may be one: the one may leave out a flat or a city that the other has.
pub(super) fn may_be_one_street(a: &str, b: &str) -> bool {
    let (a, b) = (street_tokens(a), street_tokens(b));
    if a.is_empty() || b.is_empty() {
        return true;
    }
    let within = |few: &[String], many: &[String]| few.iter().all(|it| many.contains(it));
    within(&a, &b) || within(&b, &a)
}

/// Whether two places, employers, schools may be one: one may be named more fully.
pub(super) fn may_be_one(a: &str, b: &str) -> bool {
    let (a, b) = (tokens(a), tokens(b));
    if a.is_empty() || b.is_empty() {
        return true;
    }
    let within = |few: &[String], many: &[String]| few.iter().all(|it| many.contains(it));
    within(&a, &b) || within(&b, &a) || a.concat() == b.concat()
}

/// Letters and digits alone, in small letters.
pub(super) fn bare(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{may_be_one, may_be_one_street};

    #[test]
    fn an_address_is_one_however_written() {
        assert!(may_be_one_street("12 Alder St., Apt 4", "4-12 Alder Street"));
        assert!(may_be_one_street("12 Alder Street", "12 Alder St Unit 4"));
        assert!(!may_be_one_street("12 Alder Street", "14 Alder Street"));
        assert!(may_be_one("Lumen Bakery", "Lumen Bakery Ltd."));
        assert!(!may_be_one("Lumen Bakery", "Orchard Foods"));
    }
}
