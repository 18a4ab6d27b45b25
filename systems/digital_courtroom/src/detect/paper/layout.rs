//! A paper cut into blocks, each under its headings: paragraphs, items, rows, fenced code.

use std::ops::Range;

use jurat_model::{ByteSpan, PartKind, Rendition};
use jurat_text::sentences::sentences;

use super::headings::{self, HeadingSpan, is_item, trimmed_lines};

/// Blocks that are looked at.
const MOST: usize = 100_000;
/// The share of the longest line below which a line that ends a sentence ends a paragraph, where
/// no empty lines do.
const RAGGED: f64 = 0.75;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PaperBlockKind {
    Prose,
    Item,
    Row,
    /// Between fences; the span is what the first fence says behind its marks.
    Code(ByteSpan),
}

/// Lines that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PaperBlock {
    pub(super) span: ByteSpan,
    pub(super) kind: PaperBlockKind,
    /// Blanks before its first line.
    pub(super) indent: usize,
    /// The heading above, by index.
    pub(super) heading: Option<usize>,
    /// The words with a colon that lead into it.
    pub(super) lead: Option<ByteSpan>,
}

/// A paper, laid out.
pub(super) struct PaperLayout<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    pub(super) headings: Vec<HeadingSpan>,
    pub(super) blocks: Vec<PaperBlock>,
    pages: Vec<ByteSpan>,
}

impl<'a> PaperLayout<'a> {
    pub(super) fn of(name: &'a str, rendition: &'a Rendition) -> Self {
        let text = &rendition.text;
        let pages = rendition.parts.iter().filter(|part| part.kind == PartKind::Page);
        let pages: Vec<ByteSpan> = pages.map(|part| part.span).collect();
        let headings = headings::headings_of(rendition);
        let mut cutting = PaperBlockSplitter {
            text,
            headings: &headings,
            passed: 0,
            longest: if pages.is_empty() { 0 } else { longest_line(text) },
            open: None,
            fence: None,
            gap: false,
            lead: None,
            blocks: Vec::new(),
        };
        cutting.cut();
        let blocks = cutting.blocks;
        Self { name, text, headings, blocks, pages }
    }

    /// The page, from 1, that a byte lies on.
    pub(super) fn page(&self, at: usize) -> Option<u32> {
        let next = self.pages.partition_point(|page| page.start <= at);
        u32::try_from(next).ok().filter(|page| 0 < *page)
    }

    pub(super) fn words(&self, block: &PaperBlock) -> &'a str {
        block.span.of(self.text).unwrap_or_default()
    }

    /// The sentences of a text; a row of a table is one.
    pub(super) fn stretches(text: &str, row: bool) -> Vec<Range<usize>> {
        if row {
            return std::iter::once(0..text.len()).collect();
        }
        sentences(text).into_iter().map(|sentence| sentence.range).collect()
    }

    /// The words of the heading above a block.
    pub(super) fn section(&self, block: &PaperBlock) -> &'a str {
        let head = block.heading.and_then(|at| self.headings.get(at));
        head.and_then(|head| head.span.of(self.text)).unwrap_or_default()
    }
}

/// The longest line as lines go: one freak does not count.
fn longest_line(text: &str) -> usize {
    let mut lengths: Vec<usize> = text.lines().map(|line| line.trim().len()).collect();
    lengths.sort_unstable();
    let at = lengths.len().saturating_sub(1) * 9 / 10;
    lengths.get(at).copied().unwrap_or_default()
}

struct PaperBlockSplitter<'a> {
    text: &'a str,
    headings: &'a [HeadingSpan],
    /// Headings that were passed.
    passed: usize,
    /// Nothing where empty lines part paragraphs.
    longest: usize,
    open: Option<PaperBlock>,
    fence: Option<(char, PaperBlock)>,
    /// Whether the line before was empty.
    gap: bool,
    lead: Option<ByteSpan>,
    blocks: Vec<PaperBlock>,
}

