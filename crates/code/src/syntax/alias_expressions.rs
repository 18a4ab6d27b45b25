//! Expressions that are another name for something: what a file may hide a call behind.

use tree_sitter::Node;

use super::{imports::ImportTable, node_parts::unquoted, source::SourceFile};

/// The longest name that is followed.
pub(super) const LONGEST: usize = 120;

pub(super) enum AliasExpression<'s, 't> {
    /// A part of something, by name.
    Part(Node<'t>, &'s str),
    Module(&'s str),
    /// The same as something else.
    Same(Node<'t>),
}

/// What an expression other than a plain name or member comes to: `getattr(os, "system")`,
/// `__import__("os")`, `require("fs")`, `partial(f)`, `os.__dict__["system"]`, `cp["exec"]`.
pub(super) fn stands<'s, 't>(
    node: Node<'t>,
    source: &SourceFile<'s>,
    imports: &ImportTable,
) -> Option<AliasExpression<'s, 't>> {
    match node.kind() {
        "call" | "call_expression" => called(node, source, imports),
        "named_expression" => Some(AliasExpression::Same(node.child_by_field_name("value")?)),
        "subscript_expression" => {
            let name = text(source, node.child_by_field_name("index")?)?;
            Some(AliasExpression::Part(node.child_by_field_name("object")?, name))
        }
        "subscript" => {
            let name = text(source, node.child_by_field_name("subscript")?)?;
            let value = node.child_by_field_name("value")?;
            let object = match value.kind() {
                "attribute" if source.field(value, "attribute")? == "__dict__" => {
                    value.child_by_field_name("object")?
                }
                "call" if source.field(value, "function")? == "vars" => argument(value, 0)?,
                _ => return None,
            };
            Some(AliasExpression::Part(object, name))
        }
        _ => None,
    }
}

fn called<'s, 't>(
    node: Node<'t>,
    source: &SourceFile<'s>,
    imports: &ImportTable,
) -> Option<AliasExpression<'s, 't>> {
    let function = node.child_by_field_name("function")?;
    if !matches!(function.kind(), "identifier" | "attribute" | "member_expression" | "import") {
        return None;
    }
    let name = source.of(function);
    let last = name.rsplit('.').next()?;
    let full = || imports.resolved(name, ".");
    match last {
        "getattr" => {
            Some(AliasExpression::Part(argument(node, 0)?, text(source, argument(node, 1)?)?))
        }
        "__import__" => {
            let module = text(source, argument(node, 0)?)?;
            Some(AliasExpression::Module(module.split('.').next()?))
        }
        "require" | "import" => {
            let module = text(source, argument(node, 0)?)?;
            Some(AliasExpression::Module(module.strip_prefix("node:").unwrap_or(module)))
        }
        // Under another name they are looked up; there are few calls without a name in full.
        _ if LONGEST < name.len() || imports.get(name.split('.').next()?).is_none() => None,
        _ => match full().as_str() {
            "importlib.import_module" => {
                Some(AliasExpression::Module(text(source, argument(node, 0)?)?))
            }
            "functools.partial" | "util.promisify" => {
                Some(AliasExpression::Same(argument(node, 0)?))
            }
            _ => None,
        },
    }
}

fn argument(call: Node<'_>, at: u32) -> Option<Node<'_>> {
    call.child_by_field_name("arguments")?.named_child(at)
}

/// The words of a text in which nothing is filled in.
fn text<'s>(source: &SourceFile<'s>, node: Node<'_>) -> Option<&'s str> {
    let words = source.of(node);
    let plain = node.kind() == "string" && words.len() <= LONGEST && !words.contains('{');
    plain.then(|| unquoted(words)).filter(|words| !words.is_empty())
}
