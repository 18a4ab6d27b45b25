//! Chains of calls on a builder: what they begin with, what they are given, what becomes of them.

use tree_sitter::Node;

use super::{
    super::{call::CallSite, imports::ImportTable, node_parts, source::SourceFile},
    frameworks,
    module::CallChainRoot,
    symbolic_value::SymbolicValue,
};

/// Steps from a call to what its chain begins with. A chain of calls on a builder is long.
const MOST_CHAIN: usize = 400;

/// Arguments of a call by place and by name.
pub(super) fn given(
    call: &CallSite<'_, '_>,
) -> (Vec<SymbolicValue>, Vec<(String, SymbolicValue)>) {
    let placed = call
        .positional()
        .into_iter()
        .map(|one| SymbolicValue::of(one, call.source))
        .collect();
    let named = call.named().into_iter();
    let named =
        named.map(|(name, value)| (name.to_owned(), SymbolicValue::of(value, call.source)));
    (placed, named.collect())
}

/// What the chain before a method begins with.
pub(super) fn root(function: Node<'_>, source: &SourceFile<'_>) -> Option<CallChainRoot> {
    let mut at = function.child_by_field_name("object")?;
    for _ in 0..MOST_CHAIN {
        match at.kind() {
            "call" | "call_expression" => {
                let function = at.child_by_field_name("function")?;
                match function.child_by_field_name("object") {
                    Some(object) => at = object,
                    None => return Some(CallChainRoot::At(at.start_byte())),
                }
            }
            "new_expression" => return Some(CallChainRoot::At(at.start_byte())),
            "parenthesized_expression" | "await" | "await_expression" => {
                at = at.named_child(0)?;
            }
            _ => {
                let words = source.of(at);
                return (words.len() < 120).then(|| CallChainRoot::Name(words.to_owned()));
            }
        }
    }
    None
}

/// Whether nothing is done with what a chain of calls makes, by what it lies in.
pub(super) fn is_bare(around: &[Node<'_>]) -> bool {
    let chained = |node: &&Node<'_>| {
        matches!(
            node.kind(),
            "attribute"
                | "member_expression"
                | "call"
                | "call_expression"
                | "parenthesized_expression"
                | "await"
                | "await_expression"
        )
    };
    let after = around.iter().rev().take(MOST_CHAIN).find(|node| !chained(node));
    after.is_some_and(|node| node.kind() == "expression_statement")
}

/// Where the chain of a value starts, past brackets and `await`.
pub(super) fn chain_start(value: Node<'_>) -> usize {
    let mut at = value;
    for _ in 0..4 {
        match at.kind() {
            "parenthesized_expression" | "await" | "await_expression" => {
                let Some(inner) = at.named_child(0) else { break };
                at = inner;
            }
            _ => break,
        }
    }
    at.start_byte()
}

pub(super) fn typed_builders(
    node: Node<'_>,
    source: &SourceFile<'_>,
    imports: &ImportTable,
) -> Vec<String> {
    let Some(list) = node.child_by_field_name("parameters") else { return Vec::new() };
    let mut cursor = list.walk();
    let typed = list.named_children(&mut cursor).take(32).filter_map(|one| {
        let kind = source.field(one, "type")?.trim_start_matches([':', ' ']);
        let kind = kind.split(['[', '<']).next().unwrap_or(kind);
        frameworks::builder(&imports.resolved(kind, "."))?;
        node_parts::holder(source, one).map(str::to_owned)
    });
    typed.collect()
}
