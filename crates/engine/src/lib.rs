//! Durable, event-driven workflows. Knows no law, no text and no model.

mod ancestor_view;
mod clock;
mod condition;
mod definition;
mod instance;
mod journal;
mod persistent_list;
mod plan;
mod pull;
mod reducer;
mod run;
mod run_id;
mod stage;
mod state;
mod store;
mod stored_value;

pub use clock::{Clock, FixedClock, SystemClock};
pub use condition::{
    CelCondition, ConditionError, ConditionIssue, ConditionScope, DeclaredNames, DeclaredType,
    ExpectedType,
};
pub use definition::*;
pub use journal::*;
pub use plan::WorkflowPlan;
pub use pull::{
    CompletedStage, DueAgent, DueQuestion, DueStage, FailedStage, NextStageReply, OwnAttempt,
    PullEngine, PullError, PullRunEnd, PullStatus, ReportRemarks, ReportedFailure, StageClaim,
};
pub use run::*;
pub use run_id::{RunId, RunIdError};
pub use stage::*;
pub use state::{ENGINE_UNITS, RunProgress, SnapshotError, StartError, started_again};
pub use store::*;
pub use stored_value::{INLINE_LIMIT, MAX_BYTES, MAX_DEPTH, StoredValue, StoredValueError};
