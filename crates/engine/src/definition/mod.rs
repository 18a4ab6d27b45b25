//! Workflow definitions: what may be written, and whether it makes sense.

mod check;
mod conditions;
mod diagnostic;
mod exclusive;
mod graph;
mod load;
mod locate;
mod model;
mod nearest;
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
pub(crate) use nearest::nearest;
pub use schema::schema;

#[cfg(test)]
mod testing;
