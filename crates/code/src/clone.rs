//! A bare clone into our own folder: whole history, nothing checked out, nothing executed.
//!
//! What lies on this machine is cloned too, over git's own protocol: its settings and hooks are
//! then never asked, it is not written to, and every object is checked on its way.

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
};

use jurat_ingest::{ReadRefusal, RefusalKind};

use super::{
    RepoAddress,
    address::RepoLocation,
    escaped_names,
    git::{GitCommand, GitPermissions, GitRunner},
};
use crate::{facts::RepoIdentity, git_refusal};

/// The most that git may say of small things.
const SMALL: usize = 64 << 10;
/// The longest line of the clone's own HEAD.
const LINE: u64 = 4096;

/// A clone that was looked over.
pub(super) struct CheckedClone {
    pub(super) identity: RepoIdentity,
    /// The commit that was the head.
    pub(super) head: String,
    pub(super) shallow: bool,
}

/// Clones the branch of the head, or where a commit is named every branch, and looks at that.
pub(super) fn clone(
    git: &GitRunner<'_>,
    address: &RepoAddress,
    commit: Option<&str>,
) -> Result<CheckedClone, ReadRefusal> {
    let commit = commit.map(commit_id).transpose()?;
    let (from, mut reach) = source(address)?;
    reach.writes = true;
    let target = git.scratch.repository();
    let limits = &git.intake.limits;
    let slow = format!("http.lowSpeedTime={}", limits.low_speed_seconds);
    let target = target.display().to_string();
    // A bundle of one branch often names no head: all it holds is taken, and looked over below.
    let branches = match (&address.place, commit) {
        (RepoLocation::Bundle(_), _) | (_, Some(_)) => "--no-single-branch",
        _ => "--single-branch",
    };
    let args = [
        "-c",
        &slow,
        "clone",
        "--quiet",
        "--bare",
        "--no-local",
        "--no-tags",
        branches,
        "--no-recurse-submodules",
        "--template=",
        "--",
        &from,
        &target,
    ];
    let call = GitCommand {
        args: args.map(str::to_owned).into(),
        bytes: &[],
        wall_seconds: limits.clone_seconds,
        reach,
    };
    let said = git.stream(&call, &mut |_| Ok(()))?;
    if let Some(refusal) = git_refusal::refusal_of(&said) {
        return Err(refusal);
    }
    look_over(git, address, &from)?.at(git, commit)
}

/// The full id of a commit. Nothing else is handed to git.
fn commit_id(given: &str) -> Result<&str, ReadRefusal> {
    let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if matches!(given.len(), 40 | 64) && given.bytes().all(hex) {
        return Ok(given);
    }
    let message = "what is named as its commit is no full id of one";
    Err(ReadRefusal::new(RefusalKind::Unsupported, message))
}

impl CheckedClone {
    /// The same clone, looked at in this commit.
    fn at(self, git: &GitRunner<'_>, commit: Option<&str>) -> Result<Self, ReadRefusal> {
        let Some(commit) = commit else { return Ok(self) };
        let seconds = git.intake.limits.remote_seconds;
        let object = format!("{commit}^{{commit}}");
        let args = ["rev-parse", "--verify", "--quiet", "--end-of-options", &object];
        let found = git.collect(&git.reading(&args, seconds), SMALL).map_err(|_| {
            let message = format!("commit {commit} is not on any of its branches");
            ReadRefusal::new(RefusalKind::Empty, message)
        })?;
        let head = String::from_utf8_lossy(&found).trim().to_owned();
        let identity = RepoIdentity {
            commit: Some(head.clone()),
            branch: None,
            ..self.identity
        };
        Ok(Self { identity, head, ..self })
    }
}

/// What git is to clone, and what it needs for that.
fn source(address: &RepoAddress) -> Result<(String, GitPermissions), ReadRefusal> {
    let file = |path: &Path, readable| {
        let reach = GitPermissions {
            readable,
            protocol: Some("file"),
            ..GitPermissions::default()
        };
        path.to_str().map(|path| (path.to_owned(), reach)).ok_or_else(|| {
            ReadRefusal::new(RefusalKind::Unsupported, "the path to it is no UTF-8 text")
        })
    };
    match &address.place {
        RepoLocation::Url { url, port, plain } => {
            let protocol = Some(if *plain { "http" } else { "https" });
            Ok((
                url.clone(),
                GitPermissions {
                    port: Some(*port),
                    protocol,
                    ..GitPermissions::default()
                },
            ))
        }
        RepoLocation::Repository { git_dir, common } => {
            file(git_dir, vec![git_dir.clone(), common.clone()])
        }
        RepoLocation::Bundle(path) => file(path, vec![path.clone()]),
        RepoLocation::Archive { .. } | RepoLocation::Folder(_) => {
            Err(ReadRefusal::new(RefusalKind::Unsupported, "it holds no history to clone"))
        }
    }
}

