//! The report on paper: tagged, to be archived, each mark leading to its requirement.

mod sheet;

use jurat_typeset::{Job, typeset};

use super::Format;
use crate::{RenderError, ReportView};
use sheet::Sheet;

pub(super) const FORMAT: Format = Format {
    name: "pdf",
    extension: "pdf",
    media: "application/pdf",
    render,
};

const TEMPLATE: &str = include_str!("pdf/page.typ");

/// Larger reports are read on a screen.
const MOST_BYTES: usize = 8 << 20;

fn render(view: &ReportView<'_>) -> Result<Vec<u8>, RenderError> {
    let sheet = Sheet::of(view);
    let data = serde_json::to_vec(&sheet)?;
    if MOST_BYTES < data.len() {
        return Err(RenderError::TooLong { bytes: data.len(), most: MOST_BYTES });
    }
    Ok(typeset(Job {
        template: TEMPLATE,
        data: &data,
        creator: "jurat",
        // An archive wants a date, and a report has none but the day it is meant for.
        archival: sheet.is_dated(),
    })?)
}
