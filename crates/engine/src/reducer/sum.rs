//! `sum`: numbers are added; whole numbers stay whole until they no longer fit.

use serde_json::{Number, Value as Json};

use super::{Reducer, number};
use crate::definition::ReducerName;

pub(super) const SUM: Reducer = Reducer { name: ReducerName::Sum, fold, admit: number };

fn fold(start: Option<&Json>, patches: &mut dyn Iterator<Item = &Json>) -> Json {
    let numbers: Vec<&Json> = start.into_iter().chain(patches).collect();
    let whole = numbers.iter().try_fold(0_i64, |sum, n| sum.checked_add(n.as_i64()?));
    if let Some(whole) = whole {
        return whole.into();
    }
    let sum = numbers.iter().filter_map(|n| n.as_f64()).sum();
    Number::from_f64(sum).map_or(Json::Null, Json::Number)
}
