//! The tree of a report: headings, paragraphs, tables, quotes, cards, scores.

/// A report as a reader sees it, whatever it is read on.
#[derive(Debug, Clone, Default)]
pub struct DocumentTree {
    /// The language of the page's own words, as `en`.
    pub language: String,
    /// What sort of report it is.
    pub kicker: String,
    /// What it is about.
    pub title: String,
    /// What came of it, first among the facts.
    pub verdict: String,
    /// What stands beside it at the head.
    pub facts: Vec<String>,
    /// The day it is meant for, as `2026-01-09`.
    pub date: Option<String>,
    /// The page from top to bottom.
    pub blocks: Vec<DocumentBlock>,
    /// What stands at its foot.
    pub disclaimer: String,
    /// Whether paper has lines to sign on.
    pub signed: bool,
}

/// How something stands. A colour says nothing that words beside it do not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StatusTone {
    /// Nothing is said by it.
    #[default]
    Plain,
    Good,
    Fair,
    Bad,
    /// It could not be told.
    Open,
}

/// A part of a page.
#[derive(Debug, Clone)]
pub enum DocumentBlock {
    /// What stands under a heading.
    Section(DocumentSection),
    Paragraph {
        words: InlineText,
    },
    /// A paragraph that is set off.
    Callout {
        words: InlineText,
    },
    /// The number, day or name that is asked for.
    Value {
        /// In the words of its source.
        words: String,
    },
    List(DocumentList),
    /// Names and what they stand for.
    Pairs {
        rows: Vec<(String, InlineText)>,
    },
    Table(DocumentTable),
    /// A card: a heading, what stands beside it, and what is under it.
    Card(DocumentCard),
    /// Words of a source, verbatim.
    Quote {
        words: String,
        language: String,
    },
    /// A quote in its place; a screen folds it away.
    Source {
        /// Words, quoted or not, in turn.
        stretches: Vec<ExcerptSegment>,
        language: String,
        /// Whether a screen shows it at once.
        open: bool,
    },
    /// Lines as they stand in a file.
    Code(CodeListing),
    /// Nodes and what leads from one to the next, drawn.
    Graph(GraphFigure),
    /// What a screen folds away.
    Folded(CollapsibleBlock),
    /// What the marks of [`InlineSpan::Scale`] mean, in the order of their series.
    Legend {
        /// Names of the series.
        series: Vec<String>,
        /// What the result is called.
        result: String,
    },
}

/// What stands under a heading.
#[derive(Debug, Clone, Default)]
pub struct DocumentSection {
    /// What links lead to; letters, digits and hyphens.
    pub id: String,
    pub title: String,
    /// 2 below the title of the page, 3 below that.
    pub level: u8,
    /// What is under it.
    pub blocks: Vec<DocumentBlock>,
    /// Whether paper begins a new page with it, or sets it in two columns.
    pub appendix: bool,
}

impl DocumentSection {
    /// A section under the title of the page.
    pub fn new(id: &str, title: &str, blocks: Vec<DocumentBlock>) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            level: 2,
            blocks,
            appendix: false,
        }
    }

    /// A section within a section.
    pub fn within(id: &str, title: &str, blocks: Vec<DocumentBlock>) -> Self {
        Self { level: 3, ..Self::new(id, title, blocks) }
    }
}

#[derive(Debug, Clone, Default)]
pub struct DocumentList {
    /// The number of the first item; none where they are not numbered.
    pub from: Option<usize>,
    pub items: Vec<DocumentListItem>,
}

/// An item of a list.
#[derive(Debug, Clone, Default)]
pub struct DocumentListItem {
    /// What links lead to.
    pub id: Option<String>,
    pub words: InlineText,
    /// Whether it is set off.
    pub marked: bool,
}

impl From<InlineText> for DocumentListItem {
    fn from(words: InlineText) -> Self {
        Self { words, ..Self::default() }
    }
}

#[derive(Debug, Clone, Default)]
pub struct DocumentTable {
    /// What columns are called.
    pub head: Vec<String>,
    pub rows: Vec<Vec<InlineText>>,
    /// The share of paper's width that a column has; 0 for as much as it needs.
    pub widths: Vec<f64>,
}

#[derive(Debug, Clone, Default)]
pub struct DocumentCard {
    /// What links lead to.
    pub id: String,
    pub title: String,
    /// How it stands, in a word.
    pub chip: String,
    pub tone: StatusTone,
    /// What stands beside the heading.
    pub aside: InlineText,
    /// What is under it.
    pub blocks: Vec<DocumentBlock>,
    /// An exhibit: shown where something shown leads to it, small on paper, folded on a screen.
    pub exhibit: bool,
}

/// Words of a source in their place.
#[derive(Debug, Clone)]
pub struct ExcerptSegment {
    pub words: String,
    /// Whether they are quoted.
    pub quoted: bool,
}

/// Lines of a file.
#[derive(Debug, Clone, Default)]
pub struct CodeListing {
    pub lines: Vec<String>,
    /// The number of the first; none where they have none.
    pub first: Option<u32>,
}

