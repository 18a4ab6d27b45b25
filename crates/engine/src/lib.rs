//! Durable, event-driven workflows. Knows no law, no text and no model.

#![warn(missing_docs)]

mod condition;
mod definition;
mod run_id;
mod store;

pub use condition::{Condition, ConditionError, ConditionIssue, Expect, Names, Scope, Shape};
pub use definition::*;
pub use run_id::{RunId, RunIdError};
pub use store::*;
