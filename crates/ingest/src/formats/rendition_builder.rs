//! A text as it is being written, with its parts and references growing along.
//!
//! White space is laid down only when words follow it, so every span is tight and lies on
//! character borders.

use jurat_model::{
    ByteSpan, FormFieldValue, PartKind, ReaderIdentity, ReferenceKind, Rendition,
    RenditionPart, RenditionReference, RenditionWarning, WarningKind,
};

use crate::FileLimits;

/// Warnings beyond this many say nothing new.
const WARNINGS: usize = 64;
/// A place that is not known yet.
const UNSET: usize = usize::MAX;

/// What lies between the words written last and those to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PendingGap {
    Nothing,
    Space,
    Line,
    Blank,
}

/// A part or reference that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenTextRange {
    Part(usize),
    Reference(usize),
}

/// A heading that has begun: what it stands over, and its own words.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenHeading {
    section: usize,
    words: usize,
}

/// The text so far.
pub(super) struct RenditionBuilder {
    text: String,
    parts: Vec<RenditionPart>,
    references: Vec<RenditionReference>,
    fields: Vec<FormFieldValue>,
    warnings: Vec<RenditionWarning>,
    /// Begun, but without a word yet.
    waiting: Vec<OpenTextRange>,
    /// Sections under headings that are still open, outermost first, with their depths.
    under: Vec<(u8, usize)>,
    gap: PendingGap,
    /// How many table cells we are in: there, lines become spaces.
    flat: usize,
    room: usize,
    cut: bool,
}

