//! Names: their letters, reserved words, and stages that share one.

use std::collections::BTreeMap;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, UnplacedDiagnostic, problem, quoted},
    json_pointer::escape,
};

const MAX_LENGTH: usize = 100;
/// Words that CEL reads as something else than a name.
const RESERVED: [&str; 4] = ["in", "true", "false", "null"];

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    let definition = view.definition;
    small(report, "/name", "workflow", &definition.name);
    stages(view, report);
    let params = definition.params.keys().map(|name| ("params", "parameter", name));
    let channels = definition.channels.keys().map(|name| ("channels", "channel", name));
    let budgets = definition.budgets.keys().map(|name| ("budgets", "budget", name));
    for (part, what, name) in params.chain(channels).chain(budgets) {
        let pointer = format!("/{part}/{}", escape(name));
        identifier(report, &pointer, what, name);
    }
    for (index, back) in definition.loop_back.iter().enumerate() {
        let Some(counter) = &back.counter else { continue };
        free(report, &format!("/loop_back/{index}/counter"), "counter", counter);
    }
    for name in definition.outputs.keys() {
        free(report, &format!("/outputs/{}", escape(name)), "output", name);
    }
}

fn stages(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    if view.definition.stages.is_empty() {
        report.add(problem("no-stages", "/stages", "a workflow needs at least one stage"));
    }
    let mut seen = BTreeMap::new();
    for (index, stage) in view.stages() {
        let pointer = format!("/stages/{index}/id");
        small(report, &pointer, "stage", &stage.id);
        if let Some(first) = seen.insert(&stage.id, index) {
            let name = quoted(&stage.id);
            let message = format!("stage {name} is there already, as number {}", first + 1);
            report.add(problem("duplicate-stage", pointer, message));
        }
    }
}

/// Names that stand in addresses and on the command line.
fn small(report: &mut DiagnosticReport<'_>, pointer: &str, what: &str, name: &str) {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !begins || !name.chars().all(letter) || MAX_LENGTH < name.len() {
        let hint = "small letters, digits, `-` and `_`, a letter or digit first";
        report.add(bad(pointer, what, name, hint));
    }
}

/// Names that conditions write after a dot.
fn identifier(report: &mut DiagnosticReport<'_>, pointer: &str, what: &str, name: &str) {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !begins || !name.chars().all(letter) || MAX_LENGTH < name.len() {
        let hint = "letters, digits and `_`, no digit first";
        report.add(bad(pointer, what, name, hint).at_key());
    } else if RESERVED.contains(&name) {
        let message =
            format!("{what} cannot be called {}, a word of the conditions", quoted(name));
        report.add(problem("reserved-name", pointer, message).at_key());
    }
}

fn free(report: &mut DiagnosticReport<'_>, pointer: &str, what: &str, name: &str) {
    let letter = |c: char| c.is_ascii_alphanumeric() || "-_.>".contains(c);
    if name.is_empty() || !name.chars().all(letter) || MAX_LENGTH < name.len() {
        report.add(bad(pointer, what, name, "letters, digits, `-`, `_` and `.`").at_key());
    }
}

fn bad(pointer: &str, what: &str, name: &str, hint: &str) -> UnplacedDiagnostic {
    let message = format!("{what} cannot be called {}", quoted(name));
    problem("bad-name", pointer, message).hint(format!("{hint}; at most {MAX_LENGTH}"))
}
