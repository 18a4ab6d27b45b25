//! `max`: the largest number wins; of equal ones the first.

use serde_json::Value as Json;

use super::{ChannelReducer, number};
use crate::definition::ReducerName;

pub(super) const MAX: ChannelReducer =
    ChannelReducer { name: ReducerName::Max, fold, admit: number };

fn fold(values: &[&Json]) -> Json {
    let numbers = values.iter().filter(|value| value.is_number());
    let largest =
        numbers.reduce(|best, next| if best.as_f64() < next.as_f64() { next } else { best });
    largest.map(|largest| Json::clone(largest)).unwrap_or_default()
}
