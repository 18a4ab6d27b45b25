//! Subdivisions of a section that only their marks show: `(a)`, `(1)`, `a)` at the head of a line.

use jurat_model::Span;

/// What marks count with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Letters,
    Numbers,
}

/// The outermost subdivisions of a section, in order, with their labels. Nothing where fewer than
/// two follow each other.
pub(super) fn subdivisions(text: &str, section: Span, label: &str) -> Vec<(Span, String)> {
    let words = section.of(text).unwrap_or_default();
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut style = None;
    let mut start = section.start;
    for line in words.split_inclusive('\n') {
        let at = start + (line.len() - line.trim_start().len());
        if let Some((mark, counts)) = mark(line.trim_start()) {
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
        .map(|((start, mark), end)| (Span::from(*start..end), format!("{label}({mark})")))
        .collect()
}

/// The mark at the head of a line, and what it counts with.
fn mark(line: &str) -> Option<(String, Style)> {
    let inner = line.strip_prefix('(').unwrap_or(line);
    let opened = inner.len() < line.len();
    let len = inner.bytes().take(4).take_while(u8::is_ascii_alphanumeric).count();
    let (mark, after) = inner.split_at_checked(len)?;
    let spaced = after
        .strip_prefix(')')?
        .starts_with(|c: char| c.is_whitespace() || c == '(');
    let letters = mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_lowercase());
    let numbers = !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit());
    match (spaced && (opened || letters), letters, numbers) {
        (true, true, _) => Some((mark.to_owned(), Style::Letters)),
        (true, _, true) => Some((mark.to_owned(), Style::Numbers)),
        _ => None,
    }
}

fn is_next(last: Option<&str>, mark: &str, style: Style) -> bool {
    match style {
        Style::Letters => {
            let byte = |mark: &str| mark.bytes().next().unwrap_or_default();
            byte(mark) == last.map_or(b'a', |last| byte(last) + 1)
        }
        Style::Numbers => {
            let number = |mark: &str| mark.parse::<u32>().unwrap_or_default();
            number(mark) == last.map_or(1, |last| number(last) + 1)
        }
    }
}
