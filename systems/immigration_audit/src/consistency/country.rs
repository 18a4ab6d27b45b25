//! Countries however papers write them: by a code of two or three letters, by name, or by the adjective of nationality.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::{address_form::may_be_one, name_likeness::tokens};

/// What `data/countries.json` holds.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CountryTable {
    /// The two codes of each, then its names and adjectives.
    countries: Vec<Vec<String>>,
}

/// The code of three letters by every word that names the country.
static BY_WORDS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    // Held to be readable by a test; without the table countries are compared as words.
    let table: CountryTable =
        serde_json::from_str(include_str!("../../data/countries.json")).unwrap_or_default();
    let mut by_words = HashMap::new();
    for row in table.countries {
        let Some(code) = row.get(1).cloned() else { continue };
        for words in row {
            by_words.insert(words.to_lowercase(), code.clone());
        }
    }
    by_words
});

/// The country that words name, whole or in one of their parts (`CANADIAN/CANADIENNE`); nothing where parts name two.
fn country_of(words: &str) -> Option<&'static str> {
    let of = |words: &str| BY_WORDS.get(&tokens(words).join(" ")).map(String::as_str);
    of(words).or_else(|| {
        let parts = words.split(['/', ',', '(', ')', ';']);
        let mut named: Vec<&'static str> = parts.filter_map(of).collect();
        named.dedup();
        match named.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    })
}

/// Whether two wordings may name one country; those that the table does not know are compared as words.
pub(super) fn may_be_one_country(a: &str, b: &str) -> bool {
    match country_of(a).zip(country_of(b)) {
        Some((a, b)) => a == b,
        None => may_be_one(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::{BY_WORDS, country_of, may_be_one_country};

    #[test]
    fn code_name_and_adjective_are_one_country() {
        assert!(190 < BY_WORDS.values().collect::<std::collections::HashSet<_>>().len());
        for (a, b) in [
            ("ISL", "Iceland"),
            ("IS", "Islandaise"),
            ("NORWEGIAN/NORVÉGIENNE", "NOR"),
            ("Perú", "PERUANA"),
            ("China, People's Republic of", "CHN"),
            ("Côte d'Ivoire", "Ivory Coast"),
            ("D", "Germany, Federal Republic of"),
            ("Morocco (MAR)", "marocaine"),
        ] {
            assert!(may_be_one_country(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn two_countries_stay_two() {
        for (a, b) in [
            ("Niger", "Nigeria"),
            ("Korea, South", "Korea, North"),
            ("Guinea", "Guinea-Bissau"),
        ] {
            assert!(!may_be_one_country(a, b), "{a} / {b}");
        }
        assert_eq!(country_of("Iceland/Norway"), None);
        assert_eq!(country_of("Atlantis"), None);
        assert!(!may_be_one_country("Atlantis", "Iceland"));
    }
}
