//! Writers of a `replace` channel that may run at the same time.

use std::collections::BTreeMap;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    exclusive_stages::StageDominators,
    model::ReducerName,
};

/// The stages that write a channel, and where they say so.
type ChannelWriters = Vec<(usize, String)>;

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    let writers = writers(view);
    for (channel, writers) in &writers {
        for (stage, pointer) in writers {
            if view.definition.stages[*stage].for_each.is_some() {
                let (stage, channel) = (view.stage(*stage), quoted(channel));
                let message = format!(
                    "every instance of stage {stage} writes channel {channel}, whose reducer is \
                     `replace`"
                );
                let found = problem("fan-out-writer", pointer, message);
                report.add(found.hint("give the channel another reducer".to_owned()));
            }
        }
    }
    let Some(order) = &view.topology.order else { return };
    let guards = StageDominators::of(&view.topology);
    for (channel, writers) in &writers {
        for (place, (stage, pointer)) in writers.iter().enumerate() {
            let concurrent = |(earlier, _): &&(usize, String)| {
                !order.is_before(*earlier, *stage)
                    && !order.is_before(*stage, *earlier)
                    && !guards.exclusive(*earlier, *stage)
            };
            if let Some((earlier, _)) = writers[..place].iter().find(concurrent) {
                report.add(conflict(view, channel, (*earlier, *stage), pointer));
            }
        }
    }
}

fn conflict(
    view: &DefinitionContext<'_>,
    channel: &str,
    (a, b): (usize, usize),
    pointer: &str,
) -> crate::definition::diagnostic_report::UnplacedDiagnostic {
    let (a, b, channel) = (view.stage(a), view.stage(b), quoted(channel));
    let message = format!(
        "stages {a} and {b} may both write channel {channel}, whose reducer is `replace`"
    );
    let hint = "let one depend on the other, or give the channel another reducer";
    problem("concurrent-writers", pointer, message).hint(hint.to_owned())
}

/// The writers of each `replace` channel.
fn writers<'d>(view: &DefinitionContext<'d>) -> BTreeMap<&'d str, ChannelWriters> {
    let mut writers: BTreeMap<&str, ChannelWriters> = BTreeMap::new();
    for (index, stage) in view.stages() {
        let listed = stage.writes.iter().enumerate();
        let listed =
            listed.map(|(place, name)| (name, format!("/stages/{index}/writes/{place}")));
        let answer = stage.interrupt.iter();
        let answer = answer.map(|asked| (&asked.to, format!("/stages/{index}/interrupt/to")));
        for (name, pointer) in listed.chain(answer) {
            let channel = view.definition.channels.get(name);
            if channel.is_some_and(|channel| channel.reducer == ReducerName::Replace) {
                let of_channel = writers.entry(name).or_default();
                if of_channel.last().is_none_or(|(last, _)| *last != index) {
                    of_channel.push((index, pointer));
                }
            }
        }
    }
    writers
}
