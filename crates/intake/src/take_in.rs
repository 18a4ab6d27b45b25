//! Reads files into a corpus. What was read before and has not changed is left alone.

use std::{
    collections::BTreeSet,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_ingest::{ChildLauncher, FolderEntry, ReadRefusal, RefusalKind, read_each, walk};
use jurat_model::IngestedDocument;
use jurat_retrieve::{
    CorpusIntake, CorpusStore as _, FileRefusal, FileStore, IntakeTally, OpenFileIntake,
};

use crate::{
    CorpusFolder, CorpusLifetime, IntakeError, IntakeEvent, IntakeListener, IntakeOutcome,
    IntakeRequest, commit_pace::CommitPace, index_and_vectors, question_corpus,
};

impl CorpusFolder {
    /// Reads files into a corpus, by children that `launcher` starts, and brings its index and its
    /// vectors up to it.
    pub fn take_in(
        &self,
        request: &IntakeRequest,
        launcher: &ChildLauncher,
        listener: &dyn IntakeListener,
    ) -> Result<IntakeOutcome, IntakeError> {
        let roots = roots(&request.paths)?;
        let tell = |notice: &_| listener.hear(IntakeEvent::Notice(notice));
        let store = self.made(&request.corpus, &tell)?;
        let how = request.metadata.how(&request.limits, request.describer.as_ref())?;
        let files = walk(&request.paths, &request.limits);
        let bytes = files.iter().filter_map(|file| file.size.as_ref().ok()).sum();
        listener.hear(IntakeEvent::Found { bytes });
        let mut reading = CorpusReading {
            intake: CorpusIntake::new(store),
            outcome: IntakeOutcome::new(&request.corpus),
            request,
            launcher,
            listener,
            how,
            pace: CommitPace::new(),
        };
        let interrupted = reading.all(&files, &roots)?;
        if !interrupted {
            reading.vanished(&files, &roots)?;
        }
        let CorpusReading { mut intake, mut outcome, .. } = reading;
        intake.commit()?;
        let store = intake.into_store();
        outcome.sources = store.entries().len();
        if !interrupted {
            outcome.indexed = index_and_vectors::index(&store, listener)?;
            if request.with_vectors {
                outcome.vectors =
                    self.embed(&store, request.lifetime, outcome.indexed, listener)?;
            }
        }
        if request.lifetime == CorpusLifetime::Question {
            question_corpus::make_private(store.folder());
        }
        outcome.interrupted = interrupted || listener.is_stopped();
        Ok(outcome)
    }
}

/// Files on their way into the corpus.
struct CorpusReading<'a> {
    intake: CorpusIntake<FileStore>,
    outcome: IntakeOutcome,
    request: &'a IntakeRequest,
    launcher: &'a ChildLauncher,
    listener: &'a dyn IntakeListener,
    how: Hash,
    pace: CommitPace,
}

