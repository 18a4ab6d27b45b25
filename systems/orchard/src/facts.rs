//! What is known of Windfall Orchard: all of it made up.

use std::{collections::BTreeMap, sync::LazyLock};

use jurat_engine::StageError;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct OrchardFacts {
    blocks: BTreeMap<String, OrchardBlock>,
    pub(super) rain_mm: u32,
    pub(super) taste: String,
}

/// A part of it, planted with one variety.
#[derive(Debug, Deserialize)]
pub(super) struct OrchardBlock {
    pub(super) variety: String,
    pub(super) trees: u32,
    pub(super) kg: u32,
    /// None where there is no sample.
    pub(super) soil: Option<String>,
}

/// The orchard as `facts.json` describes it.
pub(super) fn facts() -> Result<&'static OrchardFacts, StageError> {
    static FACTS: LazyLock<Result<OrchardFacts, String>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../facts.json")).map_err(|error| error.to_string())
    });
    FACTS
        .as_ref()
        .map_err(|why| StageError::permanent(format!("facts.json: {why}")))
}

impl OrchardFacts {
    /// The block of this name.
    pub(super) fn block(&self, name: &str) -> Result<&OrchardBlock, StageError> {
        self.blocks.get(name).ok_or_else(|| {
            let known: Vec<&str> = self.blocks.keys().map(String::as_str).collect();
            let known = known.join(", ");
            StageError::permanent(format!("there is no block `{name}`; there are {known}"))
        })
    }
}
