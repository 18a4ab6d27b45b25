//! Figures of a document: where they stand on a page, and the words in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A box on a page, from its upper left corner, in tenths of a point.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct PageBoundingBox {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// To the right from there.
    pub width: i32,
    /// Down from there.
    pub height: i32,
}

/// A picture of a paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PictureFact {
    /// `raster` or `vector`.
    pub form: String,
    /// Across, in pixels or tenths of a point.
    pub width: u32,
    /// Down.
    pub height: u32,
}

/// A figure with the words in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaperFigure {
    /// What it is.
    pub picture: PictureFact,
    /// The words in it, from top to bottom, then from left to right.
    pub labels: Vec<FigureLabel>,
    /// Labels beside each other at one height, row by row; only rows of two or more.
    pub rows: Vec<Vec<String>>,
    /// How many lines or arrows were drawn, where that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connectors: Option<u32>,
    /// Why nothing could be read in it, where nothing could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
}

/// Words in a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FigureLabel {
    /// The words.
    pub text: String,
    /// How they were read.
    pub source: LabelSource,
    /// Where they stand on the page.
    pub area: PageBoundingBox,
}

/// How a label was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabelSource {
    /// From text in the drawing.
    Text,
    /// From a picture: letters may be wrong.
    Recognised,
    /// From a diagram that is written as text, such as Mermaid.
    Written,
}