impl CorpusReading<'_> {
    /// Takes in every file. Whether someone asked for an end before the last.
    fn all(
        &mut self,
        files: &[FolderEntry],
        roots: &[IntakeRoot],
    ) -> Result<bool, IntakeError> {
        for file in files {
            if self.listener.is_stopped() {
                return Ok(true);
            }
            self.listener.hear(IntakeEvent::Reading { file: &file.name });
            self.one(file, &absolute(&file.path, roots))?;
            let bytes = *file.size.as_ref().unwrap_or(&0);
            self.listener.hear(IntakeEvent::Read { bytes });
            if self.pace.is_due_between_files() {
                self.intake.commit()?;
                self.pace = CommitPace::new();
            }
        }
        Ok(self.listener.is_stopped())
    }

    fn one(&mut self, file: &FolderEntry, path: &str) -> Result<(), IntakeError> {
        let bytes = match content(file) {
            Ok(bytes) => bytes,
            Err(refusal) => {
                // What was read of it before stays: a disk that fails is no reason to forget.
                self.outcome.refused(&file.name, vec![refused(&file.name, &refusal)]);
                return Ok(());
            }
        };
        let (hash, size) = (Hash::of(&bytes), bytes.len() as u64);
        if !self.request.again && self.intake.is_current(path, hash, self.how) {
            self.outcome.unchanged(&file.name);
            return Ok(());
        }
        let limits = &self.request.limits;
        let mut open = self.intake.begin(path, hash, self.how);
        let mut failed = None;
        let read =
            read_each(Some(self.launcher), (&file.name, bytes), limits, &mut |document| {
                let taken = self.document(&mut open, document);
                let stop = self.listener.is_stopped() || taken.is_err();
                failed = taken.err();
                if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        if let Some(error) = failed {
            return Err(error);
        }
        self.outcome.shut_off(read.usage.isolation);
        if read.is_stopped {
            self.intake.pause(&open)?;
            let tally = self.intake.abandon(open);
            self.outcome.stopped_in(&file.name, tally);
            return Ok(());
        }
        self.pace.add_bytes(size);
        let refused: Vec<FileRefusal> = read
            .refusals
            .iter()
            .map(|(name, refusal)| refused(name, refusal))
            .collect();
        // The bytes are the same: what failed was the machine, and that is no reason to forget.
        let passing = read.refusals.iter().any(|(_, refusal)| passing(refusal.kind));
        let tally = if passing && open.would_lose() {
            self.intake.abandon(open);
            IntakeTally::default()
        } else {
            self.intake.finish(open, refused.clone())?
        };
        self.outcome.read(&file.name, tally, refused);
        Ok(())
    }

    /// Takes in one document of a file; where it is time, what has come is made durable.
    fn document(
        &mut self,
        open: &mut OpenFileIntake,
        mut document: IngestedDocument,
    ) -> Result<(), IntakeError> {
        self.request.metadata.onto(&mut document.metadata);
        if let Some(describer) = &self.request.describer {
            (describer.describe)(&mut document);
        }
        self.intake.add(open, &document)?;
        self.pace.add_document();
        if self.pace.is_due_within_a_file() {
            self.intake.pause(open)?;
            self.pace = CommitPace::new();
        }
        Ok(())
    }

    /// Says which files of the given folders are gone, and takes them out where that was asked.
    fn vanished(
        &mut self,
        files: &[FolderEntry],
        roots: &[IntakeRoot],
    ) -> Result<(), IntakeError> {
        let seen: BTreeSet<String> =
            files.iter().map(|file| absolute(&file.path, roots)).collect();
        let real: Vec<String> = roots.iter().map(|root| shown(&root.real)).collect();
        // A folder that could not be entered, or not to its end, may still hold what it held.
        let blind = files.iter().filter(|file| file.size.is_err());
        let blind: Vec<String> = blind.map(|file| absolute(&file.path, roots)).collect();
        let gone = self.intake.vanished(&real, &seen, &blind);
        if self.request.prune {
            for path in &gone {
                self.outcome.pruned += self.intake.forget(path)?;
            }
        }
        self.outcome.vanished = gone;
        Ok(())
    }
}

/// A path that was given, and what it really is.
struct IntakeRoot {
    given: PathBuf,
    real: PathBuf,
}

fn roots(paths: &[PathBuf]) -> Result<Vec<IntakeRoot>, IntakeError> {
    let root = |given: &PathBuf| {
        let real = fs::canonicalize(given)
            .map_err(|why| IntakeError::Path { path: given.clone(), why })?;
        Ok(IntakeRoot { given: given.clone(), real })
    };
    paths.iter().map(root).collect()
}

/// The absolute path of a file below one of the roots.
fn absolute(path: &Path, roots: &[IntakeRoot]) -> String {
    let below = |root: &IntakeRoot| {
        let rest = path.strip_prefix(&root.given).ok()?;
        let empty = rest.as_os_str().is_empty();
        Some(if empty { root.real.clone() } else { root.real.join(rest) })
    };
    shown(&roots.iter().find_map(below).unwrap_or_else(|| path.to_path_buf()))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn content(file: &FolderEntry) -> Result<Vec<u8>, ReadRefusal> {
    file.size.clone()?;
    fs::read(&file.path).map_err(|error| {
        ReadRefusal::new(RefusalKind::Unreadable, format!("cannot read it: {error}"))
    })
}

/// A failure that may not come again with the same bytes.
const fn passing(kind: RefusalKind) -> bool {
    matches!(
        kind,
        RefusalKind::TimedOut
            | RefusalKind::OutOfMemory
            | RefusalKind::Crashed
            | RefusalKind::ProgramMissing
    )
}

fn refused(name: &str, refusal: &ReadRefusal) -> FileRefusal {
    let kind = serde_json::to_value(refusal.kind).ok();
    let kind = kind.as_ref().and_then(|kind| kind.as_str()).unwrap_or_default();
    FileRefusal {
        name: name.to_owned(),
        kind: kind.to_owned(),
        reason: refusal.message.clone(),
    }
}
