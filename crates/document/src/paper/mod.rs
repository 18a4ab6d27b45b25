//! A report as blocks of a page: what stands where, and how each kind of block looks.

mod graph;
mod inline;
mod style_sheet;

use std::collections::BTreeSet;

use jurat_typeset::{
    BlockGap, FlowBlock, FontFace, FrameBlock, FrameLook, GridBlock, GridCell, GridColumn,
    GridRole, InlineDrawing, InlineRun, PaperSheet, PartRole, RunningWords, TextBlock,
    TextPart, TextStyle, WordRole,
};

use crate::{
    page_strings::PageWords,
    tree::{
        CodeListing, DocumentBlock, DocumentCard, DocumentList, DocumentListItem,
        DocumentSection, DocumentTable, DocumentTree, ExcerptSegment, InlineSpan,
    },
};
use inline::{InlineSetter, dot};
use style_sheet::{
    COLUMN_GAP, GOLD, GOLD_INK, INK, LINE, NAVY, PAPER, QUIET, QUOTED, SHEET, SIGNING_GAP,
    TextScale, WHITE, bar, boxed, card, firm, stroke, style, tracked,
};

/// The texts that decide how paper looks.
pub(crate) const TEMPLATES: [(&str, &str); 4] = [
    ("document/paper", include_str!("mod.rs")),
    ("document/paper/graph", include_str!("graph.rs")),
    ("document/paper/inline", include_str!("inline.rs")),
    ("document/paper/style_sheet", include_str!("style_sheet.rs")),
];

/// The anchor of the title; no id of a report has a full stop.
const TITLE: &str = "page.title";

/// A report as blocks, its words safe to show.
pub(crate) struct PaperReport {
    pub(crate) title: String,
    pub(crate) head: Vec<FlowBlock>,
    pub(crate) body: Vec<FlowBlock>,
    pub(crate) running: RunningWords,
    /// Bytes of all its words.
    pub(crate) bytes: usize,
}

impl PaperReport {
    pub(crate) const SHEET: PaperSheet = SHEET;

    /// `more` is what is said of exhibits that are left out; `known` is what links can lead to.
    pub(crate) fn of(
        document: &DocumentTree,
        (own, more): (&PageWords, &str),
        known: BTreeSet<String>,
    ) -> Self {
        let inline = InlineSetter { known, bytes: 0 };
        let (language, leads_back) = (document.language.clone(), own.leads_back.clone());
        let mut setter = PaperSetter { inline, language, leads_back };
        let head = setter.head(document);
        let mut body = setter.blocks(&document.blocks, TextScale::PAGE);
        if !more.is_empty() {
            body.push(setter.plain(more, TextScale::PAGE));
        }
        body.push(setter.foot(document, own));
        let running = setter.running(document, own);
        let title = setter.inline.safe(&document.title);
        Self {
            title,
            head,
            body,
            running,
            bytes: setter.inline.bytes,
        }
    }
}

struct PaperSetter {
    inline: InlineSetter,
    /// The language of the document.
    language: String,
    /// What is said before edges that lead back.
    leads_back: String,
}

impl PaperSetter {
    /// The head runs to the edges of the first page.
    fn head(&mut self, document: &DocumentTree) -> Vec<FlowBlock> {
        let kicker = tracked(8.5, GOLD, 0.16);
        let kicker = self.inline.words(&document.kicker.to_uppercase(), kicker);
        let title = style(FontFace::SerifSemibold, 16.0, PAPER);
        let title = self.inline.words(&document.title, title);
        let heading = PartRole::Heading { level: 1, is_outlined: true };
        let mut badges = vec![self.badge(&document.verdict, true)];
        for fact in &document.facts {
            badges.push(InlineRun::Room(5.0));
            badges.push(self.badge(fact, false));
        }
        let scale = TextScale::PAGE;
        let blocks = vec![
            FlowBlock::Text(text(vec![kicker], scale, firm(0.0, 21.4))),
            FlowBlock::Text(TextBlock {
                parts: vec![part(heading, vec![title])],
                anchor: Some(TITLE.to_owned()),
                ..text(Vec::new(), scale.sized(14.0), firm(21.4, 11.4))
            }),
            FlowBlock::Text(text(badges, scale, firm(11.4, 0.0))),
        ];
        let gap = firm(0.0, 0.0);
        vec![
            FlowBlock::Frame(FrameBlock {
                look: style_sheet::HEAD,
                gap,
                is_whole: false,
                blocks,
            }),
            FlowBlock::Rule {
                stroke: stroke(2.5, GOLD),
                gap: firm(0.0, 19.0),
                is_sticky: false,
            },
        ]
    }

