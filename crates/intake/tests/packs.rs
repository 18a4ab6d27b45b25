//! Packs taken in: twice is once, an interruption goes on, an update takes out what is gone, removing takes its own and no more.
#![expect(clippy::unwrap_used)]

use std::{cell::Cell, fs, path::Path, sync::Arc};

use jurat_ingest::{ChildLauncher, FileLimits};
use jurat_intake::{
    CorpusFolder, CorpusLifetime, IntakeError, IntakeEvent, IntakeListener, IntakeRequest,
    MetadataOverlay, PackIntakeOutcome, PackIntakeRequest,
};
use jurat_pack::{
    CheckedPack, CoverageExtent, ManifestRequest, PackError, PackLimits, PackPartKind,
    PackShelf, PackSource, PackState, check_pack, new_manifest,
};
use jurat_retrieve::{CorpusStore as _, list};
use tempfile::TempDir;

/// Stops after so many files.
struct StopAfter(Cell<u32>);

impl IntakeListener for StopAfter {
    fn hear(&self, event: IntakeEvent<'_>) {
        if matches!(event, IntakeEvent::Read { .. }) {
            self.0.set(self.0.get().saturating_sub(1));
        }
    }

    fn is_stopped(&self) -> bool {
        self.0.get() == 0
    }
}

struct PackHome {
    dir: TempDir,
}

impl PackHome {
    fn new() -> Self {
        Self { dir: TempDir::new().unwrap() }
    }

    fn corpora(&self) -> CorpusFolder {
        CorpusFolder {
            corpora: self.dir.path().join("corpora"),
            vectors: self.dir.path().join("vectors"),
            embedder: Arc::new(|| Ok(None)),
        }
    }

    fn shelf(&self) -> PackShelf {
        PackShelf { root: self.dir.path().join("packs") }
    }

    fn try_add(
        &self,
        pack: &CheckedPack,
        files: u32,
    ) -> Result<PackIntakeOutcome, IntakeError> {
        let request = PackIntakeRequest {
            source: "a test".to_owned(),
            with_vectors: false,
            reader: None,
        };
        let launcher = ChildLauncher { program: "none".into(), args: Vec::new() };
        let listener = StopAfter(Cell::new(files));
        self.corpora()
            .add_pack(&self.shelf(), (pack, &request), &launcher, &listener)
    }

    fn add(&self, pack: &CheckedPack) -> PackIntakeOutcome {
        self.try_add(pack, u32::MAX).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let names = list(&self.corpora().corpora).unwrap();
        names.iter().map(ToString::to_string).collect()
    }

    fn own_corpus(&self, name: &str) {
        let file = self.dir.path().join("own.txt");
        fs::write(&file, "My own words.").unwrap();
        let request = IntakeRequest {
            paths: vec![file],
            corpus: name.parse().unwrap(),
            metadata: MetadataOverlay::default(),
            describer: None,
            limits: FileLimits::default(),
            prune: false,
            again: false,
            with_vectors: false,
            lifetime: CorpusLifetime::Corpus,
        };
        let launcher = ChildLauncher { program: "none".into(), args: Vec::new() };
        let all = StopAfter(Cell::new(u32::MAX));
        self.corpora().take_in(&request, &launcher, &all).unwrap();
    }
}

fn meridia() -> CheckedPack {
    check(PackSource::built_in("meridia").unwrap())
}

fn check(source: PackSource) -> CheckedPack {
    check_pack(source, &PackLimits::default()).unwrap_or_else(|faults| unsound(&faults))
}

#[expect(clippy::panic, reason = "says what is wrong")]
fn unsound(faults: &[jurat_pack::PackFault]) -> ! {
    panic!("{faults:?}")
}

const MERIDIA: [&str; 4] =
    ["meridia.act", "meridia.decisions", "meridia.help", "meridia.manual"];

#[test]
fn a_pack_becomes_corpora_and_twice_is_once() {
    let home = PackHome::new();
    let first = home.add(&meridia());
    assert_eq!((first.was_there, first.record.state), (false, PackState::Ready));
    assert_eq!(home.names(), MERIDIA);
    let store = home.corpora().read(&"meridia.decisions".parse().unwrap()).unwrap();
    let entry = store.entries().get("2018-mca-6.txt").unwrap();
    assert_eq!(entry.metadata.get("citation"), Some("2018 MCA 6"));
    assert_eq!(entry.metadata.get("pack_file"), Some("decisions/2018-mca-6.txt"));
    assert!(entry.metadata.get("cites").unwrap().contains("2016 MIT 18"));
    assert!(!home.shelf().staged("meridia").exists());
    let (home, folder) = (PackHome::new(), TempDir::new().unwrap());
    fs::write(folder.path().join("1.txt"), "Citation: A v B, 2020 XC 1\n\n[1] Grey.\n")
        .unwrap();
    home.add(&own_pack(folder.path()));
    let again = home.add(&own_pack(folder.path()));
    assert!(again.was_there && again.parts.is_empty());
}

