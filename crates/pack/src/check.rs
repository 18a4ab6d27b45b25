//! Whether a pack is what it says: the manifest first, then every file against it.

pub(crate) mod file_check;
mod manifest_check;

use std::collections::BTreeMap;

use jurat_canon::{FaultKind, Hash, SchemaFault, canonical_json, nearest, schema_faults};
use schemars::generate::SchemaSettings;
use serde_json::Value as Json;

use crate::{
    FaultName, PackFault, PackLimits, PackManifest, PackSource,
    manifest::{FORMAT, FORMAT_VERSION, MANIFEST},
};

/// Faults that are told one by one.
const MOST: usize = 200;

/// A pack in which no fault was found. Made here alone.
pub struct CheckedPack {
    pub manifest: PackManifest,
    /// Of the manifest, which names the hash of every file: of the whole pack.
    pub hash: Hash,
    /// How many documents come out of each part, by its name.
    pub documents: BTreeMap<String, u64>,
    /// Rows without words, by file; they are left out.
    pub left_out: BTreeMap<String, u64>,
    pub(crate) source: PackSource,
}

impl CheckedPack {
    /// Where its files lie.
    pub const fn source(&self) -> &PackSource {
        &self.source
    }
}

/// Holds a pack against its manifest.
pub fn check_pack(
    source: PackSource,
    limits: &PackLimits,
) -> Result<CheckedPack, Vec<PackFault>> {
    let value = manifest_value(&source, limits)?;
    let manifest = typed(&value)?;
    let faults = manifest_check::faults(&manifest, limits);
    if !faults.is_empty() {
        return Err(bounded(faults));
    }
    let counts = file_check::counts(&manifest, &source, limits).map_err(bounded)?;
    let text = canonical_json(&value).map_err(|error| vec![not_json(&error.to_string())])?;
    Ok(CheckedPack {
        hash: Hash::of(&text),
        manifest,
        documents: counts.documents,
        left_out: counts.left_out,
        source,
    })
}

fn manifest_value(source: &PackSource, limits: &PackLimits) -> Result<Json, Vec<PackFault>> {
    let bytes = source.read(MANIFEST, limits.manifest_bytes).map_err(|fault| {
        let missing = fault.name == FaultName::FileMissing;
        let hint = "`jurat pack init --kind KIND FOLDER` writes one";
        vec![if missing {
            PackFault::new(FaultName::NoManifest, MANIFEST, "there is none", hint)
        } else {
            fault
        }]
    })?;
    serde_json::from_slice(&bytes).map_err(|error| vec![not_json(&error.to_string())])
}

fn not_json(why: &str) -> PackFault {
    PackFault::new(
        FaultName::NotJson,
        MANIFEST,
        format!("it cannot be read: {why}"),
        "it must be one JSON object in UTF-8",
    )
}

fn typed(value: &Json) -> Result<PackManifest, Vec<PackFault>> {
    let other = value["format"].as_str() != Some(FORMAT)
        || value["format_version"].as_u64() != Some(u64::from(FORMAT_VERSION));
    if other {
        let what = format!(
            "`format` is {}, `format_version` is {}",
            value["format"], value["format_version"]
        );
        let hint = format!("this program reads \"{FORMAT}\" of version {FORMAT_VERSION}");
        return Err(vec![PackFault::new(FaultName::OtherFormat, MANIFEST, what, hint)]);
    }
    let settings = SchemaSettings::draft2020_12();
    let schema = settings
        .into_generator()
        .into_root_schema_for::<PackManifest>()
        .to_value();
    let faults = schema_faults(&schema, value, MOST);
    if !faults.is_empty() {
        return Err(faults.iter().map(schema_fault).collect());
    }
    serde_json::from_value(value.clone()).map_err(|error| vec![not_json(&error.to_string())])
}

fn schema_fault(fault: &SchemaFault<'_>) -> PackFault {
    let path = fault.path_from("");
    let place = path.trim_start_matches('.');
    let place = if place.is_empty() { MANIFEST } else { place };
    let what = fault.kind.to_string();
    match &fault.kind {
        FaultKind::UnknownKey { known, .. } => {
            let near = nearest(fault.last_key(), known.iter().copied());
            let hint = near.map_or_else(
                || format!("known are {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            PackFault::new(FaultName::UnknownKey, place, what, hint)
        }
        FaultKind::Mismatch { words, .. } if !words.is_empty() => {
            let hint = format!("one of {}", words.join(", "));
            PackFault::new(FaultName::BadValue, place, what, hint)
        }
        _ => PackFault::new(FaultName::BadValue, place, what, "see docs/packs.md"),
    }
}

/// A pack of a hundred thousand files may be wrong a hundred thousand times.
fn bounded(mut faults: Vec<PackFault>) -> Vec<PackFault> {
    if MOST < faults.len() {
        let more = faults.len() - MOST;
        faults.truncate(MOST);
        let what = format!("and {more} more faults");
        let hint = "mend these first";
        faults.push(PackFault::new(FaultName::TooMany, MANIFEST, what, hint));
    }
    faults
}
