//! TypeScript, with and without markup.

use tree_sitter::Node;

use super::{
    super::{
        imports::Import,
        source::{SHORT, Source, squeezed},
    },
    Class, Idle, Kind, Language,
};

pub(super) const TYPESCRIPT: Language = Language {
    name: "typescript",
    endings: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    kinds: &[
        ("comment", Kind::Comment),
        ("html_comment", Kind::Comment),
        ("class_declaration", Kind::Class),
        ("abstract_class_declaration", Kind::Class),
        ("class", Kind::Class),
        ("interface_declaration", Kind::Class),
        ("enum_declaration", Kind::Class),
        ("type_alias_declaration", Kind::Class),
        ("function_declaration", Kind::Function),
        ("generator_function_declaration", Kind::Function),
        ("function_signature", Kind::Function),
        ("method_definition", Kind::Function),
        ("abstract_method_signature", Kind::Function),
        ("arrow_function", Kind::Function),
        ("function_expression", Kind::Function),
        ("call_expression", Kind::Call),
        ("new_expression", Kind::Call),
        ("import_statement", Kind::Import),
        ("string", Kind::Text),
        ("template_string", Kind::Text),
        ("variable_declarator", Kind::Holder),
        ("assignment_expression", Kind::Holder),
        ("pair", Kind::Holder),
        ("decorator", Kind::Decorator),
        ("public_field_definition", Kind::Typed),
        ("field_definition", Kind::Holder),
        ("property_signature", Kind::Typed),
        ("required_parameter", Kind::Typed),
        ("optional_parameter", Kind::Typed),
        ("return_statement", Kind::Return),
        ("for_in_statement", Kind::Loop),
        ("jsx_attribute", Kind::Markup),
        ("identifier", Kind::Name),
        ("type_identifier", Kind::Name),
        ("property_identifier", Kind::Name),
        ("shorthand_property_identifier", Kind::Name),
        ("shorthand_property_identifier_pattern", Kind::Name),
    ],
    members: &[("member_expression", "object", "property")],
    callee: &["function", "constructor"],
    separator: ".",
    class,
    imports,
    receiver: super::no_receiver,
    idle: Idle {
        neutral: &["import_statement", "empty_statement", "hash_bang_line"],
        containers: &[
            "class_declaration",
            "abstract_class_declaration",
            "class_body",
            "export_statement",
        ],
        functions: &[
            "function_declaration",
            "generator_function_declaration",
            "method_definition",
        ],
        statements: &["throw "],
    },
};

pub(super) const TSX: Language = Language {
    endings: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    ..TYPESCRIPT
};

pub(super) fn class(source: &Source<'_>, node: Node<'_>) -> Option<Class> {
    let name = source.field(node, "name")?.to_owned();
    let mut bases = Vec::new();
    for clause in super::children(node, &["class_heritage", "extends_type_clause"]) {
        let inner = super::children(clause, &["extends_clause", "implements_clause"]);
        if inner.is_empty() {
            bases.extend(source.shorts(clause));
        }
        for inner in inner {
            // What a class extends may have arguments, which stand beside it.
            match source.of(inner).strip_prefix("extends ") {
                Some(base) => bases.push(squeezed(base, SHORT)),
                None => bases.extend(source.shorts(inner)),
            }
        }
    }
    let body = node
        .child_by_field_name("body")
        .or_else(|| node.child_by_field_name("value"));
    let parts = [
        "public_field_definition",
        "field_definition",
        "property_signature",
        "enum_assignment",
    ];
    let fields = body.map(|body| super::children(body, &parts)).unwrap_or_default();
    let fields = fields.into_iter().take(256).map(|field| source.short(field));
    Some(Class {
        name,
        bases,
        fields: fields.collect(),
        defines: true,
    })
}

pub(super) fn imports(source: &Source<'_>, node: Node<'_>, found: &mut Vec<Import>) {
    let from = source.field(node, "source").map(unquoted).unwrap_or_default();
    let clauses = super::children(node, &["import_clause"]);
    let Some(clause) = clauses.first() else {
        found.push(Import { local: None, full: from.to_owned() });
        return;
    };
    let mut cursor = clause.walk();
    for part in clause.named_children(&mut cursor) {
        match part.kind() {
            "identifier" => found.push(bound(source.of(part), format!("{from}.default"))),
            "namespace_import" => {
                let local = part.named_child(0).map(|name| source.of(name));
                found.push(bound(local.unwrap_or_default(), from.to_owned()));
            }
            "named_imports" => {
                for name in super::children(part, &["import_specifier"]) {
                    let said = source.field(name, "name").unwrap_or_default();
                    let local = source.field(name, "alias").unwrap_or(said);
                    found.push(bound(local, format!("{from}.{said}")));
                }
            }
            _ => {}
        }
    }
}

/// Modules that mean the same with and without `node:`, and a default export that is the module.
fn bound(local: &str, full: String) -> Import {
    let full = full.strip_prefix("node:").map(str::to_owned).unwrap_or(full);
    let stands = full.strip_suffix(".default").unwrap_or(&full).to_owned();
    Import { local: Some((local.to_owned(), stands)), full }
}

pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(|letter| matches!(letter, '"' | '\'' | '`'))
}
