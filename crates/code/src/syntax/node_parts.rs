//! Parts of definitions and assignments that languages name differently.

use tree_sitter::{Node, TreeCursor};

use super::{
    languages::{LoadedGrammar, SyntaxNodeKind},
    source::SourceFile,
};

/// Fields that hold the name of what is given a value or a type.
const NAMES: &[&str] = &["name", "left", "key", "pattern", "field", "property", "declarator"];

/// What a holder is called, without quotes and keywords.
pub(super) fn holder<'s>(source: &SourceFile<'s>, node: Node<'_>) -> Option<&'s str> {
    let first = match node.kind() {
        "assignment" | "assignment_expression" | "short_var_declaration" => "left",
        "pair" => "key",
        "let_declaration" => "pattern",
        _ => "name",
    };
    let named = node
        .child_by_field_name(first)
        .or_else(|| NAMES.iter().find_map(|field| node.child_by_field_name(field)));
    // A typed parameter of Python has its name as its first child.
    let name = named.or_else(|| node.named_child(0))?;
    let inner = match name.kind() {
        "variable_declarator" => name.child_by_field_name("name")?,
        _ => name,
    };
    let text = unquoted(source.of(inner));
    let text = text.strip_prefix("mut ").unwrap_or(text);
    (!text.is_empty() && text.len() <= 120 && !text.contains('\n')).then_some(text)
}

/// What a holder is given.
pub(super) fn value(node: Node<'_>) -> Option<Node<'_>> {
    let (first, second) = match node.kind() {
        "assignment" | "assignment_expression" => ("right", "value"),
        _ => ("value", "right"),
    };
    node.child_by_field_name(first)
        .or_else(|| node.child_by_field_name(second))
}

pub(super) fn is_name(text: &str) -> bool {
    let start = text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    start && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The named parts of a node, comments aside, so many at most.
pub(super) fn parts(node: Node<'_>, most: usize) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let all = node.named_children(&mut cursor).filter(|part| !part.is_extra());
    all.take(most).collect()
}

/// Goes on to the next node of a tree: inwards, beside, or beside something around it.
pub(super) fn onward(cursor: &mut TreeCursor<'_>) -> bool {
    if cursor.goto_first_child() {
        return true;
    }
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

/// Without quotes and what stands before them.
pub(super) fn unquoted(text: &str) -> &str {
    let quote = |letter: char| matches!(letter, '"' | '\'' | '`');
    let prefix = text.find(quote).filter(|at| *at <= 3).unwrap_or(0);
    let letters = text[..prefix].bytes().all(|b| b.is_ascii_alphabetic() || b == b'#');
    let text = if letters { &text[prefix..] } else { text };
    text.trim_end_matches('#').trim_matches(quote)
}

pub(super) fn parameters(source: &SourceFile<'_>, node: Node<'_>) -> Vec<String> {
    match node.child_by_field_name("parameters") {
        Some(list) => source.shorts(list),
        None => node
            .child_by_field_name("parameter")
            .map(|one| source.short(one))
            .into_iter()
            .collect(),
    }
}

/// Decorators that stand within what they decorate, as in Java.
pub(super) fn own_decorators(
    source: &SourceFile<'_>,
    grammar: &LoadedGrammar,
    node: Node<'_>,
) -> Vec<String> {
    let mut cursor = node.walk();
    let first: Vec<_> = node.named_children(&mut cursor).take(8).collect();
    let lists = first.into_iter().flat_map(|child| match child.kind() {
        "modifiers" => {
            let mut cursor = child.walk();
            child.named_children(&mut cursor).take(32).collect()
        }
        _ => vec![child],
    });
    lists
        .filter(|child| grammar.kind(*child) == SyntaxNodeKind::Decorator)
        .map(|child| source.short(child))
        .collect()
}

/// What an attribute derives: `#[derive(Clone, Debug)]`.
pub(super) fn derived(attribute: &str) -> Vec<String> {
    let list = attribute
        .strip_prefix("#[derive(")
        .and_then(|rest| rest.split(')').next());
    let names = list.into_iter().flat_map(|list| list.split(','));
    names
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

/// What a decorator of Python applies, by its name: `@dataclasses.dataclass(slots=True)`.
pub(super) fn applied(decorator: &str) -> Option<String> {
    let name = decorator.strip_prefix('@')?.split('(').next()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The names of a pattern that takes parts of something: `{ exec, spawn: run }`.
pub(super) fn taken_parts<'s>(
    source: &SourceFile<'s>,
    node: Node<'_>,
) -> Option<Vec<(&'s str, &'s str)>> {
    let pattern = node
        .child_by_field_name("name")
        .filter(|one| one.kind() == "object_pattern")?;
    let mut cursor = pattern.walk();
    let parts = pattern.named_children(&mut cursor).take(64);
    let taken = parts.map(|part| match part.kind() {
        "pair_pattern" => {
            let said = source.field(part, "key").unwrap_or_default();
            (source.field(part, "value").unwrap_or(said), said)
        }
        _ => (source.of(part), source.of(part)),
    });
    Some(taken.collect())
}
