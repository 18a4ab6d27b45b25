//! The state of one run in memory, and the pure core that decides what follows from an event.
//!
//! Nothing here waits, stores or asks the time. Every lasting change goes through `apply`, which
//! replay uses too: conditions are evaluated once, by `advance`, and never again.

mod advance;
mod apply;
mod budget;
mod condition_scope;
mod loop_epochs;
mod merged_inputs;
mod partial_joins;
mod progress;
mod run_end;
mod run_start;
mod snapshot;
mod stage_start;
mod tokens;

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use jurat_canon::Hash;

pub use budget::ENGINE_UNITS;
pub(crate) use budget::WALL_MS;
pub use progress::RunProgress;
pub use run_start::{StartError, started_again};
pub(crate) use run_start::{fits, start_run, type_text};
pub use snapshot::SnapshotError;

use crate::{
    EffectClass, Event, RunMode, RunOutcome, UnitAmounts,
    ancestor_view::{AncestorView, InitialChannels},
    instance::{InstanceKey, MergePosition, StageIx},
    plan::{ChannelIx, WorkflowPlan},
    stored_value::StoredValue,
};

/// One run in memory.
#[derive(Clone)]
pub(crate) struct RunState {
    pub(crate) plan: Arc<WorkflowPlan>,
    pub(crate) mode: RunMode,
    pub(crate) params: BTreeMap<String, Json>,
    pub(crate) start: InitialChannels,
    pub(crate) stages: Vec<StageState>,
    /// Instances that are not settled.
    pub(crate) open: BTreeMap<InstanceKey, OpenInstance>,
    /// The patches that make up the final state, per channel.
    pub(crate) live: Vec<BTreeMap<MergePosition, StoredValue>>,
    pub(crate) counters: Vec<LoopCounter>,
    pub(crate) budgets: Vec<BudgetState>,
    /// Results of paid calls by request.
    pub(crate) paid: BTreeMap<Hash, StoredValue>,
    /// Paid calls in flight: who made them and what they reserved.
    pub(crate) intents: BTreeMap<Hash, (InstanceKey, UnitAmounts)>,
    /// The last attempts of instances that failed for good: one that is tried again goes on counting.
    pub(crate) spent_attempts: BTreeMap<InstanceKey, u32>,
    pub(crate) outcome: RunOutcome,
    pub(crate) reasons: Vec<String>,
    pub(crate) failing: Option<String>,
    pub(crate) ended: Option<RunOutcome>,
    pub(crate) released: bool,
    /// The last owner died with work in flight.
    pub(crate) suspects: bool,
    /// Milliseconds that earlier owners worked on it.
    pub(crate) worked_ms: u64,
    /// When the present owner took it, by the wall clock.
    pub(crate) owned_at_ms: i64,
    pub(crate) unsettled: usize,
    /// Inputs that wait for repeated stages behind them: place of the loop and of the proxy in it.
    proxies: Vec<(usize, usize)>,
    /// Tokens that wait for a loop to be over: stage, place of the successor, whether taken.
    leaving: Vec<(StageIx, usize, bool)>,
    /// What `advance` has still to look at. Never stored: empty between events.
    triggers: VecDeque<AdvanceTrigger>,
    /// Stages that wait for a loop's region to come to rest. Derived.
    held: Vec<StageIx>,
}

/// One stage in its current epoch.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not exclude each other")]
pub(crate) struct StageState {
    pub(crate) epoch: u32,
    pub(crate) phase: StagePhase,
    pub(crate) edges: Vec<InputEdge>,
    /// Inputs that have not settled.
    pub(crate) pending: usize,
    /// Results that came one by one, for a join that is not `all`.
    pub(crate) tokens: Vec<ResultToken>,
    /// The time of a best-effort join is up.
    pub(crate) overdue: bool,
    /// The clock of a best-effort join runs. Never stored: `wake` starts it again.
    pub(crate) timed: bool,
    /// What the stage that loops back here saw, and its depth.
    pub(crate) looped: Option<(Arc<AncestorView>, u32)>,
    /// Inputs worked out by `fire`, so that `apply` need not do it again.
    pub(crate) prepared: Option<(Arc<AncestorView>, u32)>,
    pub(crate) base: Option<Arc<AncestorView>>,
    pub(crate) depth: u32,
    pub(crate) items: Option<StoredValue>,
    pub(crate) left: u32,
    pub(crate) ok: u32,
    pub(crate) failed: u32,
    /// Indices that failed or were cancelled in this epoch.
    pub(crate) lost: Vec<u32>,
    /// How many of them were cancelled: given up before they were through.
    pub(crate) cut: u32,
    /// Epochs before this one in which it began.
    pub(crate) passes: u32,
    /// What came of the last of them.
    pub(crate) past: PassCounts,
    /// An instance, or the whole stage, was refused by a budget.
    pub(crate) starved: bool,
    /// Patches of this epoch by index.
    pub(crate) done: Vec<(u32, Vec<(ChannelIx, StoredValue)>)>,
    pub(crate) after: Option<Arc<AncestorView>>,
    /// Results, one by one, for successors beyond a loop that is not over.
    pub(crate) later: Vec<(StageIx, ResultToken)>,
    /// Successors have their tokens.
    pub(crate) freed: bool,
    /// Done in some epoch.
    pub(crate) ever: bool,
    /// Where its patches stand in the final state.
    pub(crate) live: Vec<(ChannelIx, MergePosition)>,
}

