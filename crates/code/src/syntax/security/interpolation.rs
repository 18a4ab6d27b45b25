//! What is put into a text, and what stands before it there.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::super::{
    node_parts::{parts, unquoted},
    source::SourceFile,
};

/// Places of one text that are looked at, and nodes of it.
const MOST: usize = 200;
const MOST_NODES: usize = 600;

/// A place where something is put in.
pub(super) struct InterpolatedValue<'t> {
    /// The words before it, as far as they matter.
    pub(super) before: String,
    /// What is put in, where it can be told.
    pub(super) value: Option<Node<'t>>,
}

/// All places of a text that is filled in, joined or formatted.
pub(super) fn holes<'t>(source: &SourceFile<'_>, node: Node<'t>) -> Vec<InterpolatedValue<'t>> {
    let node = bare(node);
    match node.kind() {
        "binary_operator" if source.field(node, "operator") == Some("%") => {
            let (Some(text), Some(right)) =
                (node.child_by_field_name("left"), node.child_by_field_name("right"))
            else {
                return Vec::new();
            };
            let right = bare(right);
            let values = match right.kind() {
                "tuple" | "dictionary" => parts(right, MOST),
                _ => vec![right],
            };
            marked(source, source.of(text), &values)
        }
        "call" | "call_expression" | "method_invocation" => formatted(source, node),
        _ => joined(source, node),
    }
}

fn bare(mut node: Node<'_>) -> Node<'_> {
    for _ in 0..8 {
        match node.kind() {
            "parenthesized_expression" | "reference_expression" | "await" => {
                let Some(inner) = node.named_child(0) else { break };
                node = inner;
            }
            _ => break,
        }
    }
    node
}

/// Texts and values after each other: `f"…{a}…"`, `"…" + a + "…"`.
fn joined<'t>(source: &SourceFile<'_>, node: Node<'t>) -> Vec<InterpolatedValue<'t>> {
    let (mut open, mut seen) = (vec![node], 0);
    let (mut before, mut found) = (String::new(), Vec::new());
    while let Some(node) = open.pop() {
        seen += 1;
        if MOST_NODES < seen || MOST < found.len() {
            break;
        }
        match node.kind() {
            "string_content" | "string_fragment" | "escape_sequence" => {
                before.push_str(source.of(node));
            }
            "interpolation" | "template_substitution" => {
                let value = node.named_child(0);
                found.push(InterpolatedValue { before: tail(&before), value });
                before.push('?');
            }
            "string"
            | "template_string"
            | "concatenated_string"
            | "binary_operator"
            | "binary_expression"
            | "parenthesized_expression"
            | "string_literal"
            | "interpreted_string_literal" => {
                let inner = parts(node, MOST);
                if inner.is_empty() {
                    before.push_str(unquoted(source.of(node)));
                }
                open.extend(inner.into_iter().rev());
            }
            "string_start" | "string_end" => {}
            "raw_string_literal" => before.push_str(unquoted(source.of(node))),
            _ => {
                found.push(InterpolatedValue { before: tail(&before), value: Some(node) });
                before.push('?');
            }
        }
    }
    found
}

/// `"… {} …".format(a)`, `fmt.Sprintf("… %s …", a)`, `String.format("… %s …", a)`.
fn formatted<'t>(source: &SourceFile<'_>, node: Node<'t>) -> Vec<InterpolatedValue<'t>> {
    let Some(list) = node.child_by_field_name("arguments") else { return Vec::new() };
    let mut given = parts(list, MOST);
    let function = node.child_by_field_name("function");
    let python = function.filter(|function| function.kind() == "attribute");
    if let Some(text) = python.and_then(|function| function.child_by_field_name("object")) {
        return braced(source, source.of(text), &given);
    }
    if given.is_empty() {
        return Vec::new();
    }
    let text = given.remove(0);
    marked(source, source.of(text), &given)
}

/// By `%s`, one after the other, and by `%(name)s`. Numbers can be nothing else.
fn marked<'t>(
    source: &SourceFile<'_>,
    text: &str,
    values: &[Node<'t>],
) -> Vec<InterpolatedValue<'t>> {
    let pairs = values.iter().filter_map(|one| {
        let (key, value) = (source.field(*one, "key")?, one.child_by_field_name("value")?);
        Some((unquoted(key), value))
    });
    let pairs: BTreeMap<&str, Node<'t>> = pairs.collect();
    let (mut found, mut at, mut count) = (Vec::new(), 0, 0);
    while let Some(next) = text[at..].find('%').map(|next| at + next) {
        let rest = &text[next + 1..];
        let mark = rest.chars().next().unwrap_or(' ');
        at = next + 1 + mark.len_utf8().min(rest.len());
        if mark == '%' || MOST < found.len() {
            continue;
        }
        if matches!(mark, 's' | 'r' | 'v' | 'q') {
            let value = values.get(count).copied();
            found.push(InterpolatedValue { before: tail(&text[..next]), value });
        } else if mark == '(' {
            let (name, kind) = rest[1..].split_once(')').unwrap_or_default();
            if !kind.starts_with(['d', 'i', 'f', 'x']) {
                let value = pairs.get(name).copied();
                found.push(InterpolatedValue { before: tail(&text[..next]), value });
            }
        }
        count += 1;
    }
    found
}

/// By `{}`, `{0}` and `{name}`.
fn braced<'t>(
    source: &SourceFile<'_>,
    text: &str,
    given: &[Node<'t>],
) -> Vec<InterpolatedValue<'t>> {
    let (mut found, mut count) = (Vec::new(), 0);
    for (at, _) in text.match_indices('{').take(MOST) {
        let inner = text[at + 1..].split(['}', ':', '!']).next().unwrap_or_default();
        if inner.starts_with('{') || text[..at].ends_with('{') {
            continue;
        }
        let named = given.iter().find(|one| source.field(**one, "name") == Some(inner));
        let value = match (inner.parse::<usize>(), named) {
            (_, Some(named)) => named.child_by_field_name("value"),
            (Ok(number), None) => given.get(number).copied(),
            (Err(_), None) if inner.is_empty() => {
                count += 1;
                given.get(count - 1).copied()
            }
            _ => None,
        };
        found.push(InterpolatedValue { before: tail(&text[..at]), value });
    }
    found
}

fn tail(text: &str) -> String {
    let start =
        (text.len().saturating_sub(300)..=text.len()).find(|at| text.is_char_boundary(*at));
    text[start.unwrap_or(0)..].to_owned()
}
