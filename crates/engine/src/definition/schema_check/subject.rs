//! Whose key it is: the words before a message.

use serde_json::Value as Json;

use crate::definition::{
    diagnostic_report::quoted,
    json_pointer::{PointerToken, steps},
};

/// Words such as "stage `grade`: " for what lies at `pointer`.
pub(super) fn subject(root: &Json, pointer: &str) -> String {
    let mut steps = steps(pointer);
    let (Some(part), Some(step)) = (steps.next(), steps.next()) else { return String::new() };
    match part.key.as_ref() {
        "stages" => format!("stage {}: ", stage_name(root, &step)),
        "loop_back" => format!("loop {}: ", step.index.map_or(0, |index| index + 1)),
        "channels" => format!("channel {}: ", quoted(&step.key)),
        "params" => format!("parameter {}: ", quoted(&step.key)),
        "budgets" => format!("budget {}: ", quoted(&step.key)),
        "outputs" => format!("output {}: ", quoted(&step.key)),
        _ => String::new(),
    }
}

fn stage_name(root: &Json, step: &PointerToken<'_>) -> String {
    let index = step.index.unwrap_or(0);
    let stage = root.get("stages").and_then(|stages| stages.get(index));
    match stage.and_then(|stage| stage.get("id")).and_then(Json::as_str) {
        Some(id) => quoted(id),
        None => format!("number {}", index + 1),
    }
}
