//! Markdown, for people who read files and forges that show them.

use std::fmt::Write as _;

use crate::{
    DocumentError, DocumentRenderer,
    anchors::{AnchorIndex, OutputMedium, PRINTED_LINES, headed, unfolded},
    escape::{file_url, markdown as safe, visible},
    graph_text,
    page_strings::{PageWords, words},
    tree::{
        CodeListing, DocumentBlock, DocumentCard, DocumentList, DocumentSection, DocumentTable,
        DocumentTree, GraphFigure, InlineSpan,
    },
};

pub(super) const RENDERER: DocumentRenderer = DocumentRenderer {
    name: "markdown",
    extension: "md",
    media: "text/markdown; charset=utf-8",
    render,
    template: ("document/markdown", include_str!("markdown.rs")),
};

#[expect(clippy::unnecessary_wraps, reason = "renderers that can fail have the same form")]
fn render(document: &DocumentTree) -> Result<Vec<u8>, DocumentError> {
    let mut page = MarkdownWriter {
        text: String::new(),
        anchors: AnchorIndex::of(document, OutputMedium::Print),
        words: words(&document.language),
    };
    page.say(&format!("# {}: {}", safe(&document.kicker), safe(&document.title)));
    let facts: Vec<String> = document
        .facts
        .iter()
        .map(|fact| format!(" · {}", safe(fact)))
        .collect();
    let facts = facts.concat();
    page.say(&format!("**{}**{facts}", safe(&document.verdict)));
    page.blocks(&document.blocks);
    page.say(&format!("## {}", safe(&page.words.disclaimer)));
    page.say(&safe(&document.disclaimer));
    let mut text = page.text;
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(text.into_bytes())
}

struct MarkdownWriter {
    text: String,
    anchors: AnchorIndex,
    words: PageWords,
}

impl MarkdownWriter {
    /// A paragraph or a heading.
    fn say(&mut self, words: &str) {
        if !words.trim().is_empty() {
            self.text.push_str(words.trim_end());
            self.text.push_str("\n\n");
        }
    }

    fn blocks(&mut self, blocks: &[DocumentBlock]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &DocumentBlock) {
        match block {
            DocumentBlock::Section(section) => self.section(section),
            DocumentBlock::Paragraph { words } | DocumentBlock::Callout { words } => {
                let words = self.line(words);
                self.say(&words);
            }
            DocumentBlock::Value { words } => self.say(&format!("**{}**", safe(words))),
            DocumentBlock::List(list) => self.list(list),
            DocumentBlock::Pairs { rows } => {
                for (name, words) in rows {
                    let _ = writeln!(self.text, "- {}: {}", safe(name), self.line(words));
                }
                self.text.push('\n');
            }
            DocumentBlock::Table(table) => self.table(table),
            DocumentBlock::Card(card) => self.card(card),
            DocumentBlock::Quote { words, .. } => self.say(&format!("> {}", safe(words))),
            DocumentBlock::Code(code) => self.code(code),
            DocumentBlock::Graph(figure) => self.graph(figure),
            DocumentBlock::Folded(folded) => self.blocks(unfolded(folded, OutputMedium::Print)),
            DocumentBlock::Source { .. } | DocumentBlock::Legend { .. } => {}
        }
    }

    fn section(&mut self, section: &DocumentSection) {
        let signs = "#".repeat(usize::from(section.level));
        self.say(&format!("{signs} {}", safe(&section.title)));
        self.blocks(&section.blocks);
    }

    fn card(&mut self, card: &DocumentCard) {
        if !self.anchors.shows(card) {
            return;
        }
        self.say(&format!("### {}", safe(&headed(card))));
        if card.chip.is_empty() {
            let aside = self.line(&card.aside);
            self.say(&aside);
        }
        self.blocks(&card.blocks);
    }

    fn list(&mut self, list: &DocumentList) {
        for (at, item) in list.items.iter().enumerate() {
            let words = self.line(&item.words);
            let mark = list
                .from
                .map_or_else(|| "-".to_owned(), |from| format!("{}.", from + at));
            let _ = writeln!(self.text, "{mark} {words}");
        }
        self.text.push('\n');
    }

    fn table(&mut self, table: &DocumentTable) {
        let head: Vec<String> = table.head.iter().map(|cell| safe(cell)).collect();
        let _ = writeln!(self.text, "| {} |", head.join(" | "));
        let _ = writeln!(self.text, "|{}", "---|".repeat(head.len()));
        for row in &table.rows {
            let cells: Vec<String> = row.iter().map(|cell| self.cell(cell)).collect();
            let _ = writeln!(self.text, "| {} |", cells.join(" | "));
        }
        self.text.push('\n');
    }

