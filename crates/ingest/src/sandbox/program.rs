//! Outside programs, run under the same limits: bytes in, bytes out, nothing else.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::ChildStdout,
    sync::mpsc::SyncSender,
    time::Duration,
};

use super::{
    Isolation, Launcher, Usage,
    death::{self, Ended},
    watch::{Errand, Watched, watch},
    wire::{self, Exec, Frame, Job, Request},
};
use crate::{Limits, Refusal, RefusalKind};

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
pub(crate) struct Program {
    /// As it is called in its folder.
    pub(crate) name: &'static str,
    /// What to install to have it, on Debian.
    pub(crate) package: &'static str,
    pub(crate) args: &'static [&'static str],
    pub(crate) env: &'static [(&'static str, &'static str)],
}

/// What it wrote to stdout.
pub(crate) fn run_program(
    launcher: &Launcher,
    program: &Program,
    bytes: &[u8],
    limits: &Limits,
) -> (Result<Vec<u8>, Refusal>, Usage) {
    let Some(path) = find(program.name) else {
        return (Err(missing(program)), Usage::default());
    };
    let request = request(program, path, bytes, limits);
    let errand = Errand {
        launcher,
        request: &request,
        bytes,
        wall: Duration::from_secs(limits.wall_seconds),
        // A program says nothing until it is done.
        stall: f64::INFINITY,
    };
    let mut heard = Heard {
        text: Vec::new(),
        most: limits.text_bytes,
        isolation: None,
    };
    match watch(&errand, listen, |item| heard.take(item)) {
        Ok(watched) => heard.finish(program, watched),
        Err(error) => {
            let message = format!("cannot start {}: {error}", launcher.program.display());
            (Err(Refusal::new(RefusalKind::Crashed, message)), Usage::default())
        }
    }
}

fn find(name: &str) -> Option<PathBuf> {
    FOLDERS
        .iter()
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.is_file())
}

fn missing(program: &Program) -> Refusal {
    let Program { name, package, .. } = program;
    let message =
        format!("`{name}` is not installed; on Debian it is in the package `{package}`");
    Refusal::new(RefusalKind::ProgramMissing, message)
}

fn request(program: &Program, path: PathBuf, bytes: &[u8], limits: &Limits) -> Request {
    let owned = |text: &&str| (*text).to_owned();
    let there = |path: &&str| Path::new(path).exists();
    Request {
        limits: *limits,
        size: bytes.len() as u64,
        job: Job::Exec(Exec {
            program: path,
            args: program.args.iter().map(owned).collect(),
            env: program
                .env
                .iter()
                .map(|(key, value)| (owned(key), owned(value)))
                .collect(),
            readable: READABLE
                .iter()
                .copied()
                .filter(|path| there(path))
                .map(PathBuf::from)
                .collect(),
        }),
    }
}

enum Item {
    Confined(Isolation),
    Chunk(Vec<u8>),
    Babble,
}

fn listen(mut stdout: ChildStdout, sender: &SyncSender<Item>) {
    let first = match wire::read_frame(&mut stdout, &mut { FIRST_FRAME }) {
        Ok(Some(Frame::Confined(isolation))) => Item::Confined(isolation),
        // It ended before it became the program; its status says why.
        Ok(None) => return,
        _ => Item::Babble,
    };
    let mut sent = sender.send(first);
    let mut chunk = vec![0; CHUNK];
    while sent.is_ok() {
        match stdout.read(&mut chunk) {
            Ok(0) | Err(_) => return,
            Ok(read) => sent = sender.send(Item::Chunk(chunk[..read].to_vec())),
        }
    }
}

struct Heard {
    text: Vec<u8>,
    most: u64,
    isolation: Option<Isolation>,
}

impl Heard {
    fn take(&mut self, item: Item) -> Result<bool, Ended> {
        match item {
            Item::Confined(isolation) => self.isolation = Some(isolation),
            Item::Chunk(chunk) => self.text.extend(chunk),
            Item::Babble => return Err(Ended::Babble),
        }
        if self.most < self.text.len() as u64 { Err(Ended::TooMuch) } else { Ok(false) }
    }

    fn finish(self, program: &Program, watched: Watched) -> (Result<Vec<u8>, Refusal>, Usage) {
        let Watched { status, ended, last_words, spent } = watched;
        let usage = Usage {
            children: 1,
            cpu_seconds: spent.cpu_seconds,
            peak_rss: spent.peak_rss,
            isolation: self.isolation,
        };
        if ended.is_none() && status.success() && self.isolation.is_some() {
            return (Ok(self.text), usage);
        }
        let refusal = if ended.is_none() && status.code().is_some() {
            let said = last_words.lines().next().unwrap_or("it does not say why");
            let message = format!("{} could not read it: {said}", program.name);
            Refusal::new(RefusalKind::Damaged, message)
        } else {
            death::refusal(status, ended, &last_words)
        };
        (Err(refusal), usage)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{Program, run_program};
    use crate::{Launcher, Limits, RefusalKind};

    #[test]
    fn a_program_that_is_not_there_is_named_with_its_package() {
        let launcher = Launcher { program: "/nowhere".into(), args: Vec::new() };
        let program = Program {
            name: "no-such-program",
            package: "no-such-package",
            args: &[],
            env: &[],
        };
        let (said, usage) = run_program(&launcher, &program, b"", &Limits::default());
        let refusal = said.unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::ProgramMissing);
        assert!(refusal.message.contains("`no-such-package`"), "{refusal}");
        assert_eq!(usage.children, 0);
    }
}
