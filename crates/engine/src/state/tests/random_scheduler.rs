//! A scheduler that picks any due task: every order that threads could produce, without threads.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Value as Json, json};

use super::{definition_sketch::Sketch, stage_behaviour};
use crate::{
    Event, EventCause, RunMode, RunOutcome, RunResumed, StateOperation, WorkflowPlan,
    instance::InstanceKey,
    state::{
        ExecutorTask, RunDecision, RunState, StagePhase, StageSettlement, StageState, start_run,
    },
};

/// A run under way, with its journal.
pub(super) struct Drive<'a> {
    pub(super) state: RunState,
    pub(super) events: Vec<Event>,
    due: Vec<ExecutorTask>,
    sketch: &'a Sketch,
    picks: Picks,
}

/// Splitmix: small, and the same on every machine.
pub(super) struct Picks(pub(super) u64);

impl Picks {
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % count as u64).unwrap()
    }
}

/// One thing that may happen next.
enum Choice {
    Task(usize),
    Answer(InstanceKey),
}

/// How a run ended: what must not depend on order.
#[derive(Debug, PartialEq)]
pub(super) struct Ending {
    pub(super) outcome: RunOutcome,
    pub(super) state: Json,
    pub(super) completed: Vec<String>,
    reasons: Vec<String>,
}

impl<'a> Drive<'a> {
    pub(super) fn start(sketch: &'a Sketch, plan: &Arc<WorkflowPlan>, picks: u64) -> Self {
        let list: Vec<String> = (0..sketch.width).map(|item| format!("item {item}")).collect();
        let input = BTreeMap::from([("list".to_owned(), json!(list))]);
        let started = start_run(plan, (RunMode::Push, 0), BTreeMap::new(), input);
        let cause = EventCause::RunStarted(Box::new(started.unwrap().0));
        let mut drive = Self::from(RunState::new(Arc::clone(plan)), sketch, picks);
        drive.decide(cause);
        drive
    }

    /// Takes over a state that was read back.
    pub(super) fn over(mut state: RunState, sketch: &'a Sketch, picks: u64) -> Self {
        let due = state.wake();
        Self { due, ..Self::from(state, sketch, picks) }
    }

    /// Takes over a run that failed: what failed is tried again.
    pub(super) fn retry(mut state: RunState, sketch: &'a Sketch, picks: u64) -> Self {
        let retried = state.retriable();
        state.wake();
        let mut drive = Self::from(state, sketch, picks);
        let (fence, at_ms, worked_ms, clean) = (2, 0, 0, true);
        let in_flight = Vec::new();
        let alone = None;
        let resumed = RunResumed {
            fence,
            at_ms,
            worked_ms,
            clean,
            in_flight,
            alone,
            retried,
        };
        drive.decide(EventCause::Resumed(resumed));
        drive.due = drive.state.wake();
        drive
    }

    fn from(state: RunState, sketch: &'a Sketch, picks: u64) -> Self {
        Self {
            state,
            events: Vec::new(),
            due: Vec::new(),
            sketch,
            picks: Picks(picks),
        }
    }

    pub(super) fn decide(&mut self, cause: EventCause) {
        let before: Vec<bool> =
            self.state.stages.iter().map(StageState::was_completed).collect();
        let total = self.state.progress().total;
        let RunDecision { event, tasks } = self.state.decide(cause);
        let after = self.state.progress();
        for (was, stage) in before.iter().zip(&self.state.stages) {
            let lost = matches!(
                stage.phase,
                StagePhase::Settled(StageSettlement::Failed | StageSettlement::Cancelled)
            );
            assert!(!was || stage.was_completed() || lost, "a stage was done and is no more");
        }
        assert!(after.completed <= after.total, "more is done than there is: {after:?}");
        let left_out = event
            .ops
            .iter()
            .any(|op| matches!(op, StateOperation::Skip(_) | StateOperation::Pass(_)));
        assert!(total <= after.total || left_out, "nothing was left out: {total}, {after:?}");
        self.due.extend(tasks);
        self.events.push(event);
    }

    /// Runs to the end, however long that takes; a run that is stuck fails the test.
    pub(super) fn finish(mut self) -> Self {
        let mut steps = 0;
        while self.state.ended.is_none() {
            self.step();
            steps += 1;
            assert!(steps < 5000, "the run does not end");
        }
        self
    }

    /// Up to `count` steps.
    pub(super) fn advance(mut self, count: usize) -> Self {
        for _ in 0..count {
            if self.state.ended.is_some() {
                break;
            }
            self.step();
        }
        self
    }

    pub(super) fn ending(&self) -> Ending {
        let mut completed: Vec<String> = self.events.iter().filter_map(completed).collect();
        completed.sort();
        let mut reasons = self.state.reasons.clone();
        reasons.sort();
        Ending {
            outcome: self.state.ended.unwrap(),
            state: self.state.final_state(),
            completed,
            reasons,
        }
    }

    fn step(&mut self) {
        let asks = self.state.open.iter().filter(|(_, open)| open.asks);
        let answers = asks.map(|(key, _)| Choice::Answer(*key));
        let mut choices: Vec<Choice> =
            (0..self.due.len()).map(Choice::Task).chain(answers).collect();
        assert!(!choices.is_empty(), "the run is stuck: nothing is due and it has not ended");
        match choices.swap_remove(self.picks.below(choices.len())) {
            Choice::Answer(key) => self.decide(stage_behaviour::answer(&self.state, key)),
            Choice::Task(place) => {
                let task = self.due.swap_remove(place);
                self.perform(task);
            }
        }
    }

    fn perform(&mut self, task: ExecutorTask) {
        match task {
            ExecutorTask::Run { key, attempt, .. } => {
                if let Some(open) = self.state.open.get_mut(&key) {
                    open.idle = false;
                }
                if self.state.wants(key, attempt) {
                    let fails =
                        self.sketch.stages.get(key.stage).is_some_and(|stage| stage.fails);
                    let seed = self.sketch.seed;
                    self.decide(stage_behaviour::attempt(
                        &self.state,
                        (seed, fails),
                        key,
                        attempt,
                    ));
                }
            }
            ExecutorTask::JoinTimer { stage, epoch, .. } => {
                let join = &self.state.stages[stage];
                if join.phase == StagePhase::Waiting && join.epoch == epoch {
                    let stage = Arc::clone(&self.state.plan.names[stage]);
                    self.decide(EventCause::JoinDue { stage, epoch });
                }
            }
        }
    }
}

fn completed(event: &Event) -> Option<String> {
    match &event.cause {
        EventCause::Completed(done) => Some(done.at.clone()),
        EventCause::Answered { at, .. } => Some(at.clone()),
        _ => None,
    }
}
