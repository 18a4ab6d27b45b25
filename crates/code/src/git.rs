//! Git, run in a limited child: what it is told, what it may touch, what it may not know.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_ingest::{
    ReadRefusal, RefusalKind,
    sandbox::{self, ExecRequest, KillReason, ProgramExit, ProgramInvocation},
};

use super::{SurveyContext, git_refusal, scratch::ScratchFolder};

/// Settings that hold for git and, through a file, for all that it starts. Nothing of a
/// repository's own settings, of the user's or of the system's can call a program.
const SETTINGS: [(&str, &str); 24] = [
    ("core.hooksPath", "/dev/null"),
    ("core.symlinks", "false"),
    ("core.fsmonitor", "false"),
    ("core.alternateRefsCommand", "true"),
    ("core.packedGitWindowSize", "32m"),
    ("core.packedGitLimit", "256m"),
    ("core.bigFileThreshold", "16m"),
    ("credential.helper", ""),
    ("transfer.fsckObjects", "true"),
    // Old and honest repositories have these.
    ("fetch.fsck.badTimezone", "ignore"),
    ("fetch.fsck.zeroPaddedFilemode", "ignore"),
    ("fetch.fsck.missingSpaceBeforeDate", "ignore"),
    ("fetch.unpackLimit", "1"),
    ("http.followRedirects", "false"),
    ("http.lowSpeedLimit", "1000"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("pack.threads", "2"),
    ("protocol.version", "2"),
    ("log.mailmap", "false"),
    ("log.showSignature", "false"),
    ("advice.graftFileDeprecated", "false"),
    ("submodule.recurse", "false"),
    ("safe.directory", "*"),
];
/// What git needs of the system to speak to a server.
#[rustfmt::skip]
const NETWORK: [&str; 11] = [
    "/etc/resolv.conf", "/run/systemd/resolve", "/etc/hosts", "/etc/host.conf",
    "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/ssl", "/etc/pki",
    "/etc/ca-certificates", "/etc/crypto-policies",
];
/// Where names are asked for, when it is not done without a connection.
const DOMAIN: u16 = 53;

/// Git with a folder to work in.
pub(super) struct GitRunner<'a> {
    pub(super) intake: &'a SurveyContext<'a>,
    pub(super) scratch: &'a ScratchFolder,
    program: PathBuf,
    settings: PathBuf,
}

pub(super) struct GitCommand<'a> {
    pub(super) args: Vec<String>,
    /// What it hears on stdin.
    pub(super) bytes: &'a [u8],
    pub(super) wall_seconds: u64,
    pub(super) reach: GitPermissions,
}

/// What a call may touch besides reading our folder.
#[derive(Default)]
pub(super) struct GitPermissions {
    /// What else may be read.
    pub(super) readable: Vec<PathBuf>,
    /// Whether our folder may be written to, and helpers of git started.
    pub(super) writes: bool,
    pub(super) protocol: Option<&'static str>,
    pub(super) port: Option<u16>,
}

impl<'a> GitRunner<'a> {
    /// Finds git and writes its settings down.
    pub(super) fn new(
        intake: &'a SurveyContext<'a>,
        scratch: &'a ScratchFolder,
    ) -> Result<Self, ReadRefusal> {
        let program = sandbox::installed("git").ok_or_else(|| {
            let message = "`git` is not installed; on Debian it is in the package `git`";
            ReadRefusal::new(RefusalKind::ProgramMissing, message)
        })?;
        let settings = scratch.path().join("gitconfig");
        let slow = intake.limits.low_speed_seconds.to_string();
        let lines = SETTINGS.iter().copied().chain([("http.lowSpeedTime", slow.as_str())]);
        let text: String = lines.map(|(key, value)| section(key, value)).collect();
        fs::write(&settings, text).map_err(|error| {
            let message = format!("cannot write to {}: {error}", scratch.path().display());
            ReadRefusal::new(RefusalKind::Unreadable, message)
        })?;
        Ok(Self { intake, scratch, program, settings })
    }

    /// A call that reads the clone.
    pub(super) fn reading<'b>(&self, args: &[&str], wall_seconds: u64) -> GitCommand<'b> {
        let git_dir = format!("--git-dir={}", self.scratch.repository().display());
        let args = args.iter().map(|arg| (*arg).to_owned());
        GitCommand {
            args: [git_dir].into_iter().chain(args).collect(),
            bytes: &[],
            wall_seconds,
            reach: GitPermissions::default(),
        }
    }

