//! What was decided, in a few words.

use std::sync::Arc;

use crate::{
    FailureClass, OmissionReason, RunOutcome, StageOmission, StageStart, StateOperation,
};

pub(in crate::run) fn words(op: &StateOperation) -> String {
    match op {
        StateOperation::Start(start) => started(start),
        StateOperation::Done(at) => format!("{} is done{}", at.stage, on(&at.chosen)),
        StateOperation::Ask(at) => format!("{} asks{}", at.stage, on(&at.chosen)),
        StateOperation::Skip(leave) => format!("{} is skipped: {}", leave.stage, why(leave)),
        StateOperation::Pass(leave) => {
            format!("{} is passed over: {}", leave.stage, why(leave))
        }
        StateOperation::Fault(fault) => {
            format!("{} fails, {}: {}", fault.stage, class(fault.class), fault.message)
        }
        StateOperation::Release { stage, to: None } => format!("{stage} goes on"),
        StateOperation::Release { stage, to: Some(to) } => {
            format!("{stage} goes on to {}", names(to))
        }
        StateOperation::Divert { stage, to } => format!("{stage} goes on to {to} only"),
        StateOperation::Loop { loop_back, count } => {
            format!("loop {loop_back} is taken, time {count}")
        }
        StateOperation::Exhausted { what, reason } => format!("{what} is exhausted: {reason}"),
        StateOperation::Cancel { instances } => format!("{} given up", instances.join(", ")),
        StateOperation::Outcome { outcome, .. } => {
            format!("the outcome is at least {}", outcome_word(*outcome))
        }
        StateOperation::Failing { reason } => format!("the run fails: {reason}"),
        StateOperation::End { outcome } => format!("the run ends {}", outcome_word(*outcome)),
    }
}

fn started(start: &StageStart) -> String {
    let width = match (&start.items, start.width) {
        (None, _) => String::new(),
        (Some(_), width) => format!(", {width} wide"),
    };
    format!("{} starts{width}{}", start.stage, on(&start.chosen))
}

/// The inputs that time chose.
fn on(chosen: &[String]) -> String {
    if chosen.is_empty() { String::new() } else { format!(" on {}", chosen.join(", ")) }
}

fn names(to: &[Arc<str>]) -> String {
    let names: Vec<&str> = to.iter().map(|name| &**name).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn why(leave: &StageOmission) -> &'static str {
    match leave.why {
        OmissionReason::Untaken => "no branch leads to it",
        OmissionReason::When => "its condition is false",
        OmissionReason::Starved => "a budget is spent",
        OmissionReason::Unneeded => "nobody needs it any more",
    }
}

fn class(class: FailureClass) -> &'static str {
    match class {
        FailureClass::Transient => "transient",
        FailureClass::RateLimited => "rate limited",
        FailureClass::Timeout => "out of time",
        FailureClass::Permanent => "permanent",
        FailureClass::Panic => "panicked",
        FailureClass::Crashed => "crashed",
        FailureClass::Condition => "condition",
        FailureClass::Budget => "budget",
    }
}

fn outcome_word(outcome: RunOutcome) -> &'static str {
    match outcome {
        RunOutcome::Completed => "completed",
        RunOutcome::Incomplete => "incomplete",
        RunOutcome::Refused => "refused",
        RunOutcome::Cancelled => "cancelled",
        RunOutcome::Failed => "failed",
    }
}
