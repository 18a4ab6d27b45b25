//! What `with` may say of a stage of one's own.

use std::path::PathBuf;

use jurat_engine::{EffectClass, StageDef, UnitAmounts};
use serde::Deserialize;
use serde_json::Value as Json;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OwnStageSettings {
    /// The channels that are handed over: all, unless some are named.
    pub(crate) reads: Option<Vec<String>>,
    /// Handed over as it is.
    pub(crate) settings: Json,
    /// What a paid call may cost at most, by the unit of a budget.
    pub(crate) reserve: UnitAmounts,
    /// What a program may read besides its own folder.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) limits: OwnStageLimits,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OwnStageLimits {
    /// Of a processor, and on the wall.
    pub(crate) seconds: u64,
    pub(crate) memory_mb: u64,
    pub(crate) reply_mb: u64,
}

impl Default for OwnStageLimits {
    fn default() -> Self {
        Self { seconds: 60, memory_mb: 1024, reply_mb: 16 }
    }
}

impl OwnStageLimits {
    pub(crate) const fn reply_bytes(&self) -> u64 {
        self.reply_mb.saturating_mul(1 << 20)
    }
}

impl OwnStageSettings {
    pub(crate) fn of(def: &StageDef) -> Result<Self, String> {
        let with = def
            .with
            .clone()
            .unwrap_or_else(|| Json::Object(serde_json::Map::new()));
        serde_json::from_value(with).map_err(|error| format!("`with`: {error}"))
    }
}

/// A replay computes pure stages again, and there is nobody then to do what others do.
pub(crate) fn refuse_pure(def: &StageDef) -> Result<(), String> {
    if def.effect == EffectClass::Pure {
        return Err(
            "others do it, so say its `effect`: \"read\", \"paid\" or \"external\"".into()
        );
    }
    Ok(())
}
