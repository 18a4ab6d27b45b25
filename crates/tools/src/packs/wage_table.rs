//! Tables of wages that packs bring: one JSON file of a part of the kind `table`, by unit group and region.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use jurat_pack::{PackPart, PackPartKind, PackRecord, PackShelf};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CivilDay, ToolFailure};

/// What the key `table` of such a file says.
const WAGES: &str = "wages";

/// A table of wages, and whose it is.
pub(crate) struct PackWages {
    pub(crate) record: Arc<PackRecord>,
    pub(crate) part: PackPart,
    pub(crate) table: WageTable,
}

/// The shape of the file. Other keys are left for those who read it.
#[derive(Debug, Deserialize)]
pub(crate) struct WageTable {
    /// Three letters, as `CAD`.
    pub(crate) currency: String,
    /// The first day for which it speaks.
    pub(crate) from: CivilDay,
    /// Titles by code.
    pub(crate) regions: BTreeMap<String, String>,
    /// By unit group, then by region.
    pub(crate) wages: BTreeMap<String, BTreeMap<String, WageRange>>,
}

/// What is paid; null where it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WageRange {
    pub(crate) low: Option<f64>,
    pub(crate) median: Option<f64>,
    pub(crate) high: Option<f64>,
    pub(crate) per: WagePeriod,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WagePeriod {
    Hour,
    Year,
}

/// Looked at before the whole is read: tables of other things are no fault.
#[derive(Deserialize)]
struct TableName {
    table: Option<String>,
}

/// The tables of wages of one pack.
pub(super) fn wage_tables(
    shelf: &PackShelf,
    record: &Arc<PackRecord>,
) -> Result<Vec<PackWages>, ToolFailure> {
    let folder = shelf.tables(&record.manifest.name);
    let mut found = Vec::new();
    for part in record
        .manifest
        .parts
        .iter()
        .filter(|it| it.kind == PackPartKind::Table)
    {
        for file in &part.files {
            let name = file.path.strip_prefix(&part.path).unwrap_or(&file.path);
            let path = folder.join(&part.name).join(name.trim_start_matches('/'));
            let read = read_wages(&path).map_err(|why| ToolFailure::ServiceFailed {
                service: format!("the pack {}", record.manifest.name),
                why: format!("`{}`: {why}", file.path),
            })?;
            if let Some(table) = read {
                found.push(PackWages {
                    record: Arc::clone(record),
                    part: part.clone(),
                    table,
                });
            }
        }
    }
    Ok(found)
}

/// None where it is a table of something else.
fn read_wages(path: &Path) -> Result<Option<WageTable>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let Ok(TableName { table: Some(name) }) = serde_json::from_slice(&bytes) else {
        return Ok(None);
    };
    if name != WAGES {
        return Ok(None);
    }
    let table: WageTable = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    let named = |region: &String| table.regions.contains_key(region);
    let stray = table
        .wages
        .values()
        .flat_map(BTreeMap::keys)
        .find(|region| !named(region));
    match stray {
        Some(region) => Err(format!("the region `{region}` has no title in `regions`")),
        None => Ok(Some(table)),
    }
}
