//! From hostile bytes to text: readers in limited child processes.
//!
//! The only crate that starts processes. One bad file has an outcome of its own and never stops
//! the rest.

mod alignment;
mod figures;
mod formats;
#[doc(hidden)]
pub mod fuzz;
mod limits;
mod read;
mod refusal;
pub mod repo;
mod sandbox;
mod walk;

pub use alignment::aligned;
pub use figures::figures;
pub use limits::Limits;
pub use read::{FileRead, read_bytes};
pub use refusal::{Refusal, RefusalKind};
pub use sandbox::{Isolation, Launcher, Usage, installed, serve, serve_drill};
pub use walk::{Entry, walk};
