//! The documents that a tool has put into one text, one after the other with a blank line between. A document may have
//! blank lines of its own, so a text is cut only where they tell where a document ends.

use std::ops::Range;

use jurat_text::tokens::words;

/// What a text of a tool is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JoinedText {
    /// It has no blank line.
    One,
    /// Its blank lines part these documents.
    Several(Vec<Range<usize>>),
    /// It has blank lines, and nothing tells which of them part documents.
    Unclear,
}

/// Words below which a piece is a title or a line of a list.
const FEWEST_WORDS: usize = 6;
/// Words of the longest label that a document begins with.
const LONGEST_LABEL: usize = 3;

/// The documents of a text: cut where a label is repeated (`Source: …`, `[1] …`), else at every blank line if all that stands
/// between them are whole paragraphs.
pub(crate) fn documents(text: &str) -> JoinedText {
    let pieces = pieces(text);
    if pieces.len() < 2 {
        return JoinedText::One;
    }
    let labelled = labelled(text, &pieces);
    if 1 < labelled.len() {
        return JoinedText::Several(labelled);
    }
    if pieces.iter().all(|piece| is_whole(&text[piece.clone()])) {
        return JoinedText::Several(pieces);
    }
    JoinedText::Unclear
}

/// What stands between blank lines.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        let end = start + line.trim_end().len();
        match all.last_mut().filter(|_| open) {
            Some(last) => last.end = end,
            None => all.push(start..end),
        }
        open = true;
    }
    all
}

/// The documents that each begin with the label of the first piece; none where it has none.
fn labelled(text: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
    let Some(label) = label(&text[pieces[0].clone()]) else { return Vec::new() };
    let mut all: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        let begins = self::label(&text[piece.clone()]).as_ref() == Some(&label);
        match all.last_mut().filter(|_| !begins) {
            Some(last) => last.end = piece.end,
            None => all.push(piece.clone()),
        }
    }
    all
}

/// The label at the start of a piece, its numbers left out: `Source:`, `Document 3:`, `[3]`.
fn label(piece: &str) -> Option<String> {
    let line = piece.lines().next()?;
    let end = line.find([':', ']'])? + 1;
    let head = &line[..end];
    if head.ends_with(']') && !head.starts_with('[') || LONGEST_LABEL < words(head).count() {
        return None;
    }
    Some(head.chars().filter(|c| !c.is_ascii_digit()).collect())
}

/// Whether a piece may be a document: a paragraph that begins as a sentence does and ends as one does.
fn is_whole(piece: &str) -> bool {
    let closing = |c: char| matches!(c, '"' | '”' | '»' | ')' | ']' | '’' | '\'');
    let opening = |c: char| matches!(c, '"' | '“' | '«' | '(' | '‘' | '\'');
    let begins = piece.trim_start_matches(opening).chars().next();
    let begins = begins.is_some_and(|c| c.is_alphanumeric() && !c.is_lowercase());
    let ends = piece.trim_end_matches(closing).ends_with(['.', '!', '?', '…', '。']);
    begins && ends && words(piece).take(FEWEST_WORDS).count() == FEWEST_WORDS
}

#[cfg(test)]
mod tests {
    use super::{JoinedText, documents};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let JoinedText::Several(found) = documents(text) else {
            unreachable!("{text}: {:?}", documents(text))
        };
        let found: Vec<&str> = found.into_iter().map(|one| &text[one]).collect();
        assert_eq!(found, expected);
    }

    const RULE: &str = "A buyer may return a kayak within 14 days.";
    const OTHER: &str = "The seller repays the price at once.";

    #[test]
    fn whole_paragraphs_are_documents() {
        check(&format!("{RULE}\n\n{OTHER}"), &[RULE, OTHER]);
        check(&format!("{RULE}\r\n\r\n{OTHER}\n"), &[RULE, OTHER]);
    }

    #[test]
    fn a_label_that_comes_again_begins_a_document() {
        let first = format!("Source: {{'id': 1}}\nContent: {RULE}\n\nand so on");
        let second = format!("Source: {{'id': 2}}\nContent: {OTHER}");
        check(&format!("{first}\n\n{second}"), &[&first, &second]);
        let numbered = [format!("[1] {RULE}\n\n- an item"), format!("[2] {OTHER}")];
        check(&numbered.join("\n\n"), &[&numbered[0], &numbered[1]]);
    }

    #[test]
    fn what_does_not_tell_is_not_cut() {
        assert_eq!(documents(RULE), JoinedText::One);
        assert_eq!(documents(&format!("{RULE}\n{OTHER}")), JoinedText::One);
        for text in [
            format!("Returns\n\n{RULE}\n\n{OTHER}"),
            format!("{RULE}\n\n- the price\n- the freight"),
            format!("{RULE}\n\nand the seller repays the price at once."),
            format!("Note: {RULE}\n\n{OTHER}\n\nA table follows"),
        ] {
            assert_eq!(documents(&text), JoinedText::Unclear, "{text}");
        }
    }
}
