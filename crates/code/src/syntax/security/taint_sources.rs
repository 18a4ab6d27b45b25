//! Where a value of a call comes from, as far as the function around it says.

use tree_sitter::Node;

use super::{
    super::{call::CallSite, source::SourceFile},
    constness::is_fixed,
    taint::TaintFacts,
    taint_conditions::{self, SAME},
};

/// Steps from a value to what it is a part of.
const MOST_STEPS: usize = 12;

/// What a request carries.
#[rustfmt::skip]
const CARRIED: &[&str] = &[
    "args", "form", "values", "json", "get_json", "data", "GET", "POST", "COOKIES", "cookies",
    "headers", "query_params", "path_params", "query", "params", "body", "param",
    "getParameter", "getHeader",
];

/// Whether a value comes from whoever runs the program: that is whom it serves.
pub(super) fn is_operators(
    call: &CallSite<'_, '_>,
    names: &TaintFacts,
    value: Node<'_>,
) -> bool {
    let needs = taint_conditions::operators(call.source, value).needs;
    needs.is_some_and(|needs| needs.iter().all(|name| names.is_told(value, name)))
}

/// `compile(text, path, "exec")` of a text that is read from that path: a file is run as a
/// program is.
pub(super) fn is_script(call: &CallSite<'_, '_>, names: &TaintFacts, value: Node<'_>) -> bool {
    let source = call.source;
    let list = value.child_by_field_name("arguments").filter(|_| {
        value.kind() == "call" && source.field(value, "function") == Some("compile")
    });
    let part = |at| list.and_then(|list| list.named_child(at));
    let (Some(text), Some(path)) = (part(0), part(1)) else { return false };
    let mut file = taint_conditions::file(source, text);
    let mut is_read = false;
    for _ in 0..4 {
        let Some((from, read)) = file else { return false };
        is_read |= read;
        if is_read && from == source.of(path) {
            return !is_fixed(source, path);
        }
        file = names.file(value, from);
    }
    false
}

/// Whether a value is a part of what somebody sent or typed: `request.args.get("id")`,
/// `req.query.id`, `input()`.
pub(super) fn is_sent(source: &SourceFile<'_>, value: Node<'_>) -> bool {
    let Some(parts) = parts(source, value) else { return false };
    let words: Vec<&str> = parts.iter().rev().map(|(name, _)| *name).collect();
    if words == ["input"] || words == ["raw_input"] {
        return parts.first().is_some_and(|(_, called)| *called);
    }
    let request = words
        .iter()
        .take(2)
        .position(|word| matches!(*word, "request" | "req"));
    let Some(at) = request else { return false };
    let carried = words.get(at + 1).is_some_and(|word| CARRIED.contains(word));
    // What is called on it after that may quote it.
    let mut after = parts.iter().rev().skip(at + 2);
    carried
        && after.all(|(name, called)| !called || *name != "replace" && SAME.contains(name))
        && !source.of(value).contains("type=")
}

/// The names of a chain and whether each is called, the last first.
fn parts<'s>(source: &SourceFile<'s>, value: Node<'_>) -> Option<Vec<(&'s str, bool)>> {
    let (mut at, mut called, mut found) = (value, false, Vec::new());
    for _ in 0..MOST_STEPS {
        let field = |name: &str| at.child_by_field_name(name);
        let (object, name) = match at.kind() {
            "identifier" | "this" => {
                found.push((source.of(at), called));
                return Some(found);
            }
            "call" | "call_expression" => {
                (at, called) = (field("function")?, true);
                continue;
            }
            "await" | "await_expression" | "parenthesized_expression" => {
                at = at.named_child(0)?;
                continue;
            }
            "subscript" => (field("value")?, None),
            "subscript_expression" => (field("object")?, None),
            "attribute" => (field("object")?, field("attribute")),
            "member_expression" => (field("object")?, field("property")),
            "method_invocation" => {
                called = true;
                (field("object")?, field("name"))
            }
            _ => return None,
        };
        found.extend(name.map(|name| (source.of(name), called)));
        (at, called) = (object, false);
    }
    None
}
