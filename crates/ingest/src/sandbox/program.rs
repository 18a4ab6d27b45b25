//! Outside programs, run under the same limits: bytes in, bytes out, nothing else.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{ChildStdout, ExitStatus},
    sync::mpsc::SyncSender,
    time::Duration,
};

use super::{
    ChildLauncher, ChildUsage, SandboxIsolation,
    exit_reason::{self, KillReason},
    supervise::{ChildExit, ChildSpec, KillCheck, watch},
    wire::{self, ChildFrame, ChildJob, ChildRequest, ExecRequest},
};
use crate::{FileLimits, ReadRefusal, RefusalKind};

/// Where programs of the system lie. The environment is not asked: it could name others.
const FOLDERS: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];
/// What programs of the system need to start and to find their data.
const READABLE: [&str; 7] =
    ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/opt/homebrew", "/dev/null"];
/// What a child may say before it becomes the program.
const FIRST_FRAME: u64 = 256;
const CHUNK: usize = 64 << 10;

/// A program that reads bytes from stdin and writes text to stdout.
#[derive(Debug, PartialEq, Eq)]
pub struct OutsideProgram {
    /// As it is called in its folder.
    pub name: &'static str,
    /// What to install to have it, on Debian.
    pub package: &'static str,
    pub args: &'static [&'static str],
    pub env: &'static [(&'static str, &'static str)],
}

/// What it wrote to stdout.
pub(crate) fn run_program(
    launcher: &ChildLauncher,
    program: &OutsideProgram,
    bytes: &[u8],
    limits: &FileLimits,
) -> (Result<Vec<u8>, ReadRefusal>, ChildUsage) {
    let Some(path) = installed(program.name) else {
        return (Err(missing(program)), ChildUsage::default());
    };
    let mut text = Vec::new();
    let outside = ProgramInvocation {
        exec: exec(program, path),
        bytes,
        limits: *limits,
        probe: None,
    };
    let said = run_outside(launcher, &outside, &mut |chunk| {
        text.extend_from_slice(chunk);
        if limits.text_bytes < text.len() as u64 { Err(KillReason::TooMuch) } else { Ok(()) }
    });
    match said {
        Ok(said) if said.is_well() => (Ok(text), said.usage),
        Ok(said) => (Err(said.refusal(program.name)), said.usage),
        Err(refusal) => (Err(refusal), ChildUsage::default()),
    }
}

/// An outside program at work.
pub struct ProgramInvocation<'a> {
    pub exec: ExecRequest,
    /// What it hears on stdin.
    pub bytes: &'a [u8],
    pub limits: FileLimits,
    /// Looks at what it leaves on the disk.
    pub probe: Option<&'a KillCheck<'a>>,
}

pub struct ProgramExit {
    pub status: ExitStatus,
    pub ended: Option<KillReason>,
    /// The first of what it wrote to stderr.
    pub words: String,
    pub usage: ChildUsage,
}

impl ProgramExit {
    /// Whether it came to its end and found nothing amiss.
    pub fn is_well(&self) -> bool {
        self.ended.is_none() && self.status.success() && self.usage.isolation.is_some()
    }

    /// Why it did not.
    pub fn refusal(&self, name: &str) -> ReadRefusal {
        if self.ended.is_none() && self.status.code().is_some() {
            let said = self.words.lines().next().unwrap_or("it does not say why");
            let message = format!("{name} could not read it: {said}");
            return ReadRefusal::new(RefusalKind::Damaged, message);
        }
        exit_reason::refusal(self.status, self.ended, &self.words)
    }
}

