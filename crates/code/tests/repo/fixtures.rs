//! Repositories made for a test, and a survey of them.

use std::{
    env,
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use jurat_code::{
    RepoAddress, RepoLimits, SurveyContext,
    facts::{RepoFacts, SkippedFile},
    survey,
};
use jurat_ingest::{ChildLauncher, ReadRefusal, RefusalKind};

/// Whether git is installed where we look for it. Where all must be there, that it is not fails.
#[expect(clippy::disallowed_methods, reason = "tests may look at their environment")]
pub(crate) fn git_is_there() -> bool {
    let folders = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];
    let there = folders.iter().any(|folder| Path::new(folder).join("git").is_file());
    assert!(there || env::var_os("JURAT_REQUIRE_ALL").is_none(), "git is missing");
    if !there {
        eprintln!("skipped: git is not installed");
    }
    there
}

/// An address of a server that a test plays.
#[expect(clippy::disallowed_methods, reason = "a test plays the server")]
pub(crate) fn plain_address(given: &str) -> RepoAddress {
    RepoAddress::parse_allowing_http_loopback(given, &[]).unwrap()
}

/// This test program as its own child.
pub(crate) fn launcher(args: &[&str]) -> ChildLauncher {
    ChildLauncher {
        program: env::current_exe().unwrap(),
        args: args.iter().map(OsString::from).collect(),
    }
}

/// A folder of the test's own with a repository in it.
pub(crate) struct Made {
    folder: tempfile::TempDir,
    at: PathBuf,
    clock: std::cell::Cell<u64>,
}

impl Made {
    /// An empty repository at `repo`.
    pub(crate) fn new() -> Self {
        let made = Self::empty();
        made.git(&["init", "--quiet", "--initial-branch=main", "."]);
        made
    }

    /// An empty folder at `repo`.
    pub(crate) fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap().join("repo");
        fs::create_dir(&at).unwrap();
        // A fixed day: the same repository has the same ids in every run.
        Self { folder, at, clock: 1_700_000_000.into() }
    }

    pub(crate) fn at(&self) -> &Path {
        &self.at
    }

    /// A place beside the repository.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn git(&self, args: &[&str]) -> String {
        self.git_with(args, b"")
    }

    /// Runs git in the repository, as a person would, and returns what it says.
    #[expect(clippy::disallowed_methods, reason = "a test makes its repository")]
    pub(crate) fn git_with(&self, args: &[&str], input: &[u8]) -> String {
        let time = format!("{} +0000", self.clock.get());
        let mut child = Command::new("git")
            .args(args)
            .current_dir(&self.at)
            .env_clear()
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .env("HOME", self.folder.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", "A. Author")
            .env("GIT_AUTHOR_EMAIL", "author@example.org")
            .env("GIT_COMMITTER_NAME", "A. Author")
            .env("GIT_COMMITTER_EMAIL", "author@example.org")
            .env("GIT_AUTHOR_DATE", &time)
            .env("GIT_COMMITTER_DATE", &time)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let done = child.wait_with_output().unwrap();
        let words = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "git {args:?}: {words}");
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// Commits all there is, so many seconds after the last one.
    pub(crate) fn commit(&self, subject: &str, later: u64) {
        self.clock.set(self.clock.get() + later);
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", subject]);
    }

    pub(crate) fn survey(&self) -> Result<RepoFacts, ReadRefusal> {
        survey_at(&self.at, RepoLimits::default())
    }
}

/// Surveys what is at a path.
#[track_caller]
pub(crate) fn survey_at(path: &Path, limits: RepoLimits) -> Result<RepoFacts, ReadRefusal> {
    let address = RepoAddress::parse(path.to_str().unwrap(), &[]).unwrap();
    taken(&address, &launcher(&["--child"]), limits)
}

/// A survey that leaves nothing behind, whatever came of it.
#[track_caller]
pub(crate) fn taken(
    address: &RepoAddress,
    launcher: &ChildLauncher,
    limits: RepoLimits,
) -> Result<RepoFacts, ReadRefusal> {
    let folder = tempfile::tempdir().unwrap();
    let intake = SurveyContext { launcher, folder: folder.path(), limits };
    let facts = survey(&intake, address, &[]);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
    facts
}

/// Why it was refused.
#[track_caller]
pub(crate) fn refused(facts: Result<RepoFacts, ReadRefusal>) -> (RefusalKind, String) {
    let refusal = facts.unwrap_err();
    (refusal.kind, refusal.message)
}

pub(crate) fn paths(facts: &RepoFacts) -> Vec<&str> {
    facts.files.iter().map(|file| &*file.path).collect()
}

/// Why a file was passed over.
pub(crate) fn why<'a>(facts: &'a RepoFacts, path: &str) -> Option<&'a str> {
    let named = |skipped: &&SkippedFile| skipped.path == path;
    facts.skipped.iter().find(named).map(|skipped| &*skipped.why)
}
