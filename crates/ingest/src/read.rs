//! One file, whatever it is, to documents and to the reasons why there are none.

mod archive_limits;
mod child_restarts;
mod length_limits;
mod pages;

use std::{collections::BTreeSet, ops::ControlFlow, time::Instant};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, IngestedDocument, Rendition, Source};

use crate::{
    ChildLauncher, ChildUsage, FileLimits, ReadRefusal, RefusalKind,
    formats::{self, DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement},
    sandbox::{self, OutsideProgram},
};

/// The most bytes that a name may have, with those of the archives around it.
const LONGEST_NAME: usize = 4096;
/// Refusals of one file that are told one by one: a table may have a million rows of the wrong kind.
const MOST_TOLD: usize = 50;
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

/// What there is to say of a file whose documents were handed out one by one.
#[derive(Debug, Default)]
pub struct FileReading {
    /// What could not be read, by name, and why.
    pub refusals: Vec<(String, ReadRefusal)>,
    /// What child processes took.
    pub usage: ChildUsage,
    /// Whether whoever took the documents wanted no more.
    pub is_stopped: bool,
}

/// Who takes the documents of a file, one by one, and may say that it wants no more.
pub type DocumentTaker<'a> = dyn FnMut(IngestedDocument) -> ControlFlow<()> + 'a;

/// Reads a file. Without a launcher, formats that need a child process are refused: this process
/// never parses them.
pub fn read_bytes(
    launcher: Option<&ChildLauncher>,
    name: &str,
    bytes: Vec<u8>,
    limits: &FileLimits,
) -> ExtractedFile {
    let mut documents = Vec::new();
    let mut take = |document| {
        documents.push(document);
        ControlFlow::Continue(())
    };
    let FileReading { refusals, usage, .. } =
        read_each(launcher, (name, bytes), limits, &mut take);
    ExtractedFile { documents, refusals, usage }
}

/// Reads a file and hands its documents out as they come, so that a table of a million rows is
/// never held as a million documents.
pub fn read_each(
    launcher: Option<&ChildLauncher>,
    (name, bytes): (&str, Vec<u8>),
    limits: &FileLimits,
    take: &mut DocumentTaker<'_>,
) -> FileReading {
    let mut reading = FileReadState::new(launcher, bytes.len(), limits, take);
    // Last in, first out, so that documents come in the order of the file.
    let mut waiting = vec![PendingFile { name: name.to_owned(), bytes, depth: 0 }];
    while let Some(next) = waiting.pop() {
        if reading.is_late() {
            reading.read.refusals.push((next.name, late(limits)));
            break;
        }
        let mut members = reading.file(next);
        if reading.read.is_stopped {
            break;
        }
        if let Some(refusal) = reading.spent.take() {
            reading.read.refusals.push((name.to_owned(), refusal));
            break;
        }
        members.reverse();
        waiting.extend(members);
    }
    reading.tell_untold(name);
    reading.read
}

/// How one reader came to its end, wherever it ran.
pub(crate) struct ReadOutcome {
    pub(crate) end: Result<(), ReadRefusal>,
    /// Why a reader died on the way, where another could go on.
    pub(crate) died: Option<ReadRefusal>,
    pub(crate) usage: ChildUsage,
}

impl ReadOutcome {
    fn refused(refusal: ReadRefusal, usage: ChildUsage) -> Self {
        Self { end: Err(refusal), died: None, usage }
    }
}

