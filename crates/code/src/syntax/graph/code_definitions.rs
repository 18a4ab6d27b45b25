//! What is to be known of functions and classes, told where they begin.

use tree_sitter::Node;

use super::module::CodeDefinition;

/// A node, and all that it lies in from the outside in.
pub(in super::super) type NodeWithAncestors<'a, 't> = (Node<'t>, &'a [Node<'t>]);

/// What is to be known of a function or class that begins.
pub(super) fn definition(
    (node, around): NodeWithAncestors<'_, '_>,
    path: &str,
    full: &str,
    bases: &[String],
) -> CodeDefinition {
    let (outer, name) = full.rsplit_once('.').unwrap_or(("", full));
    let own = name.starts_with("__") && name.ends_with("__") || name == "constructor";
    let file = path.rsplit('/').next().unwrap_or(path);
    let package = file == "__init__.py" || file.starts_with("index.");
    let public = outer.is_empty() && package && !name.starts_with('_');
    let mut handed = is_value(node, around);
    for parent in around.iter().rev().take(3) {
        handed |= matches!(
            parent.kind(),
            "decorated_definition" | "export_statement" | "object" | "pair"
        );
        if !matches!(parent.kind(), "variable_declarator" | "lexical_declaration") {
            break;
        }
    }
    let inherits = bases.iter().any(|base| base != "object");
    CodeDefinition {
        free: own || public || handed || inherits,
        inherits,
        class: false,
    }
}

/// Whether a function or class is a value that goes somewhere: `(function main() {…})()`. One that
/// a name is given goes where the name does.
fn is_value(node: Node<'_>, around: &[Node<'_>]) -> bool {
    let named = around
        .last()
        .is_some_and(|parent| parent.kind() == "variable_declarator");
    !named && matches!(node.kind(), "function_expression" | "arrow_function" | "class")
}
