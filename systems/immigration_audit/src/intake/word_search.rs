//! Words looked for in texts: whole ones, whatever their case and accents.

/// Small letters without accents, other marks as single spaces.
pub(super) fn folded(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars().flat_map(char::to_lowercase).map(unaccented) {
        if letter.is_alphanumeric() {
            out.push(letter);
        } else if !out.ends_with(' ') && !out.is_empty() {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

const ACCENTED: [(&str, char); 9] = [
    ("àáâãäåā", 'a'),
    ("ç", 'c'),
    ("èéêëē", 'e'),
    ("ìíîïī", 'i'),
    ("ñ", 'n'),
    ("òóôõöøō", 'o'),
    ("ùúûüū", 'u'),
    ("ýÿ", 'y'),
    ("šś", 's'),
];

fn unaccented(letter: char) -> char {
    ACCENTED
        .iter()
        .find(|(letters, _)| letters.contains(letter))
        .map_or(letter, |(_, plain)| *plain)
}

/// Whether folded words stand in a folded text as whole words.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(words)) {
        let start = from + at;
        let end = start + words.len();
        let before = text[..start].chars().next_back().is_none_or(|c| c == ' ');
        let after = text[end..].chars().next().is_none_or(|c| c == ' ');
        if before && after {
            return true;
        }
        from = start + text[start..].chars().next().map_or(1, char::len_utf8);
    }
    false
}

/// How many single letters have to change to make one word of another; capped, since only near ones matter.
pub(super) fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut above = row.first().copied().unwrap_or_default();
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
        for (column, against) in other.iter().enumerate() {
            let change = above + usize::from(letter != against);
            above = row[column + 1];
            row[column + 1] = change.min(above + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{distance, folded, has_words};

    #[test]
    fn words_are_whole_and_plain() {
        assert_eq!(folded("  Né(e)  à Montréal, "), "ne e a montreal");
        assert!(has_words("the pal was issued", "pal"));
        assert!(!has_words("the principal was", "pal"));
        assert!(has_words("pals and a pal", "pal"));
    }

    #[test]
    fn near_names_are_near() {
        assert_eq!(distance("exempelsson", "exempelson"), 1);
        assert_eq!(distance("maria", "maria"), 0);
        assert_eq!(distance("", "ab"), 2);
    }
}
