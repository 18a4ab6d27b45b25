//! What a report tells people, as a tree, and the renderers that every system shares. Presents; computes nothing.
//!
//! A system says what stands where ([`DocumentTree`]); each renderer decides how that looks in its medium, and makes every word
//! safe to show there.

mod anchors;
mod docx;
mod docx_parts;
mod escape;
mod graph_layout;
mod graph_svg;
mod graph_text;
mod html;
mod markdown;
mod page_strings;
mod paper;
mod pdf;
mod text;
mod tree;

pub use escape::{markdown as markdown_safe, visible};
pub use tree::{
    CodeListing, CollapsibleBlock, DocumentBlock, DocumentCard, DocumentList, DocumentListItem,
    DocumentSection, DocumentTable, DocumentTree, ExcerptSegment, GraphEdge, GraphFigure,
    GraphNode, InlineSpan, InlineText, ScorePlot, StatusTone, code, file, link, prose, quiet,
    strong, text as plain, words_to,
};

#[derive(Debug, Clone, Copy)]
pub struct DocumentRenderer {
    /// What people call it.
    pub name: &'static str,
    /// How its files end.
    pub extension: &'static str,
    pub media: &'static str,
    /// Makes the bytes. The same document gives the same bytes.
    pub render: fn(&DocumentTree) -> Result<Vec<u8>, DocumentError>,
    /// Its own file, by name: with another text it would make other bytes.
    pub template: (&'static str, &'static str),
}

/// Every renderer; a new one is one file and one line here.
pub const RENDERERS: &[DocumentRenderer] =
    &[markdown::RENDERER, html::RENDERER, pdf::RENDERER, text::RENDERER, docx::RENDERER];

/// The renderer of a name or an extension: `markdown` or `md`.
pub fn renderer(given: &str) -> Option<&'static DocumentRenderer> {
    RENDERERS
        .iter()
        .find(|one| one.name == given || one.extension == given)
}

/// Why a document could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It cannot be set on paper.
    #[error(transparent)]
    Paper(#[from] jurat_typeset::TypesetError),
    /// It cannot be packed.
    #[error("the package could not be written: {0}")]
    Package(String),
    /// It is too long for paper.
    #[error("the report has {bytes} bytes; a PDF holds at most {most}")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
}

/// Everything that decides how a document looks, by name: the same texts give the same bytes.
pub fn templates() -> Vec<(&'static str, &'static str)> {
    let mut templates = vec![
        ("document/anchors", include_str!("anchors.rs")),
        ("document/escape", include_str!("escape.rs")),
        ("document/graph_layout", include_str!("graph_layout.rs")),
        ("document/graph_svg", include_str!("graph_svg.rs")),
        ("document/graph_text", include_str!("graph_text.rs")),
        ("document/page.css", include_str!("page.css")),
        ("document/tree", include_str!("tree.rs")),
        ("document/words", include_str!("page_strings.rs")),
        ("document/words.json", include_str!("words.json")),
    ];
    templates.extend(RENDERERS.iter().map(|renderer| renderer.template));
    templates.push(docx_parts::TEMPLATE);
    templates.extend(paper::TEMPLATES);
    templates.extend(jurat_typeset::TEMPLATES);
    templates
}
