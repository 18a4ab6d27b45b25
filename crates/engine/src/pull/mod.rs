//! Pull mode: someone outside asks what is due, does it, and reports what came of it.
//!
//! Thin views of the same journal. Nothing runs here.

mod claim_token;
mod fork;
mod instance_name;
mod own_attempt;
mod past_report;
mod reply;
mod report;

use std::{
    collections::BTreeMap,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value as Json;

use jurat_canon::Blob;

use crate::{
    ChainHead, Clock, EngineError, Event, EventCause, RunId, RunLease, RunMode, RunOutcome,
    RunStore, StoreError, Workflow,
    run::{JournalTail, LoadedRun, commit, load_run, meaning, resumed},
    state::{RunState, start_run},
};
use instance_name::due;
pub use own_attempt::{DueAgent, OwnAttempt, ReportRemarks};
pub use reply::{
    CompletedStage, DueQuestion, DueStage, FailedStage, NextStageReply, PullRunEnd, PullStatus,
};
use reply::{next_of, status_of};
pub use report::{ReportedFailure, StageClaim};

/// How long a call waits for another one that is at work on the same run.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

pub struct PullEngine<'a> {
    pub store: &'a dyn RunStore,
    pub clock: &'a dyn Clock,
    pub workflow: &'a Workflow,
}

#[derive(Debug, thiserror::Error)]
pub enum PullError {
    #[error("stage `{given}` is not due; {}", due_text(due))]
    NotDue {
        given: String,
        due: Vec<String>,
        /// It was reported before, with another output.
        reported: bool,
    },
    /// A stage was named where only the name of an instance will do.
    #[error("stage `{given}` has more than one instance; name it whole: `{}`", due.join("`, `"))]
    Ambiguous { given: String, due: Vec<String> },
    /// The token is of another run, of another instance or of an attempt that is over.
    #[error("the token is of no attempt of `{given}` that is due; {}", due_text(due))]
    StaleToken { given: String, due: Vec<String> },
    /// The workflow has no such stage, or the stage no such instance.
    #[error("the run has no stage `{given}`; {}", due_text(due))]
    UnknownStage { given: String, due: Vec<String> },
    #[error("the output of stage `{stage}` is refused: {why}")]
    BadOutput { stage: String, why: String, due: Vec<String> },
    /// A question cannot fail.
    #[error("stage `{stage}` asks a person, and can only be answered")]
    OnlyAnswered { stage: String, due: Vec<String> },
    /// A failure of a later attempt: without a token it may be the one of the attempt before, told twice.
    #[error(
        "attempt {attempt} of `{given}` is due, and the failure may be that of the one before; {}",
        due_text(due)
    )]
    TokenNeeded { given: String, attempt: u32, due: Vec<String> },
    /// Our own function would act outside, and be told to act again by whoever asks again.
    #[error("stage `{stage}` acts outside the run, and is done by whoever answers for that")]
    ActsOutside { stage: String, due: Vec<String> },
    /// The definition names no function of ours for it.
    #[error("no function of this program does stage `{stage}`: it is done from outside only")]
    NoFunction { stage: String },
    /// Our own function came to nothing.
    #[error("our own function for stage `{stage}` failed: {message}")]
    OwnFailed { stage: String, message: String },
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl PullError {
    /// What kind of refusal it is, for programs.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Self::NotDue { reported: true, .. } => Some("already_reported"),
            Self::NotDue { .. } => Some("not_due"),
            Self::Ambiguous { .. } => Some("ambiguous_stage"),
            Self::StaleToken { .. } => Some("stale_token"),
            Self::UnknownStage { .. } => Some("unknown_stage"),
            Self::TokenNeeded { .. } => Some("token_needed"),
            Self::BadOutput { .. } | Self::OnlyAnswered { .. } => Some("bad_output"),
            Self::ActsOutside { .. } => Some("acts_outside"),
            Self::NoFunction { .. } => Some("no_function"),
            Self::OwnFailed { .. } => Some("own_failed"),
            Self::Engine(_) => None,
        }
    }

    /// The instances that are due; an output that was refused leaves its own among them.
    pub fn due(&self) -> &[String] {
        match self {
            Self::NotDue { due, .. }
            | Self::Ambiguous { due, .. }
            | Self::StaleToken { due, .. }
            | Self::UnknownStage { due, .. }
            | Self::TokenNeeded { due, .. }
            | Self::BadOutput { due, .. }
            | Self::ActsOutside { due, .. }
            | Self::OnlyAnswered { due, .. } => due,
            Self::NoFunction { .. } | Self::OwnFailed { .. } | Self::Engine(_) => &[],
        }
    }
}

impl From<StoreError> for PullError {
    fn from(error: StoreError) -> Self {
        Self::Engine(error.into())
    }
}

fn due_text(due: &[String]) -> String {
    let names: Vec<String> = due.iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "nothing is".into() } else { names.join(", ") + " is" }
}

