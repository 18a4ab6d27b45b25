//! Reads a folder of this machine: every file by limited children, in the order of paths, several at a time; what was read before
//! and has not changed is not read again.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    thread,
};

use jurat_canon::Hash;
use jurat_ingest::{
    ChildLauncher, ExtractedFile, FileLimits, FolderEntry, ReadRefusal, RefusalKind,
    read_bytes, walk,
};
use jurat_model::{SourceExhibit, WarningKind};

use super::{
    MatterReader, OWN_FOLDER, ReadMatter,
    reading_cache::{DocumentReading, ReadingCache, ReadingKey},
    table_rows::rows_joined,
};
use crate::{
    intake::{self, ReadFile},
    model::{FileStanding, FileWarning, MatterFile},
};

/// Starts limited children, or says why it cannot.
pub type OpenLauncher = dyn Fn() -> Result<ChildLauncher, String> + Send + Sync;

/// Files of a folder, with the members of archives.
const MOST_FILES: u64 = 5_000;
/// Pages of one document.
const MOST_PAGES: u32 = 1_000;
/// Bytes of an application pack.
const LARGEST_PACK: u64 = 4 << 20;
/// Readers at a time.
const READERS: usize = 4;

/// Reads matters for the audits of this process.
pub struct LocalMatterReader {
    launcher: Box<OpenLauncher>,
    cache: Option<ReadingCache>,
    read_anew: AtomicU32,
}

impl LocalMatterReader {
    pub fn new(launcher: Box<OpenLauncher>) -> Self {
        Self {
            launcher,
            cache: None,
            read_anew: AtomicU32::new(0),
        }
    }

    /// Keeps readings in a folder, sealed by the bytes of their files.
    #[must_use]
    pub fn keeping(mut self, folder: PathBuf) -> Self {
        self.cache = Some(ReadingCache::new(folder));
        self
    }

    /// Files that were really read so far, and not taken from what was kept.
    pub fn read_anew(&self) -> u32 {
        self.read_anew.load(Ordering::Relaxed)
    }

    fn read_file(
        &self,
        entry: &FolderEntry,
        launcher: &ChildLauncher,
        limits: FileLimits,
    ) -> FileOutcome {
        let unread = |why: String| FileOutcome {
            name: entry.name.clone(),
            source: Hash::of(b""),
            bytes: *entry.size.as_ref().unwrap_or(&0),
            read: Err(why),
            picture: PictureMarks::default(),
        };
        if let Err(refusal) = &entry.size {
            return unread(refusal.message.clone());
        }
        if entry.path.is_symlink() {
            return unread("it is a link, and links are not followed".to_owned());
        }
        let bytes = match bytes_of(&entry.path) {
            Ok(bytes) => bytes,
            Err(why) => return unread(why),
        };
        let (source, count) = (Hash::of(&bytes), bytes.len() as u64);
        let picture = PictureMarks::of(&entry.name, &bytes);
        let mut contents = self.contents((&entry.name, bytes), launcher, limits);
        contents.documents = rows_joined((&entry.name, source, count), contents.documents);
        FileOutcome {
            picture,
            name: entry.name.clone(),
            source,
            bytes: count,
            read: Ok(DescribedFile::new(&entry.name, contents)),
        }
    }

    /// What is in a file: as it was read before, or read now.
    fn contents(
        &self,
        (name, bytes): (&str, Vec<u8>),
        launcher: &ChildLauncher,
        limits: FileLimits,
    ) -> FileContents {
        let key = self.cache.as_ref().and_then(|cache| {
            Some((cache, ReadingKey::new((name, &bytes), launcher, &limits)?))
        });
        if let Some(documents) = key.as_ref().and_then(|(cache, key)| cache.kept(key)) {
            return FileContents { documents, refusals: Vec::new() };
        }
        self.read_anew.fetch_add(1, Ordering::Relaxed);
        let ExtractedFile { documents, refusals, .. } =
            read_bytes(Some(launcher), name, bytes, &limits);
        let documents = documents.into_iter().map(|it| DocumentReading {
            source: it.source,
            rendition: it.rendition,
            metadata: it.metadata,
        });
        let contents = FileContents { documents: documents.collect(), refusals };
        if let Some((cache, key)) = key.filter(|_| contents.is_whole()) {
            cache.keep(&key, &contents.documents);
        }
        contents
    }
}

