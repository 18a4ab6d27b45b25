//! `jurat ingest`: reads files into a corpus. What was read before and has not changed is left alone.

mod metadata_args;
mod progress_bar;
mod report;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_ingest::{
    ChildLauncher, FileLimits, FolderEntry, ReadRefusal, RefusalKind, read_bytes, walk,
};
use jurat_llm::Embedder;
use jurat_retrieve::{
    ChunkSettings, CorpusIndexer, CorpusIntake, CorpusName, CorpusVectors, DenseError,
    FileRefusal, FileStore, IndexingSummary, IntakeFile, IntakeTally, remove_vectors,
    vectors::VectorError,
};

pub(crate) use self::metadata_args::date;
use self::{
    metadata_args::MetadataArgs, progress_bar::IngestProgressBar, report::IngestReport,
};
use crate::{
    app::AppContext, corpus_access, embedder, exit::CommandExit, failure::CommandFailure,
    sandbox_launcher::sandbox_launcher, signal, vector_cache,
};

/// Documents after which what was read is made durable.
const BATCH_DOCUMENTS: u64 = 2_000;
/// Bytes after which it is.
const BATCH_BYTES: u64 = 32 << 20;

/// What to read, and into which corpus.
#[derive(Debug, clap::Args)]
pub(crate) struct IngestArgs {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The corpus; it is made where there is none
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    #[command(flatten)]
    given: MetadataArgs,
    /// Take out what was read from these folders before and is no longer there
    #[arg(long)]
    prune: bool,
    /// Read everything again, changed or not
    #[arg(long)]
    again: bool,
    /// Make no vectors, even where a model is installed
    #[arg(long)]
    no_vectors: bool,
    #[command(flatten)]
    limits: metadata_args::LimitArgs,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &IngestArgs,
) -> Result<CommandExit, CommandFailure> {
    let (report, interrupted) = take_in(app, args, CorpusLifetime::Corpus)?;
    report.print(app, interrupted)
}

/// Reads files into a corpus that is asked once, in silence. Says what could not be read.
pub(crate) fn for_one_question(
    app: &AppContext,
    paths: &[PathBuf],
    corpus: &CorpusName,
) -> Result<Vec<String>, CommandFailure> {
    let args = IngestArgs {
        paths: paths.to_vec(),
        corpus: corpus.clone(),
        given: MetadataArgs::default(),
        prune: false,
        again: false,
        no_vectors: false,
        limits: metadata_args::LimitArgs::default(),
    };
    let (report, interrupted) = take_in(app, &args, CorpusLifetime::Question)?;
    if interrupted {
        return Err(CommandFailure::interrupted("reading was interrupted"));
    }
    Ok(report.refusals())
}

/// How long a corpus is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CorpusLifetime {
    /// Until it is removed.
    Corpus,
    /// For one question; its vectors are remembered for the next.
    Question,
}

fn take_in(
    app: &AppContext,
    args: &IngestArgs,
    lasting: CorpusLifetime,
) -> Result<(IngestReport, bool), CommandFailure> {
    signal::listen();
    let roots = roots(&args.paths)?;
    let limits = args.limits.limits();
    let store = FileStore::create(&corpus_access::root(app), &args.corpus)?;
    let store = corpus_access::mend(app, store)?;
    let launcher = sandbox_launcher()?;
    let how = args.given.how(&limits)?;
    let files = walk(&args.paths, &limits);
    let bar = IngestProgressBar::start(app.out, &files);
    let mut work = CorpusIngestion {
        intake: CorpusIntake::new(store),
        report: IngestReport::new(&args.corpus, args.prune),
        launcher,
        limits,
        how,
        args,
        due: (0, 0),
    };
    let interrupted = work.all(&files, &roots, &bar)?;
    if !interrupted {
        work.vanished(&files, &roots)?;
    }
    let CorpusIngestion { mut intake, mut report, .. } = work;
    intake.commit()?;
    let store = intake.into_store();
    if !interrupted {
        report.indexed = index(&store, &bar)?;
        report.vectors = if args.no_vectors {
            0
        } else {
            embed(app, &store, lasting, report.indexed, &bar)?
        };
    }
    bar.finish();
    Ok((report, interrupted || signal::pressed()))
}

/// Files on their way into the corpus.
struct CorpusIngestion<'a> {
    intake: CorpusIntake<FileStore>,
    report: IngestReport,
    launcher: ChildLauncher,
    limits: FileLimits,
    how: Hash,
    args: &'a IngestArgs,
    /// Documents and bytes since the last commit.
    due: (u64, u64),
}

