//! Workflow definitions: what may be written, and whether it makes sense.

mod model;

pub use model::*;
