//! What is submitted to a court, checked before anything runs.

use std::fs;

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