impl PaperBlockSplitter<'_> {
    fn cut(&mut self) {
        for (line, span) in trimmed_lines(self.text) {
            self.line(line, line.trim(), span);
            if MOST <= self.blocks.len() {
                break;
            }
        }
        self.close();
        // A fence that nobody closed holds the rest.
        if let Some((_, block)) = self.fence.take() {
            self.push(block);
        }
    }

    fn line(&mut self, line: &str, words: &str, span: ByteSpan) {
        if let Some((mark, mut block)) = self.fence.take() {
            if fence(words) == Some(mark) && words.chars().all(|letter| letter == mark) {
                self.push(block);
            } else {
                if !words.is_empty() {
                    block.span.end = span.end;
                }
                self.fence = Some((mark, block));
            }
            return;
        }
        let heading = self.pass(span);
        let breaks = words.is_empty() && !self.is_open_ended();
        let goes_on = words.starts_with(|first: char| first.is_lowercase() || first == '(');
        let parted = self.gap && !words.is_empty() && !goes_on;
        if breaks || parted || heading || line.contains('\u{c}') {
            self.close();
        }
        self.gap = words.is_empty();
        if words.is_empty() || heading {
            return;
        }
        if let Some(mark) = fence(words) {
            return self.open_fence(mark, words, span);
        }
        self.take(words, span, indent(line));
    }

    fn take(&mut self, words: &str, span: ByteSpan, indent: usize) {
        let kind = kind(words);
        match &mut self.open {
            Some(open) if kind == PaperBlockKind::Prose && open.kind != PaperBlockKind::Row => {
                open.span.end = span.end;
            }
            _ => {
                self.close();
                self.open = Some(self.block(span, kind, indent));
            }
        }
        if kind == PaperBlockKind::Row || self.is_ragged(words) {
            self.close();
        }
    }

    /// Whether a paragraph on a page stops within a sentence: an empty line may be the reader's.
    fn is_open_ended(&self) -> bool {
        let open = self
            .open
            .filter(|open| 0 < self.longest && open.kind == PaperBlockKind::Prose);
        let words = open.and_then(|open| open.span.of(self.text));
        words.is_some_and(|words| !words.ends_with(['.', '!', '?', ':']))
    }

    /// Whether a short line ends its paragraph: PDFs have no empty lines between them.
    #[expect(clippy::cast_precision_loss, reason = "lengths of lines fit")]
    fn is_ragged(&self, words: &str) -> bool {
        let ends = words.ends_with(['.', '!', '?', ':']);
        ends && (words.len() as f64) < self.longest as f64 * RAGGED
    }

    fn open_fence(&mut self, mark: char, words: &str, span: ByteSpan) {
        self.close();
        let info = words.trim_start_matches(mark);
        let info = ByteSpan::from(span.end - info.len()..span.end);
        let after = (span.end + 1).min(self.text.len());
        let after = self.text.ceil_char_boundary(after);
        let block = self.block(ByteSpan::from(after..after), PaperBlockKind::Code(info), 0);
        self.fence = Some((mark, block));
    }

    /// Whether a line is that of a heading.
    fn pass(&mut self, line: ByteSpan) -> bool {
        let before = self.passed;
        while let Some(head) = self.headings.get(self.passed)
            && head.span.start < line.end
        {
            self.passed += 1;
            self.lead = None;
        }
        self.passed != before
            || before
                .checked_sub(1)
                .is_some_and(|last| self.headings[last].span.meets(line))
    }

    fn block(&self, span: ByteSpan, kind: PaperBlockKind, indent: usize) -> PaperBlock {
        let heading = self.passed.checked_sub(1);
        PaperBlock { span, kind, indent, heading, lead: self.lead }
    }

    fn close(&mut self) {
        if let Some(block) = self.open.take() {
            self.push(block);
        }
    }

    fn push(&mut self, mut block: PaperBlock) {
        let words = block.span.of(self.text).unwrap_or_default();
        if block.kind == PaperBlockKind::Prose {
            let leads = words.trim_end_matches(['*', '_']).ends_with(':');
            block.lead = None;
            self.lead = leads.then_some(block.span);
        }
        if !words.trim().is_empty() {
            self.blocks.push(block);
        }
    }
}

fn indent(line: &str) -> usize {
    line.chars()
        .take_while(|letter| matches!(letter, ' ' | '\t'))
        .map(|letter| if letter == '\t' { 4 } else { 1 })
        .sum()
}

/// The mark of a fence: three or more of it.
fn fence(words: &str) -> Option<char> {
    ['`', '~'].into_iter().find(|mark| {
        let count = words.chars().take_while(|letter| letter == mark).count();
        3 <= count
    })
}

fn kind(words: &str) -> PaperBlockKind {
    if words.starts_with('|') && 1 < words.len() {
        PaperBlockKind::Row
    } else if is_item(words) {
        PaperBlockKind::Item
    } else {
        PaperBlockKind::Prose
    }
}

#[cfg(test)]
mod tests {
    use jurat_model::{ReaderIdentity, Rendition};

    use super::{PaperBlockKind, PaperLayout};

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let reader = ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        };
        let rendition = Rendition::plain(reader, text.to_owned());
        let sheet = PaperLayout::of("tides.md", &rendition);
        let found: Vec<(&str, &str)> = sheet
            .blocks
            .iter()
            .map(|block| {
                let kind = match block.kind {
                    PaperBlockKind::Prose => "prose",
                    PaperBlockKind::Item => "item",
                    PaperBlockKind::Row => "row",
                    PaperBlockKind::Code(_) => "code",
                };
                (kind, sheet.words(block))
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_that_belong_together_are_one_block() {
        check(
            "# Tides\nOne line\nand another.\n\n- first\n  goes on\n- second\n\n| a | b |\n| c | d |\n",
            &[
                ("prose", "One line\nand another."),
                ("item", "- first\n  goes on"),
                ("item", "- second"),
                ("row", "| a | b |"),
                ("row", "| c | d |"),
            ],
        );
    }

    #[test]
    fn what_is_between_fences_is_one_block() {
        check(
            "Run:\n```sh\nmake\n\n# all\n```\nthen\n~~~\nopen",
            &[
                ("prose", "Run:"),
                ("code", "make\n\n# all"),
                ("prose", "then"),
                ("code", "open"),
            ],
        );
    }
}
