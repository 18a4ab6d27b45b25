//! From a passage to the provision that it is part of: whole, with what leads in to it.
//!
//! Passages are cut to be found; provisions are cut to be read. A section is one where a person
//! reads it in one go; of a longer one, those of its subdivisions that the passage meets, each with the
//! words that lead in to it and those that follow its items.

mod subdivide;
mod tree;

use std::sync::Arc;

use jurat_model::{ByteSpan, InForceStatus, LegalProvision, ProvisionMeasures, Rendition};
use jurat_text::{
    Language,
    provision_label::{ProvisionLabel, label},
};

use crate::chunk::without_rules;
pub(crate) use tree::ProvisionTree;
use tree::{DefinedTerm, ProvisionNode};

/// Definitions that are shown with a provision.
const MOST_TERMS: usize = 3;

/// A section of more words is read by its subdivisions.
const WHOLE: usize = 400;
/// Sections that one passage may hold.
const MOST_SECTIONS: usize = 6;
/// Headings above a provision that are told.
const HEADINGS: usize = 8;

pub struct RenditionProvisions<'a> {
    text: &'a str,
    tree: Arc<ProvisionTree>,
}

impl<'a> RenditionProvisions<'a> {
    pub fn new(rendition: &'a Rendition) -> Self {
        let tree = ProvisionTree::new(&rendition.text, &rendition.parts);
        Self::cut(rendition, &Arc::new(tree))
    }

    /// The same with the tree of a text that was cut before.
    pub(crate) fn cut(rendition: &'a Rendition, tree: &Arc<ProvisionTree>) -> Self {
        Self { text: &rendition.text, tree: Arc::clone(tree) }
    }

    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    /// The numbered sections that a passage is part of or holds, in order; where nothing is numbered, the
    /// passage itself, parted at its headings.
    pub fn sections(&self, passage: ByteSpan) -> Vec<ByteSpan> {
        let mut sections: Vec<ByteSpan> = Vec::new();
        let mut rest = passage;
        while !rest.is_empty() && sections.len() < MOST_SECTIONS {
            rest = self.tree.without_headings(self.text, trimmed(self.text, rest));
            let head = ByteSpan::from(rest.start..rest.end.min(rest.start + 1));
            let top = self.tree.section(head);
            if rest.is_empty() || self.is_loose(top) {
                break;
            }
            let span = self.tree.nodes[top].span;
            if touches(span, passage) && !sections.contains(&span) {
                sections.push(span);
            }
            rest.start = span.end.max(rest.start + 1);
            while rest.start < rest.end && !self.text.is_char_boundary(rest.start) {
                rest.start += 1;
            }
        }
        if sections.is_empty() {
            self.tree
                .between_headings(self.text, passage)
                .into_iter()
                .take(MOST_SECTIONS)
                .collect()
        } else {
            sections
        }
    }

    /// The provision that passages of one section are part of. Only what they share with the section counts.
    pub fn around(&self, section: ByteSpan, passages: &[ByteSpan]) -> LegalProvision {
        let passages: Vec<ByteSpan> = passages
            .iter()
            .map(|it| ByteSpan::from(it.start.max(section.start)..it.end.min(section.end)))
            .map(|passage| self.tree.without_headings(self.text, passage))
            .collect();
        let first = passages.first().copied().unwrap_or(section);
        let top = self.tree.section(first);
        let node = &self.tree.nodes[top];
        let mut cut = ProvisionExcerpt {
            of: self,
            passages: &passages,
            ranges: Vec::new(),
            labels: Vec::new(),
        };
        if self.is_loose(top) {
            cut.ranges.push(paragraphs(self.text, first, node.span));
        } else if self.words(node.span) <= WHOLE {
            cut.whole(node);
        } else {
            cut.parts(top);
        }
        let ProvisionExcerpt { ranges, labels, .. } = cut;
        let bare = |range| self.tree.without_headings(self.text, range);
        let ranges = self.joined(ranges.into_iter().map(bare).collect());
        let standing = self.standing(top, &ranges);
        LegalProvision {
            note: self.note(top, &labels),
            path: self.path(top),
            standing,
            in_force: node.in_force.clone(),
            terms: self.terms(&ranges),
            scope: self.scope(top, &ranges),
            measures: ProvisionMeasures::default(),
            labels,
            ranges,
        }
    }

    /// Where terms that some words use are defined, elsewhere in the text.
    fn terms(&self, ranges: &[ByteSpan]) -> Vec<ByteSpan> {
        let words = ranges.iter().filter_map(|range| range.of(self.text));
        let words: Vec<&str> = words.collect();
        let mut terms = self.definitions(&words.join(" "));
        terms.retain(|term| !ranges.iter().any(|range| range.holds(*term)));
        terms.truncate(MOST_TERMS);
        terms
    }

