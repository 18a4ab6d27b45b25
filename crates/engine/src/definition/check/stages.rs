//! Stages whose own settings contradict each other.

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem},
    model::{ForEachDef, StageDef},
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (index, stage) in view.stages() {
        let mut add = |code, key: &str, message: String| {
            let message = format!("stage {} {message}", view.stage(index));
            report.add(problem(code, format!("/stages/{index}/{key}"), message).at_key());
        };
        if stage.interrupt.is_some() {
            interrupt(stage, &mut add);
        }
        if stage.run.as_ref().is_some_and(|run| run.trim().is_empty()) {
            add("empty-run", "run", "names no function to run".into());
        }
        if stage.timeout_ms == Some(0) {
            add("zero-timeout", "timeout_ms", "has no time to run: its timeout is 0".into());
        }
        if let (Some(backoff), Some(cap)) = (stage.retry_backoff_ms, stage.retry_cap_ms)
            && cap < backoff
        {
            let message = format!("pauses {backoff} ms at first and at most {cap} ms");
            add("retry-cap", "retry_cap_ms", message);
        }
        if stage.for_each.as_ref().map(ForEachDef::max) == Some(0) {
            add("zero-fan-out", "for_each", "fans out to at most 0 instances".into());
        }
    }
}

fn interrupt(stage: &StageDef, add: &mut impl FnMut(&'static str, &str, String)) {
    if stage.run.is_some() {
        let message = "has both `run` and `interrupt`: it asks a person or runs a function";
        add("run-and-interrupt", "run", message.into());
    }
    let settings = [
        ("for_each", stage.for_each.is_some()),
        ("retry_limit", 0 < stage.retry_limit),
        ("retry_backoff_ms", stage.retry_backoff_ms.is_some()),
        ("retry_cap_ms", stage.retry_cap_ms.is_some()),
        ("timeout_ms", stage.timeout_ms.is_some()),
    ];
    for (key, _) in settings.into_iter().filter(|(_, set)| *set) {
        add("interrupt-setting", key, format!("asks a person, so it cannot have `{key}`"));
    }
}
