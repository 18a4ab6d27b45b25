//! Running: owners of runs, the pool that computes, the writer that makes durable.

mod async_stages;
mod attempt_apart;
mod attempt_result;
mod diff;
mod dispatch;
mod durability_barrier;
mod engine;
mod engine_shared;
mod error;
mod event_recording;
mod handle;
mod heard_event;
mod idle_flag;
mod inbox;
mod journal_reader;
mod journal_tail;
mod journal_writer;
mod paid_intent;
mod plain_lock;
mod ready_attempt;
mod repeated_acts;
mod replay;
mod replayed_calls;
mod resume;
mod retry;
mod run_cell;
mod run_ownership;
mod stage_overview;
mod suspect_queue;
mod thread_pool;
mod timer;
mod waiting_attempts;

pub(crate) use attempt_apart::attempt_apart;
pub use diff::{DivergenceKind, DivergenceReason, RunDiff, RunDivergence, ValueDiff, diff};
pub use engine::{Engine, EngineOptions, RunRequest};
pub use error::EngineError;
pub use handle::{OpenQuestion, RunEnd, RunHandle, WaitResult};
pub use heard_event::HeardEvent;
pub(crate) use inbox::{answered, meaning, written};
pub use journal_reader::{LoadedRun, RedecideResult, load_run, pinned_definition, redecide};
pub(crate) use journal_reader::{parse, stored_json};
pub(crate) use journal_tail::{JournalTail, commit};
pub(crate) use paid_intent::PaidIntent;
pub use repeated_acts::repeated_acts;
pub use replay::{
    ReplayDifference, ReplayDifferenceKind, ReplayReport, ReplayStatus, ReplayedAttempt, replay,
};
pub(crate) use resume::{ForkedRun, forked_run, resumed};
pub(crate) use retry::retry_pause;
pub(crate) use run_cell::RunCell;
pub use stage_overview::StageOverview;
