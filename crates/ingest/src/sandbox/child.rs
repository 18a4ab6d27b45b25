//! The child's side: take the request, give up rights, then read or become another program.

use std::{
    any::Any,
    fs::File,
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    os::fd::AsFd,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
};

use jurat_model::court::AstQuery;

use super::{
    confine::{ChildPermissions, confine, die_with_parent},
    process_usage::SelfUsageMeter,
    program_child,
    wire::{self, ChildFrame, ChildJob, ChildRequest},
};
use crate::{
    FileLimits, ReadRefusal, RefusalKind,
    formats::{self, ReaderInput, ReaderOutput},
    repo,
};

/// What the hidden verb of the binary does: serves one request from stdin, and ends. Nothing but
/// this may have been done in the process before.
pub fn serve() -> ExitCode {
    code(&start(&mut |served| served.work()))
}

/// The same, with an act of the caller's in place of the reader: how tests make children that
/// misbehave. It is given the way out, and the first page that is asked for or the number of files
/// of a repository that are to be looked into.
#[doc(hidden)]
pub fn serve_drill(act: &mut dyn FnMut(&mut dyn Write, u32)) -> ExitCode {
    code(&start(&mut |served| {
        act(&mut served.out, served.first_page);
        Ok(())
    }))
}

fn code(done: &io::Result<()>) -> ExitCode {
    if let Err(error) = done {
        // The parent keeps the last words; nothing is left to do if it does not.
        let _ = writeln!(io::stderr(), "{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// A child that has taken its request and given up its rights.
struct ConfinedChild {
    out: BufWriter<File>,
    task: ChildTask,
    /// The first page to read, or how many files there are to look into.
    first_page: u32,
    limits: FileLimits,
}

enum ChildTask {
    Read { format: String, name: String, bytes: Vec<u8> },
    Survey { wanted: Vec<AstQuery>, from: BufReader<File> },
}

fn start(act: &mut dyn FnMut(&mut ConfinedChild) -> Result<(), ReadRefusal>) -> io::Result<()> {
    die_with_parent()?;
    // Not the buffered stdin of the library: it would swallow what is meant for a program.
    let mut from = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut out = BufWriter::new(File::from(io::stdout().as_fd().try_clone_to_owned()?));
    let ChildRequest { limits, size, job } = wire::read_request(&mut from)?;
    let mut own = SelfUsageMeter::open();
    if let ChildJob::Exec(exec) = job {
        return program_child::become_program(&exec, &limits, from, &mut out);
    }
    let isolation = confine(&limits, &ChildPermissions::READER)?;
    wire::write_frame(&mut out, &ChildFrame::Confined(isolation))?;
    let (task, first_page) = match job {
        ChildJob::Survey { files, wanted } => {
            (ChildTask::Survey { wanted, from: BufReader::new(from) }, files)
        }
        ChildJob::Read { format, name, first_page } => {
            let bytes = take(&mut from, size, limits.bytes)?;
            (ChildTask::Read { format, name, bytes }, first_page)
        }
        ChildJob::Exec(_) => return Ok(()),
    };
    let mut served = ConfinedChild { out, task, first_page, limits };
    let end = guarded(|| act(&mut served));
    wire::write_frame(&mut served.out, &ChildFrame::Spent(own.spent()))?;
    wire::write_frame(&mut served.out, &ChildFrame::End(end))
}

impl ConfinedChild {
    fn work(&mut self) -> Result<(), ReadRefusal> {
        let Self { out, task, first_page, limits } = self;
        let mut lost = None;
        let mut say = |frame: &ChildFrame| {
            if let Err(error) = wire::write_frame(out, frame) {
                lost.get_or_insert(error);
            }
        };
        match task {
            ChildTask::Read { format, name, bytes } => {
                let input = ReaderInput { name, bytes, limits, first_page: *first_page };
                read(format, &input, &mut |piece| say(&ChildFrame::Piece(Box::new(piece))))?;
            }
            ChildTask::Survey { wanted, from } => {
                let survey = repo::look_into(from, *first_page, wanted, &mut |file| {
                    say(&ChildFrame::File(Box::new(file)));
                })?;
                say(&ChildFrame::Survey(Box::new(survey)));
            }
        }
        lost.map_or(Ok(()), |error| {
            Err(ReadRefusal::new(RefusalKind::Crashed, format!("nobody listens: {error}")))
        })
    }
}

fn read(
    format: &str,
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let known = formats::named(format)
        .or_else(|| repo::packed(format))
        .ok_or_else(|| {
            let message = format!("there is no reader called `{format}`");
            ReadRefusal::new(RefusalKind::Unsupported, message)
        })?;
    (known.read)(input, hand_out)
}

fn take(from: &mut dyn Read, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(size.min(limit)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == size {
        return Ok(bytes);
    }
    // The parent died, or breaks its own limit.
    Err(ErrorKind::UnexpectedEof.into())
}

/// A reader's panic is the outcome of its file.
pub(crate) fn guarded(
    act: impl FnOnce() -> Result<(), ReadRefusal>,
) -> Result<(), ReadRefusal> {
    panic::catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        let message = format!("its reader gave up: {}", words(&*panic));
        Err(ReadRefusal::new(RefusalKind::Crashed, message))
    })
}

/// What a panic says, cut short: it may quote the file.
pub(crate) fn words(panic: &(dyn Any + Send)) -> String {
    const LONGEST: usize = 200;
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it does not say why").chars().take(LONGEST).collect()
}