impl RenditionBuilder {
    pub(super) fn new(limits: &FileLimits) -> Self {
        Self {
            text: String::new(),
            parts: Vec::new(),
            references: Vec::new(),
            fields: Vec::new(),
            warnings: Vec::new(),
            waiting: Vec::new(),
            under: Vec::new(),
            gap: PendingGap::Nothing,
            flat: 0,
            room: usize::try_from(limits.text_bytes).unwrap_or(usize::MAX),
            cut: false,
        }
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Words, with every run of white space made one space.
    pub(super) fn words(&mut self, words: &str) {
        if words.starts_with(char::is_whitespace) {
            self.space();
        }
        for word in words.split_whitespace() {
            self.exactly(word);
            self.gap = PendingGap::Space;
        }
        if !words.ends_with(char::is_whitespace) && self.gap == PendingGap::Space {
            self.gap = PendingGap::Nothing;
        }
    }

    /// Words with their lines and spaces as they are.
    pub(super) fn lines(&mut self, words: &str) {
        for (number, line) in words.split('\n').enumerate() {
            if 0 < number {
                self.line();
            }
            let line = line.trim_end_matches('\r');
            if !line.trim().is_empty() {
                self.exactly(line);
            }
        }
    }

    /// The next words do not touch those before.
    pub(super) fn space(&mut self) {
        self.gap = self.gap.max(PendingGap::Space);
    }

    /// The next words stand on a line of their own.
    pub(super) fn line(&mut self) {
        self.gap =
            self.gap
                .max(if 0 < self.flat { PendingGap::Space } else { PendingGap::Line });
    }

    /// An empty line comes before the next words.
    pub(super) fn blank(&mut self) {
        self.gap =
            self.gap
                .max(if 0 < self.flat { PendingGap::Space } else { PendingGap::Blank });
    }

    /// The next words go on in the same line after all.
    pub(super) fn rejoin(&mut self) {
        self.gap = self.gap.min(PendingGap::Space);
    }

    /// What follows stays in one line, as in a cell of a table.
    pub(super) fn flatten(&mut self) {
        self.flat += 1;
    }

    /// Lines are lines again.
    pub(super) fn unflatten(&mut self) {
        self.flat = self.flat.saturating_sub(1);
    }

    /// Whether we are in a cell of a table.
    pub(super) fn is_flat(&self) -> bool {
        0 < self.flat
    }

    /// Begins a part at the next word.
    pub(super) fn open(&mut self, mut part: RenditionPart) -> OpenTextRange {
        part.span = ByteSpan { start: UNSET, end: UNSET };
        self.parts.push(part);
        let open = OpenTextRange::Part(self.parts.len() - 1);
        self.waiting.push(open);
        open
    }

    /// Begins a reference at the next word.
    pub(super) fn refer(&mut self, kind: ReferenceKind, target: String) -> OpenTextRange {
        let span = ByteSpan { start: UNSET, end: UNSET };
        self.references.push(RenditionReference { span, kind, target });
        let open = OpenTextRange::Reference(self.references.len() - 1);
        self.waiting.push(open);
        open
    }

    /// Ends a part or reference at the last word.
    pub(super) fn close(&mut self, open: OpenTextRange) {
        let end = self.text.len();
        self.span_mut(open).end = end;
    }

    /// The part that was opened, to complete what is known of it.
    pub(super) fn part_mut(&mut self, open: OpenTextRange) -> Option<&mut RenditionPart> {
        match open {
            OpenTextRange::Part(at) => self.parts.get_mut(at),
            OpenTextRange::Reference(_) => None,
        }
    }

    /// The words from where a part or reference began up to here.
    pub(super) fn so_far(&self, open: OpenTextRange) -> &str {
        let start = match open {
            OpenTextRange::Part(at) => self.parts[at].span.start,
            OpenTextRange::Reference(at) => self.references[at].span.start,
        };
        self.text.get(start..).unwrap_or_default()
    }

    /// What a reference points to so far.
    pub(super) fn target(&self, open: OpenTextRange) -> Option<&str> {
        match open {
            OpenTextRange::Part(_) => None,
            OpenTextRange::Reference(at) => {
                self.references.get(at).map(|seen| seen.target.as_str())
            }
        }
    }

    /// What a reference points to, once that is known.
    pub(super) fn aim(&mut self, open: OpenTextRange, target: String) {
        if let OpenTextRange::Reference(at) = open {
            self.references[at].target = target;
        }
    }

    /// Begins a heading, which ends the sections under headings as deep or deeper.
    pub(super) fn open_heading(&mut self, depth: u8) -> OpenHeading {
        let keep = self.under.iter().take_while(|(open, _)| *open < depth).count();
        self.close_under(keep);
        self.blank();
        let (mut section, mut words) =
            (blank_part(PartKind::Section), blank_part(PartKind::Heading));
        section.depth = depth;
        words.depth = depth;
        self.parts.extend([section, words]);
        let last = self.parts.len() - 1;
        self.waiting
            .extend([OpenTextRange::Part(last - 1), OpenTextRange::Part(last)]);
        self.under.push((depth, last - 1));
        OpenHeading { section: last - 1, words: last }
    }

    /// Ends a heading's words; what it stands over goes on.
    pub(super) fn close_heading(&mut self, heading: OpenHeading) {
        self.close(OpenTextRange::Part(heading.words));
        self.blank();
        let title = self.parts[heading.words].span.of(&self.text).map(one_line);
        if title.is_none() {
            // A heading without words stands over nothing.
            self.under.retain(|(_, part)| *part != heading.section);
            self.close(OpenTextRange::Part(heading.section));
            return;
        }
        self.parts[heading.section].title.clone_from(&title);
        self.parts[heading.words].title = title;
    }

    /// The two parts of a heading, to complete what is known of them.
    pub(super) fn heading_parts(&mut self, heading: OpenHeading) -> [&mut RenditionPart; 2] {
        let (before, from) = self.parts.split_at_mut(heading.words);
        [&mut before[heading.section], &mut from[0]]
    }

    /// How many headings are open over this place.
    pub(super) fn headings_above(&self) -> usize {
        self.under.len()
    }

    /// The depth of the innermost heading over this place.
    pub(super) fn depth(&self) -> u8 {
        self.under.last().map_or(0, |(depth, _)| *depth)
    }

    /// Ends the sections under all but the first `keep` open headings.
    pub(super) fn close_under(&mut self, keep: usize) {
        while keep < self.under.len() {
            if let Some((_, part)) = self.under.pop() {
                self.close(OpenTextRange::Part(part));
            }
        }
    }

    pub(super) fn field(&mut self, name: String, value: String) {
        self.fields.push(FormFieldValue { name, value });
    }

    /// Something that a careful person would want to know. The first of many are enough.
    pub(super) fn warn(&mut self, kind: WarningKind, span: Option<ByteSpan>, message: String) {
        if self.warnings.len() < WARNINGS {
            self.warnings.push(RenditionWarning { kind, span, message });
        }
    }

    /// The rendition, with its parts in order.
    pub(super) fn finish(mut self, reader: ReaderIdentity) -> Rendition {
        self.close_under(0);
        let end = self.text.len();
        let settle = |span: &mut ByteSpan| {
            span.end = span.end.min(end);
            span.start < span.end
        };
        self.parts.retain_mut(|part| settle(&mut part.span));
        self.references.retain_mut(|reference| settle(&mut reference.span));
        in_order(&mut self.parts);
        self.references
            .sort_by_key(|reference| (reference.span.start, reference.span.end));
        Rendition {
            reader,
            text: self.text,
            parts: self.parts,
            fields: self.fields,
            references: self.references,
            warnings: self.warnings,
        }
    }

    fn exactly(&mut self, words: &str) {
        if self.cut || self.room < self.text.len() + words.len() + 2 {
            self.truncate();
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str(match self.gap {
                PendingGap::Nothing => "",
                PendingGap::Space => " ",
                PendingGap::Line => "\n",
                PendingGap::Blank => "\n\n",
            });
        }
        self.gap = PendingGap::Nothing;
        let start = self.text.len();
        for open in std::mem::take(&mut self.waiting) {
            let span = self.span_mut(open);
            if span.end == UNSET {
                span.start = start;
            }
        }
        self.text.push_str(words);
    }

    fn truncate(&mut self) {
        if !self.cut {
            self.cut = true;
            let message = format!("the text was cut after {} bytes", self.text.len());
            self.warn(WarningKind::Truncated, None, message);
        }
    }

    fn span_mut(&mut self, open: OpenTextRange) -> &mut ByteSpan {
        match open {
            OpenTextRange::Part(at) => &mut self.parts[at].span,
            OpenTextRange::Reference(at) => &mut self.references[at].span,
        }
    }
}

/// Parts by where they start, the wider first.
pub(super) fn in_order(parts: &mut [RenditionPart]) {
    parts.sort_by_key(|part| (part.span.start, std::cmp::Reverse(part.span.end)));
}

/// Words in one line.
pub(super) fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first words, for a message; never more than a line.
pub(super) fn gist(words: &str) -> String {
    const LETTERS: usize = 120;
    let mut short: String = one_line(words).chars().take(LETTERS).collect();
    if LETTERS < words.chars().take(LETTERS * 2).count() {
        short.push('…');
    }
    short
}

const fn blank_part(kind: PartKind) -> RenditionPart {
    RenditionPart::new(kind, ByteSpan { start: UNSET, end: UNSET })
}

#[cfg(test)]
mod tests {
    use jurat_model::{ByteSpan, PartKind, ReaderIdentity, RenditionPart};