    /// Lines with their numbers. Set in from the margin, nothing in them has a meaning, and no fence can be closed
    /// from within.
    fn code(&mut self, code: &CodeListing) {
        let shown = code.lines.iter().take(PRINTED_LINES);
        for (number, line) in (code.first.unwrap_or(0)..).zip(shown) {
            let line = visible(line.strip_suffix('\r').unwrap_or(line));
            let line = match code.first {
                Some(_) => format!("    {number:>4}  {line}"),
                None => format!("    {line}"),
            };
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
        self.text.push('\n');
        let more = self.words.more_lines(code.lines.len());
        self.say(&more);
    }

    /// Drawn, set in from the margin; told in words where it cannot be.
    fn graph(&mut self, figure: &GraphFigure) {
        let Some(drawn) = graph_text::drawing(figure) else {
            for line in graph_text::told(figure) {
                let _ = writeln!(self.text, "- {}", safe(&line));
            }
            self.text.push('\n');
            return;
        };
        for line in drawn {
            let _ = writeln!(self.text, "{}", format!("    {line}").trim_end());
        }
        self.text.push('\n');
        let back = graph_text::back(figure);
        if !back.is_empty() {
            let back = format!("{}: {}", self.words.leads_back, back.join(", "));
            self.say(&safe(&back));
        }
    }

    fn line(&self, words: &[InlineSpan]) -> String {
        self.joined(words, false)
    }

    /// As a line, and no bar in it parts cells.
    fn cell(&self, words: &[InlineSpan]) -> String {
        self.joined(words, true)
    }

    fn joined(&self, words: &[InlineSpan], in_table: bool) -> String {
        let mut line = String::new();
        for span in words {
            push(&mut line, &self.span(span, in_table));
        }
        line.trim().to_owned()
    }

    fn span(&self, span: &InlineSpan, in_table: bool) -> String {
        match span {
            InlineSpan::Text { words } | InlineSpan::Quiet { words } => spaced(words),
            InlineSpan::Strong { words } => format!("**{}**", safe(words)),
            InlineSpan::Cite { words } => format!("*{}*: ", safe(words)),
            InlineSpan::Code { words } if in_table && words.contains('|') => safe(words),
            InlineSpan::Code { words } => code(words),
            InlineSpan::Toned { words, .. } if !in_table => format!("**{}**", safe(words)),
            InlineSpan::Toned { words, .. } | InlineSpan::Chip { words, .. } => safe(words),
            InlineSpan::Link { to, words, .. } => self.link(to, words),
            InlineSpan::File { path, words } => {
                format!("[{}]({})", safe(words), file_url(path))
            }
            InlineSpan::Break => " ".to_owned(),
            InlineSpan::Scale(scale) => {
                let point = |point: &Option<u8>| {
                    point.map_or_else(|| "–".to_owned(), |point| point.to_string())
                };
                let points: Vec<String> = scale.points.iter().map(point).collect();
                if scale.points.iter().all(Option::is_none) {
                    String::new()
                } else {
                    points.join(" · ")
                }
            }
        }
    }

    /// A link to the anchor that readers give a heading; where that is doubtful, to the section around it.
    fn link(&self, to: &str, words: &str) -> String {
        let Some((own, around)) = self.anchors.heading(to) else { return safe(words) };
        let anchor = slug(own).or_else(|| slug(around));
        let words = match words.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            // Single brackets: some readers take double ones for a page of their own.
            Some(inner) => format!("\\[{}\\]", safe(inner)),
            None => safe(words),
        };
        anchor.map_or_else(|| words.clone(), |anchor| format!("[{words}](#{anchor})"))
    }
}

/// One space between what is pushed and what stands there, where either has one.
fn push(line: &mut String, span: &str) {
    if line.ends_with(' ') { line.push_str(span.trim_start()) } else { line.push_str(span) }
}

/// Made safe, with a space at either end where there is one.
fn spaced(words: &str) -> String {
    let space = |is_so| if is_so { " " } else { "" };
    let (before, after) =
        (words.starts_with(char::is_whitespace), words.ends_with(char::is_whitespace));
    match safe(words) {
        inner if inner.is_empty() => space(before || after).to_owned(),
        inner => format!("{}{inner}{}", space(before), space(after)),
    }
}

/// The anchor of a heading as forges make it; nothing of a heading with other signs.
fn slug(heading: &str) -> Option<String> {
    let mut slug = String::new();
    for c in heading.chars() {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '_' => slug.push(c.to_ascii_lowercase()),
            ' ' => slug.push('-'),
            '#' | '.' | ',' | '(' | ')' | ':' => {}
            _ => return None,
        }
    }
    (!slug.is_empty()).then_some(slug)
}

/// A code span, fenced by more backticks than it holds.
fn code(text: &str) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    let text = visible(&text.join(" "));
    if text.is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::{code, slug};

    #[test]
    fn a_code_span_cannot_be_left() {
        for (given, span) in [
            ("src/graph.py:3 @0f3a", "`src/graph.py:3 @0f3a`"),
            ("a`b", "``a`b``"),
            ("``", "``` `` ```"),
            ("a\u{1b}[31m\nb", "`a⟨U+001B⟩[31m b`"),
            (" ", ""),
        ] {
            assert_eq!(code(given), span);
        }
    }

    #[test]
    fn headings_have_the_anchors_that_forges_give_them() {
        assert_eq!(slug("REQ-S001").as_deref(), Some("req-s001"));
        assert_eq!(slug("repo#12").as_deref(), Some("repo12"));
        assert_eq!(slug("Evidence Appendix").as_deref(), Some("evidence-appendix"));
        assert_eq!(slug("a](javascript:b)"), None);
    }
}
