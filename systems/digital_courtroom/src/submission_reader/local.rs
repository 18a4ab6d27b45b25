//! The clerk of this machine: repositories, papers and figures, each read by limited children.

use std::{
    fs::{self, DirBuilder, File},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use jurat_canon::Hash;
use jurat_code::{
    RepoAddress, RepoLimits, SurveyContext,
    facts::{AstQuery, RepoFacts},
    survey, survey_choosing, survey_commit,
};
use jurat_ingest::{ChildLauncher, FileLimits, figures};
use jurat_model::{
    IngestedDocument, LocatedValue, PaperFigure, PartKind, SourceExhibit, WarningKind,
};
use uuid::Uuid;

use super::{RepositoryRequest, SubmissionReader, SubmittedPaper};
use crate::{
    built_in_rubrics::{self, BuiltInRubric, RUBRICS},
    model::PaperIdentity,
    rubric::wanted,
    rubric_choice::{RubricChoice, fitting_rubric},
};

/// Starts limited children, or says why it cannot.
pub type OpenLauncher = dyn Fn() -> Result<ChildLauncher, String> + Send + Sync;

/// Reads submissions for the courts of this process.
pub struct LocalSubmissionReader {
    /// Where a clone lies while it is looked at.
    folder: PathBuf,
    launcher: Box<OpenLauncher>,
    /// What was read to choose a rubric, until the run asks for it.
    surveyed: Mutex<Option<SurveyedRepository>>,
}

/// What came of a repository that was read before anybody asked for it.
struct SurveyedRepository {
    asked: RepositoryRequest,
    facts: Result<RepoFacts, String>,
}

impl LocalSubmissionReader {
    /// With temporary things below a folder.
    pub fn new(folder: PathBuf, launcher: Box<OpenLauncher>) -> Self {
        Self { folder, launcher, surveyed: Mutex::new(None) }
    }

    /// The rubric that fits the repository at an address; none where it cannot be read, which the
    /// run will say. The repository is read for all of them at once, and whoever asks for it next
    /// gets what was found.
    pub fn fitting_rubric(&self, address: &str, hosts: &[String]) -> Option<RubricChoice> {
        let of = |one: &BuiltInRubric| {
            let rubric = built_in_rubrics::load(one.text).ok();
            let asked = rubric.iter().flat_map(wanted).map(|one| one.query);
            asked.collect::<Vec<AstQuery>>()
        };
        let groups: Vec<Vec<AstQuery>> = RUBRICS.iter().map(of).collect();
        let place = |choice: &RubricChoice| {
            RUBRICS
                .iter()
                .position(|one| one.name == choice.name)
                .unwrap_or_default()
        };
        let facts = self.within(|intake| {
            let address = parsed(address, hosts)?;
            let choose = |facts: &RepoFacts| place(&fitting_rubric(facts));
            survey_choosing(intake, &address, &groups, &choose).map_err(|it| it.to_string())
        });
        let choice = facts.as_ref().ok().map(fitting_rubric);
        let group = choice.as_ref().and_then(|choice| groups.get(place(choice)));
        let asked = RepositoryRequest {
            address: address.to_owned(),
            hosts: hosts.to_vec(),
            commit: None,
            wanted: group.cloned().unwrap_or_default(),
        };
        *self.surveyed.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(SurveyedRepository { asked, facts });
        choice
    }

    /// What was read before, where it is what is asked for now. It is handed out once.
    fn read_before(&self, asked: &RepositoryRequest) -> Option<Result<RepoFacts, String>> {
        let kept = self.surveyed.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        // What could not be read cannot be asked anything.
        let wanted = kept.facts.as_ref().map_or(&asked.wanted, |_| &kept.asked.wanted);
        let same = RepositoryRequest { wanted: wanted.clone(), ..kept.asked.clone() } == *asked;
        same.then_some(kept.facts)
    }

    /// Does something with a folder of its own and a way to start children.
    fn within(
        &self,
        survey: impl FnOnce(&SurveyContext<'_>) -> Result<RepoFacts, String>,
    ) -> Result<RepoFacts, String> {
        let launcher = (self.launcher)()?;
        let room = CloneFolder::open(&self.folder)?;
        let work = room.inside();
        fs::create_dir(&work)
            .map_err(|error| format!("cannot make {}: {error}", work.display()))?;
        survey(&SurveyContext {
            launcher: &launcher,
            folder: &work,
            limits: RepoLimits::default(),
        })
    }
}

fn parsed(address: &str, hosts: &[String]) -> Result<RepoAddress, String> {
    RepoAddress::parse(address, hosts).map_err(|error| error.to_string())
}

impl SubmissionReader for LocalSubmissionReader {
    fn repository(&self, asked: &RepositoryRequest) -> Result<RepoFacts, String> {
        if let Some(facts) = self.read_before(asked) {
            return facts;
        }
        self.within(|intake| {
            let address = parsed(&asked.address, &asked.hosts)?;
            let facts = match &asked.commit {
                Some(commit) => survey_commit(intake, (&address, commit), &asked.wanted),
                None => survey(intake, &address, &asked.wanted),
            };
            facts.map_err(|refusal| refusal.to_string())
        })
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

    use super::{
        CloneFolder, LocalSubmissionReader, RepositoryRequest, SubmissionReader as _,
        SurveyedRepository, pages_named,
    };

    #[test]
    fn what_was_read_to_choose_a_rubric_is_handed_out_once_and_to_who_asks_for_it() {
        let reader = || {
            let below = tempfile::tempdir().unwrap();
            let launcher = || Err("nobody reads again".to_owned());
            LocalSubmissionReader::new(below.path().to_path_buf(), Box::new(launcher))
        };
        let asked = |address: &str| RepositoryRequest {
            address: address.to_owned(),
            hosts: Vec::new(),
            commit: None,
            wanted: Vec::new(),
        };
        let unread = |reader: &LocalSubmissionReader, address| {
            reader.repository(&asked(address)).unwrap_err()
        };
        let reader_with = |why: &str| {
            let reader = reader();
            let facts = Err(why.to_owned());
            *reader.surveyed.lock().unwrap() =
                Some(SurveyedRepository { asked: asked("/srv/weir"), facts });
            reader
        };
        let kept = reader_with("it is empty");
        assert_eq!(unread(&kept, "/srv/weir"), "it is empty");
        assert_eq!(unread(&kept, "/srv/weir"), "nobody reads again");
        assert_eq!(unread(&reader_with("it is empty"), "/srv/mill"), "nobody reads again");
        // One that cannot be read has no rubric that fits, and is not tried twice.
        let chosen = reader();
        assert_eq!(chosen.fitting_rubric("/srv/nowhere", &[]), None);
        assert_eq!(unread(&chosen, "/srv/nowhere"), "nobody reads again");
        assert!(chosen.surveyed.lock().unwrap().is_none());
    }

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
