//! What is submitted to a court, checked before anything runs.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_code::RepoAddress;

use crate::failure::CommandFailure;

/// The repository that a path on this machine lies in; the path itself where that is none.
pub(crate) fn repository_root(given: &Path) -> PathBuf {
    let Ok(full) = fs::canonicalize(given) else { return given.to_path_buf() };
    let root = full.ancestors().find(|folder| folder.join(".git").exists());
    root.map_or_else(|| full.clone(), Path::to_path_buf)
}

/// Says what is wrong with an address before anything runs.
/// What lies on this machine comes back with its full path, so that a run that is resumed
/// elsewhere finds it.
pub(crate) fn check_address(given: &str, hosts: &[String]) -> Result<String, CommandFailure> {
    let address = RepoAddress::parse(given, hosts)
        .map_err(|error| CommandFailure::input(error.to_string()).hint(error.hint()))?;
    if address.is_remote() {
        return Ok(given.to_owned());
    }
    let full = fs::canonicalize(given)
        .ok()
        .and_then(|path| path.into_os_string().into_string().ok());
    Ok(full.unwrap_or_else(|| given.to_owned()))
}
