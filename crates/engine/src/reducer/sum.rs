//! `sum`: numbers are added; whole numbers stay whole until they no longer fit.

use serde_json::{Number, Value as Json};

use super::{ChannelReducer, number};
use crate::definition::ReducerName;

pub(super) const SUM: ChannelReducer =
    ChannelReducer { name: ReducerName::Sum, fold, admit: number };

fn fold(values: &[&Json]) -> Json {
    let whole = values.iter().try_fold(0_i64, |sum, n| sum.checked_add(n.as_i64()?));
    if let Some(whole) = whole {
        return whole.into();
    }
    let sum = values.iter().filter_map(|n| n.as_f64()).sum();
    Number::from_f64(sum).map_or(Json::Null, Json::Number)
}
