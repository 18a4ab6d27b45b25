//! Word processing: a document that people edit, in the smallest package that readers of OOXML take.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use crate::{
    DocumentError, DocumentRenderer,
    anchors::{AnchorIndex, OutputMedium, PRINTED_LINES, unfolded},
    docx_parts::{CONTENT_TYPES, DOCUMENT_RELATIONS, PACKAGE_RELATIONS, STYLES, properties},
    escape::{html as safe, visible},
    graph_text,
    page_strings::{PageWords, words},
    tree::{
        DocumentBlock, DocumentCard, DocumentList, DocumentTable, DocumentTree, InlineSpan,
        StatusTone,
    },
};

pub(super) const RENDERER: DocumentRenderer = DocumentRenderer {
    name: "docx",
    extension: "docx",
    media: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    render,
    template: ("document/docx", include_str!("docx.rs")),
};

fn render(document: &DocumentTree) -> Result<Vec<u8>, DocumentError> {
    let mut page = DocxWriter {
        xml: String::new(),
        anchors: AnchorIndex::of(document, OutputMedium::Print),
        words: words(&document.language),
        known: BTreeSet::new(),
        linked: 0,
    };
    page.collect(&document.blocks);
    page.said("Kicker", &document.kicker);
    page.said("Title", &document.title);
    let facts = document.facts.iter().map(String::as_str);
    let facts: Vec<&str> = [document.verdict.as_str()].into_iter().chain(facts).collect();
    let facts: Vec<&str> = facts.into_iter().filter(|it| !it.is_empty()).collect();
    page.said("Facts", &facts.join(" \u{b7} "));
    page.blocks(&document.blocks);
    if !document.disclaimer.is_empty() {
        let head = page.words.disclaimer.clone();
        page.said("Heading2", &head);
        page.said("Normal", &document.disclaimer);
    }
    if document.signed {
        let own = &page.words;
        let line = format!(
            "{}: ____________   {}: ____________   {}: ____________",
            own.read_by, own.signature, own.date
        );
        page.said("Normal", &line);
    }
    package(document, &page.xml)
}

/// The package: its parts in one order, without a time of their own.
fn package(document: &DocumentTree, body: &str) -> Result<Vec<u8>, DocumentError> {
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
         <w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}\
         <w:sectPr><w:pgSz w:w=\"12240\" w:h=\"15840\"/><w:pgMar w:top=\"1304\" w:right=\"1190\" w:bottom=\"1190\" w:left=\"1190\" \
         w:header=\"709\" w:footer=\"709\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>"
    );
    let properties = properties(&safe(&document.title), document.date.as_deref());
    let parts = [
        ("[Content_Types].xml", CONTENT_TYPES),
        ("_rels/.rels", PACKAGE_RELATIONS),
        ("docProps/core.xml", properties.as_str()),
        ("word/_rels/document.xml.rels", DOCUMENT_RELATIONS),
        ("word/document.xml", text.as_str()),
        ("word/styles.xml", STYLES),
    ];
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut package = ZipWriter::new(Cursor::new(Vec::new()));
    let failed = |error: zip::result::ZipError| DocumentError::Package(error.to_string());
    for (name, text) in parts {
        package.start_file(name, options).map_err(failed)?;
        let written = package.write_all(text.as_bytes());
        written.map_err(|error| DocumentError::Package(error.to_string()))?;
    }
    Ok(package.finish().map_err(failed)?.into_inner())
}

struct DocxWriter {
    xml: String,
    anchors: AnchorIndex,
    words: PageWords,
    /// Ids that something can lead to.
    known: BTreeSet<String>,
    /// Bookmarks so far: each has a number of its own.
    linked: usize,
}

impl DocxWriter {
    fn collect(&mut self, blocks: &[DocumentBlock]) {
        for block in blocks {
            match block {
                DocumentBlock::Section(section) => {
                    self.known.insert(section.id.clone());
                    self.collect(&section.blocks);
                }
                DocumentBlock::Card(card) if self.anchors.shows(card) => {
                    self.known.insert(card.id.clone());
                    self.collect(&card.blocks);
                }
                DocumentBlock::List(list) => {
                    self.known
                        .extend(list.items.iter().filter_map(|item| item.id.clone()));
                }
                DocumentBlock::Folded(folded) => {
                    self.collect(unfolded(folded, OutputMedium::Print));
                }
                _ => {}
            }
        }
    }

