//! From the lines that begin something to sections, each reaching to the next of its depth.

use jurat_model::{ByteSpan, PartKind, RenditionPart};

use super::rendition_builder::{in_order, one_line};

/// A line that begins, or ends, a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SectionBoundary {
    /// Where the line starts.
    pub(super) start: usize,
    /// Sections as deep or deeper end here.
    pub(super) depth: u8,
    /// What begins; nothing where something only ends.
    pub(super) begins: Option<SectionStart>,
}

/// What a line begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SectionStart {
    /// How it is cited.
    pub(super) label: Option<String>,
    /// The words of the heading, if the line is one.
    pub(super) heading: Option<ByteSpan>,
    /// The heading without signs within it, where there are such.
    pub(super) title: Option<String>,
}

/// Sections and headings, in order. The borders must be in order of `start`.
pub(super) fn sections(text: &str, borders: Vec<SectionBoundary>) -> Vec<RenditionPart> {
    let mut parts: Vec<RenditionPart> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for border in borders {
        close(text, &mut parts, &mut open, border.depth, border.start);
        let Some(begins) = border.begins else { continue };
        let mut section =
            RenditionPart::new(PartKind::Section, ByteSpan::from(border.start..text.len()));
        section.depth = border.depth;
        section.label = begins.label;
        if let Some(span) = begins.heading {
            section.title = begins.title.or_else(|| span.of(text).map(one_line));
            let mut heading = RenditionPart::new(PartKind::Heading, span);
            heading.depth = border.depth;
            heading.title.clone_from(&section.title);
            parts.push(heading);
        }
        open.push(parts.len());
        parts.push(section);
    }
    close(text, &mut parts, &mut open, 0, text.len());
    parts.retain(|part| !part.span.is_empty());
    in_order(&mut parts);
    parts
}

fn close(
    text: &str,
    parts: &mut [RenditionPart],
    open: &mut Vec<usize>,
    depth: u8,
    end: usize,
) {
    while let Some(last) = open.last().copied() {
        if parts[last].depth < depth {
            break;
        }
        open.pop();
        let start = parts[last].span.start;
        let words = text.get(start..end).unwrap_or_default().trim_end();
        parts[last].span = ByteSpan::from(start..start + words.len());
    }
}
