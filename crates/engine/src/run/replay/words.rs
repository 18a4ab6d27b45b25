//! What was decided, in a few words.

use std::sync::Arc;

use crate::{FailureClass, Leave, Op, Outcome, Start, Why};

/// One decision in words.
pub(in crate::run) fn words(op: &Op) -> String {
    match op {
        Op::Start(start) => started(start),
        Op::Done(at) => format!("{} is done{}", at.stage, on(&at.chosen)),
        Op::Ask(at) => format!("{} asks{}", at.stage, on(&at.chosen)),
        Op::Skip(leave) => format!("{} is skipped: {}", leave.stage, why(leave)),
        Op::Pass(leave) => format!("{} is passed over: {}", leave.stage, why(leave)),
        Op::Fault(fault) => {
            format!("{} fails, {}: {}", fault.stage, class(fault.class), fault.message)
        }
        Op::Release { stage, to: None } => format!("{stage} goes on"),
        Op::Release { stage, to: Some(to) } => format!("{stage} goes on to {}", names(to)),
        Op::Divert { stage, to } => format!("{stage} goes on to {to} only"),
        Op::Loop { loop_back, count } => format!("loop {loop_back} is taken, time {count}"),
        Op::Exhausted { what, reason } => format!("{what} is exhausted: {reason}"),
        Op::Cancel { instances } => format!("{} given up", instances.join(", ")),
        Op::Outcome { outcome, .. } => {
            format!("the outcome is at least {}", outcome_word(*outcome))
        }
        Op::Failing { reason } => format!("the run fails: {reason}"),
        Op::End { outcome } => format!("the run ends {}", outcome_word(*outcome)),
    }
}

fn started(start: &Start) -> String {
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

fn why(leave: &Leave) -> &'static str {
    match leave.why {
        Why::Untaken => "no branch leads to it",
        Why::When => "its condition is false",
        Why::Starved => "a budget is spent",
        Why::Unneeded => "nobody needs it any more",
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

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Completed => "completed",
        Outcome::Incomplete => "incomplete",
        Outcome::Refused => "refused",
        Outcome::Cancelled => "cancelled",
        Outcome::Failed => "failed",
    }
}
