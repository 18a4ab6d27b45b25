//! Headings as people cite them: a number, then words.

use std::ops::Range;

/// How far above a place its heading is looked for.
const FARTHEST: usize = 1 << 16;

/// `§ 12.04.030 Client records` as `§ 12.04.030` and `Client records`. A heading without a number is
/// words alone.
pub fn parted(heading: &str) -> (&str, &str) {
    let mut end = 0;
    for word in heading.split_inclusive(char::is_whitespace) {
        let bare = word.trim();
        let number = bare.starts_with('§') || bare.starts_with(|c: char| c.is_ascii_digit());
        if !(end == 0 && SIGNS.contains(&bare) || number) {
            break;
        }
        end += word.len();
    }
    let number = heading[..end].trim();
    if number.bytes().any(|byte| byte.is_ascii_digit()) {
        (number, heading[end..].trim())
    } else {
        ("", heading)
    }
}

const SIGNS: [&str; 9] =
    ["§", "§§", "Section", "Sec.", "Art.", "Article", "Artigo", "s.", "Rule"];

/// How a place is cited, and the heading without its number: `County Code § 4`, `Records`.
pub fn cited(document: &str, label: Option<&str>, heading: &str) -> (String, String) {
    let (number, words) = parted(heading);
    let section = label.unwrap_or(number);
    let place =
        if section.is_empty() { document.to_owned() } else { format!("{document} {section}") };
    let heading = if words.is_empty() || heading == document { "" } else { words };
    (place, heading.to_owned())
}

/// The Markdown heading that a place stands under: its words, without the signs.
pub fn above(text: &str, at: usize) -> Option<Range<usize>> {
    let at = text.floor_char_boundary(at.min(text.len()));
    let from = text.floor_char_boundary(at.saturating_sub(FARTHEST));
    let mut end = at;
    for line in text[from..at].split_inclusive('\n').rev() {
        let start = end - line.len();
        let words = line.trim_start_matches('#');
        let level = line.len() - words.len();
        // A line that is only begun before the place is not above it.
        if (1..=6).contains(&level) && words.starts_with(' ') && line.ends_with('\n') {
            let words_start = start + level + (words.len() - words.trim_start().len());
            return Some(words_start..words_start + words.trim().len());
        }
        end = start;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{above, cited, parted};

    #[test]
    fn a_heading_is_a_number_and_words() {
        for (heading, expected) in [
            ("§ 12.04.030 Client records", ("§ 12.04.030", "Client records")),
            ("4.2.1 Assessment standards", ("4.2.1", "Assessment standards")),
            ("Section 12 Fees", ("Section 12", "Fees")),
            ("Article of faith", ("", "Article of faith")),
            ("Records", ("", "Records")),
            ("§ 4", ("§ 4", "")),
            ("", ("", "")),
        ] {
            assert_eq!(parted(heading), expected, "{heading}");
        }
    }

    #[test]
    fn a_place_is_cited_by_label_or_number() {
        let check = |label, heading, place: &str, words: &str| {
            assert_eq!(cited("Code", label, heading), (place.to_owned(), words.to_owned()));
        };
        check(None, "§ 4 Records", "Code § 4", "Records");
        check(Some("40(1)"), "Records", "Code 40(1)", "Records");
        check(None, "Code", "Code", "");
        check(None, "§ 4", "Code § 4", "");
    }

    #[test]
    fn the_nearest_heading_above_counts() {
        let text = "# One\n\nfirst\n\n## Two é\nsecond # no\n#hash\n";
        let at =
            |words: &str| above(text, text.find(words).unwrap_or(0)).map(|range| &text[range]);
        assert_eq!(at("first"), Some("One"));
        assert_eq!(at("second"), Some("Two é"));
        assert_eq!(at("hash"), Some("Two é"));
        assert_eq!(at("Two"), Some("One"));
        assert_eq!(at("# One"), None);
    }
}
