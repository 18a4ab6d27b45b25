//! Events: a cause and what was decided upon it. Replaying applies both and evaluates nothing.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use jurat_canon::Hash;

use crate::{RunId, RunMode, RunOutcome, StoredValue};

/// The version of this format, written into the first event of every run.
pub const FORMAT: u32 = 1;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    #[serde(flatten)]
    pub cause: EventCause,
    /// What followed from it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ops: Vec<StateOperation>,
}

pub type UnitAmounts = BTreeMap<String, u64>;

pub type ChannelWrites = Vec<(Arc<str>, StoredValue)>;

/// Most instances that the stages of one journal may start: a forged width must not fill the memory.
pub const MAX_INSTANCES: u64 = 1_000_000;

/// A channel may be written more than once in one patch.
pub(crate) fn by_channel(writes: &ChannelWrites) -> BTreeMap<&str, Vec<&StoredValue>> {
    let mut found: BTreeMap<&str, Vec<&StoredValue>> = BTreeMap::new();
    for (channel, value) in writes {
        found.entry(channel).or_default().push(value);
    }
    found
}

/// What happened. Instances are named `stage@epoch#index`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventCause {
    RunStarted(Box<RunStarted>),
    /// The run began as a copy of another at one of its events.
    Forked(Box<RunForked>),
    /// The state up to here was stored as a blob.
    Snapshot {
        state: Hash,
    },
    /// An attempt is about to begin; written before a stage that reaches outside.
    Started {
        at: String,
        attempt: u32,
    },
    Completed(AttemptCompleted),
    Failed(AttemptFailed),
    /// A result came that nobody waits for any more; it is kept and never merged.
    Late(AttemptCompleted),
    Answered {
        at: String,
        answer: Json,
        author: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        writes: ChannelWrites,
    },
    CancelAsked {
        author: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A paid call is about to be made.
    PaidIntent {
        at: String,
        call: Hash,
        /// What it may cost at most.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        reserve: UnitAmounts,
    },
    PaidResult {
        at: String,
        call: Hash,
        result: StoredValue,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        spend: UnitAmounts,
    },
    /// A paid call failed; nothing is kept of it.
    PaidFailed {
        at: String,
        call: Hash,
        error: String,
    },
    /// The time of a best-effort join is up.
    JoinDue {
        stage: Arc<str>,
        epoch: u32,
    },
    /// The time of a wall budget is up.
    WallSpent {
        budget: Arc<str>,
        /// How much was used.
        used_ms: u64,
    },
    /// The owner gave the run back in order, with work left to do.
    Released,
    /// A word from outside came that could not be followed.
    Ignored {
        message: crate::InboxMessage,
        why: String,
    },
    /// Another owner took the run over.
    Resumed(RunResumed),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunStarted {
    pub format: u32,
    pub workflow: String,
    /// Hash of the definition; the definition is the blob of that name.
    pub definition: Hash,
    pub mode: RunMode,
    pub at_ms: i64,
    /// Parameters, defaults filled in.
    pub params: BTreeMap<String, Json>,
    /// Channels set before any stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input: ChannelWrites,
    /// Limits of loop counters, frozen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub loop_limits: BTreeMap<String, u64>,
    /// Limits of budgets, frozen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub budget_limits: BTreeMap<String, u64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunForked {
    pub format: u32,
    pub parent: RunId,
    /// The event after which it parts.
    pub at_seq: u64,
    /// The chain hash of that event.
    pub at_hash: Hash,
    /// Whether paid calls of the parent are ignored.
    pub fresh: bool,
    pub definition: Hash,
    /// The state at that event, as a snapshot blob.
    pub state: Hash,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptCompleted {
    pub at: String,
    pub attempt: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: ChannelWrites,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spend: UnitAmounts,
    /// What it says of the run's outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<(RunOutcome, String)>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptFailed {
    pub at: String,
    pub attempt: u32,
    pub class: FailureClass,
    pub message: String,
    /// The budget that is spent, for that kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// The pause before the next attempt; without it there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_in_ms: Option<u64>,
}

/// Kinds of failure. Only the first three are retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureClass {
    Transient,
    RateLimited,
    Timeout,
    Permanent,
    Panic,
    /// The process died in it, and in nothing else, more often in a row than kills from outside explain.
    Crashed,
    /// A condition could not be evaluated.
    Condition,
    Budget,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunResumed {
    pub fence: u64,
    pub at_ms: i64,
    /// Milliseconds that earlier owners worked on it.
    pub worked_ms: u64,
    /// Whether the last owner gave the run back in order.
    pub clean: bool,
    /// Instances that were in flight, with how many times in a row now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_flight: Vec<(String, u32)>,
    /// The one that was in flight with nothing beside it, with how many times in a row now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone: Option<(String, u32)>,
    /// Failed instances that are tried again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retried: Vec<String>,
}

/// One thing that was decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateOperation {
    Start(StageStart),
    /// A stage that does nothing is done.
    Done(StageAt),
    Ask(StageAt),
    /// A stage is left out and so is what only rests on it.
    Skip(StageOmission),
    /// A stage is left out and its successors go on.
    Pass(StageOmission),
    /// A stage fails as a whole.
    Fault(StageFault),
    /// Successors get their tokens; where a route decides, `to` names those it takes.
    Release {
        stage: Arc<str>,
        /// The successors that its route takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Vec<Arc<str>>>,
    },
    /// Only `to` of all successors gets a token: where a loop that is exhausted sends the run.
    Divert {
        stage: Arc<str>,
        to: Arc<str>,
    },
    /// Stages between two points start a new epoch.
    Loop {
        /// Place of the loop in the definition.
        loop_back: usize,
        /// How often its counter has risen now.
        count: u64,
    },
    /// A loop or a budget reached its limit.
    Exhausted {
        /// `loop NAME` or `budget NAME`.
        what: String,
        reason: String,
    },
    /// Instances are given up; their results will be late.
    Cancel {
        instances: Vec<String>,
    },
    /// The run's outcome is at least this.
    Outcome {
        outcome: RunOutcome,
        reason: String,
    },
    /// The run has failed; what is in flight may finish, nothing new starts.
    Failing {
        reason: String,
    },
    End {
        outcome: RunOutcome,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageAt {
    pub stage: Arc<str>,
    pub epoch: u32,
    /// The inputs it rests on, where time decided which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageStart {
    pub stage: Arc<str>,
    pub epoch: u32,
    /// The elements of a fan-out: one instance each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<StoredValue>,
    /// How many instances; 1 without a fan-out.
    pub width: u32,
    /// The inputs it rests on, where time decided which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageOmission {
    pub stage: Arc<str>,
    pub epoch: u32,
    pub why: OmissionReason,
    /// The inputs it rests on, where time decided which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OmissionReason {
    Untaken,
    When,
    Starved,
    /// Its only reader has gone on without it.
    Unneeded,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageFault {
    pub stage: Arc<str>,
    pub epoch: u32,
    pub class: FailureClass,
    pub message: String,
    /// The inputs it rests on, where time decided which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
}

impl EventCause {
    /// The kind, as the journal spells it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::RunStarted(_) => "run_started",
            Self::Forked(_) => "forked",
            Self::Snapshot { .. } => "snapshot",
            Self::Started { .. } => "started",
            Self::Completed(_) => "completed",
            Self::Failed(_) => "failed",
            Self::Late(_) => "late",
            Self::Answered { .. } => "answered",
            Self::CancelAsked { .. } => "cancel_asked",
            Self::PaidIntent { .. } => "paid_intent",
            Self::PaidResult { .. } => "paid_result",
            Self::PaidFailed { .. } => "paid_failed",
            Self::JoinDue { .. } => "join_due",
            Self::WallSpent { .. } => "wall_spent",
            Self::Released => "released",
            Self::Ignored { .. } => "ignored",
            Self::Resumed(_) => "resumed",
        }
    }

    /// The kind, shared: journals are long and kinds are few.
    pub(crate) fn kind_name(&self) -> Arc<str> {
        static KINDS: Mutex<BTreeMap<&str, Arc<str>>> = Mutex::new(BTreeMap::new());
        let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kinds.entry(self.kind()).or_insert_with(|| self.kind().into()))
    }

    /// The instance, stage or budget it is about; empty for the run itself.
    pub fn subject(&self) -> &str {
        match self {
            Self::Started { at, .. }
            | Self::Answered { at, .. }
            | Self::PaidIntent { at, .. }
            | Self::PaidResult { at, .. }
            | Self::PaidFailed { at, .. } => at,
            Self::Completed(done) | Self::Late(done) => &done.at,
            Self::Failed(failed) => &failed.at,
            Self::JoinDue { stage, .. } => stage,
            Self::WallSpent { budget, .. } => budget,
            _ => "",
        }
    }
}

impl Event {
    /// How many instances its stages start.
    pub fn width(&self) -> u64 {
        let widths = self.ops.iter().map(|op| match op {
            StateOperation::Start(start) => u64::from(start.width),
            _ => 0,
        });
        widths.sum()
    }

    /// Every value of this event that the state will hold.
    pub(crate) fn each(&mut self, visit: &mut dyn FnMut(&mut StoredValue)) {
        let writes = match &mut self.cause {
            EventCause::RunStarted(started) => &mut started.input,
            EventCause::Completed(done) => &mut done.writes,
            EventCause::Answered { writes, .. } => writes,
            _ => &mut Vec::new(),
        };
        for (_, value) in writes {
            visit(value);
        }
        for op in &mut self.ops {
            if let StateOperation::Start(StageStart { items: Some(items), .. }) = op {
                visit(items);
            }
        }
    }

    /// Every blob this event refers to.
    pub fn refs(&mut self) -> Vec<Hash> {
        let mut refs = Vec::new();
        self.each(&mut |value| refs.extend(value.blob()));
        match &self.cause {
            EventCause::PaidResult { result, .. } => refs.extend(result.blob()),
            EventCause::Late(late) => {
                refs.extend(late.writes.iter().filter_map(|(_, v)| v.blob()));
            }
            EventCause::Snapshot { state } => refs.push(*state),
            EventCause::Forked(forked) => refs.extend([forked.state, forked.definition]),
            EventCause::RunStarted(started) => refs.push(started.definition),
            _ => {}
        }
        refs
    }
}