    /// All that it writes to stdout, at most so many bytes.
    pub(super) fn collect(
        &self,
        call: &GitCommand<'_>,
        most: usize,
    ) -> Result<Vec<u8>, ReadRefusal> {
        let mut all = Vec::new();
        let said = self.stream(call, &mut |chunk| {
            all.extend_from_slice(chunk);
            if most < all.len() { Err(KillReason::TooMuch) } else { Ok(()) }
        })?;
        git_refusal::refusal_of(&said).map_or(Ok(all), Err)
    }

    /// Hands out what it writes to stdout as it comes. How it ended is for the caller to judge.
    pub(super) fn stream(
        &self,
        call: &GitCommand<'_>,
        hand_out: &mut dyn FnMut(&[u8]) -> Result<(), KillReason>,
    ) -> Result<ProgramExit, ReadRefusal> {
        let limits = &self.intake.limits;
        let full = || (limits.disk_bytes < self.scratch.bytes()).then_some(KillReason::Disk);
        let outside = ProgramInvocation {
            exec: self.exec(call),
            bytes: call.bytes,
            // Helpers and threads have a processor each.
            limits: limits.for_child(call.wall_seconds, call.wall_seconds.saturating_mul(2)),
            probe: call.reach.writes.then_some(&full),
        };
        sandbox::run_outside(self.intake.launcher, &outside, hand_out)
    }

    fn exec(&self, call: &GitCommand<'_>) -> ExecRequest {
        let GitPermissions { readable, writes, protocol, port } = &call.reach;
        let own = self.scratch.path().to_path_buf();
        let null = PathBuf::from("/dev/null");
        let network = NETWORK.iter().filter(|_| port.is_some()).map(PathBuf::from);
        let random = PathBuf::from("/dev/urandom");
        // What comes from a stranger, and what git writes of it, is read and never executed.
        let there = network.chain(readable.iter().cloned()).chain([own.clone(), random]);
        ExecRequest {
            program: self.program.clone(),
            args: settings().chain(call.args.iter().cloned()).collect(),
            env: self.env(protocol.unwrap_or("none")),
            executable: sandbox::readable(),
            readable: there.filter(|path| path.exists()).collect(),
            writable: if *writes { vec![own, null] } else { vec![null] },
            ports: port.map_or_else(Vec::new, |port| vec![port, DOMAIN]),
            file_bytes: if *writes { self.intake.limits.disk_bytes } else { 0 },
            helpers: *writes,
        }
    }

    fn env(&self, protocol: &str) -> Vec<(String, String)> {
        let shown = |path: &Path| path.display().to_string();
        [
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("HOME", shown(self.scratch.path())),
            ("LC_ALL", "C".to_owned()),
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("GIT_CONFIG_GLOBAL", shown(&self.settings)),
            ("GIT_ATTR_NOSYSTEM", "1".to_owned()),
            ("GIT_TERMINAL_PROMPT", "0".to_owned()),
            ("GIT_ASKPASS", "/bin/false".to_owned()),
            ("GIT_ALLOW_PROTOCOL", protocol.to_owned()),
            ("GIT_PROTOCOL_FROM_USER", "0".to_owned()),
            ("GIT_LFS_SKIP_SMUDGE", "1".to_owned()),
            ("GIT_NO_REPLACE_OBJECTS", "1".to_owned()),
            ("GIT_NO_LAZY_FETCH", "1".to_owned()),
            ("GIT_OPTIONAL_LOCKS", "0".to_owned()),
            ("GIT_CEILING_DIRECTORIES", "/".to_owned()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into()
    }
}

/// The same again as arguments, which win over what a repository says.
fn settings() -> impl Iterator<Item = String> {
    let pairs = SETTINGS.iter().filter(|(key, _)| *key != "safe.directory");
    let pairs = pairs.flat_map(|(key, value)| ["-c".to_owned(), format!("{key}={value}")]);
    ["--no-pager".to_owned()].into_iter().chain(pairs)
}

/// A line of git's settings file with its heading: `fetch.fsck.x` is `[fetch "fsck"] x`.
fn section(key: &str, value: &str) -> String {
    let (head, name) = key.rsplit_once('.').unwrap_or(("core", key));
    let head = head.split_once('.').map_or_else(
        || format!("[{head}]"),
        |(section, part)| format!("[{section} \"{part}\"]"),
    );
    format!("{head}\n\t{name} = \"{value}\"\n")
}
