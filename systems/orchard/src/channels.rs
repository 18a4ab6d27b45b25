//! The channels of the sample, typed.

use std::collections::{BTreeMap, BTreeSet};

use jurat_engine::channels;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

channels! {
    COUNTS: Vec<BlockCount> = "counts";
    YIELD_KG: u32 = "yield_kg";
    BEST_KG: u32 = "best_kg";
    VARIETIES: BTreeSet<String> = "varieties";
    WEATHER: RainReading = "weather";
    TASTES: Vec<String> = "tastes";
    SOILS: BTreeMap<String, String> = "soils";
    UNCHECKED: Vec<String> = "unchecked";
    BRUISED: Option<u32> = "bruised";
    PASSES: u32 = "passes";
    NOTES: Vec<String> = "notes";
    CRATES: u32 = "crates";
    PRICES: BTreeMap<String, u32> = "prices";
    SALE: FruitSale = "sale";
    APPROVAL: Option<GrowerApproval> = "approval";
    SHIPMENT: Option<CrateShipment> = "shipment";
    REPORT: Json = "report";
}

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
