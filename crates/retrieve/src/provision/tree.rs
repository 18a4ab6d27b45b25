//! The numbered provisions of a text as a tree, down to items and definitions.

use std::cmp::Reverse;

use jurat_model::{ByteSpan, InForceStatus, PartKind, RenditionPart};
use jurat_text::headings::markdown;

use super::folded;

/// Provisions nest this deep; deeper ones count as their parent.
const DEPTH: usize = 64;

/// A provision, a heading with what is under it, or the whole text as the first of them.
#[derive(Debug)]
pub(super) struct ProvisionNode {
    pub(super) span: ByteSpan,
    pub(super) parent: usize,
    pub(super) label: Option<String>,
    pub(super) title: Option<String>,
    pub(super) standing: InForceStatus,
    pub(super) in_force: Option<String>,
    /// It holds numbered sections, so that its own number is that of a part or a division.
    is_division: bool,
}

#[derive(Debug)]
pub(crate) struct ProvisionTree {
    /// The whole text first; a parent comes before its children, and they in order.
    pub(super) nodes: Vec<ProvisionNode>,
    /// The longest first, of equals in order.
    pub(super) terms: Vec<DefinedTerm>,
    headings: Vec<ByteSpan>,
}

/// A term that a provision defines.
#[derive(Debug)]
pub(super) struct DefinedTerm {
    /// Small, words alone, with one space before and after: so it is looked for in a text of that form.
    pub(super) words: String,
    pub(super) node: usize,
}

impl ProvisionTree {
    pub(crate) fn new(text: &str, parts: &[RenditionPart]) -> Self {
        let mut parts: Vec<&RenditionPart> = parts
            .iter()
            .filter(|part| !part.span.is_empty() && part.span.of(text).is_some())
            .collect();
        parts.sort_by_key(|part| (part.span.start, Reverse(part.span.end)));
        let headings = parts.iter().filter(|part| part.kind == PartKind::Heading);
        let mut headings: Vec<ByteSpan> = headings.map(|part| part.span).collect();
        // A row of a table or a message may be Markdown that no reader took apart.
        if headings.is_empty() {
            headings.extend(markdown(text).into_iter().map(ByteSpan::from));
        }
        let mut nodes = vec![ProvisionNode {
            span: ByteSpan::from(0..text.len()),
            parent: 0,
            label: None,
            title: None,
            standing: InForceStatus::InForce,
            in_force: None,
            is_division: false,
        }];
        let mut open = vec![0];
        for part in parts {
            let counts = match part.kind {
                PartKind::Section => true,
                PartKind::Item => part.label.is_some(),
                _ => false,
            };
            while 1 < open.len() && nodes[open[open.len() - 1]].span.end <= part.span.start {
                open.pop();
            }
            if !counts || DEPTH < open.len() {
                continue;
            }
            for above in &open {
                let label = nodes[*above].label.as_deref();
                nodes[*above].is_division |= divides(label, part);
            }
            let parent = open[open.len() - 1];
            let end = part.span.end.min(nodes[parent].span.end);
            open.push(nodes.len());
            nodes.push(ProvisionNode {
                span: ByteSpan::from(part.span.start..end),
                parent,
                label: part.label.clone(),
                title: part.title.clone(),
                standing: part.standing,
                in_force: part.in_force.clone(),
                is_division: false,
            });
        }
        let terms = defined_terms(&nodes);
        Self { nodes, terms, headings }
    }

