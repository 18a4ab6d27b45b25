//! Stages and channels that are named and not there.

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    model::ExhaustionRoute,
    nearest,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (index, stage) in view.stages() {
        let name = format!("stage {}", view.stage(index));
        for (place, id) in stage.depends_on.iter().enumerate() {
            let pointer = format!("/stages/{index}/depends_on/{place}");
            known_stage(view, report, pointer, &format!("{name} depends on"), id);
        }
        for (place, branch) in stage.route.iter().enumerate() {
            let pointer = format!("/stages/{index}/route/{place}/to");
            for (pointer, id) in branch.to.places(&pointer) {
                known_stage(view, report, pointer, &format!("{name} routes to"), id);
            }
        }
        for (place, channel) in stage.writes.iter().enumerate() {
            let pointer = format!("/stages/{index}/writes/{place}");
            known_channel(view, report, pointer, &name, channel);
        }
        if let Some(interrupt) = &stage.interrupt {
            let pointer = format!("/stages/{index}/interrupt/to");
            known_channel(view, report, pointer, &name, &interrupt.to);
        }
    }
    loops(view, report);
    for (name, budget) in &view.definition.budgets {
        let pointer =
            format!("/budgets/{}/stages", crate::definition::json_pointer::escape(name));
        for (place, id) in budget.stages.iter().flatten().enumerate() {
            let counts = format!("budget {} counts", quoted(name));
            known_stage(view, report, format!("{pointer}/{place}"), &counts, id);
        }
    }
}

fn loops(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (index, back) in view.definition.loop_back.iter().enumerate() {
        let pointer = format!("/loop_back/{index}");
        let (name, at) =
            (format!("loop {}", index + 1), |end: &str| format!("{pointer}/{end}"));
        known_stage(view, report, at("from"), &format!("{name} starts after"), &back.from);
        known_stage(view, report, at("to"), &format!("{name} goes back to"), &back.to);
        for (place, id) in back.repeats.iter().flatten().enumerate() {
            let repeats = format!("{name} repeats");
            known_stage(view, report, at(&format!("repeats/{place}")), &repeats, id);
        }
        if let ExhaustionRoute::Stage(id) = &back.on_exhausted.then {
            let leads = format!("{name} leads to");
            known_stage(view, report, at("on_exhausted/then/stage"), &leads, id);
        }
    }
}

fn known_stage(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    pointer: String,
    verb: &str,
    id: &str,
) {
    // A hint is dear where names are many.
    if view.topology.index(id).is_none() && !report.is_full() {
        let message = format!("{verb} unknown stage {}", quoted(id));
        let hint = nearest(id, view.topology.ids());
        report.add(problem("unknown-stage", pointer, message).hint(hint));
    }
}

fn known_channel(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    pointer: String,
    stage: &str,
    channel: &str,
) {
    let channels = &view.definition.channels;
    if !channels.contains_key(channel) && !report.is_full() {
        let message = format!("{stage} writes unknown channel {}", quoted(channel));
        let hint = nearest(channel, channels.keys().map(String::as_str));
        let hint = hint.or_else(|| Some("declare it under `channels`".into()));
        report.add(problem("unknown-channel", pointer, message).hint(hint));
    }
}
