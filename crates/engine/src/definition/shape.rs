//! The shape of a definition: keys and types, held against its schema.

use serde_json::Value as Json;

use super::report::Report;

/// Notes every key and value that the schema does not allow.
pub(super) fn check(_json: &Json, _report: &mut Report<'_>) {}