    /// A paragraph of plain words.
    fn said(&mut self, style: &str, words: &str) {
        if !words.trim().is_empty() {
            let run = run(words, "");
            self.paragraph((style, ""), &run);
        }
    }

    /// A paragraph of runs; more of its look after its style.
    fn paragraph(&mut self, (style, look): (&str, &str), runs: &str) {
        let _ = write!(
            self.xml,
            "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/>{look}</w:pPr>{runs}</w:p>"
        );
    }

    /// A mark that links lead to, around runs.
    fn marked(&mut self, id: &str, runs: &str) -> String {
        if id.is_empty() {
            return runs.to_owned();
        }
        let (number, name) = (self.linked, bookmark(id));
        self.linked += 1;
        format!(
            "<w:bookmarkStart w:id=\"{number}\" w:name=\"{name}\"/>{runs}<w:bookmarkEnd w:id=\"{number}\"/>"
        )
    }

    fn blocks(&mut self, blocks: &[DocumentBlock]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &DocumentBlock) {
        match block {
            DocumentBlock::Section(section) => {
                let style = format!("Heading{}", section.level.clamp(2, 4));
                let runs = self.marked(&section.id, &run(&section.title, ""));
                self.paragraph((&style, ""), &runs);
                self.blocks(&section.blocks);
            }
            DocumentBlock::Paragraph { words } => self.line("Normal", words),
            DocumentBlock::Callout { words } => self.line("Callout", words),
            DocumentBlock::Value { words } => self.said("Value", words),
            DocumentBlock::List(list) => self.list(list),
            DocumentBlock::Pairs { rows } => {
                for (name, words) in rows {
                    let runs = run(&format!("{name}: "), "<w:b/>") + &self.runs(words);
                    self.paragraph(("Normal", ""), &runs);
                }
            }
            DocumentBlock::Table(table) => self.table(table),
            DocumentBlock::Card(card) => self.card(card),
            DocumentBlock::Quote { words, .. } => self.said("Quote", words),
            DocumentBlock::Source { stretches, .. } => {
                let words: String = stretches.iter().map(|it| it.words.as_str()).collect();
                self.said("Quote", &words);
            }
            DocumentBlock::Code(code) => {
                let shown = code.lines.iter().take(PRINTED_LINES);
                for (number, line) in (code.first.unwrap_or(0)..).zip(shown) {
                    let number =
                        code.first.map_or_else(String::new, |_| format!("{number:>4}  "));
                    self.said("Listing", &format!("{number}{line}"));
                }
                let more = self.words.more_lines(code.lines.len());
                self.said("Normal", &more);
            }
            DocumentBlock::Graph(figure) => {
                for line in graph_text::told(figure) {
                    self.said("List", &format!("\u{2022} {line}"));
                }
            }
            DocumentBlock::Folded(folded) => {
                self.blocks(unfolded(folded, OutputMedium::Print));
            }
            DocumentBlock::Legend { .. } => {}
        }
    }

    fn card(&mut self, card: &DocumentCard) {
        if !self.anchors.shows(card) {
            return;
        }
        let mut runs = run(&card.title, "");
        if !card.chip.is_empty() {
            runs += &run(&format!("  {}", card.chip), &coloured(card.tone));
        }
        let runs = self.marked(&card.id, &runs);
        self.paragraph(("Heading3", ""), &runs);
        if !card.aside.is_empty() {
            self.line("Normal", &card.aside);
        }
        self.blocks(&card.blocks);
    }

    fn line(&mut self, style: &str, words: &[InlineSpan]) {
        let runs = self.runs(words);
        self.paragraph((style, ""), &runs);
    }

