//! Workflow definitions: what may be written, and whether it makes sense.

mod check;
mod condition_table;
mod diagnostic;
mod diagnostic_report;
mod drawing;
mod exclusive_stages;
mod input_schema;
mod json_locations;
mod json_pointer;
mod load;
mod model;
mod schema;
mod schema_check;
mod stage_graph;
mod unfilled_channels;

pub use condition_table::{ConditionTable, RouteBranch};
pub use diagnostic::{DefinitionDiagnostic, DefinitionError};
pub use drawing::{dot, mermaid};
pub use load::{
    CheckedDefinition, DefinitionFinder, DefinitionFinding, load, load_with, located,
};
pub use model::*;
pub use schema::schema;
pub use unfilled_channels::unfilled_channels;

/// A hint with the known name nearest to the one that was written.
pub(crate) fn nearest<'n>(
    given: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    jurat_canon::nearest(given, known).map(|name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod testing;
