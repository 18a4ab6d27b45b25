//! Words from outside, folded into the journal by the owner; and the alarms of a run.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{
    ready_attempt::ReadyAttempt,
    run_cell::{RunCell, RunCellState},
};
use crate::{
    ChannelWrites, EventCause, InboxMessage, MAX_DEPTH, RunStatus,
    instance::{InstanceKey, StageIx},
    plan::WorkflowPlan,
    state::RunState,
    stored_value::{StoredValue, is_shallow},
};

impl RunCell {
    pub(super) fn read_inbox(self: &Arc<Self>) -> Vec<ReadyAttempt> {
        // What cannot be read now is looked for again at the next alarm.
        let Ok(messages) = self.shared.store.inbox(self.run) else { return Vec::new() };
        let mut work = Vec::new();
        self.lock().tail.forget_folded(&messages);
        for (number, message) in messages {
            let mut inner = self.lock();
            self.announce_now(&mut inner);
            if let Some(cause) = self.heard(&mut inner, number, message) {
                work.extend(self.post(&mut inner, cause, Vec::new()));
            }
        }
        work
    }

    /// What a word from outside means for the run; nothing if it was heard before.
    pub(super) fn heard(
        &self,
        inner: &mut RunCellState,
        number: u64,
        message: InboxMessage,
    ) -> Option<EventCause> {
        let ended = inner.state.status() == RunStatus::Ended;
        if !inner.owner.is_alive() || ended || !inner.tail.fold(number) {
            return None;
        }
        let cause = meaning(&inner.state, &message);
        let cause = cause.unwrap_or_else(|why| EventCause::Ignored { message, why });
        if let EventCause::CancelAsked { .. } = cause {
            self.waiting.end_if(|_| true);
        }
        Some(cause)
    }

    pub(super) fn retry(self: &Arc<Self>, key: InstanceKey, attempt: u32) -> Vec<ReadyAttempt> {
        let mut inner = self.lock();
        let open = inner.state.open.get(&key);
        let idle = open.is_some_and(|open| open.attempt == attempt && open.idle);
        if !inner.owner.is_alive() || inner.state.failing.is_some() || !idle {
            return Vec::new();
        }
        let work = self.begin(&mut inner, key, attempt);
        self.hand_over(
            &mut inner,
            work.into_iter().collect(),
            super::journal_tail::CommitUrgency::Now,
        )
    }

    pub(super) fn join_due(self: &Arc<Self>, stage: StageIx, epoch: u32) -> Vec<ReadyAttempt> {
        let mut inner = self.lock();
        let waits = inner.state.stages[stage].phase == crate::state::StagePhase::Waiting;
        if !inner.owner.is_alive() || !waits || inner.state.stages[stage].epoch != epoch {
            return Vec::new();
        }
        let stage = Arc::clone(&self.workflow.plan.names[stage]);
        self.post(&mut inner, EventCause::JoinDue { stage, epoch }, Vec::new())
    }

    pub(super) fn wall_spent(self: &Arc<Self>, budget: usize) -> Vec<ReadyAttempt> {
        let mut inner = self.lock();
        if !inner.owner.is_alive() || inner.state.ended.is_some() {
            return Vec::new();
        }
        let used_ms = inner.state.worked_ms.saturating_add(inner.owner.held_ms());
        let budget = Arc::clone(&self.workflow.plan.budgets[budget].name);
        self.post(&mut inner, EventCause::WallSpent { budget, used_ms }, Vec::new())
    }
}

pub(crate) fn meaning(state: &RunState, message: &InboxMessage) -> Result<EventCause, String> {
    match message {
        InboxMessage::Unreadable { why } => Err(why.clone()),
        InboxMessage::Cancel { author, reason } => {
            Ok(EventCause::CancelAsked { author: author.clone(), reason: reason.clone() })
        }
        InboxMessage::Answer { to, answer, author, reason } => {
            let (at, channel) = answered(state, to, answer)?;
            Ok(EventCause::Answered {
                writes: written(&channel, answer, author, reason.as_deref()),
                at,
                answer: answer.clone(),
                author: author.clone(),
                reason: reason.clone(),
            })
        }
    }
}

/// The open interrupt that an answer is for, and the channel it goes to.
pub(crate) fn answered(
    state: &RunState,
    to: &str,
    answer: &Json,
) -> Result<(String, Arc<str>), String> {
    let plan: &WorkflowPlan = &state.plan;
    let asks = |key: &&InstanceKey| {
        state.open[*key].asks && (plan.text(**key) == to || &*plan.names[key.stage] == to)
    };
    let Some(key) = state.open.keys().find(asks) else {
        return Err(format!("no question is open at `{to}`"));
    };
    let Some(interrupt) = &plan.definition.stages[key.stage].interrupt else {
        return Err(format!("`{to}` asks nothing"));
    };
    if !is_shallow(answer, MAX_DEPTH) {
        return Err(format!("the answer is nested more than {MAX_DEPTH} levels deep"));
    }
    if !interrupt.choices.is_empty() && !interrupt.choices.contains(answer) {
        let choices: Vec<String> = interrupt.choices.iter().map(Json::to_string).collect();
        return Err(format!("the answer must be one of {}", choices.join(", ")));
    }
    Ok((plan.text(*key), interrupt.to.as_str().into()))
}

pub(crate) fn written(
    channel: &Arc<str>,
    answer: &Json,
    author: &str,
    reason: Option<&str>,
) -> ChannelWrites {
    let value = json!({"answer": answer, "author": author, "reason": reason});
    // An answer is typed by a person; should it be long all the same, it stays inline.
    let datum = StoredValue::inline(value);
    vec![(Arc::clone(channel), datum)]
}