#[test]
fn what_was_interrupted_goes_on() {
    let home = PackHome::new();
    let stopped = home.try_add(&meridia(), 10).unwrap();
    assert!(stopped.interrupted);
    assert_eq!(home.shelf().record("meridia").unwrap().unwrap().state, PackState::Adding);
    let done = home.add(&meridia());
    assert!(!done.was_there && !done.interrupted);
    let unchanged = done.parts[0].count(jurat_intake::FileReadOutcome::Unchanged);
    assert_eq!((unchanged, done.parts[0].files.len()), (10, 36));
    let whole = PackHome::new();
    whole.add(&meridia());
    for name in MERIDIA {
        let name = name.parse().unwrap();
        let entries = |home: &PackHome| -> Vec<(String, String)> {
            let store = home.corpora().read(&name).unwrap();
            let entries = store.entries().values();
            entries
                .map(|it| (it.name.clone(), it.rendition().to_string()))
                .collect()
        };
        assert_eq!(entries(&home), entries(&whole));
    }
}

#[test]
fn removing_takes_its_own_corpora_and_no_other() {
    let home = PackHome::new();
    home.own_corpus("meridia.notes");
    home.add(&meridia());
    home.corpora().remove_pack(&home.shelf(), "meridia").unwrap();
    assert_eq!(home.names(), ["meridia.notes"]);
    let error = home.corpora().remove_pack(&home.shelf(), "meridia").unwrap_err();
    assert!(matches!(error, IntakeError::Pack(PackError::UnknownPack { .. })));
}

#[test]
fn a_corpus_of_the_users_own_is_not_written_over() {
    let home = PackHome::new();
    home.own_corpus("meridia.help");
    let error = home.try_add(&meridia(), u32::MAX).unwrap_err();
    assert!(matches!(error, IntakeError::Pack(PackError::CorpusTaken { .. })), "{error}");
    assert_eq!(home.names(), ["meridia.help"]);
}

fn own_pack(folder: &Path) -> CheckedPack {
    let _ = fs::remove_file(folder.join("pack.json"));
    let request = ManifestRequest {
        kind: PackPartKind::Decisions,
        format: None,
        name: "own".to_owned(),
        title: None,
        licence: "mine".to_owned(),
        as_of: "2024-12-31".to_owned(),
        language: Some("en".to_owned()),
        courts: vec!["XC".to_owned()],
        years: Some((2020, 2024)),
        extent: CoverageExtent::Part,
    };
    let manifest = new_manifest(folder, &request).unwrap();
    fs::write(folder.join("pack.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
    check(PackSource::Folder(folder.to_owned()))
}

#[test]
fn what_cannot_be_read_makes_whole_coverage_a_part_and_is_tried_again() {
    use jurat_pack::{CoverageAnswer, decision_coverage};
    let (home, folder) = (PackHome::new(), TempDir::new().unwrap());
    fs::write(folder.path().join("1.txt"), "Citation: A v B, 2020 XC 1\n\n[1] Grey.\n")
        .unwrap();
    fs::write(folder.path().join("2.txt"), "<html><p>Citation: A v B, 2020 XC 2").unwrap();
    let mut pack = own_pack(folder.path());
    pack.manifest.parts[0].coverage[0].extent = CoverageExtent::Whole;
    let covered = |manifest| decision_coverage([manifest], "2020 XC 9");
    assert!(matches!(covered(&pack.manifest), CoverageAnswer::Whole(_)));
    // HTML is read by a child, and there is no program to start.
    let record = home.add(&pack).record;
    assert_eq!(record.unread, ["2.txt"]);
    assert!(matches!(covered(&record.manifest), CoverageAnswer::Outside(_)));
    assert!(!home.add(&pack).was_there);
}

#[test]
fn an_update_reads_what_changed_and_takes_out_what_is_gone() {
    let (home, folder) = (PackHome::new(), TempDir::new().unwrap());
    for number in 1..4 {
        let text = format!("Citation: A v B, 2020 XC {number}\n\n[1] The heron is grey.\n");
        fs::write(folder.path().join(format!("{number}.txt")), text).unwrap();
    }
    home.add(&own_pack(folder.path()));
    fs::remove_file(folder.path().join("1.txt")).unwrap();
    fs::write(folder.path().join("2.txt"), "Citation: A v B, 2020 XC 2\n\n[1] Blue.\n")
        .unwrap();
    let updated = home.add(&own_pack(folder.path()));
    assert!(!updated.was_there);
    let store = home.corpora().read(&"own.decisions".parse().unwrap()).unwrap();
    let names: Vec<String> = store.entries().keys().collect();
    assert_eq!(names, ["2.txt", "3.txt"]);
    assert_eq!(updated.parts[0].count(jurat_intake::FileReadOutcome::Unchanged), 1);
}
