//! An answer as text that says the same as its data, for terminals and hosts that show no data.

use std::fmt::Write as _;

use serde_json::Value as Json;

/// The answer in lines, one value each.
pub fn answer_text(content: &Json) -> String {
    let mut text = String::new();
    write_value(&mut text, content, 0);
    text
}

fn write_value(text: &mut String, value: &Json, depth: usize) {
    match value {
        Json::Object(fields) => {
            for (name, value) in fields {
                write_entry(text, name, value, depth);
            }
        }
        Json::Array(items) => {
            for item in items {
                write_entry(text, "-", item, depth);
            }
        }
        other => {
            let _ = writeln!(text, "{}{}", indent(depth), shown(other));
        }
    }
}

fn write_entry(text: &mut String, name: &str, value: &Json, depth: usize) {
    let colon = if name == "-" { "" } else { ":" };
    let empty = match value {
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        _ => false,
    };
    let indent = indent(depth);
    let _ = match value {
        _ if empty => writeln!(text, "{indent}{name}{colon} none"),
        Json::Array(_) | Json::Object(_) => {
            let line = writeln!(text, "{indent}{name}{colon}");
            write_value(text, value, depth + 1);
            line
        }
        other => writeln!(text, "{indent}{name}{colon} {}", shown(other)),
    };
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

fn shown(value: &Json) -> String {
    match value {
        Json::Null => "not there".to_owned(),
        Json::String(text) => text.replace('\n', " "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_value_has_its_line() {
        let content = json!({ "a": 1, "b": { "c": ["x", null] }, "d": [], "e": true });
        assert_eq!(
            answer_text(&content),
            "a: 1\nb:\n  c:\n    - x\n    - not there\nd: none\ne: true\n"
        );
    }
}
