//! One file, whatever it is, to documents and to the reasons why there are none.

mod child_restarts;
mod length_limits;
mod pages;

use std::{collections::BTreeSet, time::Instant};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, IngestedDocument, Rendition, Source};

use crate::{
    ChildLauncher, ChildUsage, FileLimits, ReadRefusal, RefusalKind,
    formats::{self, DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement},
    sandbox::{self, OutsideProgram},
};

/// The most bytes that a name may have, with those of the archives around it.
const LONGEST_NAME: usize = 4096;
/// How many times one document's time an archive may take.
const TIMES: u64 = 5;

/// What was read of a file and of all that is packed in it.
#[derive(Debug, Default)]
pub struct ExtractedFile {
    /// In the order in which they lie in the file.
    pub documents: Vec<IngestedDocument>,
    /// What could not be read, by name, and why.
    pub refusals: Vec<(String, ReadRefusal)>,
    /// What child processes took.
    pub usage: ChildUsage,
}

/// Reads a file. Without a launcher, formats that need a child process are refused: this process
/// never parses them.
pub fn read_bytes(
    launcher: Option<&ChildLauncher>,
    name: &str,
    bytes: Vec<u8>,
    limits: &FileLimits,
) -> ExtractedFile {
    let mut reading = FileReadState {
        launcher,
        limits,
        began: Instant::now(),
        bytes_left: limits.bytes,
        kept_left: limits.bytes.saturating_mul(2),
        count_left: limits.count,
        said: BTreeSet::new(),
        read: ExtractedFile::default(),
    };
    // Last in, first out, so that documents come in the order of the file.
    let mut waiting = vec![PendingFile { name: name.to_owned(), bytes, depth: 0 }];
    while let Some(next) = waiting.pop() {
        if reading.is_late() {
            reading.refuse(next.name, late(limits));
            break;
        }
        let mut members = reading.file(next);
        members.reverse();
        waiting.extend(members);
    }
    reading.read
}

/// What one reader gave, wherever it ran.
pub(crate) struct ReadOutcome {
    pub(crate) pieces: Vec<ReaderOutput>,
    pub(crate) end: Result<(), ReadRefusal>,
    /// Why a reader died on the way, where another could go on.
    pub(crate) died: Option<ReadRefusal>,
    pub(crate) usage: ChildUsage,
}

impl ReadOutcome {
    fn refused(refusal: ReadRefusal, usage: ChildUsage) -> Self {
        Self {
            pieces: Vec::new(),
            end: Err(refusal),
            died: None,
            usage,
        }
    }
}

/// Reads one document, in a child where its format asks for one.
pub(crate) fn read_document(
    launcher: Option<&ChildLauncher>,
    name: &str,
    bytes: &[u8],
    format: &DocumentFormat,
    limits: &FileLimits,
) -> ReadOutcome {
    let input = ReaderInput { name, bytes, limits, first_page: 0 };
    match (format.place, launcher) {
        (ReaderPlacement::Here, _) => here(format, &input),
        (ReaderPlacement::Sandbox, Some(launcher)) => {
            child_restarts::read_with_restarts(launcher, format, &input)
        }
        (ReaderPlacement::Program(program), Some(launcher)) => {
            outside(launcher, program, format, &input)
        }
        (ReaderPlacement::Sandbox | ReaderPlacement::Program(_), None) => {
            let message = format!("{} is read in a child process only", format.name);
            ReadOutcome::refused(
                ReadRefusal::new(RefusalKind::Unsupported, message),
                ChildUsage::default(),
            )
        }
    }
}

fn here(format: &DocumentFormat, input: &ReaderInput<'_>) -> ReadOutcome {
    let mut pieces = Vec::new();
    let end = sandbox::guarded(|| (format.read)(input, &mut |piece| pieces.push(piece)));
    ReadOutcome {
        pieces,
        end,
        died: None,
        usage: ChildUsage::default(),
    }
}

fn outside(
    launcher: &ChildLauncher,
    program: &OutsideProgram,
    format: &DocumentFormat,
    input: &ReaderInput<'_>,
) -> ReadOutcome {
    let (said, usage) = sandbox::run_program(launcher, program, input.bytes, input.limits);
    match said {
        Ok(said) => ReadOutcome {
            usage,
            ..here(format, &ReaderInput { bytes: &said, ..*input })
        },
        Err(refusal) => ReadOutcome::refused(refusal, usage),
    }
}

/// A file, or a file within a file, that is still to be read.
struct PendingFile {
    name: String,
    bytes: Vec<u8>,
    depth: u32,
}

/// One file on its way, with what it may still take.
struct FileReadState<'a> {
    launcher: Option<&'a ChildLauncher>,
    limits: &'a FileLimits,
    began: Instant,
    bytes_left: u64,
    /// Bytes of documents that may still be kept: a reader may claim the whole file for each.
    kept_left: u64,
    count_left: u64,
    /// What was said already of the file as a whole: a million times would be a flood of its own.
    said: BTreeSet<String>,
    read: ExtractedFile,
}

