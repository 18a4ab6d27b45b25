//! `union`: lists are joined, equal elements kept once, at their first place.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{ChannelReducer, elements, list};
use crate::definition::ReducerName;

pub(super) const UNION: ChannelReducer =
    ChannelReducer { name: ReducerName::Union, fold, admit: list };

fn fold(values: &[&Json]) -> Json {
    let mut seen = BTreeSet::new();
    let all = values.iter().copied().flat_map(elements);
    // Object keys are sorted in this JSON type, so equal values print equal texts.
    all.filter(|element| seen.insert(element.to_string()))
        .cloned()
        .collect()
}