impl MatterReader for LocalMatterReader {
    fn read(&self, folder: &str) -> Result<ReadMatter, String> {
        let root = PathBuf::from(folder);
        if !root.is_dir() {
            return Err(format!("{folder} is no folder"));
        }
        let launcher = (self.launcher)()?;
        let limits = FileLimits {
            count: MOST_FILES,
            pages: MOST_PAGES,
            ..FileLimits::default()
        };
        let entries: Vec<FolderEntry> = walk(&[root], &limits)
            .into_iter()
            .filter(|entry| !is_ours(&entry.name))
            .collect();
        let read = self.read_all(&entries, &launcher, limits);
        if let Some(cache) = &self.cache {
            cache.bound();
        }
        Ok(gathered(read))
    }

    fn pack_text(&self, path: &str) -> Result<String, String> {
        let size = fs::metadata(path).map_err(|error| format!("{path}: {error}"))?.len();
        if LARGEST_PACK < size {
            return Err(format!("{path} has {size} bytes: no pack is so large"));
        }
        fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
    }
}

fn is_ours(name: &str) -> bool {
    name.split('/').next() == Some(OWN_FOLDER)
}

/// What came of a file, by its name.
struct FileOutcome {
    name: String,
    source: Hash,
    bytes: u64,
    read: Result<DescribedFile, String>,
    /// What its bytes tell besides their text.
    picture: PictureMarks,
}

/// What is told of a picture by its bytes.
#[derive(Default)]
struct PictureMarks {
    location: Option<FileWarning>,
    is_tiny: bool,
}

impl PictureMarks {
    fn of(name: &str, bytes: &[u8]) -> Self {
        if !intake::is_picture(name) {
            return Self::default();
        }
        Self {
            location: intake::location_warning(bytes),
            is_tiny: intake::is_tiny(bytes),
        }
    }
}

/// What was read of a file and of all that is packed in it.
struct FileContents {
    documents: Vec<DocumentReading>,
    refusals: Vec<(String, ReadRefusal)>,
}

impl FileContents {
    /// Whether nothing of it is missing: what was read in part may be read further another time.
    fn is_whole(&self) -> bool {
        let mut warnings = self.documents.iter().flat_map(|it| &it.rendition.warnings);
        let is_torn = warnings
            .any(|it| matches!(it.kind, WarningKind::PartUnreadable | WarningKind::Truncated));
        self.refusals.is_empty() && !self.documents.is_empty() && !is_torn
    }
}

/// The same, with what each document is said to be.
struct DescribedFile {
    documents: Vec<(MatterFile, SourceExhibit)>,
    refusals: Vec<(String, ReadRefusal)>,
}

impl DescribedFile {
    fn new(name: &str, FileContents { documents, refusals }: FileContents) -> Self {
        let documents = documents.into_iter().map(|document| {
            let path = path_of(name, &document.source.name);
            (described(&path, &document), exhibit_of(document))
        });
        Self { documents: documents.collect(), refusals }
    }
}

impl LocalMatterReader {
    /// Reads files side by side; the order of what comes back is that of the list.
    fn read_all(
        &self,
        entries: &[FolderEntry],
        launcher: &ChildLauncher,
        limits: FileLimits,
    ) -> Vec<FileOutcome> {
        let next = AtomicUsize::new(0);
        let done: Mutex<BTreeMap<usize, FileOutcome>> = Mutex::new(BTreeMap::new());
        thread::scope(|scope| {
            for _ in 0..READERS.min(entries.len()) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(entry) = entries.get(at) else { break };
                        let outcome = self.read_file(entry, launcher, limits);
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        done.insert(at, outcome);
                    }
                });
            }
        });
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_values().collect()
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("it cannot be read: {}", error.kind()))
}