    fn badge(&mut self, words: &str, is_filled: bool) -> InlineRun {
        let (face, colour, fill) = if is_filled {
            (FontFace::SerifBold, NAVY, Some(GOLD))
        } else {
            (FontFace::Serif, PAPER, None)
        };
        let style = style(face, 9.0, colour);
        self.inline
            .run(words, style, WordRole::Plain, Some(style_sheet::badge(fill)))
    }

    fn blocks(&mut self, blocks: &[DocumentBlock], scale: TextScale) -> Vec<FlowBlock> {
        let mut shown = Vec::with_capacity(blocks.len());
        for block in blocks {
            self.block(&mut shown, block, scale);
        }
        shown
    }

    fn block(&mut self, shown: &mut Vec<FlowBlock>, block: &DocumentBlock, scale: TextScale) {
        match block {
            DocumentBlock::Section(section) => self.section(shown, section, scale),
            DocumentBlock::Paragraph { words } => {
                let runs = self.inline.flow(words, scale);
                shown.push(FlowBlock::Text(text(runs, scale, scale.gap())));
            }
            DocumentBlock::Callout { words } => {
                let runs = self.inline.flow(words, scale);
                let blocks = vec![FlowBlock::Text(text(runs, scale, scale.gap()))];
                shown.push(framed(bar(3.0, (10.0, 3.0)), scale.gap(), blocks));
            }
            DocumentBlock::Value { words } => {
                let style = style(FontFace::SerifBold, 15.0, NAVY);
                let runs = vec![self.inline.words(words, style)];
                let gap = firm(scale.spacing, 0.9 * scale.size);
                shown.push(FlowBlock::Text(text(runs, scale.sized(15.0), gap)));
            }
            DocumentBlock::List(list) => shown.push(self.list(list, scale)),
            DocumentBlock::Pairs { rows } => shown.push(self.pairs(rows, scale)),
            DocumentBlock::Table(table) => shown.push(self.table(table, scale)),
            DocumentBlock::Card(card) if card.exhibit => shown.push(self.exhibit(card)),
            DocumentBlock::Card(card) => shown.push(self.card(card)),
            DocumentBlock::Quote { words, language } => {
                let own = scale.sized(10.5);
                let style = TextStyle { face: FontFace::SerifItalic, ..own.style() };
                let runs = vec![self.inline.words(&format!("“{words}”"), style)];
                let gap = firm(scale.spacing, 0.8 * scale.size);
                let language = self.other_language(language);
                let part = TextPart { role: PartRole::Quote, language, runs };
                let block = text(Vec::new(), own, gap);
                shown.push(FlowBlock::Text(TextBlock { parts: vec![part], ..block }));
            }
            DocumentBlock::Source { stretches, language, .. } => {
                shown.push(self.source(stretches, language, scale));
            }
            DocumentBlock::Code(code) => shown.push(self.listing(code, scale)),
            DocumentBlock::Graph(figure) => {
                let leads_back = self.leads_back.clone();
                self.graph(shown, figure, &leads_back);
            }
            DocumentBlock::Legend { series, result } => shown.push(self.legend(series, result)),
            // What is folded away on a screen has been replaced before.
            DocumentBlock::Folded(folded) => {
                shown.extend(self.blocks(&folded.instead, scale));
            }
        }
    }

    fn section(
        &mut self,
        shown: &mut Vec<FlowBlock>,
        section: &DocumentSection,
        scale: TextScale,
    ) {
        let is_main = section.level < 3;
        let (size, gap, level) = if is_main {
            (13.0, firm(19.2, 0.0), 2)
        } else {
            (10.5, firm(1.1 * scale.size, 0.7 * scale.size), 3)
        };
        let style = style(FontFace::SerifSemibold, size, NAVY);
        let runs = vec![self.inline.words(&section.title, style)];
        let role = PartRole::Heading { level, is_outlined: true };
        shown.push(FlowBlock::Text(TextBlock {
            parts: vec![part(role, runs)],
            is_sticky: true,
            anchor: Some(section.id.clone()),
            ..text(Vec::new(), scale.sized(size), gap)
        }));
        if is_main {
            let gap = firm(8.6, 10.2);
            let stroke = stroke(0.8, GOLD);
            shown.push(FlowBlock::Rule { stroke, gap, is_sticky: true });
        }
        let blocks = self.blocks(&section.blocks, scale);
        if section.appendix {
            shown.push(FlowBlock::Columns { count: 2, between: COLUMN_GAP, blocks });
        } else {
            shown.extend(blocks);
        }
    }