    use super::RenditionBuilder;
    use crate::FileLimits;

    fn reader() -> ReaderIdentity {
        ReaderIdentity {
            name: "test".to_owned(),
            version: 1,
            options: String::new(),
        }
    }

    #[test]
    fn spans_are_tight() {
        let mut script = RenditionBuilder::new(&FileLimits::default());
        let outer =
            script.open(RenditionPart::new(PartKind::Section, ByteSpan { start: 0, end: 0 }));
        script.blank();
        let empty =
            script.open(RenditionPart::new(PartKind::Row, ByteSpan { start: 0, end: 0 }));
        script.close(empty);
        script.words("  One \u{a0} two ");
        script.line();
        script.close(outer);
        script.words("three");
        let made = script.finish(reader());
        assert_eq!(made.text, "One two\nthree");
        assert_eq!(made.parts.len(), 1);
        assert_eq!(made.parts[0].span.of(&made.text), Some("One two"));
    }

    #[test]
    fn a_heading_stands_over_what_follows_up_to_its_like() {
        let mut script = RenditionBuilder::new(&FileLimits::default());
        for (depth, words) in [(1, "A"), (2, "B"), (1, "C"), (2, "")] {
            let heading = script.open_heading(depth);
            script.words(words);
            script.close_heading(heading);
            script.words("text");
        }
        let made = script.finish(reader());
        let sections: Vec<&str> = made
            .parts
            .iter()
            .filter(|part| part.kind == PartKind::Section)
            .filter_map(|part| part.span.of(&made.text))
            .collect();
        assert_eq!(sections, ["A\n\ntext\n\nB\n\ntext", "B\n\ntext", "C\n\ntext\n\ntext"]);
    }

    #[test]
    fn text_beyond_the_limit_is_left_out_and_said_so() {
        let mut script =
            RenditionBuilder::new(&FileLimits { text_bytes: 12, ..FileLimits::default() });
        script.words("one two three four five");
        let made = script.finish(reader());
        assert_eq!(made.text, "one two");
        assert_eq!(made.warnings.len(), 1);
    }
}
