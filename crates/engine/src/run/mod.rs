//! Running: owners of runs, the pool that computes, the writer that makes durable.

mod cell;
mod complete;
mod diff;
mod dispatch;
mod engine;
mod error;
mod handle;
mod inbox;
mod load;
mod look;
mod paid;
mod pool;
mod record;
mod replay;
mod rest;
mod resume;
mod retry;
mod shared;
mod timer;
mod waiting;
mod writer;

pub(crate) use cell::RunCell;
pub use diff::{Parting, Parts, Reason, RunDiff, ValueDiff, diff};
pub use engine::{Engine, Options, RunRequest};
pub use error::EngineError;
pub use handle::{Question, RunEnd, RunHandle, Stopped};
pub(crate) use inbox::{answered, meaning, written};
pub use load::{Loaded, Redecided, load_run, pinned_definition, redecide};
pub(crate) use load::{fetch_json, parse};
pub use look::StageLook;
pub(crate) use paid::Intent;
pub(crate) use record::items_blob;
pub use replay::{Again, Attempt, Difference, Differs, Replay, replay};
