//! Stages as code: what a stage function sees, what it may return, how it is named.

mod admit;
mod channel;
mod context;
mod error;
mod paid;
mod patch;
mod registry;
mod workflow;

pub(crate) use admit::admit;
pub use channel::Channel;
pub use context::StageCtx;
pub use error::StageError;
pub use paid::{PaidCall, PaidReply};
pub use patch::Patch;
pub use registry::{BoxFuture, Registry, StageFn, StageSpec};
pub use workflow::{BindError, Workflow};