/// Reads one document, in a child where its format asks for one, and hands out its pieces.
pub(crate) fn read_document(
    launcher: Option<&ChildLauncher>,
    input: &ReaderInput<'_>,
    format: &DocumentFormat,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> ReadOutcome {
    match (format.place, launcher) {
        (ReaderPlacement::Here, _) => here(format, input, hand_out),
        (ReaderPlacement::Sandbox, Some(launcher)) => {
            child_restarts::read_with_restarts(launcher, format, input, hand_out)
        }
        (ReaderPlacement::Program(program), Some(launcher)) => {
            outside(launcher, program, (format, input), hand_out)
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

fn here(
    format: &DocumentFormat,
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> ReadOutcome {
    let end = sandbox::guarded(|| (format.read)(input, hand_out));
    ReadOutcome { end, died: None, usage: ChildUsage::default() }
}

fn outside(
    launcher: &ChildLauncher,
    program: &OutsideProgram,
    (format, input): (&DocumentFormat, &ReaderInput<'_>),
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> ReadOutcome {
    let (said, usage) = sandbox::run_program(launcher, program, input.bytes, input.limits);
    match said {
        Ok(said) => ReadOutcome {
            usage,
            ..here(format, &ReaderInput { bytes: &said, ..*input }, hand_out)
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
    archives: archive_limits::ArchiveLimits,
    /// Bytes of documents that may still be kept: a reader may claim the whole file for each.
    kept_left: u64,
    count_left: u64,
    /// What was said already of the file as a whole: a million times would be a flood of its own.
    said: BTreeSet<String>,
    /// How much was refused that is only counted, and of what kind the last was.
    untold: Option<(RefusalKind, usize)>,
    /// Why nothing more is read of the file: what it may take in all is spent.
    spent: Option<ReadRefusal>,
    take: &'a mut DocumentTaker<'a>,
    read: FileReading,
}

/// What the pieces of one file come to.
#[derive(Default)]
struct PiecesSoFar {
    members: Vec<PendingFile>,
    pages: pages::PageAssembler,
}

impl<'a> FileReadState<'a> {
    fn new(
        launcher: Option<&'a ChildLauncher>,
        size: usize,
        limits: &'a FileLimits,
        take: &'a mut DocumentTaker<'a>,
    ) -> Self {
        Self {
            launcher,
            limits,
            began: Instant::now(),
            bytes_left: limits.bytes,
            archives: archive_limits::ArchiveLimits::of_file(size as u64, limits),
            kept_left: limits.bytes.saturating_mul(2),
            count_left: limits.count,
            said: BTreeSet::new(),
            untold: None,
            spent: None,
            take,
            read: FileReading::default(),
        }
    }

    /// Reads one file and returns those within it.
    fn file(&mut self, file: PendingFile) -> Vec<PendingFile> {
        let format = match self.admit(&file) {
            Ok(format) => format,
            Err(refusal) => {
                self.refuse(file.name, refusal);
                return Vec::new();
            }
        };
        if self.spent.is_some() {
            return Vec::new();
        }
        let began = Instant::now();
        let mut so_far = PiecesSoFar::default();
        let input = ReaderInput {
            name: &file.name,
            bytes: &file.bytes,
            limits: self.limits,
            first_page: 0,
        };
        let outcome = read_document(self.launcher, &input, format, &mut |piece| {
            self.piece((&file, format), piece, &mut so_far);
        });
        self.read.usage = self.read.usage.plus(outcome.usage);
        if formats::holds_files(format) {
            self.archives.unpacking += began.elapsed();
        }
        let PiecesSoFar { members, pages } = so_far;
        match pages.finish(outcome.end, outcome.died, self.limits) {
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

    fn piece(
        &mut self,
        (file, format): (&PendingFile, &DocumentFormat),
        piece: ReaderOutput,
        so_far: &mut PiecesSoFar,
    ) {
        match piece {
            // A reader cannot be stopped; what it still gives is let fall.
            _ if self.read.is_stopped => {}
            ReaderOutput::Pages { .. } | ReaderOutput::Drawn { .. } => {}
            ReaderOutput::Page { number, of, rendition } => {
                so_far.pages.add(number, of, rendition);
            }
            ReaderOutput::Member { name, bytes } => {
                self.member(file, name, bytes, &mut so_far.members);
            }
            ReaderOutput::Refused { name, refusal } => {
                self.refuse(within(file, name), refusal);
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

    fn admit(&mut self, file: &PendingFile) -> Result<&'static DocumentFormat, ReadRefusal> {
        let size = file.bytes.len() as u64;
        if file.bytes.is_empty() {
            return Err(ReadRefusal::new(RefusalKind::Empty, "the file has no bytes"));
        }
        self.archives.admit_depth(file.depth)?;
        self.bytes_left = self.bytes_left.checked_sub(size).ok_or_else(|| {
            let message =
                format!("more than {} bytes, with all that is in it", self.limits.bytes);
            ReadRefusal::new(RefusalKind::TooLarge, message)
        })?;
        let format = formats::detect(&file.name, &file.bytes).ok_or_else(|| {
            ReadRefusal::new(RefusalKind::Unsupported, "no reader of ours knows this format")
        })?;
        if 0 < file.depth {
            let packed =
                archive_limits::PackedFile { size, is_archive: formats::holds_files(format) };
            self.spent = self.archives.take_in(packed).err();
        }
        Ok(format)
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
        let document = IngestedDocument { source, bytes, rendition, metadata };
        self.read.is_stopped = (self.take)(document).is_break();
    }

    fn refuse(&mut self, name: String, refusal: ReadRefusal) {
        if self.read.refusals.len() < MOST_TOLD {
            self.read.refusals.push((name, refusal));
        } else {
            let count = self.untold.map_or(0, |(_, count)| count);
            self.untold = Some((refusal.kind, count + 1));
        }
    }

    /// Counts what was refused beyond what is told one by one.
    fn tell_untold(&mut self, name: &str) {
        if let Some((kind, count)) = self.untold.take() {
            let refusal = ReadRefusal::new(kind, format!("and {count} more were refused"));
            self.read.refusals.push((name.to_owned(), refusal));
        }
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
