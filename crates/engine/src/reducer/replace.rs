//! `replace`: the causally last patch wins.

use serde_json::Value as Json;

use super::Reducer;
use crate::definition::ReducerName;

pub(super) const REPLACE: Reducer =
    Reducer { name: ReducerName::Replace, fold, admit: |_| Ok(()) };

fn fold(start: Option<&Json>, patches: &mut dyn Iterator<Item = &Json>) -> Json {
    patches.last().or(start).cloned().unwrap_or_default()
}
