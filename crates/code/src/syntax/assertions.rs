//! Assertions that hold whatever the program does: `assert True`, `expect(1).toBe(1)`. They test
//! nothing.

use tree_sitter::Node;

use super::source::SourceFile;

/// Nodes of a statement that are looked at.
const MOST: usize = 200;

/// How the names begin by which tests assert.
const ASSERTING: &[&str] = &["assert", "expect", "self.assert", "t.true", "t.is"];

/// Calls that hold tests, in a function that they are given.
const HOLDING: &[&str] = &["it", "test", "describe"];

/// Whether a statement is a test that nothing can fail: it asserts what is made of literals alone, or
/// that something equals itself.
pub(super) fn asserts_nothing(source: &SourceFile<'_>, statement: Node<'_>) -> bool {
    let mut open = vec![statement];
    for _ in 0..MOST {
        let Some(node) = open.pop() else { return true };
        let inner = match node.kind() {
            "expression_statement" => node.named_child(0),
            _ => Some(node),
        };
        let Some(inner) = inner else { return false };
        if let Some(held) = held_statements(source, inner) {
            open.extend(held);
        } else if !inner.is_extra() && !is_empty_assertion(source, inner) {
            return false;
        }
    }
    false
}

/// The statements of `it("…", () => { … })`.
fn held_statements<'t>(source: &SourceFile<'_>, call: Node<'t>) -> Option<Vec<Node<'t>>> {
    let name = source
        .field(call, "function")
        .filter(|_| call.kind() == "call_expression")?;
    let list = call
        .child_by_field_name("arguments")
        .filter(|_| HOLDING.contains(&name))?;
    let mut cursor = list.walk();
    let mut given = list.named_children(&mut cursor);
    let function = given.find(|one| one.child_by_field_name("body").is_some())?;
    let body = function.child_by_field_name("body")?;
    if body.kind() != "statement_block" {
        return Some(vec![body]);
    }
    let mut cursor = body.walk();
    Some(body.named_children(&mut cursor).collect())
}

pub(super) fn is_empty_assertion(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        "assert_statement" => {
            node.named_child(0).is_some_and(|said| holds_always(source, said))
        }
        "call" | "call_expression" | "method_invocation" | "macro_invocation" => {
            let words = source.of(node);
            let asserts = ASSERTING.iter().any(|name| words.starts_with(name));
            asserts && has_only_literals(node)
        }
        _ => false,
    }
}

/// What is made of literals alone, or compares something with itself.
fn holds_always(source: &SourceFile<'_>, said: Node<'_>) -> bool {
    let same = || {
        let (left, right) = (said.named_child(0)?, said.named_child(1)?);
        let plain = |one: Node<'_>| one.kind() == "identifier";
        Some(plain(left) && plain(right) && source.of(left) == source.of(right))
    };
    is_literal(said) || said.kind() == "comparison_operator" && same() == Some(true)
}

/// Whether every argument of a chain of calls is a literal.
fn has_only_literals(call: Node<'_>) -> bool {
    let mut at = Some(call);
    while let Some(node) = at {
        let mut cursor = node.walk();
        let tokens = || node.named_children(&mut node.walk()).last();
        let list = node.child_by_field_name("arguments").or_else(tokens);
        let Some(list) = list else { return false };
        if !list.named_children(&mut cursor).all(is_literal) {
            return false;
        }
        let function = node.child_by_field_name("function");
        at = function
            .and_then(|function| function.child_by_field_name("object"))
            .filter(|object| object.kind() == "call_expression");
    }
    true
}

/// Literals, and what operators make of them.
fn is_literal(node: Node<'_>) -> bool {
    let mut open = vec![node];
    for _ in 0..MOST {
        let Some(node) = open.pop() else { return true };
        let kind = node.kind();
        let leaf = node.named_child_count() == 0;
        let literal = kind.contains("literal")
            || kind.contains("string")
            || kind == "escape_sequence"
            || matches!(
                kind,
                "true"
                    | "false"
                    | "none"
                    | "null"
                    | "undefined"
                    | "integer"
                    | "float"
                    | "number"
            );
        if leaf && !literal && !node.is_extra() {
            return false;
        }
        if matches!(
            kind,
            "call" | "call_expression" | "interpolation" | "template_substitution"
        ) {
            return false;
        }
        if !leaf {
            let mut cursor = node.walk();
            open.extend(node.named_children(&mut cursor));
        }
    }
    false
}
