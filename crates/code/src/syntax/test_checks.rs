//! Whether a file of tests holds anything that can fail: an assertion, a refusal, a check of a
//! framework.

use tree_sitter::Node;

use super::{assertions::is_empty_assertion, source::SourceFile};
use crate::facts::UncheckedTests;

/// Nodes of a file that are looked at; beyond that it has the benefit of the doubt.
const MOST: usize = 400_000;

/// Statements that fail, in whatever language.
const FAILING: &[&str] = &["assert_statement", "raise_statement", "throw_statement"];

/// Nodes that call something, in whatever language.
const CALLS: &[&str] = &["call", "call_expression", "method_invocation", "macro_invocation"];

/// How the names of calls and macros begin that check something.
#[rustfmt::skip]
const CHECKING: &[&str] = &[
    "assert", "expect", "should", "verify", "debug_assert", "prop_assert", "tomatch", "panic",
    "fail", "fatal", "require", "unreachable", "ensure",
];

/// Names of calls that check something, in whole.
#[rustfmt::skip]
const CHECKS: &[&str] = &[
    "raises", "warns", "deprecated_call", "unwrap", "unwrap_err", "error", "errorf", "failnow",
    "isequalto", "check_call", "tobe", "toequal", "equal", "deepequal", "strictequal", "throws",
    "rejects", "ok", "is", "true", "snapshot", "approvaltests", "run_module_suite", "testmod",
];

/// Objects whose methods check something where their names do.
const CHECKERS: &[&str] = &["t", "b", "f", "tb", "self", "this", "assert", "pytest", "chai"];

/// Files that hold what tests need, and no tests.
const PREPARING: &[&str] = &["conftest.py"];

/// That nothing in a file of tests was seen that could fail; nothing where something was.
pub(super) fn unchecked(source: &SourceFile<'_>, root: Node<'_>) -> Option<UncheckedTests> {
    let name = source.path.rsplit('/').next().unwrap_or(source.path);
    if PREPARING.contains(&name) {
        return Some(UncheckedTests::NoTest);
    }
    let (mut has_test, mut calls) = (false, false);
    let mut cursor = root.walk();
    for _ in 0..MOST {
        let node = cursor.node();
        if can_fail(source, node) {
            return None;
        }
        has_test |= is_test(source, node);
        calls |= CALLS.contains(&node.kind()) && !is_empty_assertion(source, node);
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                // What a test calls may check itself; `assert True` alone calls nothing.
                let runs = has_test && calls;
                return Some(if runs {
                    UncheckedTests::RunsOnly
                } else {
                    UncheckedTests::NoTest
                });
            }
        }
    }
    None
}

/// Whether a node is something that fails where what it looks at is otherwise.
fn can_fail(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    let kind = node.kind();
    if FAILING.contains(&kind) {
        return !is_empty_assertion(source, node);
    }
    if kind == "attribute_item" {
        return source.of(node).contains("should_panic");
    }
    let called = match kind {
        "call" | "call_expression" => source.field(node, "function"),
        "method_invocation" => source.field(node, "name"),
        "macro_invocation" => source.field(node, "macro"),
        _ => return false,
    };
    called.is_some_and(checks) && !is_empty_assertion(source, node)
}

/// Whether a name that is called is that of a check.
fn checks(called: &str) -> bool {
    let parts = called.rsplit(['.', ':']).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts
        .map(|part| part.trim().trim_start_matches('_').to_lowercase())
        .collect();
    let Some(last) = parts.first() else { return false };
    let root = parts.last().unwrap_or(last);
    let begins = CHECKING.iter().any(|known| last.starts_with(known));
    let of_checker = CHECKS.contains(&last.as_str())
        && (CHECKERS.contains(&root.as_str()) || last.starts_with("unwrap"));
    // `require("x")` of a script loads something; `require.Equal(t, …)` checks.
    let loads = ["expected", "failed", "failure", "verified"]
        .iter()
        .any(|begin| last.starts_with(begin))
        || last == "require";
    let chained = parts
        .iter()
        .skip(1)
        .any(|part| matches!(part.as_str(), "assert" | "require" | "should" | "expect"));
    begins && !loads || of_checker || chained
}

/// Whether a node is a test: a function that a framework finds by its name, its mark or its place.
fn is_test(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        "function_definition" | "function_declaration" | "function_item" => {
            let name = source.field(node, "name").unwrap_or_default();
            ["test", "Test", "Benchmark", "Fuzz", "Example"]
                .iter()
                .any(|begin| name.starts_with(begin))
        }
        "attribute_item" | "marker_annotation" | "annotation" => {
            source.of(node).to_lowercase().contains("test")
        }
        "call_expression" => {
            let name = source.field(node, "function").unwrap_or_default();
            let first = name.split('.').next().unwrap_or(name);
            matches!(first, "it" | "test" | "describe")
        }
        _ => false,
    }
}
