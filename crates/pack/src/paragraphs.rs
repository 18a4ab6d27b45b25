//! The numbered paragraphs of a decision: `[12]` at the start of a line, or in the running text where lines were lost.

use jurat_model::ByteSpan;

/// A paragraph by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedParagraph {
    pub number: u32,
    /// From its mark to the next one.
    pub span: ByteSpan,
}

/// Numbers may be missing where a text was cut or mistyped; more than so many in a row are no gap.
const GAP: u32 = 2;

/// The paragraphs of a text in order; none where it does not number them.
pub fn paragraphs(text: &str) -> Vec<NumberedParagraph> {
    let marks = marks(text);
    let at_lines = in_order(marks.iter().filter(|mark| mark.begins_line), GAP);
    // Lines are lost in some sets: then every mark counts that goes on with the count.
    let anywhere = in_order(marks.iter(), 0);
    let chosen = if at_lines.len() < anywhere.len() { anywhere } else { at_lines };
    let ends = chosen.iter().skip(1).map(|mark| mark.start).chain([text.len()]);
    let paragraph = |(mark, end): (&&ParagraphMark, usize)| {
        let words = text[mark.start..end].trim_end();
        NumberedParagraph {
            number: mark.number,
            span: ByteSpan::from(mark.start..mark.start + words.len()),
        }
    };
    chosen.iter().zip(ends).map(paragraph).collect()
}

struct ParagraphMark {
    start: usize,
    number: u32,
    begins_line: bool,
}

fn marks(text: &str) -> Vec<ParagraphMark> {
    let mark = |(start, _): (usize, &str)| {
        let inside = text[start + 1..].split_once(']')?.0;
        let digits =
            (1..=4).contains(&inside.len()) && inside.bytes().all(|it| it.is_ascii_digit());
        let number = inside.parse().ok().filter(|_| digits)?;
        let before = &text[..start];
        let blank = before.trim_end_matches([' ', '\t', '\u{a0}']);
        let begins_line = blank.is_empty() || blank.ends_with('\n');
        let parted = before.is_empty() || before.ends_with(char::is_whitespace);
        parted.then_some(ParagraphMark { start, number, begins_line })
    };
    text.match_indices('[').filter_map(mark).collect()
}

/// The marks that count up from 1.
fn in_order<'m>(
    marks: impl Iterator<Item = &'m ParagraphMark>,
    gap: u32,
) -> Vec<&'m ParagraphMark> {
    let mut due = 1;
    let mut chosen = Vec::new();
    for mark in marks {
        let reach = if chosen.is_empty() { due } else { due + gap };
        if due <= mark.number && mark.number <= reach {
            due = mark.number + 1;
            chosen.push(mark);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[track_caller]
    fn check(text: &str, expected: &[(u32, &str)]) {
        let found = paragraphs(text);
        let found: Vec<(u32, &str)> =
            found.iter().map(|it| (it.number, &text[it.span.range()])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn marks_count_up() {
        check(
            "Head\n\n[1] One [5] x.\n\n[2] Two.\n",
            &[(1, "[1] One [5] x."), (2, "[2] Two.")],
        );
        check("A [1] One. B [2] Two.", &[(1, "[1] One. B"), (2, "[2] Two.")]);
        check("[1] One.\n[3] Three.", &[(1, "[1] One."), (3, "[3] Three.")]);
    }

    #[test]
    fn a_year_and_a_quoted_number_are_no_marks() {
        check("[1999] 2 SCR 817", &[]);
        check(
            "[1] See\n  [9] quoted\n[2] Two.",
            &[(1, "[1] See\n  [9] quoted"), (2, "[2] Two.")],
        );
    }
}
