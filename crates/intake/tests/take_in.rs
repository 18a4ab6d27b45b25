//! Files taken into a corpus by whoever calls the library: what is told on the way, and what comes out.

#![expect(clippy::unwrap_used)]

use std::{cell::RefCell, fs, path::Path, sync::Arc};

use jurat_ingest::{ChildLauncher, FileLimits};
use jurat_intake::{
    CorpusFolder, CorpusLifetime, FileReadOutcome, IntakeError, IntakeEvent, IntakeListener,
    IntakeOutcome, IntakeRequest, MetadataOverlay, sweep_questions,
};
use jurat_retrieve::{CorpusStore, FileStore};
use tempfile::TempDir;

/// Writes down what it hears, and ends the intake before so many files.
struct EventRecord {
    heard: RefCell<Vec<String>>,
    most: usize,
}

impl IntakeListener for EventRecord {
    fn hear(&self, event: IntakeEvent<'_>) {
        self.heard.borrow_mut().push(format!("{event:?}"));
    }

    fn is_stopped(&self) -> bool {
        let heard = self.heard.borrow();
        self.most <= heard.iter().filter(|event| event.starts_with("Read {")).count()
    }
}

struct Sample {
    folder: TempDir,
}

impl Sample {
    fn of(files: &[(&str, &str)]) -> Self {
        let sample = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(sample.files()).unwrap();
        for (name, text) in files {
            fs::write(sample.files().join(name), text).unwrap();
        }
        sample
    }

    fn files(&self) -> std::path::PathBuf {
        self.folder.path().join("files")
    }

    fn request(&self) -> IntakeRequest {
        IntakeRequest {
            paths: vec![self.files()],
            corpus: "harbour".parse().unwrap(),
            metadata: MetadataOverlay::default(),
            describer: None,
            limits: FileLimits::default(),
            prune: false,
            again: false,
            with_vectors: true,
            lifetime: CorpusLifetime::Corpus,
        }
    }

    fn folder(&self) -> CorpusFolder {
        let at = |name: &str| self.folder.path().join(name);
        CorpusFolder {
            corpora: at("corpora"),
            vectors: at("vectors"),
            embedder: Arc::new(|| Ok(None)),
        }
    }

    fn take_in(
        &self,
        request: &IntakeRequest,
        most: usize,
    ) -> Result<(IntakeOutcome, Vec<String>), IntakeError> {
        // Nothing that could be attacked is read here, so no child is started.
        let launcher = ChildLauncher {
            program: "no-such-program".into(),
            args: Vec::new(),
        };
        let record = EventRecord { heard: RefCell::default(), most };
        let outcome = self.folder().take_in(request, &launcher, &record)?;
        Ok((outcome, record.heard.into_inner()))
    }
}

const ALL: usize = usize::MAX;

#[track_caller]
fn check(outcome: &IntakeOutcome, expected: &[(&str, FileReadOutcome)]) {
    let files = outcome.files.iter().map(|file| (file.file.as_str(), file.outcome));
    assert_eq!(files.collect::<Vec<_>>(), expected);
}

#[test]
fn files_are_read_indexed_and_told_of_in_order() {
    let sample = Sample::of(&[("a.txt", "Boats pay a fee."), ("b.txt", "Dogs stay ashore.")]);
    let (outcome, heard) = sample.take_in(&sample.request(), ALL).unwrap();
    check(&outcome, &[("a.txt", FileReadOutcome::Read), ("b.txt", FileReadOutcome::Read)]);
    assert_eq!((outcome.indexed.passages, outcome.vectors, outcome.interrupted), (2, 0, false));
    assert_eq!(
        heard,
        [
            "Found { bytes: 33 }",
            "Reading { file: \"a.txt\" }",
            "Read { bytes: 16 }",
            "Reading { file: \"b.txt\" }",
            "Read { bytes: 17 }",
            "Indexing",
            "Indexed",
            "Indexed",
        ]
    );
}