/// Instances of one pass, by what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct PassCounts {
    pub(crate) done: u32,
    pub(crate) failed: u32,
    pub(crate) cancelled: u32,
}

impl StageState {
    /// What came of this epoch so far; nothing where the stage has not begun in it.
    pub(crate) fn pass(&self) -> Option<PassCounts> {
        let counts = PassCounts {
            done: self.ok,
            failed: self.failed,
            cancelled: self.cut,
        };
        let begun = match self.phase {
            StagePhase::Active => true,
            StagePhase::Settled(how) => {
                matches!(how, StageSettlement::Done | StageSettlement::Failed)
            }
            StagePhase::Waiting => false,
        };
        (begun || counts != PassCounts::default() || 0 < self.left).then_some(counts)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum StagePhase {
    #[default]
    Waiting,
    Active,
    Settled(StageSettlement),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StageSettlement {
    Done,
    /// Left out; successors go on.
    Passed,
    /// Left out; so are successors that rest on nothing else.
    Skipped,
    /// Given up before it was through; so are successors that rest on nothing else.
    Cancelled,
    Failed,
}

impl StageSettlement {
    /// Whether successors may rest on it.
    pub(crate) fn hands_on(self) -> bool {
        !matches!(self, Self::Skipped | Self::Cancelled)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum InputEdge {
    Pending,
    Taken,
    Skipped,
    /// Settled in an earlier epoch; waits for repeated stages behind it.
    Behind {
        taken: bool,
    },
}

/// A result that came before its stage settled.
#[derive(Debug, Clone)]
pub(crate) struct ResultToken {
    pub(crate) key: InstanceKey,
    pub(crate) view: Arc<AncestorView>,
    pub(crate) depth: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpenInstance {
    pub(crate) attempt: u32,
    /// Attempts since the last fresh start.
    pub(crate) tries: u32,
    pub(crate) asks: bool,
    /// Waits for its next attempt.
    pub(crate) idle: bool,
    /// Its start is in the journal.
    pub(crate) started: bool,
    /// Owners that died with it in flight, in a row.
    pub(crate) crashes: u32,
    /// Those of them that had nothing else in flight, in a row.
    #[serde(default)]
    pub(crate) alone: u32,
}

/// Deaths in a row after which an instance runs alone.
const SUSPECT: u32 = 2;
/// Deaths in a row with one instance in flight, and nothing else, before it is given up.
///
/// A process that was killed leaves no sign of who did it, so an instance that is merely slow looks
/// like one that kills. A stage that truly kills is rare, since what could bring a process down is
/// read in child processes; to start it six times is the price of never blaming an innocent for up to
/// five kills from outside. A run that failed so is tried again when it is resumed.
pub(crate) const CRASH_LIMIT: u32 = 6;

impl OpenInstance {
    /// Whether it may be what kills its process: it then runs with nothing beside it, so that the
    /// next death tells.
    pub(crate) fn is_suspect(&self) -> bool {
        SUSPECT <= self.crashes || 0 < self.alone
    }

    /// It got further than before, so it is not what kills its process.
    pub(crate) fn clear(&mut self) {
        (self.crashes, self.alone) = (0, 0);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LoopCounter {
    pub(crate) count: u64,
    pub(crate) limit: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BudgetState {
    pub(crate) limit: u64,
    pub(crate) used: u64,
    pub(crate) reserved: u64,
    pub(crate) exhausted: bool,
}

/// What follows from a cause: the event to record, and what is to be done about it.
#[must_use]
pub(crate) struct RunDecision {
    pub(crate) event: Event,
    pub(crate) tasks: Vec<ExecutorTask>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExecutorTask {
    Run {
        key: InstanceKey,
        attempt: u32,
        after_ms: u64,
    },
    /// Wake a best-effort join.
    JoinTimer {
        stage: StageIx,
        epoch: u32,
        after_ms: u64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AdvanceTrigger {
    /// All inputs have settled.
    Ready(StageIx),
    /// A join that is not `all` got something.
    Token(StageIx),
    Settled(StageIx),
    /// An instance of a fan-out failed for good.
    Lost(StageIx),
    Cancelled,
    Spent(usize),
}

impl RunState {
    pub(crate) fn new(plan: Arc<WorkflowPlan>) -> Self {
        let stages = plan.stages.iter().map(|stage| StageState {
            edges: vec![InputEdge::Pending; stage.deps.len()],
            pending: stage.deps.len(),
            ..StageState::default()
        });
        let zero = BudgetState { limit: 0, used: 0, reserved: 0, exhausted: false };
        Self {
            stages: stages.collect(),
            mode: RunMode::Push,
            params: BTreeMap::new(),
            start: vec![None; plan.channels.len()],
            open: BTreeMap::new(),
            live: vec![BTreeMap::new(); plan.channels.len()],
            counters: vec![LoopCounter { count: 0, limit: 0 }; plan.counters.len()],
            budgets: vec![zero; plan.budgets.len()],
            paid: BTreeMap::new(),
            intents: BTreeMap::new(),
            spent_attempts: BTreeMap::new(),
            outcome: RunOutcome::Completed,
            reasons: Vec::new(),
            failing: None,
            ended: None,
            released: false,
            suspects: false,
            worked_ms: 0,
            owned_at_ms: 0,
            unsettled: plan.stages.len(),
            proxies: Vec::new(),
            leaving: Vec::new(),
            triggers: VecDeque::new(),
            held: Vec::new(),
            plan,
        }
    }

    /// Decides what follows from `cause`, and changes the state accordingly.
    pub(crate) fn decide(&mut self, cause: crate::EventCause) -> RunDecision {
        let mut tasks = self.apply_cause(&cause);
        let ops = self.advance(&mut tasks);
        RunDecision { event: Event { cause, ops }, tasks }
    }

    /// Changes the state as a recorded event says. Its tasks were begun by whoever recorded it;
    /// `wake` says which of them are due again after the last event.
    pub(crate) fn replay(&mut self, event: &Event) {
        self.apply_cause(&event.cause);
        for op in &event.ops {
            self.apply(op);
        }
        self.triggers.clear();
    }

    /// Changes the state as one op of a recorded event says.
    pub(crate) fn replay_op(&mut self, op: &crate::StateOperation) {
        self.apply(op);
        self.triggers.clear();
    }

    /// Sets what a run's context copies before the first event is decided.
    pub(crate) fn preset(&mut self, cause: &crate::EventCause) {
        if let crate::EventCause::RunStarted(started) = cause {
            for (channel, value) in &started.input {
                if let Some(ix) = self.plan.channel_ix.get(channel) {
                    self.start[*ix] = Some(value.clone());
                }
            }
        }
    }

    pub(crate) fn questions(&self) -> Vec<crate::OpenQuestion> {
        let asks = self.open.iter().filter(|(_, open)| open.asks);
        let question = |(key, _): (&InstanceKey, &OpenInstance)| {
            let interrupt = self.plan.definition.stages[key.stage].interrupt.as_ref()?;
            Some(crate::OpenQuestion {
                at: self.plan.text(*key),
                prompt: interrupt.prompt.clone(),
                choices: interrupt.choices.iter().map(Json::to_string).collect(),
            })
        };
        asks.filter_map(question).collect()
    }

    /// The tasks of a state that was read back: everything open is due again.
    pub(crate) fn wake(&mut self) -> Vec<ExecutorTask> {
        self.held = self.unreleased();
        if self.ended.is_some() {
            return Vec::new();
        }
        let mut tasks: Vec<ExecutorTask> = Vec::new();
        for (key, open) in &mut self.open {
            open.idle = false;
            if !open.asks {
                tasks.push(ExecutorTask::Run { key: *key, attempt: open.attempt, after_ms: 0 });
            }
        }
        for timer in self.join_timers() {
            if let ExecutorTask::JoinTimer { stage, .. } = timer {
                self.stages[stage].timed = true;
            }
            tasks.push(timer);
        }
        tasks
    }

    /// Whether a result of this attempt is still wanted.
    pub(crate) fn wants(&self, key: InstanceKey, attempt: u32) -> bool {
        let open = self.open.get(&key);
        self.ended.is_none() && open.is_some_and(|open| open.attempt == attempt && !open.idle)
    }

    /// Whether starts are journaled: an instance here may have killed its process before.
    pub(crate) fn is_careful(&self) -> bool {
        self.suspects && self.open.values().any(|open| 0 < open.crashes)
    }

    /// Whether some instance must run with nothing beside it.
    pub(crate) fn has_suspects(&self) -> bool {
        self.suspects && self.open.values().any(OpenInstance::is_suspect)
    }

    /// Instances that may have begun and are not through. An attempt that waits for its pause to be
    /// over has not begun, nor has one whose beginning would be in the journal; and what is done from
    /// outside no process of ours dies in.
    pub(crate) fn in_flight(&self) -> Vec<InstanceKey> {
        if self.mode == RunMode::Pull {
            return Vec::new();
        }
        let careful = self.is_careful();
        let announced = |key: &InstanceKey| {
            careful || self.plan.definition.stages[key.stage].effect == EffectClass::External
        };
        let begun = |(key, open): &(&InstanceKey, &OpenInstance)| {
            !open.asks && !open.idle && (open.started || !announced(key))
        };
        self.open.iter().filter(begun).map(|(key, _)| *key).collect()
    }

    fn unreleased(&self) -> Vec<StageIx> {
        let held = |stage: &StageState| {
            matches!(
                stage.phase,
                StagePhase::Settled(StageSettlement::Done | StageSettlement::Passed)
            ) && !stage.freed
        };
        (0..self.stages.len()).filter(|ix| held(&self.stages[*ix])).collect()
    }
}
