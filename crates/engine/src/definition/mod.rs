//! Workflow definitions: what may be written, and whether it makes sense.

mod check;
mod conditions;
mod diagnostic;
mod exclusive;
mod graph;
mod load;
mod locate;
mod model;
mod pointer;
mod report;
mod schema;
mod shape;
mod topology;

pub use conditions::{Branch, Conditions};
pub use diagnostic::{Diagnostic, Diagnostics};
pub use graph::{dot, mermaid};
pub use load::{Checked, load};
pub use model::*;
pub use schema::schema;

/// A hint with the known name nearest to the one that was written.
pub(crate) fn nearest<'n>(
    given: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    jurat_canon::nearest(given, known).map(|name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod testing;
