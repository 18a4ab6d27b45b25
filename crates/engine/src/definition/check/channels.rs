//! Channels whose type does not fit what is done to them.

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    json_pointer::escape,
    model::{ChannelDef, ReducerName, ValueType},
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (name, channel) in &view.definition.channels {
        reducer(report, name, channel);
    }
    for (index, stage) in view.stages() {
        let Some(interrupt) = &stage.interrupt else { continue };
        let Some(channel) = view.definition.channels.get(&interrupt.to) else { continue };
        let typed = matches!(channel.value_type, ValueType::Any | ValueType::Object);
        let merged = matches!(channel.reducer, ReducerName::Replace | ReducerName::Merge);
        if !(typed && merged) {
            let (stage, to) = (view.stage(index), quoted(&interrupt.to));
            let message = format!("the answer to stage {stage} does not fit channel {to}");
            let hint =
                "it is an object, so it needs type `object` and reducer `replace` or `merge`";
            let pointer = format!("/stages/{index}/interrupt/to");
            report.add(problem("answer-type", pointer, message).hint(hint.to_owned()));
        }
    }
}

fn reducer(report: &mut DiagnosticReport<'_>, name: &str, channel: &ChannelDef) {
    let (word, fits): (&str, &[(ValueType, &str)]) = match channel.reducer {
        ReducerName::Replace => return,
        ReducerName::Append => ("append", &[(ValueType::Array, "array")]),
        ReducerName::Union => ("union", &[(ValueType::Array, "array")]),
        ReducerName::Merge => ("merge", &[(ValueType::Object, "object")]),
        ReducerName::Sum => ("sum", &NUMBERS),
        ReducerName::Max => ("max", &NUMBERS),
    };
    let known = channel.value_type;
    // Nothing is known about `any`; the engine finds out when it merges.
    if known == ValueType::Any || fits.iter().any(|(fit, _)| *fit == known) {
        return;
    }
    let names: Vec<&str> = fits.iter().map(|(_, name)| *name).collect();
    let message = format!(
        "channel {}: reducer `{word}` needs type {}, not {}",
        quoted(name),
        names.join(" or "),
        known.name()
    );
    let pointer = format!("/channels/{}/reducer", escape(name));
    report.add(problem("reducer-type", pointer, message));
}

const NUMBERS: [(ValueType, &str); 2] =
    [(ValueType::Int, "int"), (ValueType::Number, "number")];
