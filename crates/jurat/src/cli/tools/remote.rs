//! Services that live elsewhere, as `[services.NAME]` tells of them.

use std::fs;

use jurat_mcp::RemoteService;
use jurat_tools::ALL;

use crate::{
    failure::CommandFailure, sandbox_launcher::sandbox_launcher, settings::CliSettings,
};

/// The service of that name, where it lives elsewhere.
pub(crate) fn remote_service(
    settings: &CliSettings,
    name: &str,
) -> Result<Option<RemoteService>, CommandFailure> {
    let known = |given: &str| ALL.iter().any(|service| service.name == given);
    if let Some(unknown) = settings.services.keys().find(|given| !known(given)) {
        let names: Vec<&str> = ALL.iter().map(|service| service.name).collect();
        return Err(CommandFailure::input(format!("[services.{unknown}] names no service"))
            .hint(format!("there are {}", names.join(", "))));
    }
    let Some(remote) = settings.services.get(name) else { return Ok(None) };
    let read = |file| {
        fs::read_to_string(file).map_err(|error| {
            CommandFailure::input(format!(
                "cannot read the token of [services.{name}]: {error}"
            ))
        })
    };
    let token = remote.token_file.as_ref().map(read).transpose()?;
    let token = token.map(|token| token.trim().to_owned());
    RemoteService::new(name, remote.clone(), token, sandbox_launcher()?)
        .map(Some)
        .map_err(|why| CommandFailure::input(format!("[services.{name}]: {why}")))
}
