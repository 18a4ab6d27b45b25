//! Code that never runs, whatever happens: after a `return`, under a condition that is never met.

use std::{cmp::Reverse, ops::Range};

use tree_sitter::Node;

use super::super::{
    node_parts::onward,
    source::{SourceFile, squeezed},
};

const MOST: usize = 10_000;

/// Bytes of a condition that are looked at.
const LONGEST: usize = 200;

/// How deeply a condition may nest to be looked at.
const MOST_DEPTH: usize = 16;

/// Places of one file that never run, and why.
#[derive(Debug, Default)]
pub(super) struct DeadCodeRanges {
    /// In order; none lies within another.
    places: Vec<(Range<usize>, String)>,
}

impl DeadCodeRanges {
    pub(super) fn of(root: Node<'_>, source: &SourceFile<'_>) -> Self {
        let mut places = Vec::new();
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            match node.kind() {
                "block" | "module" | "statement_block" | "program" => ended(node, &mut places),
                "if_statement" | "elif_clause" | "while_statement" => {
                    refused(node, source, &mut places);
                }
                _ => {}
            }
            if MOST <= places.len() || !onward(&mut cursor) {
                break;
            }
        }
        places.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let mut end = 0;
        places.retain(|(range, _)| {
            let outer = end <= range.start;
            end = end.max(range.end);
            outer
        });
        Self { places }
    }

    /// Why what begins at a byte never runs; nothing where it may.
    pub(super) fn why(&self, byte: usize) -> Option<&str> {
        let after = self.places.partition_point(|(range, _)| range.start <= byte);
        let (range, why) = self.places.get(after.checked_sub(1)?)?;
        range.contains(&byte).then_some(why)
    }
}

/// Statements after one that ends the block. A function of JavaScript is there before.
fn ended(block: Node<'_>, places: &mut Vec<(Range<usize>, String)>) {
    let mut cursor = block.walk();
    let mut after = None;
    for child in block.named_children(&mut cursor) {
        let hoisted = child.kind().ends_with("function_declaration");
        match after {
            _ if child.is_extra() || hoisted => {}
            None => after = ending(child.kind()),
            Some(word) => {
                places.push((child.byte_range(), format!("it stands after `{word}`")));
            }
        }
        if MOST <= places.len() {
            return;
        }
    }
}

fn ending(kind: &str) -> Option<&'static str> {
    match kind {
        "return_statement" => Some("return"),
        "raise_statement" => Some("raise"),
        "throw_statement" => Some("throw"),
        "break_statement" => Some("break"),
        "continue_statement" => Some("continue"),
        _ => None,
    }
}

/// What stands under a condition that is never met, or beside one that always is.
fn refused(node: Node<'_>, source: &SourceFile<'_>, places: &mut Vec<(Range<usize>, String)>) {
    let Some(condition) = node.child_by_field_name("condition") else { return };
    if LONGEST < condition.byte_range().len() {
        return;
    }
    let Some(met) = outcome(condition, source, MOST_DEPTH) else { return };
    let condition = squeezed(source.of(condition), 40);
    let word = if node.kind() == "while_statement" { "while" } else { "if" };
    if !met {
        let under = ["consequence", "body"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let why = format!("it stands under `{word} {condition}`");
        places.extend(under.map(|under| (under.byte_range(), why)));
        return;
    }
    if word == "if" {
        let mut cursor = node.walk();
        let others = node.children_by_field_name("alternative", &mut cursor).take(64);
        let why = format!("it stands beside `if {condition}`, which is always taken");
        places.extend(others.map(|other| (other.byte_range(), why.clone())));
    }
}

/// Whether a condition is met, where its words alone tell. It calls itself so many times at most.
fn outcome(condition: Node<'_>, source: &SourceFile<'_>, depth: usize) -> Option<bool> {
    let inner = |node: Option<Node<'_>>| outcome(node?, source, depth.checked_sub(1)?);
    let field = |name: &str| condition.child_by_field_name(name);
    match condition.kind() {
        "parenthesized_expression" if condition.named_child_count() == 1 => {
            inner(condition.named_child(0))
        }
        "not_operator" => inner(field("argument")).map(|met| !met),
        "unary_expression" if source.field(condition, "operator") == Some("!") => {
            inner(field("argument")).map(|met| !met)
        }
        "boolean_operator" | "binary_expression" => {
            let decides = match source.field(condition, "operator")? {
                "and" | "&&" => false,
                "or" | "||" => true,
                _ => return None,
            };
            match (inner(field("left")), inner(field("right"))) {
                (Some(met), _) | (_, Some(met)) if met == decides => Some(met),
                (Some(_), Some(met)) => Some(met),
                _ => None,
            }
        }
        _ => constant(condition.kind(), source.of(condition)),
    }
}

/// What a literal or a bare name comes to. `TYPE_CHECKING` is true for checkers of types alone,
/// which run nothing.
fn constant(kind: &str, word: &str) -> Option<bool> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
    if matches!(kind, "identifier" | "attribute" | "member_expression") {
        let last = word.rsplit('.').next().unwrap_or(word);
        let checks = word.chars().all(plain) && last == "TYPE_CHECKING";
        return checks.then_some(false);
    }
    match word {
        "False" | "0" | "None" | "false" | "null" | "undefined" | "\"\"" | "''" => Some(false),
        "True" | "1" | "true" => Some(true),
        _ => None,
    }
}
