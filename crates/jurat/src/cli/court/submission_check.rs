//! What is submitted to a court, checked before anything runs.

use std::{fs, path::Path};

use jurat_code::RepoAddress;

use crate::failure::CommandFailure;

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

/// The paper's full path, so that a run that is resumed elsewhere finds it.
pub(crate) fn check_paper(path: &Path) -> Result<String, CommandFailure> {
    let failed = |error: std::io::Error| {
        CommandFailure::input(format!("cannot read {}: {error}", path.display()))
    };
    let full = fs::canonicalize(path).map_err(failed)?;
    if !full.is_file() {
        return Err(CommandFailure::input(format!("{} is no file", path.display())));
    }
    full.into_os_string()
        .into_string()
        .map_err(|_| CommandFailure::input(format!("{} is no UTF-8", path.display())))
}
