//! Reasons in the words of a letter: a sentence that holds all the words of a pattern.

use jurat_model::{ByteSpan, SourceExhibit};

use super::refusal_table::ReasonPattern;
use crate::model::{FactPlace, MatterFile};

/// A reason and where the letter gives it.
pub(super) struct ReasonPlace {
    /// Which of the patterns.
    pub(super) at: usize,
    pub(super) place: FactPlace,
}

/// The text of a file.
pub(super) fn text_of<'e>(file: &MatterFile, exhibits: &'e [SourceExhibit]) -> Option<&'e str> {
    let rendition = file.rendition.as_ref()?;
    let found = exhibits.iter().find(|it| it.rendition == *rendition)?;
    Some(&found.text)
}

/// The reasons that a text gives, in its order.
pub(super) fn reasons_in(
    file: &MatterFile,
    text: &str,
    patterns: &[&ReasonPattern],
) -> Vec<ReasonPlace> {
    let mut found = Vec::new();
    for span in sentences(text) {
        let words = text.get(span.range()).unwrap_or_default();
        let plain = plain(words);
        if is_form_of_address(&plain) {
            continue;
        }
        for (at, pattern) in patterns.iter().enumerate() {
            let lists = pattern.wording.en.iter().chain(&pattern.wording.fr);
            let stands = |list: &Vec<String>| list.iter().all(|it| plain.contains(it.as_str()));
            if lists.into_iter().any(stands) {
                let place = FactPlace {
                    file: file.id.clone(),
                    page: None,
                    form_path: None,
                    span: Some(span),
                    words: words.to_owned(),
                };
                found.push(ReasonPlace { at, place });
            }
        }
    }
    found
}

/// Lower case, white space and curly quotes made plain.
fn plain(words: &str) -> String {
    let straight = words.replace(['’', '‘'], "'").to_lowercase();
    straight.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words that name what is satisfied are no reason.
fn is_form_of_address(plain: &str) -> bool {
    let praise =
        ["i am satisfied", "is satisfied that", "je suis convaincu", "you have demonstrated"];
    praise.iter().any(|it| plain.contains(it)) && !plain.contains("not satisfied")
}

/// Sentences and items of lists, in the order of the text; a line that goes on belongs to the line before.
fn sentences(text: &str) -> Vec<ByteSpan> {
    let (mut spans, mut start) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).copied();
        let ends = match byte {
            b'.' | b'!' | b'?' => next.is_none_or(|it| it.is_ascii_whitespace()),
            b';' => true,
            b'\n' => next.is_none_or(|it| it == b'\n') || begins_item(text.get(at + 1..)),
            _ => false,
        };
        if ends {
            push(text, start, at + 1, &mut spans);
            start = at + 1;
        }
    }
    push(text, start, text.len(), &mut spans);
    spans
}

fn begins_item(rest: Option<&str>) -> bool {
    let rest = rest.unwrap_or_default().trim_start_matches([' ', '\t']);
    let marks = ["•", "-", "–", "*", "☒", "☑", "✓", "□", "[x]", "[X]"];
    marks.iter().any(|mark| rest.starts_with(mark)) || rest.starts_with('\n')
}

fn push(text: &str, start: usize, end: usize, spans: &mut Vec<ByteSpan>) {
    let Some(words) = text.get(start..end) else { return };
    let trimmed = words.trim();
    if trimmed.is_empty() {
        return;
    }
    let from = start + (words.len() - words.trim_start().len());
    spans.push(ByteSpan { start: from, end: from + trimmed.len() });
}
