//! Repositories with a known history, made by git itself.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;
use serde_json::Value as Json;

use crate::bench::{Bench, Said};

/// The sample: a repository of ours with its history, and the paper about it.
pub(crate) fn sample() -> PathBuf {
    let systems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems");
    systems.join("digital_courtroom/sample")
}

/// One commit: what it says, when, and the files that it brings.
pub(crate) struct Step<'a> {
    pub(crate) message: &'a str,
    pub(crate) date: &'a str,
    pub(crate) files: Vec<(&'a str, Vec<u8>)>,
}

/// A commit of the sample's history.
#[derive(Deserialize)]
struct Kept {
    message: String,
    date: String,
    files: Vec<String>,
}

/// Says that git is missing, and whether the test may go on without.
pub(crate) fn without_git() -> bool {
    if git(Path::new("."), &["--version"], "2026-01-01T00:00:00Z").is_some() {
        return false;
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "whoever runs the tests says what must be there"
    )]
    let all = env::var_os("JURAT_REQUIRE_ALL").is_some();
    assert!(!all, "git is not installed");
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    {
        eprintln!("skipped: git is not installed");
    }
    true
}

/// The sample as a repository in the folder `harbour`, its paper beside it.
pub(crate) fn harbour(bench: &Bench) {
    let kept = fs::read_to_string(sample().join("history.json")).unwrap();
    let kept: Vec<Kept> = serde_json::from_str(&kept).unwrap();
    let read = |name: &String| fs::read(sample().join("harbour").join(name)).unwrap();
    let steps: Vec<Step<'_>> = kept
        .iter()
        .map(|one| Step {
            message: &one.message,
            date: &one.date,
            files: one.files.iter().map(|name| (name.as_str(), read(name))).collect(),
        })
        .collect();
    make(&bench.path("harbour"), &steps);
    bench.write("report.md", fs::read(sample().join("report.md")).unwrap());
}

/// Makes a repository commit by commit. The same steps give the same ids.
pub(crate) fn make(folder: &Path, steps: &[Step<'_>]) {
    fs::create_dir_all(folder).unwrap();
    let first = steps[0].date;
    git(folder, &["init", "--quiet", "--initial-branch=main"], first).unwrap();
    for step in steps {
        for (name, bytes) in &step.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        git(folder, &["add", "--all"], step.date).unwrap();
        let commit = ["commit", "--quiet", "--allow-empty", "-m", step.message];
        git(folder, &commit, step.date).unwrap();
    }
}

/// Runs git with nothing of this machine in it.
pub(crate) fn git(folder: &Path, args: &[&str], date: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "a test makes its own repositories")]
    let done = Command::new("git")
        .args(args)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_NAME", "Harbour")
        .env("GIT_AUTHOR_EMAIL", "harbour@example.org")
        .env("GIT_COMMITTER_NAME", "Harbour")
        .env("GIT_COMMITTER_EMAIL", "harbour@example.org")
        .env("GIT_AUTHOR_DATE", date)
        .env("GIT_COMMITTER_DATE", date)
        .output()
        .ok()?;
    assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
    Some(String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// Audits, and gives the report.
#[track_caller]
pub(crate) fn court(bench: &Bench, words: &[&str]) -> Said {
    let all: Vec<&str> = ["court"].into_iter().chain(words.iter().copied()).collect();
    bench.words(&all, "")
}

/// What came of a criterion.
#[track_caller]
pub(crate) fn criterion<'a>(report: &'a Json, id: &str) -> &'a Json {
    let all = report["criterion_breakdown"].as_array().unwrap();
    all.iter().find(|one| one["criterion_id"] == id).unwrap()
}

/// The verdict on a criterion, as `PASS 4`.
#[track_caller]
pub(crate) fn verdict(report: &Json, id: &str) -> String {
    let one = criterion(report, id);
    let verdict = one["verdict"].as_str().unwrap();
    one["score"]
        .as_u64()
        .map_or_else(|| verdict.to_owned(), |score| format!("{verdict} {score}"))
}