    fn list(&mut self, list: &DocumentList, scale: TextScale) -> FlowBlock {
        let mut rows = Vec::with_capacity(list.items.len());
        for (at, item) in list.items.iter().enumerate() {
            let (face, label) = match list.from {
                Some(from) => {
                    (FontFace::SerifSemibold, format!("{}.", from.saturating_add(at)))
                }
                None => (FontFace::Serif, "•".to_owned()),
            };
            let label = self.inline.words(&label, style(face, scale.size, GOLD_INK));
            rows.push(vec![bare(vec![label], scale), self.item(item, scale)]);
        }
        FlowBlock::Grid(GridBlock {
            role: GridRole::List { is_numbered: list.from.is_some() },
            columns: vec![GridColumn::FittingRight, GridColumn::Share(1.0)],
            column_gap: 0.5 * scale.size,
            row_gap: 0.65 * scale.size,
            inset: 0.0,
            head: 0,
            rows,
            rules: None,
            gap: scale.gap(),
        })
    }

    fn item(&mut self, item: &DocumentListItem, scale: TextScale) -> GridCell {
        let runs = self.inline.flow(&item.words, scale);
        let block = TextBlock {
            parts: vec![part(PartRole::Bare, runs)],
            anchor: item.id.clone(),
            ..text(Vec::new(), scale, scale.gap())
        };
        let blocks = vec![FlowBlock::Text(block)];
        if item.marked {
            return vec![framed(bar(2.5, (7.0, 1.0)), scale.gap(), blocks)];
        }
        blocks
    }

    fn pairs(&mut self, rows: &[(String, Vec<InlineSpan>)], around: TextScale) -> FlowBlock {
        let scale = TextScale::PAIRS;
        let mut set = Vec::with_capacity(rows.len());
        for (name, words) in rows {
            let name = self.inline.words(name, TextStyle { colour: QUIET, ..scale.style() });
            let words = self.inline.flow(words, scale);
            set.push(vec![bare(vec![name], scale), bare(words, scale)]);
        }
        FlowBlock::Grid(GridBlock {
            role: GridRole::Terms,
            columns: vec![GridColumn::Fitting, GridColumn::Share(1.0)],
            column_gap: 10.0,
            row_gap: 0.55 * scale.size,
            inset: 0.0,
            head: 0,
            rows: set,
            rules: None,
            gap: around.gap(),
        })
    }

    fn table(&mut self, table: &DocumentTable, around: TextScale) -> FlowBlock {
        let scale = TextScale::TABLE;
        let head_style = style(FontFace::SerifSemibold, scale.size, QUIET);
        let head = table.head.iter();
        let head = head.map(|name| bare(vec![self.inline.words(name, head_style)], scale));
        let mut rows = vec![head.collect::<Vec<GridCell>>()];
        for row in &table.rows {
            rows.push(
                row.iter()
                    .map(|cell| bare(self.inline.flow(cell, scale), scale))
                    .collect(),
            );
        }
        let column = |width: &f64| match *width {
            0.0 => GridColumn::Fitting,
            share => GridColumn::Share(share),
        };
        FlowBlock::Grid(GridBlock {
            role: GridRole::Table,
            columns: table.widths.iter().map(column).collect(),
            column_gap: 0.0,
            row_gap: 0.0,
            inset: 4.0,
            head: 1,
            rows,
            rules: Some((stroke(0.5, GOLD), stroke(0.5, LINE))),
            gap: around.gap(),
        })
    }

    fn card(&mut self, given: &DocumentCard) -> FlowBlock {
        let scale = TextScale::CARD;
        let title = style(FontFace::SerifSemibold, 10.5, NAVY);
        let title = self.inline.words(&given.title, title);
        let mut beside = Vec::new();
        if !given.chip.is_empty() {
            beside.push(InlineRun::Room(7.0));
            beside.push(self.inline.chip(&given.chip, given.tone));
        }
        beside.push(InlineRun::Room(7.0));
        beside.extend(quietly(self.inline.flow(&given.aside, scale.sized(9.0))));
        let heading = PartRole::Heading { level: 3, is_outlined: true };
        let parts = vec![part(heading, vec![title]), part(PartRole::Paragraph, beside)];
        let mut blocks = vec![FlowBlock::Text(TextBlock {
            parts,
            is_sticky: true,
            anchor: Some(given.id.clone()),
            ..text(Vec::new(), scale, firm(0.0, 0.75 * scale.size))
        })];
        blocks.extend(self.blocks(&given.blocks, scale));
        let gap = firm(TextScale::PAGE.spacing, TextScale::PAGE.spacing);
        framed(card(style_sheet::tone(given.tone)), gap, blocks)
    }

