//! What an argument is: fixed when the program was written, or put together when it runs.

use tree_sitter::Node;

use super::super::source::SourceFile;

/// Nodes of an argument that are looked at.
const MOST: usize = 400;

/// Whether every part of an expression was fixed when it was written: texts, numbers, names of
/// constants, and lists of these.
pub(super) fn is_fixed(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    let (mut open, mut seen) = (vec![node], 0);
    while let Some(node) = open.pop() {
        seen += 1;
        if MOST < seen {
            return false;
        }
        match node.kind() {
            "call" | "call_expression" | "method_invocation" | "subscript" | "await"
            | "macro_invocation" => return false,
            "identifier"
            | "attribute"
            | "member_expression"
            | "selector_expression"
            | "field_access"
            | "field_expression"
            | "scoped_identifier" => {
                if !is_constant(source.of(node)) {
                    return false;
                }
            }
            // Either text is fixed, whichever is taken.
            "conditional_expression" | "ternary_expression" => {
                let first = u32::from(node.kind() == "ternary_expression");
                open.extend(node.named_child(first));
                open.extend(node.named_child(2));
            }
            _ => {
                let mut cursor = node.walk();
                open.extend(node.named_children(&mut cursor).take(MOST));
            }
        }
    }
    true
}

/// `BUILD_COMMAND`, `settings.BUILD_COMMAND`, `sys.executable`: set once, not from outside.
fn is_constant(name: &str) -> bool {
    let last = name.rsplit(['.', ':']).next().unwrap_or(name);
    let capitals = last
        .chars()
        .all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_');
    capitals && 1 < last.len() || name == "sys.executable"
}

/// Whether a text is put together right here: filled in, joined or formatted.
pub(super) fn is_composed(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        "reference_expression" | "parenthesized_expression" | "await" => node
            .named_child(0)
            .is_some_and(|inner| is_composed_here(source, inner)),
        _ => is_composed_here(source, node),
    }
}

fn is_composed_here(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        "string"
        | "template_string"
        | "concatenated_string"
        | "binary_operator"
        | "binary_expression" => !is_fixed(source, node) && !is_number(source, node),
        "call" | "call_expression" | "method_invocation" | "macro_invocation" => {
            let words = source.of(node);
            let words = words.get(..words.len().min(400)).unwrap_or_default();
            words.contains(".format(")
                || words.starts_with("format!")
                || words.starts_with("fmt.Sprintf")
                || words.starts_with("String.format")
        }
        _ => false,
    }
}

/// A sum has no text in it.
fn is_number(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    node.kind().starts_with("binary") && !source.of(node).contains(['"', '\'', '`'])
}

/// The text of a literal, without quotes.
pub(super) fn literal<'s>(source: &SourceFile<'s>, node: Node<'_>) -> Option<&'s str> {
    let text = matches!(
        node.kind(),
        "string"
            | "string_literal"
            | "interpreted_string_literal"
            | "raw_string_literal"
            | "template_string"
    );
    (text && is_fixed(source, node))
        .then(|| super::super::node_parts::unquoted(source.of(node)))
}

pub(super) fn is_shell(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    matches!(last, "sh" | "bash" | "zsh" | "dash" | "cmd" | "cmd.exe" | "powershell" | "pwsh")
}
