//! Pinpoints: the paragraph or page of the citation before.

use super::cursor::{byte, closes, digits, gap, gap_or_none, words};

/// The paragraphs or pages that follow a citation.
pub(super) struct PinpointMatch {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The numbers alone: `85-86`.
    pub(super) numbers: String,
}

/// Words before the number; longer ones first.
const MARKS: &[&str] = &[
    "at paragraphs",
    "at paragraph",
    "at paras.",
    "at paras",
    "at para.",
    "at para",
    "aux paragraphes",
    "au paragraphe",
    "aux paras",
    "aux para",
    "aux par.",
    "au para",
    "au par.",
    "paragraphs",
    "paragraph",
    "paras.",
    "paras",
    "para.",
    "para",
    "par.",
    "par",
    "at pp.",
    "at p.",
    "at pages",
    "at page",
    "aux pp.",
    "à la p.",
    "à la page",
    "aux p.",
    "à la p",
    "pp.",
    "p.",
    "at ¶¶",
    "at ¶",
    "¶¶",
    "¶",
    "[",
    "at [",
    "at",
];

/// The pinpoint right after `end`: a gap or a comma may lie between.
pub(super) fn at(text: &[u8], end: usize) -> Option<PinpointMatch> {
    let comma = usize::from(byte(text, end) == b',');
    let start = gap_or_none(text, end + comma);
    if start == end {
        return None;
    }
    let rest = text.get(start..)?;
    let mark = MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes()))?;
    let after = start + mark.len();
    let tight = mark.ends_with(['.', '¶', '[']);
    let number = if tight { gap_or_none(text, after) } else { gap(text, after)? };
    let last = numbers(text, number)?;
    let bracketed = mark.ends_with('[');
    if bracketed && byte(text, last) != b']' {
        return None;
    }
    let shown = words(text, number, last).replace(['–', '—'], "-");
    Some(PinpointMatch {
        start,
        end: last + usize::from(bracketed),
        numbers: super::cursor::squeezed(&shown),
    })
}

/// `85-86`, `12, 14 and 16`.
fn numbers(text: &[u8], at: usize) -> Option<usize> {
    let mut end = digits(text, at);
    if end == at || 5 < end - at {
        return None;
    }
    for _ in 0..16 {
        let next = match text.get(end..).unwrap_or_default() {
            [b'-', ..] => Some(end + 1),
            [0xE2, 0x80, 0x93 | 0x94, ..] => Some(end + 3),
            [b',', ..] => gap(text, end + 1).map(|at| joined(text, at).unwrap_or(at)),
            _ => gap(text, end).and_then(|at| joined(text, at)),
        };
        let Some(next) = next else { break };
        let last = digits(text, next);
        // `, 2019 SCC 65` begins another citation, and so does `, [2019]`.
        if last == next || 4 <= last - next || !closes(text, last) || another(text, last) {
            break;
        }
        end = last;
    }
    closes(text, end).then_some(end)
}

fn joined(text: &[u8], at: usize) -> Option<usize> {
    ["and", "et", "&", "to"].iter().find_map(|join| {
        let rest = text.get(at..)?;
        rest.starts_with(join.as_bytes())
            .then(|| gap(text, at + join.len()))?
    })
}

/// Whether a capital word follows, as in `, 157 FTR 35`.
fn another(text: &[u8], end: usize) -> bool {
    gap(text, end).is_some_and(|next| byte(text, next).is_ascii_uppercase())
}
