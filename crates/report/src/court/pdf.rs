//! The report on paper: tagged, in the look of all reports, each reference leading to its evidence.

mod rows;
mod sheet;

use jurat_compose::court::CourtReport;
use jurat_typeset::{Job, typeset};

use super::CourtFormat;
use crate::RenderError;
use sheet::Sheet;

pub(super) const FORMAT: CourtFormat = CourtFormat {
    name: "pdf",
    extension: "pdf",
    media: "application/pdf",
    render,
};

const TEMPLATE: &str = include_str!("pdf/court.typ");

/// Larger reports are read on a screen.
const MOST_BYTES: usize = 8 << 20;

fn render(report: &CourtReport) -> Result<Vec<u8>, RenderError> {
    let sheet = Sheet::of(report);
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
