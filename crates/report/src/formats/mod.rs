//! The formats of an answer: those of documents, and its JSON.

mod json;

use jurat_document::{RENDERERS, Renderer};

use crate::{RenderError, ReportView, answer};

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
pub const ALL: &[Format] =
    &[drawn::<0>(), drawn::<1>(), json::FORMAT, drawn::<2>(), drawn::<3>()];

const fn drawn<const N: usize>() -> Format {
    let Renderer { name, extension, media, .. } = RENDERERS[N];
    let render = |view: &ReportView<'_>| {
        (RENDERERS[N].render)(&answer::document(view)).map_err(RenderError::from)
    };
    Format { name, extension, media, render }
}
