//! How the patches of a channel merge: one file per reducer, one line in the table.

mod append;
mod max;
mod merge;
mod replace;
mod sum;
mod union;

use serde_json::Value as Json;

use crate::definition::ReducerName;

/// Merges values, oldest first, into one. The first may be what the run was started with.
pub(crate) type ReducerFold = fn(values: &[&Json]) -> Json;

/// Says what is wrong with a patch of this channel, before it is admitted.
pub(crate) type ReducerAdmission = fn(patch: &Json) -> Result<(), &'static str>;

pub(crate) struct ChannelReducer {
    pub(crate) name: ReducerName,
    pub(crate) fold: ReducerFold,
    pub(crate) admit: ReducerAdmission,
}

const ALL: &[ChannelReducer] =
    &[replace::REPLACE, append::APPEND, merge::MERGE, union::UNION, sum::SUM, max::MAX];

pub(crate) fn reducer(name: ReducerName) -> &'static ChannelReducer {
    ALL.iter().find(|reducer| reducer.name == name).unwrap_or(&ALL[0])
}

fn list(patch: &Json) -> Result<(), &'static str> {
    if patch.is_array() { Ok(()) } else { Err("expected a list") }
}

fn number(patch: &Json) -> Result<(), &'static str> {
    if patch.is_number() { Ok(()) } else { Err("expected a number") }
}

fn elements(value: &Json) -> impl Iterator<Item = &Json> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReducerName as R;
    use serde_json::json;

    #[expect(clippy::needless_pass_by_value)]
    fn check(name: R, start: Json, patches: Json, expected: Json) {
        let start = (!start.is_null()).then_some(&start);
        let values: Vec<&Json> = start.into_iter().chain(elements(&patches)).collect();
        assert_eq!((reducer(name).fold)(&values), expected);
    }

    #[test]
    fn every_name_has_its_reducer() {
        for name in [R::Replace, R::Append, R::Merge, R::Union, R::Sum, R::Max] {
            assert_eq!(reducer(name).name, name);
        }
    }

    #[test]
    fn replace_takes_the_last() {
        check(R::Replace, json!(1), json!([2, 3]), json!(3));
        check(R::Replace, json!(1), json!([]), json!(1));
    }

    #[test]
    fn append_joins_lists() {
        check(R::Append, json!([0]), json!([[1], [], [2, 1]]), json!([0, 1, 2, 1]));
    }

    #[test]
    fn union_keeps_equal_elements_once() {
        check(
            R::Union,
            json!([0]),
            json!([[1, 0], [{"a": 1}, 1, {"a": 1}]]),
            json!([0, 1, {"a": 1}]),
        );
    }

    #[test]
    fn merge_goes_key_by_key() {
        check(R::Merge, json!({"a": 1}), json!([{"b": 2}, {"a": 3}]), json!({"a": 3, "b": 2}));
    }

    #[test]
    fn sum_adds_and_stays_whole() {
        check(R::Sum, json!(1), json!([2, -5]), json!(-2));
        check(R::Sum, json!(null), json!([1, 0.5]), json!(1.5));
        check(R::Sum, json!(i64::MAX), json!([1]), json!(9.223_372_036_854_776e18));
    }

    #[test]
    fn max_takes_the_largest() {
        check(R::Max, json!(4), json!([7, 5.5]), json!(7));
        check(R::Max, json!(null), json!([-1]), json!(-1));
    }

    #[test]
    fn wrong_shapes_are_refused() {
        assert!((reducer(R::Append).admit)(&json!(1)).is_err());
        assert!((reducer(R::Merge).admit)(&json!([])).is_err());
        assert!((reducer(R::Sum).admit)(&json!("1")).is_err());
    }
}
