//! `append`: lists are joined.

use serde_json::Value as Json;

use super::{ChannelReducer, elements, list};
use crate::definition::ReducerName;

pub(super) const APPEND: ChannelReducer =
    ChannelReducer { name: ReducerName::Append, fold, admit: list };

fn fold(values: &[&Json]) -> Json {
    values.iter().copied().flat_map(elements).cloned().collect()
}
