//! Subdivisions of a section that only their marks show: `(a)`, `(1)`, `a)` at the head of a line.

use jurat_model::ByteSpan;
use jurat_text::leading_marks;

/// What marks count with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SubdivisionStyle {
    Letters,
    Numbers,
}

/// The outermost subdivisions of a section, in order, with their labels. Nothing where fewer than
/// two follow each other.
pub(super) fn subdivisions(
    text: &str,
    section: ByteSpan,
    label: &str,
) -> Vec<(ByteSpan, String)> {
    let words = section.of(text).unwrap_or_default();
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut style = None;
    let mut start = section.start;
    for line in words.split_inclusive('\n') {
        let at = start + (line.len() - line.trim_start().len());
        let marked = mark(line.trim_start());
        let first = marked.is_none() && found.is_empty();
        if let Some((mark, counts)) =
            marked.or_else(|| first.then(|| mark(numberless(line.trim_start()))).flatten())
        {
            let style = *style.get_or_insert(counts);
            if style == counts
                && is_next(found.last().map(|(_, mark)| mark.as_str()), &mark, style)
            {
                found.push((at, mark));
            }
        }
        start += line.len();
    }
    if found.len() < 2 {
        return Vec::new();
    }
    let ends = found.iter().skip(1).map(|(at, _)| *at).chain([section.end]);
    let spans = found.iter().zip(ends);
    spans
        .map(|((start, mark), end)| (ByteSpan::from(*start..end), format!("{label}({mark})")))
        .collect()
}

/// A line without the number of its section: `12.—(1)`, `40 (1)`, `**68.**—(1)`.
fn numberless(line: &str) -> &str {
    let rest = line.trim_start_matches('*');
    let len = leading_marks::number(rest).unwrap_or(0);
    if len == 0 {
        return "";
    }
    let rest = rest[len..].trim_start_matches(['.', '*', '—', '–', ' ']);
    // An editor marks what was put in: `F25[(1)`.
    match rest.split_once('[') {
        Some((note, rest)) if note.len() <= 4 && note.chars().all(char::is_alphanumeric) => {
            rest
        }
        _ => rest,
    }
}

/// The mark at the head of a line, and what it counts with.
fn mark(line: &str) -> Option<(String, SubdivisionStyle)> {
    let inner = line.strip_prefix('(').unwrap_or(line);
    let opened = inner.len() < line.len();
    // Markdown sets letters in italics, and a space is easily lost: `(*a*)`, `(2)The`.
    let inner = inner.trim_start_matches('*');
    let len = inner.bytes().take(4).take_while(u8::is_ascii_alphanumeric).count();
    let (mark, after) = inner.split_at_checked(len)?;
    let after = after.trim_start_matches('*').strip_prefix(')')?;
    let spaced = opened || after.starts_with(char::is_whitespace);
    let letters = mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_lowercase());
    let numbers = !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit());
    match (spaced && (opened || letters), letters, numbers) {
        (true, true, _) => Some((mark.to_owned(), SubdivisionStyle::Letters)),
        (true, _, true) => Some((mark.to_owned(), SubdivisionStyle::Numbers)),
        _ => None,
    }
}

fn is_next(last: Option<&str>, mark: &str, style: SubdivisionStyle) -> bool {
    match style {
        SubdivisionStyle::Letters => {
            let byte = |mark: &str| mark.bytes().next().unwrap_or_default();
            byte(mark) == last.map_or(b'a', |last| byte(last) + 1)
        }
        SubdivisionStyle::Numbers => {
            let number = |mark: &str| mark.parse::<u32>().unwrap_or_default();
            number(mark) == last.map_or(1, |last| number(last) + 1)
        }
    }
}
