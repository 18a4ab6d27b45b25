//! Corpora as the command line meets them: where they lie, and what an error means there.

use std::path::{Path, PathBuf};

use jurat_intake::{CorpusFolder, CorpusNotice, IntakeError};
use jurat_retrieve::{
    CorpusError, CorpusName, CorpusStore as _, DenseError, FileStore, IndexError, IndexerError,
};

use crate::{
    app::AppContext,
    embedder,
    failure::{CommandFailure, MAKE_ROOM},
    output::plain,
    wiring,
};

/// All corpora, as the settings place them.
pub(crate) fn folder(app: &AppContext) -> CorpusFolder {
    CorpusFolder {
        corpora: root(app),
        vectors: app.settings.store.join("vectors"),
        embedder: embedder::source(&app.settings, app.out),
    }
}

/// The folder of all corpora.
pub(crate) fn root(app: &AppContext) -> PathBuf {
    wiring::corpora(&app.settings.store)
}

/// Opens a corpus to read.
pub(crate) fn open_to_read(
    app: &AppContext,
    name: &CorpusName,
) -> Result<FileStore, CommandFailure> {
    Ok(folder(app).read(name)?)
}

/// Opens a corpus to write, says what a kill has left behind and finishes what it cut short.
pub(crate) fn open_to_write(
    app: &AppContext,
    name: &CorpusName,
) -> Result<FileStore, CommandFailure> {
    Ok(folder(app).write(name, &tell(app))?)
}

/// Says what was mended on the way.
pub(crate) fn tell(app: &AppContext) -> impl Fn(&CorpusNotice) {
    let out = app.out;
    move |notice| out.note(&notice.to_string())
}

/// Says that a corpus is searched by words alone, where it is for want of vectors that fit.
pub(crate) fn say_vectors(app: &AppContext, store: &FileStore) {
    if let Some(gap) = folder(app).vector_gap(store) {
        app.out.note(&gap.to_string());
        app.out.hint("to ingest its files again makes them");
    }
}

/// Says which files of a corpus were read in part, where there are any.
pub(crate) fn say_unfinished(app: &AppContext, store: &FileStore) {
    let unfinished = store.unfinished();
    say_read_in_part(app, store.name(), unfinished.iter().map(|file| file.path.as_str()));
}

/// Says that these files were read in part.
pub(crate) fn say_read_in_part<'a>(
    app: &AppContext,
    corpus: &CorpusName,
    files: impl Iterator<Item = &'a str>,
) {
    let mut some = false;
    for file in files {
        some = true;
        app.out
            .note(&format!("`{}` was read in part: the rest is not searched", plain(file)));
    }
    if some {
        app.out.hint(&goes_on(corpus));
    }
}

/// What reads the rest of a file. Which options were given is not known any more.
pub(crate) fn goes_on(corpus: &CorpusName) -> String {
    format!("the same `jurat ingest … --corpus {corpus}` as before goes on where it stopped")
}

/// Reads the name of a corpus on the command line.
pub(crate) fn name(text: &str) -> Result<CorpusName, String> {
    text.parse().map_err(|error: CorpusError| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
}

impl From<IntakeError> for CommandFailure {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Path { .. } => Self::input(error.to_string()),
            IntakeError::Forget { .. }
            | IntakeError::Claim { .. }
            | IntakeError::Canonical(_) => Self::ours(error.to_string()),
            IntakeError::NoIndex { ref corpus, unfinished } => {
                let hint = if unfinished {
                    goes_on(corpus)
                } else {
                    format!("`jurat corpus check {corpus} --repair` makes it")
                };
                Self::input(error.to_string()).hint(hint)
            }
            IntakeError::NoVectors { .. } => {
                Self::input(error.to_string()).hint("to ingest its files again makes them")
            }
            IntakeError::NoEmbedder { .. } => {
                Self::input(error.to_string()).hint("see `jurat doctor`")
            }
            IntakeError::Pack(error) => error.into(),
            IntakeError::Index(error) => error.into(),
            IntakeError::Corpus(error) => error.into(),
            IntakeError::Indexer(error) => error.into(),
            IntakeError::Vectors(error) => error.into(),
            IntakeError::Embedder(error) => error.into(),
        }
    }
}