    /// Where the innermost division that does says what it applies to, among its first sections: a rule for ferries of
    /// one lake is not the general rule.
    fn scope(&self, top: usize, ranges: &[ByteSpan]) -> Option<ByteSpan> {
        let mut at = top;
        while at != 0 {
            at = self.tree.nodes[at].parent;
            let says = |span: &ByteSpan| {
                let words = span.of(self.text).unwrap_or_default();
                is_scope_of(self.tree.nodes[at].label.as_deref().unwrap_or_default(), words)
            };
            let mut first = self.tree.first_sections(at).map(|one| self.tree.nodes[one].span);
            if let Some(found) = first.find(says) {
                let is_itself =
                    ranges.iter().any(|range| range.holds(found) || found.holds(*range));
                return (!is_itself).then_some(found);
            }
        }
        None
    }

    /// The definitions of terms that a text uses, by the length of the term.
    pub fn definitions(&self, text: &str) -> Vec<ByteSpan> {
        let text = format!(" {} ", folded(text));
        let uses = |term: &&DefinedTerm| text.contains(&term.words);
        let used = self.tree.terms.iter().filter(uses);
        used.map(|term| self.tree.nodes[term.node].span).collect()
    }

    /// Whether nothing is numbered around, and there is too much of it to be read whole.
    fn is_loose(&self, top: usize) -> bool {
        let node = &self.tree.nodes[top];
        top == 0 || node.label.is_none() && WHOLE < self.words(node.span)
    }

    fn words(&self, span: ByteSpan) -> usize {
        span.of(self.text)
            .unwrap_or_default()
            .split_whitespace()
            .take(WHOLE + 1)
            .count()
    }

    /// Without the white space around, and neighbours as one.
    fn joined(&self, mut ranges: Vec<ByteSpan>) -> Vec<ByteSpan> {
        ranges.sort_unstable();
        let mut joined: Vec<ByteSpan> = Vec::new();
        for range in ranges {
            let range = trimmed(self.text, range);
            if range.is_empty() {
                continue;
            }
            match joined.last_mut() {
                Some(last)
                    if range.start <= last.end
                        || self.text[last.end..range.start].trim().is_empty() =>
                {
                    last.end = last.end.max(range.end);
                }
                _ => joined.push(range),
            }
        }
        joined
    }

    /// The note of the section, and that of the subdivision where it is one.
    fn note(&self, top: usize, labels: &[String]) -> String {
        let own = labels.first().filter(|_| labels.len() == 1);
        let within = self.tree.nodes.iter().skip(top + 1);
        let within = within.take_while(|node| node.span.start < self.tree.nodes[top].span.end);
        let sub = own.and_then(|label| {
            let mut named = within.filter(|node| node.label.as_ref() == Some(label));
            named.find_map(|node| node.title.clone())
        });
        let titles = [self.tree.nodes[top].title.clone(), sub];
        let mut titles: Vec<String> = titles.into_iter().flatten().collect();
        titles.dedup();
        titles.join(" — ")
    }

    fn path(&self, top: usize) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = top;
        while at != 0 && path.len() < HEADINGS {
            at = self.tree.nodes[at].parent;
            path.extend(self.tree.nodes[at].title.clone());
        }
        path.reverse();
        path
    }

    /// What the source says of the section or of any heading above it.
    fn standing(&self, top: usize, ranges: &[ByteSpan]) -> InForceStatus {
        let mut at = top;
        loop {
            let node = &self.tree.nodes[at];
            if !node.standing.is_law() {
                return node.standing;
            }
            if node.title.as_deref().is_some_and(says_not_in_force) {
                return InForceStatus::NotInForce;
            }
            if at == 0 {
                break;
            }
            at = node.parent;
        }
        let words = ranges
            .first()
            .and_then(|range| range.of(self.text))
            .unwrap_or_default();
        if is_repealed(words) { InForceStatus::Repealed } else { InForceStatus::InForce }
    }
}

/// Words of headings under which nothing is law yet.
const NOT_IN_FORCE: [&str; 4] =
    ["not in force", "non en vigueur", "pas en vigueur", "não em vigor"];

fn says_not_in_force(title: &str) -> bool {
    let small = title.to_lowercase();
    NOT_IN_FORCE.iter().any(|words| small.contains(words))
}

/// `12 [Repealed, 2015, c. 36]` and nothing else.
fn is_repealed(words: &str) -> bool {
    const MOST: usize = 24;
    let Some(at) = words.find('[') else { return false };
    let inner = words[at + 1..].to_lowercase();
    let repealed = ["repealed", "abrogé", "revogad"]
        .iter()
        .any(|word| inner.starts_with(word));
    let before = words[..at].chars().filter(|c| c.is_alphabetic()).count();
    repealed && before < 4 && words.split_whitespace().count() <= MOST
}

