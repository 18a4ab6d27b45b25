//! A folder with every format, the bundle, and a manifest of all that is in it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_compose::court::CourtReport;
use jurat_ingest::{Limits, repo::RepoLimits};
use serde_json::json;

use crate::{
    app::App,
    failure::Failure,
    product::Product as _,
    published::{self, Places},
};

impl Places {
    /// The same, and every format and the bundle in a folder.
    pub(super) fn with_folder(&self, folder: Option<&Path>) -> Result<Self, Failure> {
        let mut reports = self.reports.clone();
        let mut bundle = self.bundle.clone();
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::input(format!("cannot make {}: {error}", folder.display()))
            })?;
            reports.extend(CourtReport::faces().iter().map(|face| folder.join(face.file())));
            bundle.get_or_insert_with(|| folder.join("court.jurat"));
        }
        Ok(Self { reports, bundle, sign: self.sign.clone() })
    }
}

/// Lists what a folder holds, with the hash of each file.
pub(super) fn manifest(
    app: &App,
    folder: &Path,
    places: &Places,
    report: &CourtReport,
) -> Result<(), Failure> {
    let written = places.reports.iter().chain(&places.bundle);
    let mut files = Vec::new();
    for path in written.filter(|path| path.starts_with(folder)) {
        let bytes = fs::read(path).map_err(|error| {
            Failure::ours(format!("cannot read {} again: {error}", path.display()))
        })?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        files.push(json!({ "name": name, "bytes": bytes.len(), "blake3": Hash::of(&bytes) }));
    }
    let manifest = json!({
        "made_by": format!("jurat {}", env!("CARGO_PKG_VERSION")),
        "rubric": {
            "name": report.rubric.name,
            "version": report.rubric.version,
            "blake3": report.rubric.hash,
        },
        "submission": report.submission,
        "overall": report.audit.overall,
        "not_assessed": report.not_assessed,
        "limits": { "repository": RepoLimits::default(), "paper": Limits::default() },
        "files": files,
    });
    let text = serde_json::to_vec_pretty(&manifest)
        .map_err(|error| Failure::ours(error.to_string()))?;
    let path: PathBuf = folder.join("manifest.json");
    published::write(&path, &text)?;
    app.out.note(&format!("manifest  {}", path.display()));
    Ok(())
}