impl From<DenseError> for CommandFailure {
    fn from(error: DenseError) -> Self {
        match error {
            DenseError::Corpus(error) => error.into(),
            other => Self::ours(other.to_string()),
        }
    }
}

impl From<CorpusError> for CommandFailure {
    fn from(error: CorpusError) -> Self {
        let message = error.to_string();
        if error.is_disk_full() {
            return Self::ours(format!("the disk is full: {message}"))
                .hint(format!("{MAKE_ROOM}; the same command then goes on where it stopped"));
        }
        let failure = match &error {
            CorpusError::Damaged { .. }
            | CorpusError::Io { .. }
            | CorpusError::Unwritable { .. }
            | CorpusError::ReadOnly(_) => Self::ours(message),
            _ => Self::input(message),
        };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<IndexError> for CommandFailure {
    fn from(error: IndexError) -> Self {
        let message = error.to_string();
        if error.is_disk_full() {
            return Self::ours(format!("the disk is full: {message}; what was read is kept"))
                .hint(format!("{MAKE_ROOM}; the same command then goes on where it stopped"));
        }
        match error {
            IndexError::UnknownKey { .. } => {
                Self::input(message).hint("as in `--filter kind=statute`")
            }
            IndexError::UnknownValue { .. } => {
                Self::input(message).hint("give one of these, or ask all sources")
            }
            IndexError::Busy { .. } => Self::input(message).hint("wait until it is done"),
            IndexError::Version { found, known, ref dir } if found < known => {
                Self::input(message).hint(repair(dir))
            }
            IndexError::Version { .. } => {
                Self::input(message).hint("use the jurat that wrote it, or a newer one")
            }
            IndexError::Damaged { ref dir, .. } | IndexError::Missing { ref dir } => {
                Self::ours(message).hint(repair(dir))
            }
            _ => Self::ours(message),
        }
    }
}

/// What makes an index anew. It lies in the folder of its corpus, which has its name.
fn repair(index: &Path) -> String {
    let corpus = index.parent().and_then(Path::file_name).unwrap_or_default();
    format!("`jurat corpus check {} --repair` makes it anew", corpus.display())
}

impl From<IndexerError> for CommandFailure {
    fn from(error: IndexerError) -> Self {
        match error {
            IndexerError::Corpus(error) => error.into(),
            IndexerError::Index(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::exit::CommandExit;

    #[track_caller]
    fn check(failure: &CommandFailure, exit: CommandExit, hint: &str) {
        assert_eq!(failure.exit, exit);
        let found = failure.hint.as_deref().unwrap_or_default();
        assert!(found.contains(hint), "{found}");
    }

    #[test]
    fn hints_name_the_corpus_that_they_are_about() {
        let dir = PathBuf::from("/home/corpora/ferry/index-3");
        let damaged = IndexError::Damaged { dir, why: "cut".to_owned() };
        check(&damaged.into(), CommandExit::Failed, "`jurat corpus check ferry --repair`");
        let (corpus, name) = ("ferry".to_owned(), "a.txt".to_owned());
        let unknown = CorpusError::NoSource { corpus, name };
        check(&unknown.into(), CommandExit::BadInput, "`jurat corpus show ferry`");
    }

    #[test]
    fn a_full_disk_is_called_one() {
        let io = |kind: io::ErrorKind| CorpusError::Io {
            path: "/home/corpora/ferry/pack-1".to_owned(),
            error: kind.into(),
        };
        let full = CommandFailure::from(io(io::ErrorKind::StorageFull));
        assert!(full.message.starts_with("the disk is full: "), "{}", full.message);
        check(&full, CommandExit::Failed, "`jurat runs prune --older-than 30d --everything`");
        let dir = PathBuf::from("/home/corpora/ferry/index-3");
        let full = IndexError::Full { dir, why: "No space left on device".to_owned() };
        let full = CommandFailure::from(full);
        assert!(full.message.starts_with("the disk is full: "), "{}", full.message);
        assert!(full.message.ends_with("what was read is kept"), "{}", full.message);
        check(&full, CommandExit::Failed, "goes on where it stopped");
        let denied = CommandFailure::from(io(io::ErrorKind::PermissionDenied));
        check(&denied, CommandExit::Failed, "the rights");
    }
}
