//! What a child takes away from itself before it works.

use std::{io, path::PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, NetPort, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rlimit::Resource;
use rustix::process::{Signal, set_parent_process_death_signal};

use super::SandboxIsolation;
use crate::FileLimits;

/// How much of what a limit does not name a child may have.
pub(super) struct ChildPermissions<'a> {
    /// Open files; the three streams are among them.
    pub(super) files: u64,
    /// What may be read and executed.
    pub(super) executable: &'a [PathBuf],
    /// What may be read and never executed.
    pub(super) readable: &'a [PathBuf],
    /// What may be written too: folders with all below them, or single files.
    pub(super) writable: &'a [PathBuf],
    /// Ports of other machines that may be called.
    pub(super) ports: &'a [u16],
    /// Bytes of one file that is written.
    pub(super) file_bytes: u64,
    /// Whether it may start others. The number that the system counts is that of all processes of
    /// a user, so there is either none or what there was.
    pub(super) helpers: bool,
}

impl ChildPermissions<'_> {
    /// For one of our own readers: its streams, and what it opened to watch itself.
    pub(super) const READER: Self = Self {
        files: 8,
        executable: &[],
        readable: &[],
        writable: &[],
        ports: &[],
        file_bytes: 0,
        helpers: false,
    };
}

/// A child must not outlive its parent.
pub(super) fn die_with_parent() -> io::Result<()> {
    Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
}

/// Sets the limits and shuts off files and the network as far as the kernel can. There is no way
/// back.
pub(super) fn confine(
    limits: &FileLimits,
    allowed: &ChildPermissions<'_>,
) -> io::Result<SandboxIsolation> {
    let isolation = shut_off(allowed).map_err(io::Error::other)?;
    let cpu = limits.cpu_seconds.max(1);
    // At the lower of the two comes a signal that says why; the higher one is for who ignores it.
    lower(Resource::CPU, cpu, cpu.saturating_add(1))?;
    lower(Resource::AS, limits.memory, limits.memory)?;
    lower(Resource::NOFILE, allowed.files, allowed.files)?;
    lower(Resource::FSIZE, allowed.file_bytes, allowed.file_bytes)?;
    lower(Resource::CORE, 0, 0)?;
    if !allowed.helpers {
        lower(Resource::NPROC, 0, 0)?;
    }
    Ok(isolation)
}

/// A limit that is already lower stays: to raise it is not ours.
fn lower(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let (_, most) = resource.get()?;
    resource.set(soft.min(most), hard.min(most))
}

fn shut_off(allowed: &ChildPermissions<'_>) -> Result<SandboxIsolation, RulesetError> {
    let ports = allowed
        .ports
        .iter()
        .map(|port| Ok::<_, RulesetError>(NetPort::new(*port, AccessNet::ConnectTcp)));
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V5))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(allowed.executable, running()))?
        .add_rules(path_beneath_rules(allowed.readable, reading()))?
        .add_rules(path_beneath_rules(allowed.writable, writing()))?
        .add_rules(ports)?
        .restrict_self()?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => SandboxIsolation::Full,
        RulesetStatus::PartiallyEnforced => SandboxIsolation::Partial,
        RulesetStatus::NotEnforced => SandboxIsolation::LimitsOnly,
    })
}

fn running() -> BitFlags<AccessFs> {
    reading() | AccessFs::Execute
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir
}

/// Everything but to execute what was written.
fn writing() -> BitFlags<AccessFs> {
    AccessFs::from_all(ABI::V5) & !AccessFs::Execute
}
