//! Numbered paragraphs: `[12]` where 11 came before it.

use jurat_model::ByteSpan;

use super::NumberedParagraph;

/// The paragraphs of a text. Numbers rise one by one from 1; a number in brackets that is not the next one is a quote's.
pub(crate) fn numbered_paragraphs(text: &str) -> Vec<NumberedParagraph> {
    let mut marks: Vec<(u32, usize, usize)> = Vec::new();
    for (at, _) in text.match_indices('[') {
        let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || 4 < digits || text.as_bytes().get(at + 1 + digits) != Some(&b']') {
            continue;
        }
        let Ok(number) = text[at + 1..at + 1 + digits].parse::<u32>() else { continue };
        let end = at + digits + 2;
        let next = marks.last().map_or(1, |last| last.0 + 1);
        // Numbers of years are no paragraphs, and a number within a sentence is a reference.
        if number == next && begins(text, at) {
            marks.push((number, at, end));
        }
    }
    let ends = marks
        .iter()
        .skip(1)
        .map(|mark| mark.1)
        .chain(std::iter::once(text.len()));
    marks
        .iter()
        .zip(ends)
        .map(|((number, _, from), end)| {
            let words = &text[*from..end];
            let start = from + (words.len() - words.trim_start().len());
            let end = (from + words.trim_end().len()).max(start);
            NumberedParagraph { number: *number, span: ByteSpan { start, end } }
        })
        .collect()
}

/// At the start of a line, or after a heading that ran into it: then a capital or a quote follows, and no comma came before.
fn begins(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = text[line..at].trim();
    if before.is_empty() {
        return true;
    }
    let open = before.ends_with(['(', ',', ';', '“', '«']) || before.contains('“');
    before.chars().count() <= 160
        && !open
        && !before.ends_with("para")
        && !before.contains(". ")
        || is_heading(before)
}

fn is_heading(before: &str) -> bool {
    let first = before.split(' ').next().unwrap_or_default();
    first.ends_with('.') && first.len() <= 5 && before.len() <= 200
}

#[cfg(test)]
mod tests {
    use super::numbered_paragraphs;

    #[test]
    fn numbers_rise_one_by_one() {
        let text = "Head\n[1] One, see [1999] 2 SCR 817.\n[2] Two quotes:\n[44] Theirs.\nIV. End [3] Three.\n";
        let found = numbered_paragraphs(text);
        let read: Vec<(u32, &str)> = found
            .iter()
            .map(|one| (one.number, &text[one.span.start..one.span.end]))
            .collect();
        assert_eq!(read[0], (1, "One, see [1999] 2 SCR 817."));
        assert_eq!(read[2], (3, "Three."));
        assert_eq!(read.len(), 3);
    }
}