    fn list(&mut self, list: &DocumentList) {
        for (at, item) in list.items.iter().enumerate() {
            let mark = list
                .from
                .map_or_else(|| "\u{2022}".to_owned(), |from| format!("{}.", from + at));
            let runs = self.runs(&item.words);
            let runs = self.marked(item.id.as_deref().unwrap_or_default(), &runs);
            let mark = format!("<w:r><w:t>{mark}</w:t></w:r><w:r><w:tab/></w:r>");
            self.paragraph(("List", ""), &format!("{mark}{runs}"));
        }
    }

    fn table(&mut self, table: &DocumentTable) {
        self.xml.push_str(
            "<w:tbl><w:tblPr><w:tblStyle w:val=\"ReportTable\"/><w:tblW w:w=\"5000\" w:type=\"pct\"/></w:tblPr><w:tblGrid>",
        );
        for _ in &table.head {
            self.xml.push_str("<w:gridCol/>");
        }
        self.xml.push_str("</w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>");
        for name in &table.head {
            self.cell(&run(name, "<w:b/>"));
        }
        self.xml.push_str("</w:tr>");
        for row in &table.rows {
            self.xml.push_str("<w:tr>");
            // A row that is shorter than its head would be no row of the table.
            for at in 0..table.head.len() {
                let runs = row.get(at).map(|cell| self.runs(cell)).unwrap_or_default();
                self.cell(&runs);
            }
            self.xml.push_str("</w:tr>");
        }
        self.xml.push_str("</w:tbl>");
        // Two tables that touch would be one.
        self.paragraph(("Normal", ""), "");
    }

    fn cell(&mut self, runs: &str) {
        self.xml
            .push_str("<w:tc><w:tcPr><w:tcW w:w=\"0\" w:type=\"auto\"/></w:tcPr>");
        self.paragraph(("Cell", ""), runs);
        self.xml.push_str("</w:tc>");
    }

    fn runs(&self, words: &[InlineSpan]) -> String {
        words.iter().map(|span| self.span(span)).collect()
    }

    fn span(&self, span: &InlineSpan) -> String {
        match span {
            InlineSpan::Strong { words } => run(words, "<w:b/>"),
            InlineSpan::Quiet { words } => run(words, "<w:color w:val=\"64748B\"/>"),
            InlineSpan::Cite { words } => run(&format!("{words}: "), "<w:i/>"),
            InlineSpan::Code { words } => run(words, CODE),
            InlineSpan::Toned { words, tone } | InlineSpan::Chip { words, tone } => {
                run(words, &coloured(*tone))
            }
            InlineSpan::Link { to, words, .. } if self.known.contains(to) => format!(
                "<w:hyperlink w:anchor=\"{}\">{}</w:hyperlink>",
                bookmark(to),
                run(words, "<w:color w:val=\"7A5A17\"/>")
            ),
            InlineSpan::Text { words } | InlineSpan::Link { words, .. } => run(words, ""),
            InlineSpan::File { path, words } => {
                run(&format!("{words} "), "") + &run(&format!("({path})"), CODE)
            }
            InlineSpan::Break => "<w:r><w:br/></w:r>".to_owned(),
            InlineSpan::Scale(scale) => run(&scale.words, ""),
        }
    }
}

const CODE: &str =
    "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\" w:cs=\"Courier New\"/>";

/// Words of one look, every sign made safe.
fn run(words: &str, look: &str) -> String {
    let words = safe(&visible(&words.replace(['\n', '\r', '\t'], " ")));
    let look = if look.is_empty() { String::new() } else { format!("<w:rPr>{look}</w:rPr>") };
    format!("<w:r>{look}<w:t xml:space=\"preserve\">{words}</w:t></w:r>")
}

fn coloured(tone: StatusTone) -> String {
    let colour = match tone {
        StatusTone::Plain => "0A192F",
        StatusTone::Good => "047857",
        StatusTone::Fair => "B45309",
        StatusTone::Bad => "BE123C",
        StatusTone::Open => "64748B",
    };
    format!("<w:b/><w:color w:val=\"{colour}\"/>")
}

/// The name of a bookmark: letters, digits and lines, at most forty.
fn bookmark(id: &str) -> String {
    let sign = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = id.chars().map(sign).take(36).collect();
    format!("b_{name}")
}
