//! From hostile bytes to text: readers in limited child processes.
//!
//! The only crate that starts processes. One bad file has an outcome of its own and never stops
//! the rest.

mod alignment;
mod archive_members;
mod figures;
mod folder_walk;
mod formats;
#[doc(hidden)]
pub mod fuzz;
mod limits;
mod read;
mod refusal;
pub mod sandbox;

pub use alignment::aligned;
pub use archive_members::{ArchiveMember, archive_members, is_archive};
pub use figures::figures;
pub use folder_walk::{FolderEntry, walk};
pub use formats::{DocumentFormat, ReadFunction, ReaderInput, ReaderOutput, ReaderPlacement};
pub use limits::FileLimits;
pub use read::{DocumentTaker, ExtractedFile, FileReading, read_bytes, read_each};
pub use refusal::{ReadRefusal, RefusalKind};
pub use sandbox::{ChildLauncher, ChildUsage, SandboxIsolation, installed, serve, serve_drill};
