//! Defaults and allowed values that do not fit the declared type.

use serde_json::Value as Json;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    json_pointer::escape,
    model::ValueType,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (name, param) in &view.definition.params {
        let typed =
            TypedDeclaration::new("params", "parameter", name, param.value_type, param.items);
        typed.items(report);
        typed.value(report, "default", param.default.as_ref());
        allowed(report, &typed, param.allowed.as_deref(), param.default.as_ref());
    }
    for (name, channel) in &view.definition.channels {
        let typed = TypedDeclaration::new(
            "channels",
            "channel",
            name,
            channel.value_type,
            channel.items,
        );
        typed.items(report);
        typed.value(report, "default", channel.default.as_ref());
        bound(report, &typed, channel.max_items, channel.default.as_ref());
    }
}

struct TypedDeclaration {
    pointer: String,
    subject: String,
    value_type: ValueType,
    items: Option<ValueType>,
}

impl TypedDeclaration {
    fn new(
        part: &str,
        what: &str,
        name: &str,
        value_type: ValueType,
        items: Option<ValueType>,
    ) -> Self {
        let pointer = format!("/{part}/{}", escape(name));
        Self {
            pointer,
            subject: format!("{what} {}", quoted(name)),
            value_type,
            items,
        }
    }

    fn at(&self, key: &str) -> String {
        format!("{}/{key}", self.pointer)
    }

    fn items(&self, report: &mut DiagnosticReport<'_>) {
        if self.items.is_some() && self.value_type != ValueType::Array {
            let message = format!("{} has `items` and is no array", self.subject);
            report.add(problem("not-an-array", self.at("items"), message).at_key());
        }
    }

    fn value(&self, report: &mut DiagnosticReport<'_>, key: &str, value: Option<&Json>) {
        let Some(value) = value else { return };
        if !self.value_type.fits(value) {
            let wanted = self.value_type.name();
            let message = format!("{}: `{key}` is not of type {wanted}", self.subject);
            report.add(problem("default-type", self.at(key), message));
        }
        let (Some(items), Json::Array(elements)) = (self.items, value) else { return };
        for (place, _) in elements.iter().enumerate().filter(|(_, value)| !items.fits(value)) {
            let wanted = items.name();
            let message = format!("{}: an element is not of type {wanted}", self.subject);
            report.add(problem("default-type", format!("{}/{place}", self.at(key)), message));
        }
    }
}

fn allowed(
    report: &mut DiagnosticReport<'_>,
    typed: &TypedDeclaration,
    allowed: Option<&[Json]>,
    default: Option<&Json>,
) {
    let Some(allowed) = allowed else { return };
    if allowed.is_empty() {
        let message = format!("{} has an empty `enum`: no value is allowed", typed.subject);
        report.add(problem("empty-enum", typed.at("enum"), message));
        return;
    }
    for (place, value) in allowed.iter().enumerate() {
        typed.value(report, &format!("enum/{place}"), Some(value));
    }
    if default.is_some_and(|default| !allowed.contains(default)) {
        let message = format!("{}: `default` is not in its `enum`", typed.subject);
        report.add(problem("default-not-allowed", typed.at("default"), message));
    }
}

fn bound(
    report: &mut DiagnosticReport<'_>,
    typed: &TypedDeclaration,
    max: Option<u32>,
    default: Option<&Json>,
) {
    let Some(max) = max else { return };
    if typed.value_type != ValueType::Array {
        let message = format!("{} has `max_items` and is no array", typed.subject);
        report.add(problem("not-an-array", typed.at("max_items"), message).at_key());
    }
    let length = default.and_then(Json::as_array).map_or(0, Vec::len);
    if usize::try_from(max).is_ok_and(|max| max < length) {
        let message = format!("{}: `default` is longer than `max_items`", typed.subject);
        report.add(problem("default-type", typed.at("default"), message));
    }
}
