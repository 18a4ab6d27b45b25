//! Tools over the fictional pack, added once for all tests of a file.

use std::{
    fs,
    path::Path,
    sync::{Arc, LazyLock},
};

use jurat_ingest::ChildLauncher;
use jurat_intake::{
    CorpusFolder, IntakeEvent, IntakeListener, PackIntakeOutcome, PackIntakeRequest,
};
use jurat_llm::{Embedder, Encoder, EncoderOptions};
use jurat_pack::{
    CheckedPack, CoverageExtent, ManifestRequest, PackLimits, PackPartKind, PackShelf,
    PackSource, check_pack, new_manifest,
};
use jurat_tools::{PackAccess, ToolServices};
use tempfile::TempDir;

/// What makes this program a child that reads one file.
pub(crate) const CHILD: &str = "--child";

/// A home with the fictional pack and its vectors.
pub(crate) static MERIDIA: LazyLock<TempDir> = LazyLock::new(|| {
    let home = TempDir::new().unwrap();
    add(home.path(), &meridia(), Vectors::Made);
    let folder = TempDir::new().unwrap();
    add(home.path(), &wages(folder.path()), Vectors::None);
    home
});

/// Whether vectors are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vectors {
    Made,
    None,
}

struct Deaf;

impl IntakeListener for Deaf {
    fn hear(&self, _: IntakeEvent<'_>) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

pub(crate) fn meridia() -> CheckedPack {
    checked(PackSource::built_in("meridia").unwrap())
}

/// A fictional table of wages as a pack.
fn wages(folder: &Path) -> CheckedPack {
    fs::write(folder.join("wages.json"), include_str!("wages.json")).unwrap();
    let request = ManifestRequest {
        kind: PackPartKind::Table,
        format: None,
        name: "meridia-wages".to_owned(),
        title: None,
        licence: "CC0-1.0".to_owned(),
        as_of: "2024-12-31".to_owned(),
        language: None,
        courts: Vec::new(),
        years: None,
        extent: CoverageExtent::Part,
    };
    let mut manifest = new_manifest(folder, &request).unwrap();
    manifest.fictional = true;
    fs::write(folder.join("pack.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
    checked(PackSource::Folder(folder.to_owned()))
}

pub(crate) fn checked(source: PackSource) -> CheckedPack {
    let pack = check_pack(source, &PackLimits::default());
    pack.map_err(|faults| faults[0].to_string()).unwrap()
}

fn embedder() -> Arc<dyn Embedder> {
    Arc::new(Encoder::law(EncoderOptions { threads: 1 }).unwrap())
}

pub(crate) fn add(home: &Path, pack: &CheckedPack, vectors: Vectors) -> PackIntakeOutcome {
    let corpora = CorpusFolder {
        corpora: home.join("corpora"),
        vectors: home.join("vectors"),
        embedder: Arc::new(|| Ok(Some(embedder()))),
    };
    let with_vectors = vectors == Vectors::Made;
    let request = PackIntakeRequest {
        source: "a test".to_owned(),
        with_vectors,
        reader: Some(jurat_tools::DECISION_READER),
    };
    let program = std::env::current_exe().unwrap();
    let launcher = ChildLauncher { program, args: vec![CHILD.into()] };
    corpora
        .add_pack(&PackShelf { root: home.join("packs") }, (pack, &request), &launcher, &Deaf)
        .unwrap()
}

pub(crate) fn services(home: &Path) -> ToolServices {
    let shared = LazyLock::<Arc<dyn Embedder>>::new(embedder);
    ToolServices::built_in().unwrap().with_packs(PackAccess {
        shelf: PackShelf { root: home.join("packs") },
        corpora: home.join("corpora"),
        embedder: Arc::new(move || Ok(Some(Arc::clone(&shared)))),
    })
}
