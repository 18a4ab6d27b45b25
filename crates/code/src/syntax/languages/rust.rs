//! Rust.

use tree_sitter::Node;

use super::{
    super::imports::ImportedName, super::source::SourceFile, ClassDeclaration, LanguageSpec,
    StubPatterns, SyntaxNodeKind,
};

pub(super) const RUST: LanguageSpec = LanguageSpec {
    name: "rust",
    endings: &["rs"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    #[rustfmt::skip]
    kinds: &[
        (SyntaxNodeKind::Comment, &["line_comment", "block_comment"]),
        (SyntaxNodeKind::Class, &[
            "struct_item", "enum_item", "union_item", "trait_item", "impl_item",
        ]),
        (SyntaxNodeKind::Function, &["function_item", "function_signature_item"]),
        (SyntaxNodeKind::Call, &["call_expression", "macro_invocation"]),
        (SyntaxNodeKind::Import, &["use_declaration", "extern_crate_declaration"]),
        (SyntaxNodeKind::Text, &["string_literal", "raw_string_literal"]),
        (SyntaxNodeKind::Holder, &[
            "let_declaration", "const_item", "static_item", "field_initializer",
        ]),
        (SyntaxNodeKind::Decorator, &["attribute_item"]),
        (SyntaxNodeKind::Module, &["mod_item"]),
        (SyntaxNodeKind::Typed, &["field_declaration", "parameter"]),
    ],
    members: &[("field_expression", "value", "field")],
    callee: &["function", "macro"],
    separator: "::",
    class,
    imports,
    receiver: super::no_receiver,
    idle: StubPatterns {
        neutral: &[
            "use_declaration",
            "extern_crate_declaration",
            "attribute_item",
            "inner_attribute_item",
        ],
        containers: &["impl_item", "declaration_list"],
        functions: &["function_item"],
        statements: &[
            concat!("todo", "!("),
            concat!("unimplemented", "!("),
            "panic!(\"not implemented",
            "panic!(\"not yet implemented",
        ],
    },
};

fn class(source: &SourceFile<'_>, node: Node<'_>) -> Option<ClassDeclaration> {
    if node.kind() == "impl_item" {
        let name = bare(source.field(node, "type")?);
        let bases = source.field(node, "trait").map(str::to_owned);
        return Some(ClassDeclaration {
            name,
            bases: bases.into_iter().collect(),
            ..ClassDeclaration::default()
        });
    }
    let name = source.field(node, "name")?.to_owned();
    let bounds = node.child_by_field_name("bounds");
    let bases = bounds.map(|bounds| source.shorts(bounds)).unwrap_or_default();
    let body = node.child_by_field_name("body");
    let parts = ["field_declaration", "enum_variant"];
    let fields = body.map(|body| super::children(body, &parts)).unwrap_or_default();
    let fields = fields.into_iter().take(256).map(|field| {
        let field = source.short(field);
        field.strip_prefix("pub ").map(str::to_owned).unwrap_or(field)
    });
    Some(ClassDeclaration {
        name,
        bases,
        fields: fields.collect(),
        defines: true,
    })
}

/// Without its parameters: `Store<T>` is `Store`.
fn bare(name: &str) -> String {
    name.split('<').next().unwrap_or(name).trim().to_owned()
}

/// `use a::{b, c as d}` tree by tree, with a list of what is still to be read.
fn imports(source: &SourceFile<'_>, node: Node<'_>, found: &mut Vec<ImportedName>) {
    let Some(root) = node
        .child_by_field_name("argument")
        .or_else(|| node.child_by_field_name("name"))
    else {
        return;
    };
    let mut open = vec![(String::new(), root)];
    while let Some((before, node)) = open.pop() {
        if 512 < found.len() + open.len() {
            return;
        }
        let path = || joined(&before, source.field(node, "path").unwrap_or_default());
        match node.kind() {
            "scoped_use_list" => {
                if let Some(list) = node.child_by_field_name("list") {
                    open.push((path(), list));
                }
            }
            "use_list" => {
                let mut cursor = node.walk();
                let parts: Vec<_> = node.named_children(&mut cursor).collect();
                open.extend(parts.into_iter().rev().map(|part| (before.clone(), part)));
            }
            "use_as_clause" => {
                let local = source.field(node, "alias").unwrap_or_default().to_owned();
                let full = path();
                found.push(ImportedName { local: Some((local, full.clone())), full });
            }
            "use_wildcard" => {
                let inner = node.named_child(0).map(|inner| source.of(inner));
                let full = joined(&joined(&before, inner.unwrap_or_default()), "*");
                found.push(ImportedName { local: None, full });
            }
            "self" => found.push(plain(before)),
            _ => found.push(plain(joined(&before, source.of(node)))),
        }
    }
}

fn plain(full: String) -> ImportedName {
    let local = full.rsplit("::").next().unwrap_or(&full).to_owned();
    ImportedName { local: Some((local, full.clone())), full }
}

fn joined(before: &str, name: &str) -> String {
    if before.is_empty() || name.is_empty() {
        return format!("{before}{name}");
    }
    format!("{before}::{name}")
}
