//! The child's side: take the request, give up rights, then read or become another program.

use std::{
    any::Any,
    fs::File,
    io::{self, BufWriter, ErrorKind, Read, Write},
    os::{fd::AsFd, unix::process::CommandExt},
    panic::{self, AssertUnwindSafe},
    process::{Command, ExitCode},
};

use super::{
    confine::{Allowance, confine, die_with_parent},
    proc::Own,
    wire::{self, Exec, Frame, Job, Request},
};
use crate::{
    Limits, Refusal, RefusalKind,
    formats::{self, Input, Piece},
};

/// Open files of a reader: its streams, and what it opened to watch itself.
const READER_FILES: u64 = 8;
/// Open files of an outside program.
const PROGRAM_FILES: u64 = 64;

/// What the hidden verb of the binary does: serves one request from stdin, and ends. Nothing but
/// this may have been done in the process before.
pub fn serve() -> ExitCode {
    code(&start(&mut |served| served.read()))
}

/// The same, with an act of the caller's in place of the reader: how tests make children that
/// misbehave. It is given the way out and the first page that is asked for.
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
    format: String,
    name: String,
    first_page: u32,
    limits: Limits,
    bytes: Vec<u8>,
}

fn start(act: &mut dyn FnMut(&mut Served) -> Result<(), Refusal>) -> io::Result<()> {
    die_with_parent()?;
    // Not the buffered stdin of the library: it would swallow what is meant for a program.
    let mut from = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut out = BufWriter::new(File::from(io::stdout().as_fd().try_clone_to_owned()?));
    let Request { limits, size, job } = wire::read_request(&mut from)?;
    let mut own = Own::open();
    match job {
        Job::Exec(exec) => Err(become_program(&exec, &limits, &mut out)),
        Job::Read { format, name, first_page } => {
            let allowed = Allowance { files: READER_FILES, readable: &[] };
            let isolation = confine(&limits, &allowed)?;
            wire::write_frame(&mut out, &Frame::Confined(isolation))?;
            let bytes = take(&mut from, size, limits.bytes)?;
            let mut served = Served { out, format, name, first_page, limits, bytes };
            let end = guarded(|| act(&mut served));
            wire::write_frame(&mut served.out, &Frame::Spent(own.spent()))?;
            wire::write_frame(&mut served.out, &Frame::End(end))
        }
    }
}

impl Served {
    fn read(&mut self) -> Result<(), Refusal> {
        let format = formats::named(&self.format).ok_or_else(|| {
            let message = format!("there is no reader called `{}`", self.format);
            Refusal::new(RefusalKind::Unsupported, message)
        })?;
        let input = Input {
            name: &self.name,
            bytes: &self.bytes,
            limits: &self.limits,
            first_page: self.first_page,
        };
        let out = &mut self.out;
        let mut lost = None;
        (format.read)(&input, &mut |piece: Piece| {
            if let Err(error) = wire::write_frame(out, &Frame::Piece(Box::new(piece))) {
                lost.get_or_insert(error);
            }
        })?;
        lost.map_or(Ok(()), |error| {
            Err(Refusal::new(RefusalKind::Crashed, format!("nobody listens: {error}")))
        })
    }
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

#[expect(clippy::disallowed_methods, reason = "this is the one door")]
fn become_program(exec: &Exec, limits: &Limits, out: &mut dyn Write) -> io::Error {
    let allowed = Allowance { files: PROGRAM_FILES, readable: &exec.readable };
    let confined = confine(limits, &allowed)
        .and_then(|isolation| wire::write_frame(out, &Frame::Confined(isolation)));
    if let Err(error) = confined {
        return error;
    }
    let mut command = Command::new(&exec.program);
    command.args(&exec.args).env_clear().envs(exec.env.iter().cloned());
    command.exec()
}
