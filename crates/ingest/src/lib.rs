//! From hostile bytes to text: readers in limited child processes.
//!
//! The only crate that starts processes. One bad file has an outcome of its own and never stops
//! the rest.

mod formats;
mod limits;
mod refusal;

pub use limits::Limits;
pub use refusal::{Refusal, RefusalKind};