#[test]
fn what_has_not_changed_is_left_alone_and_what_is_gone_is_told() {
    let sample = Sample::of(&[("a.txt", "Boats pay a fee."), ("b.txt", "Dogs stay ashore.")]);
    sample.take_in(&sample.request(), ALL).unwrap();
    fs::remove_file(sample.files().join("b.txt")).unwrap();
    let (outcome, _) = sample.take_in(&sample.request(), ALL).unwrap();
    check(&outcome, &[("a.txt", FileReadOutcome::Unchanged)]);
    assert_eq!((outcome.vanished.len(), outcome.pruned), (1, 0));
    let request = IntakeRequest { prune: true, ..sample.request() };
    let (outcome, _) = sample.take_in(&request, ALL).unwrap();
    assert_eq!((outcome.vanished.len(), outcome.pruned), (1, 1));
}

#[test]
fn a_file_that_cannot_be_read_is_an_outcome_and_stops_nothing() {
    let sample = Sample::of(&[("a.bin", "\0\u{1}\0"), ("b.txt", "Dogs stay ashore.")]);
    let (outcome, _) = sample.take_in(&sample.request(), ALL).unwrap();
    check(&outcome, &[("a.bin", FileReadOutcome::Refused), ("b.txt", FileReadOutcome::Read)]);
    assert_eq!(outcome.refusals().count(), 1);
}

#[test]
fn an_end_that_is_asked_for_keeps_what_was_read() {
    let sample = Sample::of(&[("a.txt", "Boats pay a fee."), ("b.txt", "Dogs stay ashore.")]);
    let (outcome, _) = sample.take_in(&sample.request(), 1).unwrap();
    check(&outcome, &[("a.txt", FileReadOutcome::Read)]);
    assert!(outcome.interrupted);
    let (outcome, _) = sample.take_in(&sample.request(), ALL).unwrap();
    check(&outcome, &[("a.txt", FileReadOutcome::Unchanged), ("b.txt", FileReadOutcome::Read)]);
}

#[test]
fn a_path_that_leads_nowhere_is_refused_before_a_corpus_is_made() {
    let sample = Sample::of(&[]);
    let request = IntakeRequest { paths: vec!["no/such".into()], ..sample.request() };
    assert!(matches!(sample.take_in(&request, ALL), Err(IntakeError::Path { .. })));
    assert!(!Path::new(&sample.folder().corpora).exists());
}

#[test]
fn a_corpus_for_one_question_is_gone_when_it_is_dropped() {
    let sample = Sample::of(&[("a.txt", "Boats pay a fee.")]);
    let corpus = sample.folder().for_question("ask".parse().unwrap()).unwrap();
    let request = IntakeRequest::for_question(&[sample.files()], &corpus.name);
    sample.take_in(&request, ALL).unwrap();
    let folder = sample.folder().corpora.join("ask");
    assert!(folder.exists());
    assert_eq!(open_to_others(&sample.folder().corpora.join("ask")), Vec::<String>::new());
    sweep_questions(&sample.folder().corpora);
    assert!(folder.exists(), "its process is alive");
    drop(corpus);
    assert!(!folder.exists());
    let left = [".questions", ".locks"].map(|name| sample.folder().corpora.join(name));
    assert_eq!(left.map(|folder| fs::read_dir(folder).unwrap().count()), [0, 0]);
}

/// What others may look into, below a folder and itself.
#[cfg(unix)]
fn open_to_others(path: &Path) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let expected = if path.is_dir() { 0o700 } else { 0o600 };
    let own = (mode != expected).then(|| format!("{} {mode:o}", path.display()));
    let below = fs::read_dir(path).into_iter().flatten().flatten();
    own.into_iter()
        .chain(below.flat_map(|entry| open_to_others(&entry.path())))
        .collect()
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> Vec<String> {
    Vec::new()
}

