//! The channels of the sample, typed.

use std::collections::{BTreeMap, BTreeSet};

use jurat_engine::Channel;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub(super) const COUNTS: Channel<Vec<BlockCount>> = Channel::new("counts");
pub(super) const YIELD_KG: Channel<u32> = Channel::new("yield_kg");
pub(super) const BEST_KG: Channel<u32> = Channel::new("best_kg");
pub(super) const VARIETIES: Channel<BTreeSet<String>> = Channel::new("varieties");
pub(super) const WEATHER: Channel<RainReading> = Channel::new("weather");
pub(super) const TASTES: Channel<Vec<String>> = Channel::new("tastes");
pub(super) const SOILS: Channel<BTreeMap<String, String>> = Channel::new("soils");
pub(super) const UNCHECKED: Channel<Vec<String>> = Channel::new("unchecked");
pub(super) const BRUISED: Channel<Option<u32>> = Channel::new("bruised");
pub(super) const PASSES: Channel<u32> = Channel::new("passes");
pub(super) const NOTES: Channel<Vec<String>> = Channel::new("notes");
pub(super) const CRATES: Channel<u32> = Channel::new("crates");
pub(super) const PRICES: Channel<BTreeMap<String, u32>> = Channel::new("prices");
pub(super) const SALE: Channel<FruitSale> = Channel::new("sale");
pub(super) const APPROVAL: Channel<Option<GrowerApproval>> = Channel::new("approval");
pub(super) const SHIPMENT: Channel<Option<CrateShipment>> = Channel::new("shipment");
pub(super) const REPORT: Channel<Json> = Channel::new("report");

/// What was found in one block.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct BlockCount {
    pub(super) block: String,
    pub(super) variety: String,
    pub(super) trees: u32,
    pub(super) kg: u32,
}

/// What the gauges say.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RainReading {
    pub(super) rain_mm: u32,
}

/// What becomes of the fruit.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FruitSale {
    pub(super) sold_as: String,
}

/// What the grower said.
#[derive(Debug, Deserialize)]
pub(super) struct GrowerApproval {
    pub(super) author: String,
}

/// What left the yard.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CrateShipment {
    pub(super) crates: u32,
}
