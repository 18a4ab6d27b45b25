//! `replace`: the causally last patch wins.

use serde_json::Value as Json;

use super::ChannelReducer;
use crate::definition::ReducerName;

pub(super) const REPLACE: ChannelReducer = ChannelReducer {
    name: ReducerName::Replace,
    fold,
    admit: |_| Ok(()),
};

fn fold(values: &[&Json]) -> Json {
    values.last().map(|last| Json::clone(last)).unwrap_or_default()
}
