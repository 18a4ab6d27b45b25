//! Words as they are compared: small letters, no accents.

/// A word without case and accents; apostrophes are left out.
pub(super) fn folded(word: &str) -> String {
    word.chars()
        .filter(|letter| !matches!(letter, '\'' | '’'))
        .flat_map(char::to_lowercase)
        .map(bare)
        .collect()
}

const fn bare(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        other => other,
    }
}

/// The words of a text, folded, one blank around each: ` there is no file `. A phrase is in it
/// where it is in it with its blanks.
pub(super) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 2);
    spaced.push(' ');
    for word in words(text) {
        spaced.push_str(&folded(word));
        spaced.push(' ');
    }
    spaced
}

/// Runs of letters and digits; an apostrophe is part of a word.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let ends = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '\'' | '’'));
    text.split(ends)
        .filter(|word| word.chars().any(char::is_alphanumeric))
}

/// Whether one of the phrases, written folded, is in spaced words.
pub(super) fn has(spaced: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| at(spaced, phrase).is_some())
}

/// Where a phrase is in spaced words: the byte of its first blank.
pub(super) fn at(spaced: &str, phrase: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = spaced.get(from..)?.find(phrase) {
        let (start, end) = (from + found, from + found + phrase.len());
        let before = spaced.as_bytes().get(start.wrapping_sub(1)) == Some(&b' ');
        if before && spaced.as_bytes().get(end) == Some(&b' ') {
            return Some(start - 1);
        }
        from = start + 1;
        while !spaced.is_char_boundary(from) {
            from += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{has, spaced};

    #[test]
    fn phrases_are_whole_words_in_any_dress() {
        let text = spaced("Il n'y a pas d'Étape; it doesn’t EXIST.");
        assert_eq!(text, " il ny a pas detape it doesnt exist ");
        assert!(has(&text, &["doesnt exist"]));
        assert!(!has(&text, &["etape", "exis", "nowhere"]));
    }
}