#[test]
fn what_a_killed_question_left_is_swept() {
    let sample = Sample::of(&[("a.txt", "Boats pay a fee.")]);
    let corpus = sample.folder().for_question("ask".parse().unwrap()).unwrap();
    let request = IntakeRequest::for_question(&[sample.files()], &corpus.name);
    sample.take_in(&request, ALL).unwrap();
    sample.take_in(&sample.request(), ALL).unwrap();
    let corpora = sample.folder().corpora;
    // A kill leaves the files and frees the lock: here another file takes the place of the lock.
    std::mem::forget(corpus);
    fs::remove_file(corpora.join(".questions/ask")).unwrap();
    fs::write(corpora.join(".questions/ask"), "").unwrap();
    sweep_questions(&corpora);
    assert!(!corpora.join("ask").exists() && !corpora.join(".questions/ask").exists());
    assert!(corpora.join("harbour").exists(), "no other corpus is touched");
}

#[test]
fn a_corpus_for_one_question_takes_no_name_that_is_taken() {
    let sample = Sample::of(&[("a.txt", "Boats pay a fee.")]);
    sample.take_in(&sample.request(), ALL).unwrap();
    let taken = sample.folder().for_question("harbour".parse().unwrap());
    assert!(matches!(taken, Err(IntakeError::Claim { .. })));
    sweep_questions(&sample.folder().corpora);
    assert!(sample.folder().corpora.join("harbour/log-1").exists());
}

/// Waits at the second file, and counts there what another process can see of the first.
struct SlowListener {
    corpora: std::path::PathBuf,
    seen: RefCell<Option<usize>>,
}

impl IntakeListener for SlowListener {
    fn hear(&self, event: IntakeEvent<'_>) {
        match event {
            IntakeEvent::Reading { file: "b.txt" } => {
                std::thread::sleep(std::time::Duration::from_secs(1));
            }
            IntakeEvent::Reading { file: "c.txt" } => {
                let name = "harbour".parse().unwrap();
                let store = FileStore::read_only(&self.corpora, &name).unwrap();
                *self.seen.borrow_mut() = Some(store.entries().len());
            }
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn what_was_read_is_durable_soon_however_little_it_is() {
    let sample = Sample::of(&[("a.txt", "Boats."), ("b.txt", "Dogs."), ("c.txt", "Cats.")]);
    let listener = SlowListener {
        corpora: sample.folder().corpora,
        seen: RefCell::default(),
    };
    let launcher = ChildLauncher {
        program: "no-such-program".into(),
        args: Vec::new(),
    };
    sample
        .folder()
        .take_in(&sample.request(), &launcher, &listener)
        .unwrap();
    assert_eq!(listener.seen.into_inner(), Some(2));
}

/// Ends an intake after so many documents, in the middle of a file.
struct ImpatientListener {
    asked: RefCell<usize>,
    most: usize,
}

impl IntakeListener for ImpatientListener {
    fn hear(&self, _: IntakeEvent<'_>) {}

    fn is_stopped(&self) -> bool {
        *self.asked.borrow_mut() += 1;
        self.most < *self.asked.borrow()
    }
}

#[test]
fn an_end_in_the_middle_of_a_table_keeps_its_first_rows() {
    let rows: Vec<String> = (0..50)
        .map(|row| format!("{{\"id\": \"r{row}\", \"text\": \"Fee {row}.\"}}"))
        .collect();
    let sample = Sample::of(&[("fees.jsonl", &rows.join("\n"))]);
    let launcher = ChildLauncher {
        program: "no-such-program".into(),
        args: Vec::new(),
    };
    let listener = ImpatientListener { asked: RefCell::new(0), most: 20 };
    let outcome = sample
        .folder()
        .take_in(&sample.request(), &launcher, &listener)
        .unwrap();
    assert!(outcome.interrupted);
    let (outcome, _) = sample.take_in(&sample.request(), ALL).unwrap();
    let tally = outcome.files[0].documents;
    assert_eq!((tally.added, tally.unchanged), (30, 20));
    assert_eq!(outcome.indexed.passages, 50);
}