impl PullEngine<'_> {
    /// Starts a run that waits for its first stage to be asked for.
    pub fn start(
        &self,
        run: RunId,
        params: BTreeMap<String, Json>,
        input: BTreeMap<String, Json>,
    ) -> Result<NextStageReply, PullError> {
        let plan = &self.workflow.plan;
        let at_ms = self.clock.now_ms();
        let (started, mut blobs) = start_run(plan, (RunMode::Pull, at_ms), params, input)
            .map_err(EngineError::from)?;
        blobs.push(plan.blob.clone());
        let lease = self.store.claim(run, true)?;
        let state = RunState::new(Arc::clone(plan));
        let mut owned = ClaimedRun::new(run, state, ChainHead::START, lease);
        owned.tail.open(plan.new_run(RunMode::Pull, None));
        self.decide(&mut owned, EventCause::RunStarted(Box::new(started)), blobs)?;
        Ok(next_of(run, &owned.state))
    }

    /// What is due. A word that was sent to the run meanwhile, such as an answer, counts first.
    pub fn next(&self, run: RunId) -> Result<NextStageReply, PullError> {
        Ok(next_of(run, &self.look(run)?))
    }

    /// How far a run is.
    pub fn status(&self, run: RunId) -> Result<PullStatus, PullError> {
        Ok(status_of(&self.look(run)?, self.store.place()))
    }

    /// Goes on with a run: one that failed is tried again where it failed. Says what is due.
    pub fn resume(&self, run: RunId) -> Result<NextStageReply, PullError> {
        let mut owned = self.claim(run)?;
        self.try_again(&mut owned)?;
        Ok(next_of(run, &owned.state))
    }

    fn try_again(&self, owned: &mut ClaimedRun) -> Result<(), PullError> {
        if owned.state.ended != Some(RunOutcome::Failed) {
            return Ok(());
        }
        let times = (self.clock.now_ms(), owned.last_ms);
        let resumed = resumed(&owned.state, owned.tail.fence(), &[], times);
        self.decide(owned, EventCause::Resumed(resumed), Vec::new())
    }

    /// The state of a run, with what was said to it while nobody held it.
    fn look(&self, run: RunId) -> Result<RunState, PullError> {
        let state = self.load(run)?.state;
        let unheard = state.ended.is_none() && !self.store.inbox(run)?.is_empty();
        // A run that does its stages itself has an owner who listens.
        if unheard && state.mode == RunMode::Pull {
            return Ok(self.claim(run)?.state);
        }
        Ok(state)
    }

    /// Takes a run for one call, and folds in what was said to it while nobody held it.
    fn claim(&self, run: RunId) -> Result<ClaimedRun, PullError> {
        let lease = self.wait_for_lease(run)?;
        let LoadedRun { state, chain, last_ms, .. } = self.load(run)?;
        let mut owned = ClaimedRun {
            last_ms,
            ..ClaimedRun::new(run, state, chain, lease)
        };
        for (number, message) in self.store.inbox(run)? {
            if owned.state.ended.is_some() {
                break;
            }
            let cause = meaning(&owned.state, &message);
            let cause = cause.unwrap_or_else(|why| EventCause::Ignored { message, why });
            owned.tail.fold(number);
            self.decide(&mut owned, cause, Vec::new())?;
        }
        Ok(owned)
    }

    /// Workers report side by side, and each call takes moments: one waits for the other.
    fn wait_for_lease(&self, run: RunId) -> Result<Box<dyn RunLease>, PullError> {
        let since = Instant::now();
        loop {
            match self.store.claim(run, false) {
                Err(StoreError::Owned(_)) if since.elapsed() < PATIENCE => thread::sleep(PAUSE),
                claimed => return Ok(claimed?),
            }
        }
    }

    fn load(&self, run: RunId) -> Result<LoadedRun, PullError> {
        let mut loaded = load_run(self.store, run, &self.workflow.plan, None)?;
        // Whoever does the stages asks what is due, so the tasks are nobody's here.
        loaded.state.wake();
        Ok(loaded)
    }

    fn decide(
        &self,
        owned: &mut ClaimedRun,
        cause: EventCause,
        blobs: Vec<Blob>,
    ) -> Result<(), PullError> {
        let event = owned.state.decide(cause).event;
        self.record(owned, event, blobs)
    }

    /// Commits what was decided before anyone is told of it.
    fn record(
        &self,
        owned: &mut ClaimedRun,
        event: Event,
        blobs: Vec<Blob>,
    ) -> Result<(), PullError> {
        owned.tail.add(blobs, Vec::new());
        owned.tail.seal(event, self.clock.now_ms())?;
        let append = owned.tail.take(owned.state.summary());
        let committed = commit(self.store, std::slice::from_ref(&append));
        Ok(committed.into_iter().collect::<Result<(), _>>()?)
    }
}

struct ClaimedRun {
    run: RunId,
    state: RunState,
    tail: JournalTail,
    /// When the last event was.
    last_ms: i64,
    /// Keeps others out until the call is over.
    _lease: Box<dyn RunLease>,
}

impl ClaimedRun {
    fn new(run: RunId, state: RunState, chain: ChainHead, lease: Box<dyn RunLease>) -> Self {
        let tail = JournalTail::new(run, lease.fence(), chain);
        Self { run, state, tail, last_ms: 0, _lease: lease }
    }

    /// The names of what is due.
    fn due(&self) -> Vec<String> {
        let plan = &self.state.plan;
        due(&self.state).into_iter().map(|key| plan.text(key)).collect()
    }
}
