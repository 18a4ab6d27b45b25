//! The clerk of this machine: repositories, papers and figures, each read by limited children.

use std::{
    fs::{self, DirBuilder, File},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_code::{RepoAddress, RepoLimits, SurveyContext, facts::RepoFacts, survey};
use jurat_ingest::{ChildLauncher, FileLimits, figures};
use jurat_model::{
    IngestedDocument, LocatedValue, PaperFigure, PartKind, SourceExhibit, WarningKind,
};
use uuid::Uuid;

use super::{RepositoryRequest, SubmissionReader, SubmittedPaper};
use crate::model::PaperIdentity;

/// Starts limited children, or says why it cannot.
pub type OpenLauncher = dyn Fn() -> Result<ChildLauncher, String> + Send + Sync;

/// Reads submissions for the courts of this process.
pub struct LocalSubmissionReader {
    /// Where a clone lies while it is looked at.
    folder: PathBuf,
    launcher: Box<OpenLauncher>,
}

impl LocalSubmissionReader {
    /// With temporary things below a folder.
    pub fn new(folder: PathBuf, launcher: Box<OpenLauncher>) -> Self {
        Self { folder, launcher }
    }
}

impl SubmissionReader for LocalSubmissionReader {
    fn repository(&self, asked: &RepositoryRequest) -> Result<RepoFacts, String> {
        let address = RepoAddress::parse(&asked.address, &asked.hosts)
            .map_err(|error| error.to_string())?;
        let launcher = (self.launcher)()?;
        let room = CloneFolder::open(&self.folder)?;
        let work = room.inside();
        fs::create_dir(&work)
            .map_err(|error| format!("cannot make {}: {error}", work.display()))?;
        let intake = SurveyContext {
            launcher: &launcher,
            folder: &work,
            limits: RepoLimits::default(),
        };
        survey(&intake, &address, &asked.wanted).map_err(|refusal| refusal.to_string())
    }

    fn paper(&self, path: &str) -> Result<SubmittedPaper, String> {
        let (name, bytes) = bytes(path)?;
        let read = jurat_ingest::read_bytes(
            Some(&(self.launcher)()?),
            &name,
            bytes,
            &FileLimits::default(),
        );
        let mut documents = read.documents.into_iter();
        let Some(document) = documents.next() else {
            let why: Vec<String> =
                read.refusals.iter().map(|(_, refusal)| refusal.to_string()).collect();
            return Err(if why.is_empty() {
                "there is no text in it".to_owned()
            } else {
                why.join("; ")
            });
        };
        Ok(paper_of(document))
    }

    fn figures(
        &self,
        path: &str,
        source: Hash,
    ) -> Result<Vec<LocatedValue<PaperFigure>>, String> {
        let (name, bytes) = bytes(path)?;
        if Hash::of(&bytes) != source {
            return Err("it changed while it was read".to_owned());
        }
        figures(&(self.launcher)()?, &name, &bytes, &FileLimits::default())
            .map_err(|refusal| refusal.to_string())
    }
}

/// The name and bytes of a file, within limits.
fn bytes(path: &str) -> Result<(String, Vec<u8>), String> {
    let path = Path::new(path);
    let failed = |error: std::io::Error| format!("it cannot be read: {error}");
    let size = fs::metadata(path).map_err(failed)?.len();
    if FileLimits::default().bytes < size {
        return Err(format!("it has {size} bytes, which is too many"));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok((name.unwrap_or_default(), fs::read(path).map_err(failed)?))
}

fn paper_of(document: IngestedDocument) -> SubmittedPaper {
    let IngestedDocument { source, rendition, metadata, .. } = document;
    let pages = rendition
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Page)
        .count();
    let unreadable = rendition
        .warnings
        .iter()
        .filter(|warning| warning.kind == WarningKind::PartUnreadable);
    let paper = PaperIdentity {
        name: source.name.clone(),
        source: source.hash,
        rendition: rendition.hash(),
        pages: u32::try_from(pages).unwrap_or(u32::MAX),
        unreadable: unreadable.flat_map(|warning| pages_named(&warning.message)).collect(),
        words: rendition.text.split_whitespace().count() as u64,
    };
    let exhibit = SourceExhibit {
        name: source.name,
        source: source.hash,
        media: source.media,
        rendition: paper.rendition,
        reader: rendition.reader.clone(),
        metadata,
        text: rendition.text.clone(),
    };
    SubmittedPaper { paper, exhibit, rendition }
}

/// The pages that a warning names: `page 3 …`, `pages 3 to 9 …`.
fn pages_named(message: &str) -> Vec<u32> {
    let mut words = message.split(' ');
    let first = |word: Option<&str>| word.and_then(|word| word.parse::<u32>().ok());
    match (words.next(), first(words.next()), words.next(), first(words.next())) {
        (Some("page"), Some(page), ..) => vec![page],
        (Some("pages"), Some(from), Some("to"), Some(to)) => {
            (from..=to.min(FileLimits::default().pages)).collect()
        }
        _ => Vec::new(),
    }
}

/// A folder that is gone when this is dropped, or when the next is opened after a crash.
struct CloneFolder {
    folder: PathBuf,
    /// Held as long as the folder is in use; the system lets go of it whatever happens to us.
    lock: File,
}

const LOCK: &str = "lock";

impl CloneFolder {
    fn open(below: &Path) -> Result<Self, String> {
        sweep_clones(below);
        let folder = below.join(Uuid::now_v7().to_string());
        let failed = |error| format!("cannot make {}: {error}", folder.display());
        // Nobody else may look in.
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)
            .map_err(failed)?;
        let lock = File::create(folder.join(LOCK)).map_err(failed)?;
        lock.lock().map_err(failed)?;
        Ok(Self { folder, lock })
    }

    /// Where others may work.
    fn inside(&self) -> PathBuf {
        self.folder.join("work")
    }
}

impl Drop for CloneFolder {
    fn drop(&mut self) {
        // What cannot be removed now is swept by the next court.
        let _ = self.lock.unlock();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Removes what courts that were killed left behind.
pub fn sweep_clones(below: &Path) {
    let rooms = fs::read_dir(below).into_iter().flatten().flatten();
    for room in rooms.map(|entry| entry.path()) {
        // A room without its lock is being opened just now.
        let Ok(lock) = File::open(room.join(LOCK)) else { continue };
        if lock.try_lock().is_ok() {
            let _ = fs::remove_dir_all(&room);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::fs;

    use super::{CloneFolder, pages_named};

    #[test]
    fn pages_are_named_one_by_one() {
        assert_eq!(pages_named("page 3 could not be read: it is PDF 1.7"), [3]);
        assert_eq!(pages_named("pages 3 to 5 were given up"), [3, 4, 5]);
        assert!(pages_named("it breaks off after 7 bytes").is_empty());
        assert!(pages_named("pages 9 to 3 were given up").is_empty());
    }

    #[test]
    fn what_a_killed_court_left_is_swept_and_what_is_in_use_is_not() {
        let below = tempfile::tempdir().unwrap();
        let left = below.path().join("left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("lock"), "").unwrap();
        let room = CloneFolder::open(below.path()).unwrap();
        assert!(!left.exists());
        let other = CloneFolder::open(below.path()).unwrap();
        assert!(room.folder.exists());
        drop((room, other));
        assert_eq!(fs::read_dir(below.path()).unwrap().count(), 0);
    }
}