/// Whether words say what a division of some label, such as `PART 2`, applies to: `This Part applies to …`.
fn is_scope_of(division: &str, words: &str) -> bool {
    const MOST: usize = 120;
    const HEAD: usize = 8;
    let division = folded(division);
    let Some(name) = division.split(' ').next().filter(|name| 3 < name.len()) else {
        return false;
    };
    let is_named = folded(words).split(' ').take(HEAD).any(|word| word == name);
    let language = || Language::of(words).unwrap_or(Language::English);
    is_named
        && words.split_whitespace().take(MOST + 1).count() <= MOST
        && label(words, language()) == ProvisionLabel::Scope
}

/// Small, words alone, one space between.
fn folded(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Without white space and lines of signs at its ends.
fn trimmed(text: &str, span: ByteSpan) -> ByteSpan {
    without_rules(text, span).unwrap_or_else(|| ByteSpan::from(span.start..span.start))
}

/// A passage grown to whole paragraphs of its section.
fn paragraphs(text: &str, passage: ByteSpan, within: ByteSpan) -> ByteSpan {
    let before = &text[within.start..passage.start.max(within.start)];
    let start = before.rfind("\n\n").map_or(within.start, |at| within.start + at + 2);
    let after = &text[passage.end.min(within.end)..within.end];
    let end = after.find("\n\n").map_or(within.end, |at| passage.end + at);
    // A text without empty lines is one paragraph: then the passage stands for itself.
    let grown = ByteSpan::from(start..end);
    if grown.len() <= 2 * passage.len() + 600 { grown } else { passage }
}

struct ProvisionExcerpt<'p, 'a> {
    of: &'p RenditionProvisions<'a>,
    passages: &'p [ByteSpan],
    ranges: Vec<ByteSpan>,
    labels: Vec<String>,
}

impl ProvisionExcerpt<'_, '_> {
    fn whole(&mut self, node: &ProvisionNode) {
        self.ranges.push(node.span);
        self.labels.extend(node.label.clone());
    }

    /// Of a long section those subdivisions that a passage meets.
    fn parts(&mut self, at: usize) {
        let tree = &self.of.tree;
        let node = &tree.nodes[at];
        let own: Vec<usize> = tree.children(at).collect();
        let pieces: Vec<(ByteSpan, Option<String>, Option<usize>)> = if own.is_empty() {
            let label = node.label.as_deref().unwrap_or_default();
            let found = subdivide::subdivisions(self.of.text, node.span, label);
            found
                .into_iter()
                .map(|(span, label)| (span, Some(label), None))
                .collect()
        } else {
            let piece =
                |at: usize| (tree.nodes[at].span, tree.nodes[at].label.clone(), Some(at));
            own.into_iter().map(piece).collect()
        };
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            let near = |passage: &ByteSpan| paragraphs(self.of.text, *passage, node.span);
            self.ranges.extend(self.passages.iter().map(near));
            self.labels.extend(node.label.clone());
            return;
        };
        let met = |span: ByteSpan| self.passages.iter().any(|passage| touches(span, *passage));
        if !pieces.iter().any(|(span, ..)| met(*span)) {
            // What leads in to a list says nothing without it.
            self.whole(node);
            return;
        }
        let lead_in = ByteSpan::from(node.span.start..first.0.start);
        let tail = ByteSpan::from(last.0.end..node.span.end);
        let said = [lead_in, tail].into_iter().filter(|span| says(self.of.text, *span));
        self.ranges.extend(said);
        for (span, label, at) in &pieces {
            if !self.passages.iter().any(|passage| touches(*span, *passage)) {
                continue;
            }
            match at {
                Some(at)
                    if WHOLE < self.of.words(*span) && tree.children(*at).next().is_some() =>
                {
                    self.parts(*at);
                }
                _ => {
                    self.ranges.push(*span);
                    self.labels.extend(label.clone().or_else(|| node.label.clone()));
                }
            }
        }
        self.labels.dedup();
    }
}

/// Whether there are words in a stretch, and not a number alone.
fn says(text: &str, span: ByteSpan) -> bool {
    let words = span.of(text).unwrap_or_default();
    2 <= words
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphabetic))
        .count()
}

/// Whether a passage takes up a good part of a subdivision, or the other way about.
fn touches(span: ByteSpan, passage: ByteSpan) -> bool {
    let shared = span
        .end
        .min(passage.end)
        .saturating_sub(span.start.max(passage.start));
    0 < shared && (span.len() <= 3 * shared || passage.len() <= 3 * shared)
}

#[cfg(test)]
mod tests;
