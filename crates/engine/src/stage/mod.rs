//! Stages as code: what a stage function sees, what it may return, how it is named.

mod channel;
mod context;
mod error;
mod paid;
mod patch;
mod patch_admission;
mod registry;
mod value_type;
mod workflow;

pub use channel::{Channel, TypedChannel};
pub use context::StageCtx;
pub use error::StageError;
pub use paid::{PaidCall, PaidReply};
pub use patch::Patch;
pub(crate) use patch_admission::admit;
pub use registry::{BoxFuture, StageFn, StageRegistry, StageScheme, StageSpec};
pub use workflow::{BindError, Workflow};
