//! Tells the binary which commit it is built from, and the linker how to write addresses. Nothing here
//! can fail a build: what git does not say is left out, and `jurat --version` says so.
#![expect(clippy::disallowed_methods, reason = "no settings and no sandbox exist yet")]

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// As long as people write it.
const SHOWN_DIGITS: usize = 7;

const FIRST_WITH_PACKED: (u32, u32) = (2, 36);

fn main() {
    // Without one such line cargo runs this anew whenever any file of the package changes.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    if loads_packed_addresses() {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    let repository = workspace_root().filter(|root| is_repository(root));
    if let Some(root) = &repository {
        for path in watched_files(root) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let git = |words: &[&str]| git_says(repository.as_deref()?, words);
    if let Some(commit) = git(&["rev-parse", "--verify", "HEAD"]) {
        let shown = commit.get(..SHOWN_DIGITS).unwrap_or(&commit);
        println!("cargo::rustc-env=JURAT_COMMIT={shown}");
    }
    // Who builds the same bytes again says what time it is.
    let seconds = env::var("SOURCE_DATE_EPOCH").ok().filter(|text| !text.is_empty());
    let seconds = seconds.or_else(|| git(&["show", "--no-patch", "--format=%ct", "HEAD"]));
    if let Some(seconds) = seconds {
        println!("cargo::rustc-env=JURAT_SOURCE_SECONDS={}", seconds.trim());
    }
}

/// Whether the C library here can read addresses in bits instead of 24 bytes each: 3 MB of file that
/// every start reads. It is taken for the one that the binary will meet, as its symbols are too.
fn loads_packed_addresses() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let target = env::var("TARGET").ok();
    is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && env::var("HOST").ok() == target
        && glibc_version().is_some_and(|version| FIRST_WITH_PACKED <= version)
}

/// As `getconf` says it: `glibc 2.36`.
fn glibc_version() -> Option<(u32, u32)> {
    let said = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let said = String::from_utf8(said.stdout).ok()?;
    let (major, minor) = said.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The folder that this package is two levels below.
fn workspace_root() -> Option<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR")?;
    Path::new(&package).ancestors().nth(2)?.canonicalize().ok()
}

/// An archive unpacked somewhere inside another repository has none of its own.
fn is_repository(root: &Path) -> bool {
    let top = git_says(root, &["rev-parse", "--show-toplevel"]);
    top.and_then(|top| Path::new(&top).canonicalize().ok())
        .is_some_and(|top| top == root)
}

/// What changes when another commit is built: HEAD, and the branch that it names.
fn watched_files(root: &Path) -> Vec<PathBuf> {
    let file = |name: &str| {
        let path = git_says(root, &["rev-parse", "--git-path", name])?;
        Some(root.join(path))
    };
    let branch = git_says(root, &["symbolic-ref", "--quiet", "HEAD"]);
    let branch = branch.and_then(|name| file(&name));
    let mut watched: Vec<PathBuf> = file("HEAD").into_iter().collect();
    match branch {
        Some(branch) if branch.exists() => watched.push(branch),
        // Packed away: the next commit writes the branch's file into its folder. A file that is
        // not there must not be named, or every build would begin with this script.
        Some(branch) => {
            watched.extend(branch.ancestors().find(|path| path.exists()).map(PathBuf::from));
            watched.extend(file("packed-refs"));
        }
        None => {}
    }
    watched.retain(|path| path.exists());
    watched
}

fn git_says(folder: &Path, words: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // In a hook of git these name the repository of the hook.
    git.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    let output = git.current_dir(folder).args(words).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let said = said.trim_end_matches(['\r', '\n']).to_owned();
    (output.status.success() && !said.is_empty()).then_some(said)
}
