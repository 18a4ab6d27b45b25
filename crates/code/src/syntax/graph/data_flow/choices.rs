//! Choices between values by a plain look at what a function is given: whether it is set, whether it
//! is or holds a word of the code's own.

use tree_sitter::Node;

use super::super::super::source::SourceFile;

/// Nodes of a condition that are looked at.
const MOST: usize = 200;

/// Whether it counts by what one of several values is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChoiceReading {
    Counted,
    Aside,
}

/// What chooses between values where it stands around a condition. A loop does not: how often it runs
/// is work.
const CHOOSING: &[&str] = &[
    "if_statement",
    "elif_clause",
    "conditional_expression",
    "ternary_expression",
    "match_statement",
    "switch_statement",
];

/// Calls in a condition that only look at what is there, by the last part of their names.
#[rustfmt::skip]
const LOOKING: &[&str] = &[
    "get", "len", "bool", "str", "isinstance", "strip", "lower", "upper", "startswith", "endswith",
    "trim", "toLowerCase", "toUpperCase", "startsWith", "endsWith", "includes", "Boolean",
];

/// Whether a condition is a plain look: nothing in it is counted, searched or asked.
pub(super) fn is_plain_choice(condition: Node<'_>, source: &SourceFile<'_>) -> bool {
    let chooses = condition
        .parent()
        .is_some_and(|around| CHOOSING.contains(&around.kind()));
    let mut open = vec![condition];
    let mut left = MOST;
    while let Some(node) = open.pop() {
        let kind = node.kind();
        let called = match kind {
            "call" | "call_expression" => node.child_by_field_name("function"),
            _ => None,
        };
        let name = called.map(|called| source.of(called));
        let last = name.and_then(|name| name.rsplit('.').next());
        let works = last.is_some_and(|last| !LOOKING.contains(&last))
            || kind.ends_with("comprehension")
            || matches!(kind, "generator_expression" | "await" | "await_expression" | "lambda")
            || matches!(kind, "binary_operator" | "named_expression" | "new_expression");
        if works || left == 0 {
            return false;
        }
        left -= 1;
        let mut cursor = node.walk();
        open.extend(node.named_children(&mut cursor));
    }
    chooses
}

/// The condition of an expression that is one of two values, and the values.
pub(super) fn branches(node: Node<'_>) -> Option<(Node<'_>, [Node<'_>; 2])> {
    let field = |name: &str| node.child_by_field_name(name);
    if let Some(condition) = field("condition") {
        return Some((condition, [field("consequence")?, field("alternative")?]));
    }
    let mut cursor = node.walk();
    let parts = node.named_children(&mut cursor).filter(|part| !part.is_extra());
    let parts: Vec<Node<'_>> = parts.collect();
    let [one, condition, other] = parts.as_slice() else { return None };
    Some((*condition, [*one, *other]))
}
