//! Plain text, for a terminal, a log or a mail: nothing in it has a meaning but its words.

use std::fmt::Write as _;

use crate::{
    DocumentError, DocumentRenderer,
    anchors::{AnchorIndex, OutputMedium, PRINTED_LINES, unfolded},
    escape::visible,
    graph_text,
    page_strings::{PageWords, words},
    tree::{DocumentBlock, DocumentTable, DocumentTree, GraphFigure, InlineSpan},
};

pub(super) const RENDERER: DocumentRenderer = DocumentRenderer {
    name: "text",
    extension: "txt",
    media: "text/plain; charset=utf-8",
    render,
    template: ("document/text", include_str!("text.rs")),
};

/// Characters of a line.
const WIDTH: usize = 96;

#[expect(clippy::unnecessary_wraps, reason = "renderers that can fail have the same form")]
fn render(document: &DocumentTree) -> Result<Vec<u8>, DocumentError> {
    let mut page = PlainTextWriter {
        text: String::new(),
        anchors: AnchorIndex::of(document, OutputMedium::Print),
        words: words(&document.language),
    };
    page.say(&document.title, "");
    let facts = document.facts.iter().map(String::as_str);
    let facts: Vec<&str> = [document.verdict.as_str()].into_iter().chain(facts).collect();
    page.say(&facts.join(" · "), "");
    page.blocks(&document.blocks, "");
    let disclaimer = page.words.disclaimer.clone();
    page.heading(&disclaimer, '-');
    page.say(&document.disclaimer, "");
    let mut text = page.text;
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(text.into_bytes())
}

struct PlainTextWriter {
    text: String,
    anchors: AnchorIndex,
    words: PageWords,
}

impl PlainTextWriter {
    /// A paragraph, its lines cut between words and set in.
    fn say(&mut self, words: &str, indent: &str) {
        self.hang(words, indent, indent);
        self.text.push('\n');
    }

    /// The same, with a first line that is set in otherwise, and no empty line after it.
    fn hang(&mut self, words: &str, first: &str, indent: &str) {
        let mut line = first.to_owned();
        let mut fresh = true;
        for word in words.split_whitespace() {
            let word = visible(word);
            if !fresh && WIDTH < line.chars().count() + 1 + word.chars().count() {
                self.text.push_str(line.trim_end());
                self.text.push('\n');
                indent.clone_into(&mut line);
                fresh = true;
            }
            if !fresh {
                line.push(' ');
            }
            line.push_str(&word);
            fresh = false;
        }
        if !fresh {
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    fn heading(&mut self, title: &str, rule: char) {
        let title = visible(&title.split_whitespace().collect::<Vec<_>>().join(" "));
        let rule: String = title.chars().map(|_| rule).collect();
        let _ = write!(self.text, "{title}\n{rule}\n\n");
    }

    fn graph(&mut self, figure: &GraphFigure, indent: &str) {
        let Some(drawn) = graph_text::drawing(figure) else {
            for line in graph_text::told(figure) {
                self.hang(&line, indent, &format!("{indent}    "));
            }
            self.text.push('\n');
            return;
        };
        for line in drawn {
            let _ = writeln!(self.text, "{}", format!("{indent}{line}").trim_end());
        }
        self.text.push('\n');
        let back = graph_text::back(figure);
        if !back.is_empty() {
            let back = format!("{}: {}", self.words.leads_back, back.join(", "));
            self.say(&back, indent);
        }
    }

    fn blocks(&mut self, blocks: &[DocumentBlock], indent: &str) {
        for block in blocks {
            self.block(block, indent);
        }
    }

    fn block(&mut self, block: &DocumentBlock, indent: &str) {
        match block {
            DocumentBlock::Section(section) => {
                self.heading(&section.title, if section.level < 3 { '=' } else { '-' });
                self.blocks(&section.blocks, indent);
            }
            DocumentBlock::Paragraph { words } | DocumentBlock::Callout { words } => {
                self.say(&line(words), indent);
            }
            DocumentBlock::Value { words } => self.say(words, indent),
            DocumentBlock::List(list) => {
                for (at, item) in list.items.iter().enumerate() {
                    let mark = list
                        .from
                        .map_or_else(|| "-".to_owned(), |from| format!("{}.", from + at));
                    let within = format!("{indent}{}", " ".repeat(mark.len() + 1));
                    self.hang(&line(&item.words), &format!("{indent}{mark} "), &within);
                }
                self.text.push('\n');
            }
            DocumentBlock::Pairs { rows } => {
                for (name, words) in rows {
                    let within = format!("{indent}    ");
                    self.hang(&format!("{name}: {}", line(words)), indent, &within);
                }
                self.text.push('\n');
            }
            DocumentBlock::Table(table) => self.table(table, indent),
            DocumentBlock::Card(card) if self.anchors.shows(card) => {
                let aside = line(&card.aside);
                let parts = [card.title.as_str(), &card.chip, aside.as_str()];
                let parts: Vec<&str> =
                    parts.into_iter().filter(|it| !it.trim().is_empty()).collect();
                self.say(&parts.join("  "), indent);
                self.blocks(&card.blocks, &format!("{indent}    "));
            }
            DocumentBlock::Quote { words, .. } => self.say(&format!("“{words}”"), indent),
            DocumentBlock::Code(code) => {
                let shown = code.lines.iter().take(PRINTED_LINES);
                for (number, line) in (code.first.unwrap_or(0)..).zip(shown) {
                    let line = visible(line);
                    let number =
                        code.first.map_or_else(String::new, |_| format!("{number:>4}  "));
                    let _ =
                        writeln!(self.text, "{}", format!("{indent}{number}{line}").trim_end());
                }
                let more = self.words.more_lines(code.lines.len());
                self.hang(&more, indent, indent);
                self.text.push('\n');
            }
            DocumentBlock::Graph(figure) => self.graph(figure, indent),
            DocumentBlock::Folded(folded) => {
                self.blocks(unfolded(folded, OutputMedium::Print), indent);
            }
            DocumentBlock::Card(_)
            | DocumentBlock::Source { .. }
            | DocumentBlock::Legend { .. } => {}
        }
    }

    /// A row a paragraph, each cell after the name of its column: cells are too long for columns.
    fn table(&mut self, table: &DocumentTable, indent: &str) {
        for row in &table.rows {
            let cells = table.head.iter().zip(row);
            let cells = cells.map(|(name, cell)| (name, line(cell)));
            let mut cells = cells.filter(|(_, cell)| !cell.trim().is_empty());
            let Some((_, first)) = cells.next() else { continue };
            let within = format!("{indent}    ");
            self.hang(&first, &format!("{indent}- "), &within);
            for (name, cell) in cells {
                self.hang(&format!("{name}: {cell}"), &within, &format!("{within}  "));
            }
        }
        self.text.push('\n');
    }
}

fn line(words: &[InlineSpan]) -> String {
    let span = |span: &InlineSpan| match span {
        InlineSpan::Cite { words } => format!("{words}: "),
        InlineSpan::Text { words }
        | InlineSpan::Strong { words }
        | InlineSpan::Quiet { words }
        | InlineSpan::Code { words }
        | InlineSpan::Toned { words, .. }
        | InlineSpan::Chip { words, .. }
        | InlineSpan::Link { words, .. } => words.clone(),
        InlineSpan::File { path, words } => format!("{words} ({path})"),
        InlineSpan::Break => " ".to_owned(),
        InlineSpan::Scale(scale) => scale.words.clone(),
    };
    words.iter().map(span).collect()
}
