//! What a document shows, as blocks of words and boxes: its look is given, and it holds no word about reports.
//!
//! Lengths are points. What is not here has no place on paper: no picture, no script, no address outside the document.

/// A document to set.
#[derive(Debug, Clone, Copy)]
pub struct TypesetJob<'a> {
    pub title: &'a str,
    /// The language of its words, as `en`.
    pub language: &'a str,
    /// What the file says it was made with.
    pub creator: &'a str,
    /// Year, month and day. A document that has one is fit for archives (PDF/A-2a).
    pub date: Option<[u16; 3]>,
    pub sheet: &'a PaperSheet,
    /// What runs to the edges of the first page.
    pub head: &'a [FlowBlock],
    pub body: &'a [FlowBlock],
    pub running: &'a RunningWords,
}

/// A page's size, colour and margins.
#[derive(Debug, Clone, Copy)]
pub struct PaperSheet {
    pub width: f64,
    pub height: f64,
    pub colour: RgbColour,
    pub top: f64,
    pub bottom: f64,
    pub side: f64,
}

/// What stands at the head of each page but the first, and at the foot of all.
#[derive(Debug, Clone)]
pub struct RunningWords {
    /// At the left of the head, cut where its line ends.
    pub head: (String, TextStyle),
    /// At its right.
    pub head_end: (String, TextStyle),
    /// Under both.
    pub rule: EdgeStroke,
    /// At the left of the foot.
    pub foot: (String, TextStyle),
    /// What stands before the number of a page.
    pub page: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RgbColour(pub u8, pub u8, pub u8);

/// The fonts that we carry, by what they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FontFace {
    Serif,
    SerifSemibold,
    SerifBold,
    SerifItalic,
    Mono,
    MonoBold,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    pub face: FontFace,
    pub size: f64,
    pub colour: RgbColour,
    /// What is added between letters.
    pub tracking: f64,
    /// The colour behind the words.
    pub highlight: Option<RgbColour>,
}

/// A part of a page, from top to bottom.
#[derive(Debug, Clone)]
pub enum FlowBlock {
    Text(TextBlock),
    Frame(FrameBlock),
    Grid(GridBlock),
    /// A line from side to side.
    Rule {
        stroke: EdgeStroke,
        gap: BlockGap,
        is_sticky: bool,
    },
    /// Blocks in columns; within a frame or a cell they stand in one.
    Columns {
        count: u8,
        between: f64,
        blocks: Vec<FlowBlock>,
    },
}

/// The room around a block. Between two blocks the larger is left, but one that a block insists
/// on goes before one that it does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockGap {
    pub above: f64,
    pub below: f64,
    /// Whether the block insists.
    pub is_firm: bool,
}

/// Words in lines.
#[derive(Debug, Clone)]
pub struct TextBlock {
    pub parts: Vec<TextPart>,
    /// The room between two lines.
    pub leading: f64,
    pub gap: BlockGap,
    /// Whether it stays on the page of what follows.
    pub is_sticky: bool,
    /// What links lead to.
    pub anchor: Option<String>,
}

/// Words of one role; several of them can share a line.
#[derive(Debug, Clone)]
pub struct TextPart {
    pub role: PartRole,
    /// The language of the words where it is another than the document's.
    pub language: Option<String>,
    pub runs: Vec<InlineRun>,
}

/// What words are to who has them read aloud.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartRole {
    /// What the block around them is.
    Bare,
    Paragraph,
    Quote,
    Heading {
        level: u16,
        /// Whether the outline of the document names it.
        is_outlined: bool,
    },
}

/// What stands in a line.
#[derive(Debug, Clone)]
pub enum InlineRun {
    Words(WordRun),
    /// A drawing that says nothing which words do not say.
    Drawing(InlineDrawing),
    /// Room between words.
    Room(f64),
    /// A new line.
    Break,
}

/// Words of one look.
#[derive(Debug, Clone)]
pub struct WordRun {
    pub words: String,
    pub style: TextStyle,
    pub role: WordRole,
    /// What keeps them in one piece, where something does.
    pub frame: Option<WordFrame>,
}

/// What is said of words in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WordRole {
    Plain,
    Strong,
    Code,
    /// They lead to the block that has this anchor.
    Link(String),
}

/// A frame around words that stand in a line.
#[derive(Debug, Clone, Copy, Default)]
pub struct WordFrame {
    pub fill: Option<RgbColour>,
    pub stroke: Option<EdgeStroke>,
    pub radius: f64,
    /// Left and right, top and bottom.
    pub inset: (f64, f64),
    /// How far it hangs below the line.
    pub drop: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeStroke {
    pub width: f64,
    pub colour: RgbColour,
}

#[derive(Debug, Clone)]
pub struct InlineDrawing {
    pub width: f64,
    pub height: f64,
    /// How far it hangs below the line.
    pub drop: f64,
    pub shapes: Vec<DrawnShape>,
}

/// A filled shape; x from the left and y from the top of what it stands in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnShape {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    /// Of its corners; half of its width makes a circle.
    pub radius: f64,
    pub fill: Option<RgbColour>,
    pub stroke: Option<EdgeStroke>,
}

/// A box around blocks. It goes on over pages, with its edges on each.
#[derive(Debug, Clone)]
pub struct FrameBlock {
    pub look: FrameLook,
    pub gap: BlockGap,
    /// Whether it is kept on one page where one can hold it.
    pub is_whole: bool,
    pub blocks: Vec<FlowBlock>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct FrameLook {
    pub fill: Option<RgbColour>,
    pub left: Option<EdgeStroke>,
    /// The other edges.
    pub rest: Option<EdgeStroke>,
    pub inset: BoxInset,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct BoxInset {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Cells in columns and rows: a table, a list, names and values, a listing.
#[derive(Debug, Clone)]
pub struct GridBlock {
    pub role: GridRole,
    pub columns: Vec<GridColumn>,
    pub column_gap: f64,
    pub row_gap: f64,
    /// The room around what is in a cell.
    pub inset: f64,
    /// Rows that every page repeats.
    pub head: usize,
    pub rows: Vec<Vec<GridCell>>,
    /// What is drawn below rows of the head, and below all others.
    pub rules: Option<(EdgeStroke, EdgeStroke)>,
    pub gap: BlockGap,
}

pub type GridCell = Vec<FlowBlock>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridRole {
    Table,
    /// The first column holds the numbers or points, the second what is listed.
    List {
        is_numbered: bool,
    },
    /// The first column holds names, the second what they stand for.
    Terms,
    /// Lines of a file.
    Listing,
    /// Nothing but places.
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridColumn {
    /// As wide as its widest cell.
    Fitting,
    /// The same, with its words at the right.
    FittingRight,
    /// A share of what is left.
    Share(f64),
}
