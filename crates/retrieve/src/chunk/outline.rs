//! The sections of a rendition as a tree, its pages and its headings.

use std::cmp::Reverse;

use jurat_model::{ByteSpan, PartKind, RenditionPart};

/// More headings than this say nothing to a reader.
const HEADINGS: usize = 12;
/// Sections nest this deep; deeper ones count as their parent.
const DEPTH: usize = 64;

/// A section, or the whole text as the first of them.
#[derive(Debug)]
pub(super) struct OutlineSection {
    pub(super) span: ByteSpan,
    pub(super) parent: usize,
    pub(super) depth: usize,
    pub(super) label: Option<String>,
    title: Option<String>,
    /// The words in it, those of its subsections too.
    pub(super) words: usize,
    /// The words of its largest subsection.
    pub(super) largest: usize,
}

/// Where things begin and end in a text.
#[derive(Debug)]
pub(super) struct RenditionOutline {
    /// The whole text first, then sections in order; a parent comes before its children.
    pub(super) sections: Vec<OutlineSection>,
    pages: Vec<(ByteSpan, Option<String>)>,
    /// Headings with their depth, in order.
    headings: Vec<(ByteSpan, u8, String)>,
    heading_spans: Vec<ByteSpan>,
    /// Places where a passage may begin or end although a sentence goes on.
    pub(super) borders: Vec<usize>,
}

impl RenditionOutline {
    pub(super) fn new(text: &str, parts: &[RenditionPart]) -> Self {
        let mut parts: Vec<&RenditionPart> = parts
            .iter()
            .filter(|part| !part.span.is_empty() && part.span.of(text).is_some())
            .collect();
        parts.sort_by_key(|part| (part.span.start, Reverse(part.span.end)));
        let of_kind = |kind: PartKind| parts.iter().filter(move |part| part.kind == kind);
        let headings = of_kind(PartKind::Heading).map(|part| {
            let words = part.title.clone();
            let words = words.or_else(|| part.span.of(text).map(one_line));
            (part.span, part.depth, words.unwrap_or_default())
        });
        let pages = of_kind(PartKind::Page).map(|part| (part.span, part.label.clone()));
        Self {
            sections: tree(text, of_kind(PartKind::Section).copied()),
            pages: pages.collect(),
            heading_spans: of_kind(PartKind::Heading).map(|part| part.span).collect(),
            headings: headings.collect(),
            borders: borders(text, &parts),
        }
    }

    pub(super) fn heading_spans(&self) -> &[ByteSpan] {
        &self.heading_spans
    }

    pub(super) fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            let deeper =
                if self.sections[a].depth < self.sections[b].depth { &mut b } else { &mut a };
            *deeper = self.sections[*deeper].parent;
        }
        a
    }

    /// How a place is cited: by its section, else by its pages.
    pub(super) fn label(&self, section: usize, span: ByteSpan) -> Option<String> {
        let mut up = self.upwards(section);
        let labelled = up.find_map(|at| self.sections[at].label.clone());
        labelled.or_else(|| self.pages_of(span))
    }

    /// The headings above a place, outermost first.
    pub(super) fn headings(&self, section: usize, start: usize) -> Vec<String> {
        let up = self.upwards(section).filter_map(|at| self.sections[at].title.clone());
        let mut titles: Vec<String> = up.take(HEADINGS).collect();
        titles.reverse();
        if titles.is_empty() { self.headings_before(start) } else { titles }
    }

    fn upwards(&self, section: usize) -> impl Iterator<Item = usize> {
        let mut next = Some(section);
        std::iter::from_fn(move || {
            let at = next?;
            next = (at != 0).then(|| self.sections[at].parent);
            Some(at)
        })
    }

    /// Where no section says so, the headings that were not yet followed by one of their depth.
    fn headings_before(&self, start: usize) -> Vec<String> {
        let before = self.headings.partition_point(|(span, _, _)| span.start <= start);
        let mut found: Vec<String> = Vec::new();
        let mut depth = u8::MAX;
        // A heading far above is no longer the heading of this place.
        for (_, at, words) in self.headings[..before].iter().rev().take(10 * HEADINGS) {
            if *at < depth {
                found.push(words.clone());
                depth = *at;
            }
        }
        found.reverse();
        found
    }

    fn pages_of(&self, span: ByteSpan) -> Option<String> {
        let first = self.pages.partition_point(|(page, _)| page.end <= span.start);
        let met = self.pages[first..]
            .iter()
            .take_while(|(page, _)| page.start < span.end);
        let mut labels = met.filter_map(|(_, label)| label.as_deref());
        let first = labels.next()?;
        Some(match labels.last() {
            Some(last) => format!("pages {first}–{last}"),
            None => format!("page {first}"),
        })
    }
}

fn tree<'a>(text: &str, parts: impl Iterator<Item = &'a RenditionPart>) -> Vec<OutlineSection> {
    let whole = OutlineSection {
        span: ByteSpan::from(0..text.len()),
        parent: 0,
        depth: 0,
        label: None,
        title: None,
        words: 0,
        largest: 0,
    };
    let mut sections = vec![whole];
    let mut open = vec![0];
    for part in parts {
        while 1 < open.len() && sections[open[open.len() - 1]].span.end <= part.span.start {
            open.pop();
        }
        if DEPTH < open.len() {
            continue;
        }
        let parent = open[open.len() - 1];
        // A section that outlasts its parent is no part of it; it is cut to fit.
        let span =
            ByteSpan::from(part.span.start..part.span.end.min(sections[parent].span.end));
        open.push(sections.len());
        sections.push(OutlineSection {
            span,
            parent,
            depth: open.len() - 1,
            label: part.label.clone(),
            title: part.title.clone(),
            words: 0,
            largest: 0,
        });
    }
    sections
}

/// Borders of sections, headings and rows count where a line begins or ends. Pages do not: a
/// sentence goes on over the page.
fn borders(text: &str, parts: &[&RenditionPart]) -> Vec<usize> {
    let firm = |part: &&&RenditionPart| {
        matches!(part.kind, PartKind::Section | PartKind::Heading | PartKind::Row)
    };
    let both = parts
        .iter()
        .filter(firm)
        .flat_map(|part| [part.span.start, part.span.end]);
    let mut borders: Vec<usize> = both.filter(|at| is_line_border(text, *at)).collect();
    borders.sort_unstable();
    borders.dedup();
    borders
}

fn is_line_border(text: &str, at: usize) -> bool {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let bytes = text.as_bytes();
    let before = bytes[..at].iter().rev().find(|byte| !blank(byte));
    let after = bytes[at..].iter().find(|byte| !blank(byte));
    [before, after]
        .iter()
        .any(|byte| byte.is_none_or(|byte| *byte == b'\n'))
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
