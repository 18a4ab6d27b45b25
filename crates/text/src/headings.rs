//! Headings as people cite them: a number, then words.

use std::ops::Range;

/// `§ 12.04.030 Client records` as `§ 12.04.030` and `Client records`. A heading without a number is
/// words alone.
pub fn parted(heading: &str) -> (&str, &str) {
    let mut end = 0;
    for word in heading.split_inclusive(char::is_whitespace) {
        let bare = word.trim();
        let number = bare.starts_with('§') || bare.starts_with(|c: char| c.is_ascii_digit());
        let letter = 0 < end && is_book(bare);
        if !(end == 0 && SIGNS.contains(&bare) || number || letter) {
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

/// The letter that a book of a code has, alone or before a number: `L.` of `Art. L. 121-5`, `R121-5`.
fn is_book(word: &str) -> bool {
    let rest = word.strip_prefix(|c: char| c.is_ascii_uppercase());
    rest.is_some_and(|rest| rest == "." || rest.starts_with(|c: char| c.is_ascii_digit()))
}

const SIGNS: [&str; 9] =
    ["§", "§§", "Section", "Sec.", "Art.", "Article", "Artigo", "s.", "Rule"];

/// How a place is cited, and the heading without its number: `County Code § 4`, `Records`.
pub fn cited(document: &str, label: Option<&str>, heading: &str) -> (String, String) {
    let (number, words) = parted(heading);
    let section = label.unwrap_or(number);
    let place = if section.is_empty() || section == document {
        document.to_owned()
    } else {
        format!("{document} {section}")
    };
    let heading = if words.is_empty() || heading == document { "" } else { words };
    (place, heading.to_owned())
}

/// The words of every Markdown heading, without the signs, in order. Linear in the text.
pub fn markdown(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches('#');
        let level = line.len() - words.len();
        if (1..=6).contains(&level) && words.starts_with(' ') {
            let from = start + level + (words.len() - words.trim_start().len());
            found.push(from..from + words.trim().len());
        }
        start += line.len();
    }
    found
}

/// The heading, of those given in order, that a place stands under.
pub fn above(headings: &[Range<usize>], at: usize) -> Option<Range<usize>> {
    let next = headings.partition_point(|heading| heading.end <= at);
    next.checked_sub(1).map(|before| headings[before].clone())
}

#[cfg(test)]
mod tests {
    use super::{above, cited, markdown, parted};

    #[test]
    fn a_heading_is_a_number_and_words() {
        for (heading, expected) in [
            ("§ 12.04.030 Client records", ("§ 12.04.030", "Client records")),
            ("4.2.1 Assessment standards", ("4.2.1", "Assessment standards")),
            ("Section 12 Fees", ("Section 12", "Fees")),
            ("Art. L. 121-5 Essai", ("Art. L. 121-5", "Essai")),
            ("Article R121-5", ("Article R121-5", "")),
            ("Section A. Fees", ("", "Section A. Fees")),
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
        let headings = markdown(text);
        let at = |words: &str| {
            above(&headings, text.find(words).unwrap_or(0)).map(|range| &text[range])
        };
        assert_eq!(at("first"), Some("One"));
        assert_eq!(at("second"), Some("Two é"));
        assert_eq!(at("hash"), Some("Two é"));
        assert_eq!(at("Two"), Some("One"));
        assert_eq!(at("# One"), None);
    }
}