    /// Exhibits are small, and stand in columns.
    fn exhibit(&mut self, given: &DocumentCard) -> FlowBlock {
        let scale = TextScale::EXHIBIT;
        let title = style(FontFace::MonoBold, 7.0, GOLD_INK);
        let title = self.inline.words(&given.title, title);
        let mut beside = vec![InlineRun::Room(6.0)];
        beside.extend(self.inline.flow(&given.aside, scale));
        let heading = PartRole::Heading { level: 3, is_outlined: false };
        let mut blocks = vec![FlowBlock::Text(TextBlock {
            parts: vec![part(heading, vec![title]), part(PartRole::Paragraph, beside)],
            is_sticky: true,
            anchor: Some(given.id.clone()),
            ..text(Vec::new(), scale, firm(0.0, 0.45 * scale.size))
        })];
        blocks.extend(self.blocks(&given.blocks, scale));
        framed(FrameLook::default(), firm(7.0, 7.0), blocks)
    }

    fn source(
        &mut self,
        stretches: &[ExcerptSegment],
        language: &str,
        around: TextScale,
    ) -> FlowBlock {
        let scale = TextScale::SOURCE;
        let quiet = TextStyle { colour: QUIET, ..scale.style() };
        let quoted = TextStyle { highlight: Some(QUOTED), ..scale.style() };
        let mut runs = Vec::with_capacity(stretches.len());
        for one in stretches {
            let style = if one.quoted { quoted } else { quiet };
            runs.push(self.inline.words(&one.words, style));
        }
        let language = self.other_language(language);
        let part = TextPart { role: PartRole::Paragraph, language, runs };
        let words = TextBlock {
            parts: vec![part],
            ..text(Vec::new(), scale, scale.gap())
        };
        let gap = firm(0.7 * around.size, around.spacing);
        framed(boxed(PAPER, 7.0), gap, vec![FlowBlock::Text(words)])
    }

    fn listing(&mut self, code: &CodeListing, around: TextScale) -> FlowBlock {
        let scale = TextScale::LISTING;
        let mut rows = Vec::with_capacity(code.lines.len());
        let mut number = code.first;
        for line in &code.lines {
            let words = self.inline.words(line, scale.code());
            let words = bare(vec![words], scale);
            match number {
                Some(at) => {
                    let quiet = TextStyle { colour: QUIET, ..scale.code() };
                    let label = self.inline.words(&at.to_string(), quiet);
                    rows.push(vec![bare(vec![label], scale), words]);
                    number = Some(at.saturating_add(1));
                }
                None => rows.push(vec![words]),
            }
        }
        let columns = match code.first {
            Some(_) => vec![GridColumn::FittingRight, GridColumn::Share(1.0)],
            None => vec![GridColumn::Share(1.0)],
        };
        let grid = FlowBlock::Grid(GridBlock {
            role: GridRole::Listing,
            columns,
            column_gap: 6.0,
            row_gap: 0.35 * scale.size,
            inset: 0.0,
            head: 0,
            rows,
            rules: None,
            gap: scale.gap(),
        });
        framed(boxed(WHITE, 4.0), around.gap(), vec![grid])
    }

    fn legend(&mut self, series: &[String], result: &str) -> FlowBlock {
        let scale = TextScale::SMALL;
        let quiet = TextStyle { colour: QUIET, ..scale.style() };
        let mut runs = Vec::new();
        for (at, words) in series.iter().enumerate() {
            let shapes = vec![dot(at, (0.0, 0.0), 2.0)];
            runs.push(InlineRun::Drawing(InlineDrawing {
                width: 4.0,
                height: 4.0,
                drop: -0.5,
                shapes,
            }));
            runs.push(InlineRun::Room(2.0));
            runs.push(self.inline.words(&format!("{words} "), quiet));
            runs.push(InlineRun::Room(7.0));
        }
        let mut shape = dot(0, (0.0, 0.0), 3.0);
        (shape.width, shape.radius, shape.fill) = (2.4, 0.0, Some(GOLD));
        let drawing = InlineDrawing {
            width: 2.4,
            height: 6.0,
            drop: 0.0,
            shapes: vec![shape],
        };
        runs.push(InlineRun::Drawing(drawing));
        runs.push(InlineRun::Room(2.0));
        runs.push(self.inline.words(result, quiet));
        FlowBlock::Text(text(runs, scale, firm(TextScale::PAGE.spacing, 5.0)))
    }