impl CorpusIngestion<'_> {
    /// Takes in every file. Whether someone pressed Ctrl-C before the end.
    fn all(
        &mut self,
        files: &[FolderEntry],
        roots: &[IngestRoot],
        bar: &IngestProgressBar,
    ) -> Result<bool, CommandFailure> {
        for file in files {
            if signal::pressed() {
                return Ok(true);
            }
            bar.at(&file.name);
            self.one(file, &absolute(&file.path, roots))?;
            bar.done(*file.size.as_ref().unwrap_or(&0));
            if BATCH_DOCUMENTS <= self.due.0 || BATCH_BYTES <= self.due.1 {
                self.intake.commit()?;
                self.due = (0, 0);
            }
        }
        Ok(signal::pressed())
    }

    fn one(&mut self, file: &FolderEntry, path: &str) -> Result<(), CommandFailure> {
        let bytes = match content(file) {
            Ok(bytes) => bytes,
            Err(refusal) => {
                // What was read of it before stays: a disk that fails is no reason to forget.
                self.report.refused(&file.name, vec![refused(&file.name, &refusal)]);
                return Ok(());
            }
        };
        let (hash, size) = (Hash::of(&bytes), bytes.len() as u64);
        if !self.args.again && self.intake.is_current(path, hash, self.how) {
            self.report.unchanged(&file.name);
            return Ok(());
        }
        let read = read_bytes(Some(&self.launcher), &file.name, bytes, &self.limits);
        self.report.shut_off(read.usage.isolation);
        let refused: Vec<FileRefusal> = read
            .refusals
            .iter()
            .map(|(name, refusal)| refused(name, refusal))
            .collect();
        let mut documents = read.documents;
        // The bytes are the same: what failed was the machine, and that is no reason to forget.
        let passing = read.refusals.iter().any(|(_, refusal)| passing(refusal.kind));
        if passing && self.intake.would_lose(path, hash, &documents) {
            self.report.refused(&file.name, refused);
            return Ok(());
        }
        for document in &mut documents {
            self.args.given.onto(&mut document.metadata);
        }
        self.due = (self.due.0 + documents.len() as u64, self.due.1 + size);
        let read = IntakeFile {
            path: path.to_owned(),
            hash,
            how: self.how,
            documents,
            refused: refused.clone(),
        };
        let tally: IntakeTally = self.intake.take(&read)?;
        self.report.read(&file.name, tally, refused);
        Ok(())
    }

    /// Says which files of the given folders are gone, and takes them out where that was asked.
    fn vanished(
        &mut self,
        files: &[FolderEntry],
        roots: &[IngestRoot],
    ) -> Result<(), CommandFailure> {
        let seen: BTreeSet<String> =
            files.iter().map(|file| absolute(&file.path, roots)).collect();
        let real: Vec<String> = roots.iter().map(|root| shown(&root.real)).collect();
        // A folder that could not be entered, or not to its end, may still hold what it held.
        let blind = files.iter().filter(|file| file.size.is_err());
        let blind: Vec<String> = blind.map(|file| absolute(&file.path, roots)).collect();
        let gone = self.intake.vanished(&real, &seen, &blind);
        for path in &gone {
            if self.args.prune {
                self.report.pruned += self.intake.forget(path)?;
            }
        }
        self.report.vanished = gone;
        Ok(())
    }
}

/// Brings the index up to the corpus.
fn index(
    store: &FileStore,
    bar: &IngestProgressBar,
) -> Result<IndexingSummary, CommandFailure> {
    bar.indexing();
    let mut follower = CorpusIndexer::open(store, ChunkSettings::default())?;
    let indexed = follower.follow(store, &mut |_| bar.tick())?;
    if 0 < indexed.removed || indexed.rebuilt || 0 < indexed.passages {
        follower.finish()?;
    }
    Ok(indexed)
}

/// Makes the vectors that are missing, where there is a model. Ctrl-C keeps those made so far.
fn embed(
    app: &AppContext,
    store: &FileStore,
    lasting: CorpusLifetime,
    indexed: IndexingSummary,
    bar: &IngestProgressBar,
) -> Result<u64, CommandFailure> {
    let Some(embedder) = embedder::installed(app)? else { return Ok(0) };
    let mut dense = opened(app, store, &*embedder)?;
    let settings = ChunkSettings::default();
    if lasting == CorpusLifetime::Question {
        vector_cache::recall(app, &*embedder, store, &mut dense);
    }
    bar.embedding(dense.due(store, settings)?);
    let mut done = |count| bar.done(count);
    let made = dense.fill(store, &*embedder, settings, &signal::pressed, &mut done)?;
    if lasting == CorpusLifetime::Question && 0 < made {
        vector_cache::keep(app, &*embedder, &dense);
    }
    if (0 < indexed.removed || indexed.rebuilt) && !signal::pressed() {
        dense.prune(store, settings)?;
    }
    Ok(made)
}

/// The vectors of a corpus. They are derived: what cannot be used is made again.
fn opened(
    app: &AppContext,
    store: &FileStore,
    embedder: &dyn Embedder,
) -> Result<CorpusVectors, CommandFailure> {
    match CorpusVectors::open(store, embedder) {
        Err(DenseError::Vectors(
            error @ (VectorError::Damaged { .. } | VectorError::OtherModel { .. }),
        )) => {
            app.out.note(&format!("{error}; they are made anew"));
            remove_vectors(store)?;
            Ok(CorpusVectors::open(store, embedder)?)
        }
        opened => Ok(opened?),
    }
}

/// A path that was given, and what it really is.
struct IngestRoot {
    given: PathBuf,
    real: PathBuf,
}

fn roots(paths: &[PathBuf]) -> Result<Vec<IngestRoot>, CommandFailure> {
    let root = |given: &PathBuf| {
        let real = fs::canonicalize(given).map_err(|error| {
            CommandFailure::input(format!("cannot read {}: {error}", given.display()))
        })?;
        Ok(IngestRoot { given: given.clone(), real })
    };
    paths.iter().map(root).collect()
}

/// The absolute path of a file below one of the roots.
fn absolute(path: &Path, roots: &[IngestRoot]) -> String {
    let below = |root: &IngestRoot| {
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
