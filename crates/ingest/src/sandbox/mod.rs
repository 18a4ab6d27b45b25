//! Child processes under limits: our own readers of hostile bytes, and outside programs.
//!
//! The child is our own binary, started again with a hidden verb. It takes rights away from itself
//! before it looks at a single byte, so nothing here needs unsafe code. What it says is not
//! trusted either: frames are capped, counted and decoded as data.

mod child;
mod child_job;
mod child_read;
mod confine;
mod exit_reason;
mod process_usage;
mod program;
mod program_child;
mod supervise;
mod wire;

use std::{ffi::OsString, path::PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) use child::guarded;
#[cfg(feature = "pdf")]
pub(crate) use child::words;
pub use child::{serve, serve_drill};
pub use child_job::{
    ChildWork, JobInput, JobOutput, JobRequest, JobResult, NamedJob, job_in_child,
};
pub use child_read::{ChildReadResult, frames_limit, read_in_child};
pub use exit_reason::KillReason;
pub(crate) use program::run_program;
pub use program::{
    OutsideProgram, ProgramExit, ProgramInvocation, installed, readable, run_outside,
};
pub use supervise::KillCheck;
pub use wire::ExecRequest;

/// How the child is started: the binary gives itself and its hidden verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildLauncher {
    /// The program, which is this one.
    pub program: PathBuf,
    /// What makes it serve instead of doing what it does for people.
    pub args: Vec<OsString>,
}

/// What children took, all of them together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct ChildUsage {
    /// How many were started.
    pub children: u32,
    /// Seconds of a processor.
    pub cpu_seconds: f64,
    /// The most memory that one of them held, in bytes.
    pub peak_rss: u64,
    /// How far the weakest of them was shut off; nothing where none said.
    pub isolation: Option<SandboxIsolation>,
}

/// How far a child was shut off from files and the network, besides its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SandboxIsolation {
    /// The kernel has no landlock: limits alone hold it.
    LimitsOnly,
    /// The kernel knows a part of what we asked for.
    Partial,
    /// No files, no network, no signals to others.
    Full,
}

impl ChildUsage {
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let weaker = match (self.isolation, other.isolation) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        Self {
            children: self.children + other.children,
            cpu_seconds: self.cpu_seconds + other.cpu_seconds,
            peak_rss: self.peak_rss.max(other.peak_rss),
            isolation: weaker,
        }
    }
}
