//! Addresses on this machine: what lies there is told by its first bytes, not by its name.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{AddressError, RepoLocation};

/// Where a tar file says that it is one, and as much as is looked at.
const TAR_MAGIC: usize = 257;
const HEAD: u64 = 512;
/// The longest file of a line that git keeps.
const LINE: u64 = 4096;

pub(super) fn place(given: &str) -> Result<RepoLocation, AddressError> {
    let path = fs::canonicalize(given).map_err(|why| AddressError::NotThere {
        path: given.to_owned(),
        why: why.to_string(),
    })?;
    let about = fs::metadata(&path);
    if about.as_ref().is_ok_and(fs::Metadata::is_dir) {
        return folder(given, path);
    }
    if about.is_ok_and(|about| about.is_file()) {
        return file(given, path);
    }
    Err(unknown(given, "it is a pipe, a socket or a device"))
}

fn unknown(given: &str, why: &str) -> AddressError {
    AddressError::NotRecognised { path: given.to_owned(), why: why.to_owned() }
}

fn folder(given: &str, path: PathBuf) -> Result<RepoLocation, AddressError> {
    let inner = path.join(".git");
    match fs::symlink_metadata(&inner) {
        Ok(about) if about.is_dir() => {
            Ok(RepoLocation::Repository { git_dir: inner.clone(), common: inner })
        }
        Ok(about) if about.is_file() => linked(given, &path, &inner),
        Ok(_) => Err(unknown(given, "its `.git` is a link")),
        Err(_) if is_bare(&path) => {
            Ok(RepoLocation::Repository { git_dir: path.clone(), common: path })
        }
        Err(_) => Ok(RepoLocation::Folder(path)),
    }
}

fn is_bare(path: &Path) -> bool {
    path.join("HEAD").is_file() && path.join("objects").is_dir() && path.join("refs").is_dir()
}

/// A working tree whose repository lies elsewhere. The repository must know of it: else a folder
/// from a stranger could point at any repository of ours.
fn linked(given: &str, folder: &Path, pointer: &Path) -> Result<RepoLocation, AddressError> {
    let stranger = || unknown(given, "its `.git` points to a repository that does not know it");
    let told = line(pointer).map_err(|why| unknown(given, &why.to_string()))?;
    let told = told.strip_prefix("gitdir:").ok_or_else(stranger)?.trim();
    let git_dir = fs::canonicalize(folder.join(told)).map_err(|_| stranger())?;
    let back = line(&git_dir.join("gitdir")).map_err(|_| stranger())?;
    if fs::canonicalize(git_dir.join(back.trim())).ok() != fs::canonicalize(pointer).ok() {
        return Err(stranger());
    }
    let common = line(&git_dir.join("commondir")).map_err(|_| stranger())?;
    let common = fs::canonicalize(git_dir.join(common.trim())).map_err(|_| stranger())?;
    // Both files that were read so far may be a stranger's: only where it lies tells whose it is.
    if git_dir.parent() != Some(&common.join("worktrees")) {
        return Err(stranger());
    }
    Ok(RepoLocation::Repository { git_dir, common })
}

fn line(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LINE).read_to_string(&mut text)?;
    Ok(text)
}

fn file(given: &str, path: PathBuf) -> Result<RepoLocation, AddressError> {
    let mut head = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(HEAD).read_to_end(&mut head))
        .map_err(|why| unknown(given, &why.to_string()))?;
    let archive = |format| Ok(RepoLocation::Archive { path: path.clone(), format });
    if head.starts_with(b"# v2 git bundle\n") || head.starts_with(b"# v3 git bundle\n") {
        return Ok(RepoLocation::Bundle(path));
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return archive("zip");
    }
    if head.starts_with(b"\x1f\x8b") {
        return archive("tar.gz");
    }
    if head.get(TAR_MAGIC..).is_some_and(|rest| rest.starts_with(b"ustar")) {
        return archive("tar");
    }
    Err(unknown(given, "its first bytes are of no kind that we know"))
}
