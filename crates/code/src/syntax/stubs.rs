//! Whether a file only pretends: it is there and does nothing.

use tree_sitter::Node;

use super::{
    assertions::asserts_nothing,
    languages::{LoadedGrammar, SyntaxNodeKind},
    source::SourceFile,
};

/// Files that are empty by custom.
#[rustfmt::skip]
const MARKERS: &[&str] = &[
    "__init__.py", "py.typed", ".gitkeep", ".keep", ".gitignore", ".nojekyll",
    "package-info.java", "doc.go",
];

/// Endings of files that hold types alone.
const SHAPES: &[&str] = &[".pyi", ".d.ts"];

/// Bases of classes that need no body: errors, and shapes that others fill.
#[rustfmt::skip]
const BARE_BASES: &[&str] = &[
    "Error", "Exception", "Warning", "Protocol", "ABC", "ABCMeta", "Enum", "Base", "TypedDict",
];

/// Decorators of functions that are meant to have no body.
const MEANT: &[&str] = &["abstractmethod", "overload", "abstractproperty"];

/// Whether a name stands for a file that may be empty.
pub(super) fn is_marker(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    MARKERS.contains(&name) || SHAPES.iter().any(|ending| name.ends_with(ending))
}

/// Whether nothing in a tree does anything. Only the top level and bodies of classes are looked
/// at, and the statements of functions there; what waits is kept in a list.
pub(super) fn is_hollow(
    source: &SourceFile<'_>,
    grammar: &LoadedGrammar,
    root: Node<'_>,
) -> bool {
    if is_marker(source.path) {
        return false;
    }
    let idle = &grammar.language.idle;
    let mut open = children(root);
    while let Some(node) = open.pop() {
        let kind = node.kind();
        if neutral(node, grammar) && !reexports(source, node) {
            continue;
        }
        if idle.functions.contains(&kind) {
            if !refuses(source, grammar, node) {
                return false;
            }
        } else if idle.containers.contains(&kind) {
            if says_enough(source, grammar, node) {
                return false;
            }
            open.extend(parts(grammar, node));
        } else if !idles(source, grammar, node) {
            return false;
        }
    }
    true
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// What of a container may do something: its body, the function under a decorator.
fn parts<'t>(grammar: &LoadedGrammar, node: Node<'t>) -> Vec<Node<'t>> {
    if grammar.kind(node) == SyntaxNodeKind::Class {
        return node.child_by_field_name("body").map(children).unwrap_or_default();
    }
    children(node)
}

fn neutral(node: Node<'_>, grammar: &LoadedGrammar) -> bool {
    let idle = &grammar.language.idle;
    idle.neutral.contains(&node.kind())
        || matches!(grammar.kind(node), SyntaxNodeKind::Comment | SyntaxNodeKind::Decorator)
}

/// `pub use` is what a module of Rust is for, `export … from` what one of TypeScript is for.
fn reexports(source: &SourceFile<'_>, node: Node<'_>) -> bool {
    node.kind() == "use_declaration" && source.of(node).starts_with("pub")
}

/// A class that has fields or is made to be empty, an export with something of its own.
fn says_enough(source: &SourceFile<'_>, grammar: &LoadedGrammar, node: Node<'_>) -> bool {
    match grammar.kind(node) {
        SyntaxNodeKind::Class => {
            let Some(class) = (grammar.language.class)(source, node) else { return true };
            let bare = |base: &String| BARE_BASES.iter().any(|known| base.contains(known));
            !class.fields.is_empty()
                || class.bases.iter().any(bare)
                || node.child_by_field_name("body").is_none()
        }
        _ if node.kind() == "decorated_definition" => {
            let mut cursor = node.walk();
            let mut all = node.named_children(&mut cursor);
            all.any(|part| {
                part.kind() == "decorator"
                    && MEANT.iter().any(|meant| source.of(part).contains(meant))
            })
        }
        _ => {
            node.kind() == "export_statement"
                && node.child_by_field_name("declaration").is_none()
        }
    }
}

/// Whether a function does nothing but refuse.
fn refuses(source: &SourceFile<'_>, grammar: &LoadedGrammar, node: Node<'_>) -> bool {
    let Some(body) = node.child_by_field_name("body") else { return false };
    // In Go the statements have a list of their own within the body.
    let inner = children(body);
    let statements = match inner.as_slice() {
        [list] if list.kind() == "statement_list" => children(*list),
        _ => inner,
    };
    statements
        .into_iter()
        .all(|statement| neutral(statement, grammar) || idles(source, grammar, statement))
}

/// Whether a statement does nothing but refuse, or is a bare text.
fn idles(source: &SourceFile<'_>, grammar: &LoadedGrammar, statement: Node<'_>) -> bool {
    let bare = statement.kind() == "expression_statement"
        && statement.named_child_count() == 1
        && statement
            .named_child(0)
            .is_some_and(|only| grammar.kind(only) == SyntaxNodeKind::Text);
    let words = source.of(statement).trim_start();
    bare || asserts_nothing(source, statement)
        || grammar
            .language
            .idle
            .statements
            .iter()
            .any(|idle| words.starts_with(idle))
}
