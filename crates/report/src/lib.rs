//! What each system's report tells people, as a document, and its formats for machines. Presents; computes nothing.
#![warn(missing_docs)]

mod answer;
mod audits;
pub mod court;
mod formats;
mod schema;
mod templates;
mod view;

use jurat_compose::Report;
use jurat_model::Exhibit;

/// Provisions that a page shows whole, where there are so many: those that the answer rests on, then the closest.
pub const SHOWN: usize = 5;

pub use audits::{AUDIT_FORMATS, AuditFormat, AuditTotals, Audited};
pub use formats::{ALL, Format};
pub use schema::schema;
pub use templates::templates;
pub use view::{ReportView, shown_of};

/// Why a report could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A word that names no format.
    #[error("`{given}` is no format of a report: it is one of {}", names())]
    UnknownFormat {
        /// The word.
        given: String,
    },
    /// Its document cannot be rendered.
    #[error(transparent)]
    Document(#[from] jurat_document::DocumentError),
    /// It cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

fn names() -> String {
    let names: Vec<&str> = ALL.iter().map(|format| format.name).collect();
    names.join(", ")
}

/// The format of a name or an extension: `markdown` or `md`.
pub fn format(given: &str) -> Result<&'static Format, RenderError> {
    let found = ALL
        .iter()
        .find(|format| format.name == given || format.extension == given);
    found.ok_or_else(|| RenderError::UnknownFormat { given: given.to_owned() })
}

/// A report in a format. The same report and texts give the same bytes.
pub fn render(
    report: &Report,
    exhibits: &[Exhibit],
    name: &str,
) -> Result<Vec<u8>, RenderError> {
    (format(name)?.render)(&ReportView { report, exhibits })
}
