//! The child's side: take the request, give up rights, then read or become another program.

use std::{
    any::Any,
    fs::File,
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    mem,
    os::fd::AsFd,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
};

use serde_json::Value;

use super::{
    child_job::{ChildWork, JobInput, JobOutput},
    confine::{ChildPermissions, confine, die_with_parent},
    process_usage::SelfUsageMeter,
    program_child,
    wire::{self, ChildFrame, ChildJob, ChildRequest},
};
use crate::{
    FileLimits, ReadRefusal, RefusalKind,
    formats::{self, ReaderInput, ReaderOutput},
};

/// What the hidden verb of the binary does: serves one request from stdin, and ends. Nothing but
/// this may have been done in the process before. It reads the formats of this crate, and does
/// what `others` can.
pub fn serve(others: &[ChildWork]) -> ExitCode {
    code(&start(&mut |served| served.work(others)))
}

/// The same, with an act of the caller's in place of the reader: how tests make children that
/// misbehave. It is given the way out, and the first page that is asked for or the number of items
/// of a job.
#[doc(hidden)]
pub fn serve_drill(act: &mut dyn FnMut(&mut dyn Write, u32)) -> ExitCode {
    code(&start(&mut |served| {
        act(&mut served.out, served.first_page);
        Ok(())
    }))
}

#[expect(clippy::disallowed_methods, reason = "the parent reads it, no terminal does")]
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
    /// The first page to read, or how many items a job has.
    first_page: u32,
    limits: FileLimits,
}

enum ChildTask {
    Read { format: String, name: String, bytes: Vec<u8> },
    Named { name: String, settings: Value, from: BufReader<File> },
}

#[expect(clippy::disallowed_methods, reason = "the parent reads it, no terminal does")]
fn start(act: &mut dyn FnMut(&mut ConfinedChild) -> Result<(), ReadRefusal>) -> io::Result<()> {
    die_with_parent()?;
    // Not the buffered stdin of the library: it would swallow what is meant for a program.
    let mut from = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut out = BufWriter::new(File::from(io::stdout().as_fd().try_clone_to_owned()?));
    let ChildRequest { limits, size, job } = wire::read_request(&mut from)?;
    let mut own = SelfUsageMeter::open();
    if let ChildJob::Exec(exec) = job {
        return program_child::become_program(&exec, &limits, (from, size), &mut out);
    }
    let isolation = confine(&limits, &ChildPermissions::READER)?;
    wire::write_frame(&mut out, &ChildFrame::Confined(isolation))?;
    let (task, first_page) = match job {
        ChildJob::Named { name, items, settings } => {
            (ChildTask::Named { name, settings, from: BufReader::new(from) }, items)
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
    fn work(&mut self, others: &[ChildWork]) -> Result<(), ReadRefusal> {
        let Self { out, task, first_page, limits } = self;
        let lost = match task {
            ChildTask::Read { format, name, bytes } => {
                let input = ReaderInput { name, bytes, limits, first_page: *first_page };
                let mut lost = None;
                read_document(format, &input, others, &mut |piece| {
                    if let Err(error) =
                        wire::write_frame(out, &ChildFrame::Piece(Box::new(piece)))
                    {
                        lost.get_or_insert(error);
                    }
                })?;
                lost
            }
            ChildTask::Named { name, settings, from } => {
                let input = JobInput {
                    items: *first_page,
                    settings: mem::take(settings),
                    from,
                };
                let mut output = JobOutput::new(out);
                do_job(name, input, others, &mut output)?;
                output.lost()
            }
        };
        lost.map_or(Ok(()), |error| {
            Err(ReadRefusal::new(RefusalKind::Crashed, format!("nobody listens: {error}")))
        })
    }
}

fn read_document(
    format: &str,
    input: &ReaderInput<'_>,
    others: &[ChildWork],
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let mut more = others.iter().flat_map(|other| other.formats);
    let known = formats::named(format)
        .or_else(|| more.find(|other| other.name == format).copied())
        .ok_or_else(|| {
            let message = format!("there is no reader called `{format}`");
            ReadRefusal::new(RefusalKind::Unsupported, message)
        })?;
    (known.read)(input, hand_out)
}

fn do_job(
    name: &str,
    input: JobInput<'_>,
    others: &[ChildWork],
    output: &mut JobOutput<'_>,
) -> Result<(), ReadRefusal> {
    let mut jobs = others.iter().flat_map(|other| other.jobs);
    let known = jobs.find(|job| job.name == name).ok_or_else(|| {
        let message = format!("there is no job called `{name}`");
        ReadRefusal::new(RefusalKind::Unsupported, message)
    })?;
    (known.run)(input, output)
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
