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
    confine::{Allowance, confine, die_with_parent},
    outside,
    proc::Own,
    wire::{self, Frame, Job, Request},
};
use crate::{
    Limits, Refusal, RefusalKind,
    formats::{self, Input, Piece},
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
struct Served {
    out: BufWriter<File>,
    task: Task,
    /// The first page to read, or how many files there are to look into.
    first_page: u32,
    limits: Limits,
}

enum Task {
    Read { format: String, name: String, bytes: Vec<u8> },
    Survey { wanted: Vec<AstQuery>, from: BufReader<File> },
}

fn start(act: &mut dyn FnMut(&mut Served) -> Result<(), Refusal>) -> io::Result<()> {
    die_with_parent()?;
    // Not the buffered stdin of the library: it would swallow what is meant for a program.
    let mut from = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut out = BufWriter::new(File::from(io::stdout().as_fd().try_clone_to_owned()?));
    let Request { limits, size, job } = wire::read_request(&mut from)?;
    let mut own = Own::open();
    if let Job::Exec(exec) = job {
        return outside::become_program(&exec, &limits, from, &mut out);
    }
    let isolation = confine(&limits, &Allowance::READER)?;
    wire::write_frame(&mut out, &Frame::Confined(isolation))?;
    let (task, first_page) = match job {
        Job::Survey { files, wanted } => {
            (Task::Survey { wanted, from: BufReader::new(from) }, files)
        }
        Job::Read { format, name, first_page } => {
            let bytes = take(&mut from, size, limits.bytes)?;
            (Task::Read { format, name, bytes }, first_page)
        }
        Job::Exec(_) => return Ok(()),
    };
    let mut served = Served { out, task, first_page, limits };
    let end = guarded(|| act(&mut served));
    wire::write_frame(&mut served.out, &Frame::Spent(own.spent()))?;
    wire::write_frame(&mut served.out, &Frame::End(end))
}

impl Served {
    fn work(&mut self) -> Result<(), Refusal> {
        let Self { out, task, first_page, limits } = self;
        let mut lost = None;
        let mut say = |frame: &Frame| {
            if let Err(error) = wire::write_frame(out, frame) {
                lost.get_or_insert(error);
            }
        };
        match task {
            Task::Read { format, name, bytes } => {
                let input = Input { name, bytes, limits, first_page: *first_page };
                read(format, &input, &mut |piece| say(&Frame::Piece(Box::new(piece))))?;
            }
            Task::Survey { wanted, from } => {
                let survey = repo::look_into(from, *first_page, wanted, &mut |file| {
                    say(&Frame::File(Box::new(file)));
                })?;
                say(&Frame::Survey(Box::new(survey)));
            }
        }
        lost.map_or(Ok(()), |error| {
            Err(Refusal::new(RefusalKind::Crashed, format!("nobody listens: {error}")))
        })
    }
}

fn read(
    format: &str,
    input: &Input<'_>,
    hand_out: &mut dyn FnMut(Piece),
) -> Result<(), Refusal> {
    let known = formats::named(format)
        .or_else(|| repo::packed(format))
        .ok_or_else(|| {
            let message = format!("there is no reader called `{format}`");
            Refusal::new(RefusalKind::Unsupported, message)
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
pub(crate) fn guarded(act: impl FnOnce() -> Result<(), Refusal>) -> Result<(), Refusal> {
    panic::catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        let message = format!("its reader gave up: {}", words(&*panic));
        Err(Refusal::new(RefusalKind::Crashed, message))
    })
}

/// What a panic says, cut short: it may quote the file.
pub(crate) fn words(panic: &(dyn Any + Send)) -> String {
    const LONGEST: usize = 200;
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it does not say why").chars().take(LONGEST).collect()
}
