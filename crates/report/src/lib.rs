//! One report value to Markdown, HTML and JSON. Presents; computes nothing.
#![warn(missing_docs)]

mod escape;
mod formats;
mod schema;
mod templates;
mod view;
mod words;

use jurat_compose::Report;
use jurat_model::Exhibit;

pub use formats::{ALL, Format};
pub use schema::schema;
pub use templates::templates;
pub use view::ReportView;

/// A word that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is no format of a report: it is one of markdown, html, json")]
pub struct UnknownFormat {
    /// The word.
    pub given: String,
}

/// The format of a name or an extension: `markdown` or `md`.
pub fn format(given: &str) -> Result<&'static Format, UnknownFormat> {
    let found = ALL
        .iter()
        .find(|format| format.name == given || format.extension == given);
    found.ok_or_else(|| UnknownFormat { given: given.to_owned() })
}

/// A report in a format. The same report and texts give the same bytes.
pub fn render(
    report: &Report,
    exhibits: &[Exhibit],
    name: &str,
) -> Result<Vec<u8>, UnknownFormat> {
    Ok((format(name)?.render)(&ReportView { report, exhibits }))
}
