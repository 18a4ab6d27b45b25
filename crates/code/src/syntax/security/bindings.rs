//! How names of a function come by their values, in every grammar.

use tree_sitter::Node;

use super::super::source::SourceFile;

/// Nodes of a pattern that are looked at.
const MOST: usize = 200;

/// What a node does to names.
pub(super) enum BindingEffect<'t> {
    /// A name is given a value, and nothing more happens to it here.
    Gives(Node<'t>, Node<'t>),
    /// Names may hold anything from here on; what they come from, where it is one thing.
    Opens(Node<'t>, Option<Node<'t>>),
    /// Names of an outer function or the module are meant.
    Shares(Node<'t>),
}

/// What a node binds, where it does.
pub(super) fn binds<'t>(source: &SourceFile<'_>, node: Node<'t>) -> Option<BindingEffect<'t>> {
    let field = |name: &str| node.child_by_field_name(name);
    let opens = |name: &str| field(name).map(|at| BindingEffect::Opens(at, None));
    match node.kind() {
        "assignment"
        | "assignment_expression"
        | "assignment_statement"
        | "short_var_declaration" => {
            let plain = source
                .field(node, "operator")
                .is_none_or(|operator| matches!(operator, "=" | ":="));
            match (plain, field("left")?, field("right")) {
                (false, left, _) => Some(BindingEffect::Opens(left, None)),
                (true, left, right) => Some(given(left, right?)),
            }
        }
        "variable_declarator" | "var_spec" | "const_spec" | "named_expression" => {
            Some(given(field("name")?, field("value")?))
        }
        "augmented_assignment"
        | "augmented_assignment_expression"
        | "for_statement"
        | "for_in_clause"
        | "for_in_statement"
        | "range_clause"
        | "receive_statement" => opens("left"),
        "enhanced_for_statement" | "resource" | "catch_formal_parameter" => opens("name"),
        "catch_clause" => opens("parameter"),
        "lambda_expression" | "func_literal" | "lambda" => opens("parameters"),
        "as_pattern" => {
            let target = field("alias")?;
            Some(BindingEffect::Opens(target, node.named_child(0)))
        }
        "case_pattern" => Some(BindingEffect::Opens(node, None)),
        "global_statement" | "nonlocal_statement" => Some(BindingEffect::Shares(node)),
        _ => None,
    }
}

fn given<'t>(left: Node<'t>, right: Node<'t>) -> BindingEffect<'t> {
    let (left, right) = (single(left), single(right));
    if left.kind() == "identifier" {
        BindingEffect::Gives(left, right)
    } else {
        BindingEffect::Opens(left, None)
    }
}

/// The only one of a list, as Go writes it.
fn single(node: Node<'_>) -> Node<'_> {
    let only = node.kind() == "expression_list" && node.named_child_count() == 1;
    only.then(|| node.named_child(0)).flatten().unwrap_or(node)
}

/// The names that a pattern or a list of parameters binds.
pub(super) fn bound(pattern: Node<'_>) -> Vec<Node<'_>> {
    let (mut open, mut seen, mut found) = (vec![pattern], 0, Vec::new());
    while let Some(node) = open.pop() {
        seen += 1;
        if MOST < seen {
            break;
        }
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => found.push(node),
            // What is changed there is a part of something.
            "attribute"
            | "subscript"
            | "member_expression"
            | "subscript_expression"
            | "selector_expression"
            | "index_expression"
            | "field_access"
            | "array_access"
            | "call"
            | "call_expression"
            | "type"
            | "type_annotation" => {}
            _ => open.extend(parts(node)),
        }
    }
    found
}

/// The parts of a pattern, without defaults and types.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let paired = node.kind() == "pair_pattern";
    let mut cursor = node.walk();
    let mut found = Vec::new();
    if !cursor.goto_first_child() {
        return found;
    }
    loop {
        let aside = match cursor.field_name() {
            Some("value" | "right") => !paired,
            Some("type") => true,
            _ => false,
        };
        if cursor.node().is_named() && !aside {
            found.push(cursor.node());
        }
        if MOST < found.len() || !cursor.goto_next_sibling() {
            return found;
        }
    }
}
