//! The formats of a report, one file each.

mod html;
mod json;
mod markdown;
mod pdf;

use crate::{RenderError, ReportView};

/// A format.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// What people call it.
    pub name: &'static str,
    /// How its files end.
    pub extension: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// Makes the bytes.
    pub render: fn(&ReportView<'_>) -> Result<Vec<u8>, RenderError>,
}

/// Every format.
pub const ALL: &[Format] = &[markdown::FORMAT, html::FORMAT, json::FORMAT, pdf::FORMAT];
