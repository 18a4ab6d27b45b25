//! `max`: the largest number wins; of equal ones the first.

use serde_json::Value as Json;

use super::{Reducer, number};
use crate::definition::ReducerName;

pub(super) const MAX: Reducer = Reducer { name: ReducerName::Max, fold, admit: number };

fn fold(start: Option<&Json>, patches: &mut dyn Iterator<Item = &Json>) -> Json {
    let larger = |best: &'_ Json, next: &'_ Json| best.as_f64() < next.as_f64();
    let best = start.into_iter().chain(patches).filter(|n| n.is_number());
    best.reduce(|best, next| if larger(best, next) { next } else { best })
        .cloned()
        .unwrap_or_default()
}
