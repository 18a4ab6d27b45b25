//! Limits that depend on a parameter: it must be there, and have the values named.

use serde_json::Value as Json;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    json_pointer::escape,
    model::{LimitDef, ParamDef, PerParamLimit, ValueType},
    nearest,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (index, back) in view.definition.loop_back.iter().enumerate() {
        let pointer = format!("/loop_back/{index}/limit");
        limit(view, report, &pointer, &format!("loop {}", index + 1), &back.limit);
    }
    for (name, budget) in &view.definition.budgets {
        let pointer = format!("/budgets/{}/limit", escape(name));
        limit(view, report, &pointer, &format!("budget {}", quoted(name)), &budget.limit);
    }
}

fn limit(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    pointer: &str,
    whose: &str,
    limit: &LimitDef,
) {
    let LimitDef::PerParam(limit) = limit else { return };
    let params = &view.definition.params;
    let Some(param) = params.get(&limit.param) else {
        let name = quoted(&limit.param);
        let message = format!("the limit of {whose} depends on unknown parameter {name}");
        let hint = nearest(&limit.param, params.keys().map(String::as_str));
        report.add(problem("unknown-param", format!("{pointer}/param"), message).hint(hint));
        return;
    };
    if matches!(param.value_type, ValueType::Array | ValueType::Object) {
        let name = quoted(&limit.param);
        let message =
            format!("the limit of {whose} depends on {name}, which is no plain value");
        report.add(problem("limit-param-type", format!("{pointer}/param"), message));
    }
    values(report, pointer, whose, limit, param);
}

fn values(
    report: &mut DiagnosticReport<'_>,
    pointer: &str,
    whose: &str,
    limit: &PerParamLimit,
    param: &ParamDef,
) {
    let Some(allowed) = &param.allowed else { return };
    let allowed: Vec<String> = allowed.iter().map(as_text).collect();
    for value in limit.values.keys().filter(|value| !allowed.contains(value)) {
        let (value_, name) = (quoted(value), quoted(&limit.param));
        let message = format!("the limit of {whose} names {value_}, which {name} cannot be");
        let hint = nearest(value, allowed.iter().map(String::as_str));
        let pointer = format!("{pointer}/values/{}", escape(value));
        report.add(problem("unknown-param-value", pointer, message).at_key().hint(hint));
    }
}

/// A value as a limit writes it: a string without quotes, all else as JSON.
fn as_text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