    pub(super) fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes[at].span.end;
        let after =
            (at + 1..self.nodes.len()).take_while(move |one| self.nodes[*one].span.start < end);
        after.filter(move |one| self.nodes[*one].parent == at)
    }

    /// The first numbered sections of a division.
    pub(super) fn first_sections(&self, division: usize) -> impl Iterator<Item = usize> {
        const FIRST: usize = 3;
        let end = self.nodes[division].span.end;
        let within = (division + 1..self.nodes.len())
            .take_while(move |one| self.nodes[*one].span.start < end);
        within
            .filter(|one| self.is_numbered(*one) && !self.is_part(*one))
            .take(FIRST)
    }

    /// A passage without the headings that it begins with.
    pub(super) fn without_headings(&self, text: &str, passage: ByteSpan) -> ByteSpan {
        let mut start = passage.start;
        let first = self.headings.partition_point(|heading| heading.end <= start);
        for heading in &self.headings[first..] {
            // The signs before a heading are no words.
            let gap = text.get(start..heading.start).unwrap_or_default();
            let blank = gap.trim_matches(|c: char| c.is_whitespace() || c == '#').is_empty();
            if passage.end <= heading.end || !(blank || heading.start <= start) {
                break;
            }
            start = under(text, heading.end).min(passage.end);
        }
        ByteSpan::from(start..passage.end)
    }

    /// What lies between the headings within a passage, each part with the heading that it stands under.
    pub(super) fn between_headings(&self, text: &str, passage: ByteSpan) -> Vec<ByteSpan> {
        let within =
            |heading: &&ByteSpan| passage.start < heading.start && heading.start < passage.end;
        let mut parts = Vec::new();
        let mut start = passage.start;
        let ends = self.headings.iter().filter(within).map(|heading| heading.start);
        for end in ends.chain([passage.end]) {
            let words = text.get(start..end).unwrap_or_default();
            let words = words.trim_end_matches(|c: char| c.is_whitespace() || c == '#');
            let part = ByteSpan::from(start..start + words.len());
            // A heading without words of its own is none.
            if !self.without_headings(text, part).is_empty() && !words.trim().is_empty() {
                parts.push(part);
            }
            start = end;
        }
        if parts.is_empty() { vec![passage] } else { parts }
    }

    /// The numbered section around a passage, else the innermost heading above it.
    pub(super) fn section(&self, passage: ByteSpan) -> usize {
        let middle = passage.start + passage.len() / 2;
        let inner = self.innermost(middle);
        let mut at = inner;
        while at != 0 && !self.is_numbered(at) {
            at = self.nodes[at].parent;
        }
        if at == 0 {
            return inner;
        }
        // `40(1)` and `40a)` are parts of `40`; `4.3.1` is a section beside `4.3.2`.
        while self.is_part(at) {
            at = self.nodes[at].parent;
        }
        at
    }

    fn innermost(&self, place: usize) -> usize {
        let after = self.nodes.partition_point(|node| node.span.start <= place);
        let mut at = after.saturating_sub(1);
        while at != 0 && self.nodes[at].span.end <= place {
            at = self.nodes[at].parent;
        }
        at
    }

    /// Whether a node bears a number of its own, as a part or a chapter does not.
    fn is_numbered(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        !node.is_division && node.label.as_deref().is_some_and(is_number)
    }

    fn is_part(&self, at: usize) -> bool {
        let above = self.nodes[at].parent;
        if above == 0 || !self.is_numbered(above) {
            return false;
        }
        match (&self.nodes[at].label, &self.nodes[above].label) {
            (Some(label), Some(above)) => label
                .strip_prefix(above.as_str())
                .and_then(|rest| rest.chars().next())
                .is_none_or(|next| !next.is_ascii_digit() && next != '.'),
            _ => true,
        }
    }
}

/// What provisions that are law define, by their titles.
fn defined_terms(nodes: &[ProvisionNode]) -> Vec<DefinedTerm> {
    let mut defining: Vec<(&str, usize)> = Vec::new();
    for (node, one) in nodes.iter().enumerate() {
        let label = one.label.as_deref().unwrap_or_default();
        let term = one.title.as_deref().filter(|_| label.ends_with('”'));
        defining.extend(term.filter(|_| one.standing.is_law()).map(|term| (term, node)));
    }
    defining.sort_by_key(|(term, node)| (Reverse(term.len()), nodes[*node].span.start));
    let folded = defining.into_iter().map(|(term, node)| (folded(term), node));
    let told = folded.filter(|(words, _)| 3 < words.len());
    told.map(|(words, node)| DefinedTerm { words: format!(" {words} "), node })
        .collect()
}

/// Where the line under a heading ends that only sets it off, as Markdown has it; else the place itself.
fn under(text: &str, heading: usize) -> usize {
    let rest = text[heading..].trim_start_matches([' ', '\t', '\r']);
    let Some(line) = rest.strip_prefix('\n').and_then(|rest| rest.lines().next()) else {
        return heading;
    };
    let set_off = line.trim();
    let is_rule = ['=', '-'].iter().any(|sign| set_off.trim_matches(*sign).is_empty());
    let end = text.len() - rest.len() + 1 + line.len();
    if is_rule && !set_off.is_empty() { end } else { heading }
}

/// Whether a node of some label that holds a part is a division of sections, not a section: `PART 1` above `40`, and
/// `Section 2` above `Art. 12`, as French law has it; but not `Art. 5` above its list of `1.` and `2.`.
fn divides(above: Option<&str>, part: &RenditionPart) -> bool {
    let Some(within) = part.label.as_deref() else { return false };
    let word = above.and_then(section_word);
    if begins_with_digit(within) {
        let is_list = part.kind == PartKind::Item && word.is_some();
        return !is_list && !above.is_some_and(begins_with_digit);
    }
    let (Some(above), Some(within)) = (word, section_word(within)) else { return false };
    // An item `(s)` is no section; `Art.` and `Article` are one word.
    1 < within.len() && !above.starts_with(&within) && !within.starts_with(&above)
}

fn begins_with_digit(label: &str) -> bool {
    label
        .trim_start_matches(['*', ' '])
        .starts_with(|c: char| c.is_ascii_digit())
}

/// `40`, `*190`, `§ 3`, `Section 12`, `Art. 5`; not `Part IV` or `SCHEDULE 1`.
fn is_number(label: &str) -> bool {
    let digits = label.trim_start_matches(|c: char| !c.is_alphanumeric());
    digits.starts_with(|c: char| c.is_ascii_digit()) || section_word(label).is_some()
}

/// The word by which a label says that it is a section's, in small letters.
fn section_word(label: &str) -> Option<String> {
    let word: String = label
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .collect();
    Some(word.to_lowercase()).filter(|word| SECTIONS.contains(word))
}

jurat_text::word_lists! {
    "section_words" [en, fr, pt, de];

    /// Words by which a label says that it is a section's.
    static SECTIONS;
}
