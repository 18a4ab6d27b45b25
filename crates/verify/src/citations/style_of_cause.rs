//! Whether two styles of cause are of one decision, however each is written.
//!
//! Names are folded (accents, case, punctuation), cut into their two sides, and stripped of what
//! different writers leave out: titles of ministers, forms of companies, "et al.". The order of the
//! sides does not matter, for appeals turn them round.

use std::collections::BTreeSet;

/// Whether `given` may be the name of the decision called `known`.
pub fn same_name(given: &str, known: &str) -> bool {
    let (given_all, known_all) = (folded(given), folded(known));
    if given_all == known_all {
        return true;
    }
    match (sides(&given_all), sides(&known_all)) {
        (Some((a, b)), Some((x, y))) => {
            (alike(a, x) && alike(b, y)) || (alike(a, y) && alike(b, x))
        }
        // `Vavilov` alone, `Re Smith`, `Reference re …`: every word of the shorter must be there.
        _ => within(&given_all, &known_all),
    }
}

jurat_text::word_lists! {
    "style_of_cause" [en, fr];

    /// Words that say who a party is without telling it from another.
    static TITLES;

    /// Words for the state itself.
    static STATE;
}

/// Lower case without accents or punctuation, one space between words.
fn folded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match plain(c) {
            Some(letters) => out.push_str(letters),
            None if c.is_alphanumeric() => out.extend(c.to_lowercase()),
            // Points and apostrophes join: `U.S.`, `O’Brien`.
            None if matches!(c, '.' | '\'' | '’') => {}
            None => out.push(' '),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

const fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'å' | 'À' | 'Â' | 'Ä' | 'Á' | 'Ã' | 'Å' => {
            "a"
        }
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => "e",
        'î' | 'ï' | 'í' | 'ì' | 'Î' | 'Ï' | 'Í' | 'Ì' => "i",
        'ô' | 'ö' | 'ó' | 'ò' | 'õ' | 'ø' | 'Ô' | 'Ö' | 'Ó' | 'Ò' | 'Õ' | 'Ø' => {
            "o"
        }
        'ù' | 'û' | 'ü' | 'ú' | 'Ù' | 'Û' | 'Ü' | 'Ú' => "u",
        'ç' | 'Ç' => "c",
        'ñ' | 'Ñ' => "n",
        'ÿ' | 'ý' | 'Ÿ' | 'Ý' => "y",
        'œ' | 'Œ' => "oe",
        'æ' | 'Æ' => "ae",
        'ß' => "ss",
        _ => return None,
    })
}

/// The two sides of a folded name.
fn sides(name: &str) -> Option<(&str, &str)> {
    [" v ", " c ", " vs ", " contra ", " versus "]
        .iter()
        .find_map(|between| name.split_once(between))
}

/// The words of a side that tell it from others.
fn telling(side: &str) -> BTreeSet<&str> {
    let words = side.split(' ').filter(|word| !TITLES.contains(word));
    words
        .filter(|word| !STATE.contains(word) && !word.is_empty())
        .collect()
}

/// Whether two sides are one party.
fn alike(a: &str, b: &str) -> bool {
    let (left, right) = (telling(a), telling(b));
    if left.is_empty() || right.is_empty() {
        // The state under one title or another; a person is not the state.
        return left.is_empty() && right.is_empty();
    }
    let (few, many) = if left.len() <= right.len() { (&left, &right) } else { (&right, &left) };
    held(few, many)
}

/// Whether a name without sides is that of the decision, or of one of its parties.
fn within(given: &str, known: &str) -> bool {
    let (given, known) = (telling(given), telling(known));
    held(&given, &known)
}

/// Whether every word of `few` is in `many`. One word apart is another party: one railway is
/// Canadian National, another Canadian Pacific.
fn held(few: &BTreeSet<&str>, many: &BTreeSet<&str>) -> bool {
    let shared = few
        .iter()
        .filter(|word| many.iter().any(|other| near(word, other)))
        .count();
    0 < shared && few.len() == shared
}

/// Equal, or one letter apart in a long word, or an initial and its name.
fn near(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() == 1 {
        return long.starts_with(short);
    }
    5 <= short.len()
        && long.len() - short.len() <= 1
        && one_apart(short.as_bytes(), long.as_bytes())
}

fn one_apart(short: &[u8], long: &[u8]) -> bool {
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let rest = if short.len() == long.len() {
        &short[(same + 1).min(short.len())..]
    } else {
        &short[same..]
    };
    rest == &long[(same + 1).min(long.len())..]
}

#[cfg(test)]
mod tests {
    use super::same_name;

    #[track_caller]
    fn check(given: &str, known: &str, same: bool) {
        assert_eq!(same_name(given, known), same, "{given} / {known}");
    }

    #[test]
    fn languages_and_titles_do_not_matter() {
        check(
            "Minister of Citizenship and Immigration v Okonjo",
            "Canada (Citoyenneté et Immigration) c. Okonjo",
            true,
        );
        check("Canada (AG) v Ödmark", "Canada (Procureur général) c. Odmark", true);
        check("The Queen v. Bellweather", "R. c. Bellweather", true);
    }

    #[test]
    fn order_and_short_forms_do_not_matter() {
        check("Quillfeather v Canada", "Canada (Attorney General) v Quillfeather", true);
        check("Quillfeather", "Canada (Attorney General) v Quillfeather", true);
        check("Re Marrowby Estate", "Marrowby Estate (Re)", true);
        check("Tarn et al. v. Hollin Ltd.", "J. Tarn v. Hollin Limited", true);
    }

    #[test]
    fn another_party_is_another_decision() {
        check("R v Bellweather", "R v Quillfeather", false);
        check("Hollin Ltd v Tarn", "Hollin Ltd v Ostrow", false);
        check("Ostrow", "Canada v Tarn", false);
        check("Northern Grain Railway Co v Tarn", "Northern Ore Railway Co v Tarn", false);
        check("Reference re Lanterns Act", "Reference re Ferries Act", false);
        check("Ontario (Attorney General) v Tarn", "Alberta (Attorney General) v Tarn", false);
    }
}