/// Runs a program to its end. What it writes to stdout is handed out as it comes.
pub fn run_outside(
    launcher: &ChildLauncher,
    outside: &ProgramInvocation<'_>,
    hand_out: &mut dyn FnMut(&[u8]) -> Result<(), KillReason>,
) -> Result<ProgramExit, ReadRefusal> {
    let request = ChildRequest {
        limits: outside.limits,
        size: outside.bytes.len() as u64,
        job: ChildJob::Exec(outside.exec.clone()),
    };
    let errand = ChildSpec {
        launcher,
        request: &request,
        bytes: &[outside.bytes],
        hold: outside.exec.helpers,
        probe: outside.probe,
        wall: Duration::from_secs(outside.limits.wall_seconds),
        // A program says nothing until it is done.
        stall: f64::INFINITY,
    };
    let mut isolation = None;
    let watched = watch(&errand, listen, |item| match item {
        ProgramOutput::Confined(how) => {
            isolation = Some(how);
            Ok(false)
        }
        ProgramOutput::Chunk(chunk) => hand_out(&chunk).map(|()| false),
        ProgramOutput::Babble => Err(KillReason::Babble),
    });
    let ChildExit { status, ended, last_words, spent } = watched.map_err(|error| {
        let message = format!("cannot start {}: {error}", launcher.program.display());
        ReadRefusal::new(RefusalKind::Crashed, message)
    })?;
    let usage = ChildUsage {
        children: 1,
        cpu_seconds: spent.cpu_seconds,
        peak_rss: spent.peak_rss,
        isolation,
    };
    Ok(ProgramExit { status, ended, words: last_words, usage })
}

/// Where a program of the system lies, as readers look for it: whatever `PATH` says.
pub fn installed(name: &str) -> Option<PathBuf> {
    FOLDERS
        .iter()
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.is_file())
}

/// What programs of the system need to start, as far as it is there.
pub fn readable() -> Vec<PathBuf> {
    READABLE
        .iter()
        .map(PathBuf::from)
        .filter(|path| path.exists())
        .collect()
}

fn missing(program: &OutsideProgram) -> ReadRefusal {
    let OutsideProgram { name, package, .. } = program;
    let message =
        format!("`{name}` is not installed; on Debian it is in the package `{package}`");
    ReadRefusal::new(RefusalKind::ProgramMissing, message)
}

fn exec(program: &OutsideProgram, path: PathBuf) -> ExecRequest {
    let owned = |text: &&str| (*text).to_owned();
    ExecRequest {
        program: path,
        args: program.args.iter().map(owned).collect(),
        env: program
            .env
            .iter()
            .map(|(key, value)| (owned(key), owned(value)))
            .collect(),
        executable: readable(),
        readable: Vec::new(),
        writable: Vec::new(),
        ports: Vec::new(),
        file_bytes: 0,
        helpers: false,
    }
}

enum ProgramOutput {
    Confined(SandboxIsolation),
    Chunk(Vec<u8>),
    Babble,
}

fn listen(mut stdout: ChildStdout, sender: &SyncSender<ProgramOutput>) {
    let first = match wire::read_frame(&mut stdout, &mut { FIRST_FRAME }) {
        Ok(Some(ChildFrame::Confined(isolation))) => ProgramOutput::Confined(isolation),
        // It ended before it became the program; its status says why.
        Ok(None) => return,
        _ => ProgramOutput::Babble,
    };
    let mut sent = sender.send(first);
    let mut chunk = vec![0; CHUNK];
    while sent.is_ok() {
        match stdout.read(&mut chunk) {
            Ok(0) | Err(_) => return,
            Ok(read) => sent = sender.send(ProgramOutput::Chunk(chunk[..read].to_vec())),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{OutsideProgram, run_program};
    use crate::{ChildLauncher, FileLimits, RefusalKind};

    #[test]
    fn a_program_that_is_not_there_is_named_with_its_package() {
        let launcher = ChildLauncher { program: "/nowhere".into(), args: Vec::new() };
        let program = OutsideProgram {
            name: "no-such-program",
            package: "no-such-package",
            args: &[],
            env: &[],
        };
        let (said, usage) = run_program(&launcher, &program, b"", &FileLimits::default());
        let refusal = said.unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::ProgramMissing);
        assert!(refusal.message.contains("`no-such-package`"), "{refusal}");
        assert_eq!(usage.children, 0);
    }
}