/// Puts files in order, gives them ids, and keeps each text once.
fn gathered(outcomes: Vec<FileOutcome>) -> ReadMatter {
    let mut files: Vec<MatterFile> = Vec::new();
    let mut exhibits: BTreeMap<String, SourceExhibit> = BTreeMap::new();
    for outcome in outcomes {
        let FileOutcome { name, source, bytes, read, picture } = outcome;
        let first = files.len();
        let read = match read {
            Ok(read) => read,
            Err(reason) => {
                files.push(unread_file(&name, (source, bytes), reason));
                continue;
            }
        };
        let mut named: BTreeSet<String> = BTreeSet::new();
        for (file, exhibit) in read.documents {
            named.insert(file.path.clone());
            files.push(file);
            exhibits.entry(exhibit.rendition.to_string()).or_insert(exhibit);
        }
        let wordless = named.is_empty() && is_wordless(&name, &read.refusals, &picture);
        if wordless {
            files.push(intake::picture_without_words(&name, source, bytes));
        } else {
            refused(&name, (source, bytes), &read.refusals, &named, &mut files);
        }
        for file in files.iter_mut().skip(first) {
            file.warnings.extend(picture.location.clone());
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let width = files.len().to_string().len().max(2);
    for (at, file) in files.iter_mut().enumerate() {
        file.id = format!("F{:0width$}", at + 1);
    }
    let mut exhibits: Vec<SourceExhibit> = exhibits.into_values().collect();
    exhibits.sort_by(|one, other| {
        (&one.name, one.rendition.to_string()).cmp(&(&other.name, other.rendition.to_string()))
    });
    ReadMatter { files, exhibits }
}

/// Whether a picture was looked at and holds no words, or is too small to hold any.
fn is_wordless(name: &str, refusals: &[(String, ReadRefusal)], picture: &PictureMarks) -> bool {
    let kinds: Vec<RefusalKind> = refusals.iter().map(|(_, refusal)| refusal.kind).collect();
    let was_looked_at = !kinds.is_empty() && !kinds.contains(&RefusalKind::ProgramMissing);
    let is_empty = kinds.iter().all(|kind| *kind == RefusalKind::Empty);
    intake::is_picture(name) && was_looked_at && (is_empty || picture.is_tiny)
}

/// What was refused stands among the files; of a file that was read in part, the reason stands with it.
fn refused(
    name: &str,
    (source, bytes): (Hash, u64),
    refusals: &[(String, ReadRefusal)],
    named: &BTreeSet<String>,
    files: &mut Vec<MatterFile>,
) {
    for (inner, refusal) in refusals {
        let path = path_of(name, inner);
        if named.contains(&path) {
            if let Some(file) = files.iter_mut().find(|file| file.path == path) {
                file.standing = FileStanding::InPart { reason: refusal.message.clone() };
            }
        } else if let Some(file) = files.iter_mut().find(|file| file.path == path) {
            if let FileStanding::NotRead { reason } = &mut file.standing {
                reason.push_str("; ");
                reason.push_str(&refusal.message);
            }
        } else {
            files.push(unread_file(&path, (source, bytes), refusal.message.clone()));
        }
    }
    if named.is_empty() && refusals.is_empty() {
        let reason = "there is no text in it".to_owned();
        files.push(unread_file(name, (source, bytes), reason));
    }
}

/// `letters.zip/one.pdf` of `letters.zip` is `letters.zip!/one.pdf`.
fn path_of(file: &str, document: &str) -> String {
    match document.strip_prefix(file).and_then(|rest| rest.strip_prefix('/')) {
        Some(member) => format!("{file}!/{member}"),
        None => file.to_owned(),
    }
}

fn described(path: &str, document: &DocumentReading) -> MatterFile {
    intake::describe(&ReadFile {
        id: "",
        path,
        source: document.source.hash,
        bytes: document.source.size,
        rendition: &document.rendition,
    })
}

fn unread_file(path: &str, (source, bytes): (Hash, u64), reason: String) -> MatterFile {
    MatterFile {
        id: String::new(),
        path: path.to_owned(),
        source,
        bytes,
        standing: FileStanding::NotRead { reason },
        rendition: None,
        pages: None,
        language: None,
        kind: "unknown".to_owned(),
        kind_certainty: 0.0,
        kind_reason: "it was not read".to_owned(),
        about: None,
        dated: None,
        form: None,
        form_fields: Vec::new(),
        warnings: Vec::new(),
        suspect_orders: Vec::new(),
    }
}

fn exhibit_of(document: DocumentReading) -> SourceExhibit {
    let DocumentReading { source, rendition, mut metadata } = document;
    metadata
        .values
        .insert("page_starts".to_owned(), intake::page_starts(&rendition));
    SourceExhibit {
        name: source.name,
        source: source.hash,
        media: source.media,
        rendition: rendition.hash(),
        reader: rendition.reader,
        metadata,
        text: rendition.text,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_ours, path_of};

    #[test]
    fn members_of_archives_and_our_own_folder_are_told_by_their_paths() {
        assert_eq!(path_of("a/letters.zip", "a/letters.zip/one.pdf"), "a/letters.zip!/one.pdf");
        assert_eq!(path_of("a/one.pdf", "a/one.pdf"), "a/one.pdf");
        assert!(is_ours("jurat-audit/report.md"));
        assert!(!is_ours("jurat-audit.pdf") && !is_ours("letters/jurat-audit"));
    }
}