impl FileReadState<'_> {
    /// Reads one file and returns those within it.
    fn file(&mut self, file: PendingFile) -> Vec<PendingFile> {
        let format = match self.admit(&file) {
            Ok(format) => format,
            Err(refusal) => {
                self.refuse(file.name, refusal);
                return Vec::new();
            }
        };
        let outcome =
            read_document(self.launcher, &file.name, &file.bytes, format, self.limits);
        self.read.usage = self.read.usage.plus(outcome.usage);
        let mut members = Vec::new();
        let mut gathered = pages::PageAssembler::default();
        for piece in outcome.pieces {
            match piece {
                ReaderOutput::Pages { .. } | ReaderOutput::Drawn { .. } => {}
                ReaderOutput::Page { number, of, rendition } => {
                    gathered.add(number, of, rendition);
                }
                ReaderOutput::Member { name, bytes } => {
                    self.member(&file, name, bytes, &mut members);
                }
                ReaderOutput::Refused { name, refusal } => {
                    self.refuse(within(&file, name), refusal);
                }
                ReaderOutput::Document { name, raw, rendition, metadata } => {
                    let name = name.map_or_else(
                        || file.name.clone(),
                        |row| format!("{}#{}", file.name, length_limits::start(&row)),
                    );
                    let part = part(&file.bytes, raw);
                    if self.has_room(&name, part.len()) {
                        self.document(name, part.to_vec(), format, rendition, metadata);
                    }
                }
            }
        }
        match gathered.finish(outcome.end, outcome.died, self.limits) {
            Ok(Some(whole)) if self.has_room(&file.name, file.bytes.len()) => {
                self.document(
                    file.name,
                    file.bytes,
                    format,
                    whole,
                    DocumentMetadata::default(),
                );
            }
            Ok(_) => {}
            Err(refusal) => self.refuse(file.name, refusal),
        }
        members
    }

    fn admit(&mut self, file: &PendingFile) -> Result<&'static DocumentFormat, ReadRefusal> {
        let size = file.bytes.len() as u64;
        if file.bytes.is_empty() {
            return Err(ReadRefusal::new(RefusalKind::Empty, "the file has no bytes"));
        }
        if self.limits.depth < file.depth {
            let message = format!("it lies more than {} archives deep", self.limits.depth);
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        self.bytes_left = self.bytes_left.checked_sub(size).ok_or_else(|| {
            let message =
                format!("more than {} bytes, with all that is in it", self.limits.bytes);
            ReadRefusal::new(RefusalKind::TooLarge, message)
        })?;
        formats::detect(&file.name, &file.bytes).ok_or_else(|| {
            ReadRefusal::new(RefusalKind::Unsupported, "no reader of ours knows this format")
        })
    }

    fn member(
        &mut self,
        file: &PendingFile,
        name: String,
        bytes: Vec<u8>,
        to: &mut Vec<PendingFile>,
    ) {
        let name = within(file, Some(name));
        if LONGEST_NAME < name.len() {
            let message = format!("names of members have more than {LONGEST_NAME} bytes");
            self.refuse_once(&file.name, message);
            return;
        }
        if !self.count(&name) {
            return;
        }
        to.push(PendingFile { name, bytes, depth: file.depth + 1 });
    }

    fn document(
        &mut self,
        name: String,
        bytes: Vec<u8>,
        format: &DocumentFormat,
        mut rendition: Rendition,
        mut metadata: DocumentMetadata,
    ) {
        length_limits::cut(&mut rendition, &mut metadata);
        let source = Source {
            hash: Hash::of(&bytes),
            size: bytes.len() as u64,
            name,
            media: format.media.to_owned(),
        };
        self.read
            .documents
            .push(IngestedDocument { source, bytes, rendition, metadata });
    }

    fn refuse(&mut self, name: String, refusal: ReadRefusal) {
        self.read.refusals.push((name, refusal));
    }

    fn refuse_once(&mut self, name: &str, message: String) {
        if self.said.insert(message.clone()) {
            self.refuse(name.to_owned(), ReadRefusal::new(RefusalKind::TooLarge, message));
        }
    }

    /// Whether a document of this length may still be kept; says so where it may not.
    fn has_room(&mut self, name: &str, length: usize) -> bool {
        if !self.count(name) {
            return false;
        }
        let Some(left) = self.kept_left.checked_sub(length as u64) else {
            let most = self.limits.bytes;
            let message = format!("its documents have more than twice {most} bytes together");
            self.refuse_once(name, message);
            return false;
        };
        self.kept_left = left;
        true
    }

    /// Whether there is room for one more; says so where there is none.
    fn count(&mut self, name: &str) -> bool {
        let left = self.count_left.checked_sub(1);
        self.count_left = left.unwrap_or_default();
        if left.is_none() {
            let message = format!("more than {} documents and members", self.limits.count);
            self.refuse_once(name, message);
        }
        left.is_some()
    }

    /// Whether all that is packed in the file has taken too long together.
    #[expect(clippy::cast_precision_loss, reason = "seconds fit")]
    fn is_late(&self) -> bool {
        let cpu = self.limits.cpu_seconds.saturating_mul(TIMES) as f64;
        let wall = self.limits.wall_seconds.saturating_mul(TIMES);
        cpu < self.read.usage.cpu_seconds || wall < self.began.elapsed().as_secs()
    }
}

fn late(limits: &FileLimits) -> ReadRefusal {
    let seconds = limits.cpu_seconds.saturating_mul(TIMES);
    let message = format!(
        "what is packed with it took more than {seconds} seconds; unpack it, or raise the limit"
    );
    ReadRefusal::new(RefusalKind::TimedOut, message)
}

fn within(file: &PendingFile, name: Option<String>) -> String {
    name.map_or_else(|| file.name.clone(), |name| format!("{}/{name}", file.name))
}

/// The bytes of one document of a file; what the reader says of its place is not believed blindly.
fn part(bytes: &[u8], raw: Option<ByteSpan>) -> &[u8] {
    raw.and_then(|span| bytes.get(span.range())).unwrap_or(bytes)
}

#[cfg(test)]
mod tests;