fn look_over(
    git: &GitRunner<'_>,
    address: &RepoAddress,
    from: &str,
) -> Result<CheckedClone, ReadRefusal> {
    let limits = &git.intake.limits;
    let ask = |args: &[&str]| {
        let said = git.collect(&git.reading(args, limits.remote_seconds), SMALL)?;
        Ok::<_, ReadRefusal>(String::from_utf8_lossy(&said).trim().to_owned())
    };
    let remote = ask(&["remote", "get-url", "origin"])?;
    if normal(&remote) != normal(from) {
        let message = "the clone says that it came from elsewhere";
        return Err(ReadRefusal::new(RefusalKind::Unsafe, message));
    }
    let objects = objects(&ask(&["count-objects", "-v"])?);
    if limits.objects < objects {
        let message = format!("it has {objects} objects, more than {}", limits.objects);
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    let head = ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}"]);
    let (head, branch) = match head {
        Ok(head) => (head, branch(&git.scratch.repository())),
        Err(refusal) if matches!(refusal.kind, RefusalKind::Damaged | RefusalKind::Crashed) => {
            let listed =
                ask(&["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads"])?;
            only_branch(&listed).ok_or_else(|| {
                ReadRefusal::new(RefusalKind::Empty, "it has no commit that is its head")
            })?
        }
        Err(refusal) => return Err(refusal),
    };
    let identity = RepoIdentity {
        address: address.to_string(),
        commit: Some(head.clone()),
        branch,
        form: address.form().to_owned(),
    };
    let shallow = fs::metadata(git.scratch.repository().join("shallow"))
        .is_ok_and(|about| 0 < about.len());
    Ok(CheckedClone { identity, head, shallow })
}

/// The branch that stands for a head that is not named: the only one.
fn only_branch(listed: &str) -> Option<(String, Option<String>)> {
    let mut lines = listed.lines();
    let (only, None) = (lines.next()?, lines.next()) else { return None };
    let (commit, name) = only.split_once(" refs/heads/")?;
    Some((commit.to_owned(), Some(name.to_owned())))
}

/// Two ways to write the same address are the same.
fn normal(address: &str) -> String {
    let address = address.trim().trim_end_matches('/');
    let address = address.strip_suffix(".git").unwrap_or(address).trim_end_matches('/');
    match address.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            format!("{}://{}/{path}", scheme.to_lowercase(), host.to_lowercase())
        }
        None => address.to_owned(),
    }
}

fn objects(said: &str) -> u64 {
    let number = |line: &str| {
        let (key, value) = line.split_once(": ")?;
        matches!(key, "count" | "in-pack").then(|| value.trim().parse::<u64>().ok())?
    };
    said.lines().filter_map(number).sum()
}

/// The branch that the clone's head is, by its own file.
fn branch(repository: &Path) -> Option<String> {
    let mut head = Vec::new();
    File::open(repository.join("HEAD"))
        .ok()?
        .take(LINE)
        .read_to_end(&mut head)
        .ok()?;
    let name = head.strip_prefix(b"ref: refs/heads/")?;
    Some(escaped_names::shown(name.strip_suffix(b"\n").unwrap_or(name)))
}

#[cfg(test)]
mod tests {
    use super::{commit_id, normal, objects, only_branch};

    #[test]
    fn only_the_full_id_of_a_commit_is_handed_to_git() {
        assert!(commit_id(&"a1".repeat(20)).is_ok());
        assert!(commit_id(&"a1".repeat(32)).is_ok());
        for other in ["", "HEAD", "--output=x", "a1b2", &"A1".repeat(20), &"a1".repeat(21)] {
            assert!(commit_id(other).is_err(), "{other}");
        }
    }

    #[test]
    fn addresses_are_compared_as_people_mean_them() {
        let same =
            ["https://GitHub.com/o/n", "https://github.com/o/n.git", "HTTPS://github.com/o/n/"];
        assert!(same.iter().all(|address| normal(address) == "https://github.com/o/n"));
        assert_ne!(normal("https://github.com/o/N"), normal("https://github.com/o/n"));
    }

    #[test]
    fn the_only_branch_stands_for_a_head() {
        let main = ("1a".to_owned(), Some("main".to_owned()));
        assert_eq!(only_branch("1a refs/heads/main"), Some(main));
        assert_eq!(only_branch("1a refs/heads/main\n2b refs/heads/next"), None);
        assert_eq!(only_branch(""), None);
    }

    #[test]
    fn loose_and_packed_objects_are_counted_together() {
        assert_eq!(objects("count: 2\nsize: 8\nin-pack: 40\npacks: 1\nsize-pack: 9"), 42);
        assert_eq!(objects("nonsense"), 0);
    }
}
