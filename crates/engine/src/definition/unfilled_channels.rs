//! Conditions over channels that nothing fills. They may be meant, so nobody refuses them.

use std::collections::BTreeSet;

use super::{
    diagnostic_report::quoted,
    load::{CheckedDefinition, DefinitionFinding},
    model::ForEachDef,
};
use crate::condition::CelCondition;

/// Every condition that decides by a channel that no stage writes and that has no default.
pub fn unfilled_channels(checked: &CheckedDefinition) -> Vec<DefinitionFinding> {
    let definition = &checked.definition;
    let stages = definition.stages.iter();
    let written: BTreeSet<&str> = stages
        .flat_map(|stage| stage.writes.iter().chain(stage.interrupt.iter().map(|ask| &ask.to)))
        .map(String::as_str)
        .collect();
    let unfilled = |name: &&str| {
        let without = definition
            .channels
            .get(*name)
            .is_some_and(|channel| channel.default.is_none());
        without && !written.contains(name)
    };
    let finding = |pointer: &str, name: &str| DefinitionFinding {
        code: "unfilled-channel",
        pointer: pointer.to_owned(),
        message: format!(
            "this decides by channel {}, which no stage writes and which has no default",
            quoted(name)
        ),
        hint: Some("it is null unless `--input` fills it".into()),
    };
    let all = deciding(checked);
    let each = all.iter().flat_map(|(pointer, condition)| {
        condition
            .channels()
            .filter(unfilled)
            .map(|name| finding(pointer, name))
            .collect::<Vec<_>>()
    });
    each.collect()
}

/// The conditions that decide what runs, each with its place.
fn deciding(checked: &CheckedDefinition) -> Vec<(String, &CelCondition)> {
    let (definition, table) = (&checked.definition, &checked.conditions);
    let mut all = Vec::new();
    for (index, stage) in definition.stages.iter().enumerate() {
        let at = |key: &str| format!("/stages/{index}/{key}");
        all.extend(table.stage_when[index].iter().map(|when| (at("when"), when)));
        let each = match stage.for_each {
            Some(ForEachDef::Bounded(_)) => "for_each/items",
            _ => "for_each",
        };
        all.extend(table.for_each[index].iter().map(|list| (at(each), list)));
        for (branch, (when, _)) in table.routes[index].iter().enumerate() {
            let place = at(&format!("route/{branch}/when"));
            all.extend(when.iter().map(|when| (place.clone(), when)));
        }
    }
    let loops = table.loops.iter().enumerate();
    all.extend(loops.map(|(index, when)| (format!("/loop_back/{index}/when"), when)));
    all
}
