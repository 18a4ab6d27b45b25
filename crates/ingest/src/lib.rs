//! From hostile bytes to text: readers in limited child processes.
//!
//! The only crate that starts processes. One bad file has an outcome of its own and never stops
//! the rest.

mod alignment;
mod formats;
mod limits;
mod refusal;
mod walk;

pub use alignment::aligned;
pub use limits::Limits;
pub use refusal::{Refusal, RefusalKind};
pub use walk::{Entry, walk};