/// A graph to be drawn; where there is too much of it, it is told in words.
#[derive(Debug, Clone, Default)]
pub struct GraphFigure {
    pub nodes: Vec<GraphNode>,
    pub edges: Vec<GraphEdge>,
    /// The same in words, for those who do not see it.
    pub words: String,
}

#[derive(Debug, Clone, Default)]
pub struct GraphNode {
    pub name: String,
    pub tone: StatusTone,
    /// Whether it is an end, and not a node of its own.
    pub faint: bool,
}

/// From node to node, by their numbers.
#[derive(Debug, Clone, Copy)]
pub struct GraphEdge {
    pub from: usize,
    pub to: usize,
    /// Whether it is taken only at times.
    pub dashed: bool,
}

/// What a screen folds away.
#[derive(Debug, Clone, Default)]
pub struct CollapsibleBlock {
    /// What the fold says.
    pub summary: String,
    /// What is in it.
    pub blocks: Vec<DocumentBlock>,
    /// What other media show in its place.
    pub instead: Vec<DocumentBlock>,
}

/// Words in a line.
pub type InlineText = Vec<InlineSpan>;

/// Words of one sort.
#[derive(Debug, Clone, PartialEq)]
pub enum InlineSpan {
    Text {
        words: String,
    },
    /// Words that stand out.
    Strong {
        words: String,
    },
    /// Words that stand back.
    Quiet {
        words: String,
    },
    /// The place that the words after it are of.
    Cite {
        /// How it is cited.
        words: String,
    },
    /// A name or a place in a file.
    Code {
        words: String,
    },
    /// A word in its tone.
    Toned {
        words: String,
        tone: StatusTone,
    },
    /// A word in a frame.
    Chip {
        words: String,
        tone: StatusTone,
    },
    /// A mark that leads to its evidence.
    Link {
        /// The id of a card, a section or an item.
        to: String,
        /// The mark, or words.
        words: String,
        /// Whether it is a mark, which stands out.
        mark: bool,
    },
    /// Words that lead to a file beside the page.
    File {
        /// Its path from the folder of the page, parted by `/`.
        path: String,
        words: String,
    },
    /// A new line in a cell.
    Break,
    /// Scores on a line.
    Scale(ScorePlot),
}

/// Scores on a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScorePlot {
    /// The least and the most.
    pub bounds: (u8, u8),
    /// One of each series.
    pub points: Vec<Option<u8>>,
    /// What came of them.
    pub result: Option<u8>,
    /// The same in words.
    pub words: String,
}

pub fn text(words: impl Into<String>) -> InlineSpan {
    InlineSpan::Text { words: words.into() }
}

/// Words that stand out.
pub fn strong(words: impl Into<String>) -> InlineSpan {
    InlineSpan::Strong { words: words.into() }
}

/// Words that stand back.
pub fn quiet(words: impl Into<String>) -> InlineSpan {
    InlineSpan::Quiet { words: words.into() }
}

/// A name or a place in a file.
pub fn code(words: impl Into<String>) -> InlineSpan {
    InlineSpan::Code { words: words.into() }
}

/// A mark that leads to an id.
pub fn link(to: impl Into<String>, words: impl Into<String>) -> InlineSpan {
    InlineSpan::Link { to: to.into(), words: words.into(), mark: true }
}

/// Words that lead to an id.
pub fn words_to(to: impl Into<String>, words: impl Into<String>) -> InlineSpan {
    InlineSpan::Link { to: to.into(), words: words.into(), mark: false }
}

/// Words that lead to a file beside the page.
pub fn file(path: impl Into<String>, words: impl Into<String>) -> InlineSpan {
    InlineSpan::File { path: path.into(), words: words.into() }
}

/// Words in which what stands between backticks is code, where every backtick has its twin.
pub fn prose(words: &str) -> InlineText {
    let parts: Vec<&str> = words.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![text(words)];
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => text(*part),
        _ => code(*part),
    };
    let parts = parts.iter().enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(part).collect()
}

impl DocumentBlock {
    /// A paragraph of plain words.
    pub fn said(words: impl Into<String>) -> Self {
        Self::Paragraph { words: vec![text(words)] }
    }

    /// A list without numbers; nothing where it is empty.
    pub fn bullets(items: Vec<InlineText>) -> Vec<Self> {
        if items.is_empty() {
            return Vec::new();
        }
        let items = items.into_iter().map(DocumentListItem::from).collect();
        vec![Self::List(DocumentList { from: None, items })]
    }

    /// A table; nothing where it has no rows.
    pub fn table(head: &[(&str, f64)], rows: Vec<Vec<InlineText>>) -> Vec<Self> {
        if rows.is_empty() {
            return Vec::new();
        }
        vec![Self::Table(DocumentTable {
            head: head.iter().map(|(name, _)| (*name).to_owned()).collect(),
            widths: head.iter().map(|(_, width)| *width).collect(),
            rows,
        })]
    }
}