    /// What stands at the foot of the last page, in one piece.
    fn foot(&mut self, document: &DocumentTree, own: &PageWords) -> FlowBlock {
        let scale = TextScale::SOURCE;
        let quiet = TextStyle { colour: QUIET, ..scale.style() };
        let words = self.inline.words(&document.disclaimer, quiet);
        let mut blocks = vec![FlowBlock::Text(text(vec![words], scale, firm(0.0, 30.0)))];
        if document.signed {
            blocks.push(self.signing(own));
        }
        FlowBlock::Frame(FrameBlock {
            look: FrameLook::default(),
            gap: firm(18.0, 0.0),
            is_whole: true,
            blocks,
        })
    }

    fn signing(&mut self, own: &PageWords) -> FlowBlock {
        let scale = TextScale::SMALL;
        let quiet = TextStyle { colour: QUIET, ..scale.style() };
        let gap = firm(0.0, 0.0);
        let names = [&own.read_by, &own.signature, &own.date];
        let line = vec![FlowBlock::Rule { stroke: stroke(0.6, INK), gap, is_sticky: true }];
        let row = |setter: &mut Self, name: &str| {
            vec![FlowBlock::Text(text(vec![setter.inline.words(name, quiet)], scale, gap))]
        };
        let names = names.map(|name| row(self, name)).to_vec();
        let shares = [2.0, 2.0, 1.0];
        FlowBlock::Grid(GridBlock {
            role: GridRole::Plain,
            columns: shares.map(GridColumn::Share).to_vec(),
            column_gap: SIGNING_GAP,
            row_gap: 4.0,
            inset: 0.0,
            head: 0,
            rows: vec![vec![line; shares.len()], names],
            rules: None,
            gap: firm(30.0, 0.0),
        })
    }

    fn running(&mut self, document: &DocumentTree, own: &PageWords) -> RunningWords {
        let quiet = style(FontFace::Serif, 8.0, QUIET);
        RunningWords {
            head: (self.inline.safe(&document.title), quiet),
            head_end: (
                self.inline.safe(&document.kicker.to_uppercase()),
                tracked(8.0, GOLD_INK, 0.12),
            ),
            rule: stroke(0.6, GOLD),
            foot: (self.inline.safe(&own.footer), quiet),
            page: self.inline.safe(&own.page),
        }
    }

    fn plain(&mut self, words: &str, scale: TextScale) -> FlowBlock {
        let words = self.inline.words(words, scale.style());
        FlowBlock::Text(text(vec![words], scale, scale.gap()))
    }

    /// The language of words where it is another than the document's.
    fn other_language(&self, code: &str) -> Option<String> {
        let is_other = code != self.language && is_language(code);
        is_other.then(|| code.to_owned())
    }
}

/// Whether a code is one that readers of PDFs take.
pub(crate) fn is_language(code: &str) -> bool {
    (2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_lowercase())
}

fn part(role: PartRole, runs: Vec<InlineRun>) -> TextPart {
    TextPart { role, language: None, runs }
}

/// A paragraph.
fn text(runs: Vec<InlineRun>, scale: TextScale, gap: BlockGap) -> TextBlock {
    TextBlock {
        parts: vec![part(PartRole::Paragraph, runs)],
        leading: scale.leading,
        gap,
        is_sticky: false,
        anchor: None,
    }
}

/// Words that are what their cell is.
fn bare(runs: Vec<InlineRun>, scale: TextScale) -> GridCell {
    let parts = vec![part(PartRole::Bare, runs)];
    vec![FlowBlock::Text(TextBlock { parts, ..text(Vec::new(), scale, scale.gap()) })]
}

fn framed(look: FrameLook, gap: BlockGap, blocks: Vec<FlowBlock>) -> FlowBlock {
    FlowBlock::Frame(FrameBlock { look, gap, is_whole: false, blocks })
}

/// Words that stand back, where nothing makes them stand out.
fn quietly(mut runs: Vec<InlineRun>) -> Vec<InlineRun> {
    for run in &mut runs {
        if let InlineRun::Words(words) = run
            && words.style.colour == INK
        {
            words.style.colour = QUIET;
        }
    }
    runs
}
