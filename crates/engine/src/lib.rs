//! Durable, event-driven workflows. Knows no law, no text and no model.

#![warn(missing_docs)]

mod clock;
mod condition;
mod datum;
mod definition;
mod instance;
mod journal;
mod line;
mod plan;
mod pull;
mod reducer;
mod run;
mod run_id;
mod stage;
mod state;
mod store;
mod view;

pub use clock::{Clock, FixedClock, SystemClock};
pub use condition::{Condition, ConditionError, ConditionIssue, Expect, Names, Scope, Shape};
pub use datum::{Datum, DatumError, INLINE_LIMIT, MAX_BYTES, MAX_DEPTH};
pub use definition::*;
pub use journal::*;
pub use plan::Plan;
pub use pull::{CompletedStage, Due, Next, Over, Pull, PullError, Status};
pub use run::*;
pub use run_id::{RunId, RunIdError};
pub use stage::*;
pub use state::{Progress, SnapshotError, StartError};
pub use store::*;
