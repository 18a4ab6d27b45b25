//! A number in the form that a list gives it: figures, letters, Roman numerals, words.

pub(super) fn figure(form: &str, count: u64) -> String {
    match form {
        "lowerLetter" => letters(count),
        "upperLetter" => letters(count).to_uppercase(),
        "lowerRoman" => roman(count),
        "upperRoman" => roman(count).to_uppercase(),
        "decimalZero" => format!("{count:02}"),
        "ordinal" => format!("{count}{}", ending(count)),
        "cardinalText" => words(count, &ONES, &TENS).unwrap_or_else(|| count.to_string()),
        "ordinalText" => words(count, &FIRSTS, &TENTHS)
            .unwrap_or_else(|| format!("{count}{}", ending(count))),
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

/// What an English ordinal in figures ends in.
const fn ending(count: u64) -> &'static str {
    match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

const ONES: [&str; 19] = [
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
    "Nineteen",
];
const TENS: [&str; 8] =
    ["Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];
const FIRSTS: [&str; 19] = [
    "First",
    "Second",
    "Third",
    "Fourth",
    "Fifth",
    "Sixth",
    "Seventh",
    "Eighth",
    "Ninth",
    "Tenth",
    "Eleventh",
    "Twelfth",
    "Thirteenth",
    "Fourteenth",
    "Fifteenth",
    "Sixteenth",
    "Seventeenth",
    "Eighteenth",
    "Nineteenth",
];
const TENTHS: [&str; 8] = [
    "Twentieth",
    "Thirtieth",
    "Fortieth",
    "Fiftieth",
    "Sixtieth",
    "Seventieth",
    "Eightieth",
    "Ninetieth",
];

/// A number below a hundred in English words, as `Twenty-one`: what it ends in comes from the two
/// tables.
fn words(count: u64, ones: &[&str; 19], tens: &[&str; 8]) -> Option<String> {
    let count = usize::try_from(count).ok().filter(|count| *count < 100)?;
    let one = |at: usize| at.checked_sub(1).and_then(|at| ones.get(at));
    if let Some(word) = one(count) {
        return Some((*word).to_owned());
    }
    let ten = (count / 10).checked_sub(2)?;
    match one(count % 10) {
        Some(word) => Some(format!("{}-{}", TENS[ten], word.to_lowercase())),
        None => Some(tens[ten].to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn figures_are_written_in_their_form() {
        for (form, count, expected) in [
            ("decimal", 12, "12"),
            ("decimal", 0, "0"),
            ("lowerLetter", 28, "bb"),
            ("upperLetter", 3, "C"),
            ("lowerRoman", 14, "xiv"),
            ("upperRoman", 1999, "MCMXCIX"),
            ("lowerLetter", 0, "a"),
            ("decimalZero", 7, "07"),
            ("ordinal", 22, "22nd"),
            ("ordinal", 113, "113th"),
            ("cardinalText", 7, "Seven"),
            ("cardinalText", 42, "Forty-two"),
            ("cardinalText", 0, "0"),
            ("ordinalText", 20, "Twentieth"),
            ("ordinalText", 21, "Twenty-first"),
            ("ordinalText", 100, "100th"),
            ("none", 3, ""),
            ("no such form", 3, "3"),
        ] {
            assert_eq!(figure(form, count), expected);
        }
    }
}
