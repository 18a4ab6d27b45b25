//! Research over a pack of five decisions of our own, which says that it holds its court whole.

use std::{
    fs,
    path::Path,
    sync::{Arc, LazyLock},
};

use jurat_immigration_audit::research::{LocalResearchDesk, ResearchDesk};
use jurat_intake::{CorpusFolder, IntakeEvent, IntakeListener, PackIntakeRequest};
use jurat_pack::{
    CoverageExtent, ManifestRequest, PackLimits, PackPartKind, PackShelf, PackSource,
    check_pack, new_manifest,
};
use jurat_tools::{PackAccess, ToolAnswer, ToolFailure, ToolServices};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::audited_run::launcher;

/// Where the pack was added, once for all tests.
static HOME: LazyLock<TempDir> = LazyLock::new(|| {
    let home = TempDir::new().unwrap();
    add(home.path());
    home
});

/// Tools over the pack.
pub(crate) fn desk() -> Arc<dyn ResearchDesk> {
    let open = || {
        let home = HOME.path();
        Ok(ToolServices::built_in()?.with_packs(PackAccess {
            shelf: PackShelf { root: home.join("packs") },
            corpora: home.join("corpora"),
            embedder: Arc::new(|| Ok(None)),
        }))
    };
    Arc::new(LocalResearchDesk::new(Box::new(open)))
}

/// The same, by a service that gives a decision another name than its own.
pub(crate) struct MisnamingDesk {
    desk: Arc<dyn ResearchDesk>,
    citation: &'static str,
}

impl MisnamingDesk {
    pub(crate) fn of(citation: &'static str) -> Arc<dyn ResearchDesk> {
        Arc::new(Self { desk: desk(), citation })
    }
}

impl ResearchDesk for MisnamingDesk {
    fn ask(&self, tool: &str, arguments: Json) -> Result<ToolAnswer, ToolFailure> {
        let mut answer = self.desk.ask(tool, arguments)?;
        for hit in answer.content["results"].as_array_mut().into_iter().flatten() {
            if hit["decision"]["citation"] == self.citation {
                hit["decision"]["style"] = json!("Lantern Works v. Harbour Pilots");
            }
        }
        Ok(answer)
    }
}

struct Deaf;

impl IntakeListener for Deaf {
    fn hear(&self, _: IntakeEvent<'_>) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

fn add(home: &Path) {
    let folder = TempDir::new().unwrap();
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workflows/decisions");
    for entry in fs::read_dir(texts).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    let request = ManifestRequest {
        kind: PackPartKind::Decisions,
        format: None,
        name: "quillhaven".to_owned(),
        title: None,
        licence: "CC0-1.0".to_owned(),
        as_of: "2025-12-31".to_owned(),
        language: None,
        courts: vec!["FC".to_owned()],
        years: Some((2021, 2025)),
        extent: CoverageExtent::Whole,
    };
    let mut manifest = new_manifest(folder.path(), &request).unwrap();
    manifest.fictional = true;
    fs::write(folder.path().join("pack.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
    let source = PackSource::Folder(folder.path().to_owned());
    let pack = check_pack(source, &PackLimits::default())
        .map_err(|faults| faults[0].to_string())
        .unwrap();
    let corpora = CorpusFolder {
        corpora: home.join("corpora"),
        vectors: home.join("vectors"),
        embedder: Arc::new(|| Ok(None)),
    };
    let request = PackIntakeRequest {
        source: "a test".to_owned(),
        with_vectors: false,
        reader: Some(jurat_tools::DECISION_READER),
    };
    let shelf = PackShelf { root: home.join("packs") };
    corpora
        .add_pack(&shelf, (&pack, &request), &launcher(), &Deaf)
        .unwrap();
}
