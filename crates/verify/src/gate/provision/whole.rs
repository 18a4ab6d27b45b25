//! Whether a provision is quoted whole: to the borders of lines, with nothing left out but items.

use jurat_model::Quote;

/// What is wrong with how it is cut, in words.
pub(super) fn missing(quote: &Quote, text: &str) -> Option<&'static str> {
    let (first, last) = (quote.ranges.first()?, quote.ranges.last()?);
    if !begins_a_line(text, first.start) || !ends_a_sentence(text, last.end) {
        return Some("It is cut within a sentence.");
    }
    for pair in quote.ranges.windows(2) {
        let gap = text.get(pair[0].end..pair[1].start).unwrap_or_default();
        // What is left out between a lead-in, its items and its tail are other items, line by line.
        if !gap.starts_with(['\n', '\r', ' ']) || !begins_a_line(text, pair[1].start) {
            return Some("Something is left out of it within a line.");
        }
        let lines = gap.lines().map(str::trim).filter(|line| !line.is_empty());
        if lines.clone().any(is_heading) {
            return Some("A heading is left out of it.");
        }
    }
    None
}

fn begins_a_line(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    // `36 (1)`: the number of a section stands before its first subsection.
    let before = text[line..at].trim();
    before.is_empty()
        || !before.contains(char::is_whitespace) && before.chars().count() <= 12
        || ends_a_sentence(text, at)
}

/// At the end of a line, or after a stop.
fn ends_a_sentence(text: &str, at: usize) -> bool {
    let after = text[at..].trim_start_matches([' ', '\t', '\r']);
    let before = text[..at].trim_end();
    after.is_empty()
        || after.starts_with('\n')
        || before.ends_with(['.', ';', ':', '!', '?', '”', '»', ')'])
}

fn is_heading(line: &str) -> bool {
    line.starts_with('#')
        || 4 < line.len()
            && !line.chars().any(char::is_lowercase)
            && line.chars().filter(|c| c.is_alphabetic()).count() > 4
}
