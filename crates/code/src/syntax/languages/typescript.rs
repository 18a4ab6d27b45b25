//! TypeScript, with and without markup.

use tree_sitter::Node;

use super::{
    super::{
        imports::ImportedName,
        source::{SHORT, SourceFile, squeezed},
    },
    ClassDeclaration, LanguageSpec, StubPatterns, SyntaxNodeKind,
};

pub(super) const TYPESCRIPT: LanguageSpec = LanguageSpec {
    name: "typescript",
    endings: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    #[rustfmt::skip]
    kinds: &[
        (SyntaxNodeKind::Comment, &["comment", "html_comment"]),
        (SyntaxNodeKind::Class, &[
            "class_declaration", "abstract_class_declaration", "class", "interface_declaration",
            "enum_declaration", "type_alias_declaration",
        ]),
        (SyntaxNodeKind::Function, &[
            "function_declaration", "generator_function_declaration", "function_signature",
            "method_definition", "abstract_method_signature", "arrow_function",
            "function_expression",
        ]),
        (SyntaxNodeKind::Call, &["call_expression", "new_expression"]),
        (SyntaxNodeKind::Import, &["import_statement"]),
        (SyntaxNodeKind::Text, &["string", "template_string"]),
        (SyntaxNodeKind::Holder, &[
            "variable_declarator", "assignment_expression", "pair", "field_definition",
        ]),
        (SyntaxNodeKind::Decorator, &["decorator"]),
        (SyntaxNodeKind::Typed, &[
            "public_field_definition", "property_signature", "required_parameter",
            "optional_parameter",
        ]),
        (SyntaxNodeKind::Return, &["return_statement"]),
        (SyntaxNodeKind::Loop, &["for_in_statement"]),
        (SyntaxNodeKind::Markup, &["jsx_attribute"]),
        (SyntaxNodeKind::Name, &[
            "identifier", "type_identifier", "property_identifier",
            "shorthand_property_identifier", "shorthand_property_identifier_pattern",
        ]),
    ],
    members: &[("member_expression", "object", "property")],
    callee: &["function", "constructor"],
    separator: ".",
    class,
    imports,
    receiver: super::no_receiver,
    idle: StubPatterns {
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

pub(super) const TSX: LanguageSpec = LanguageSpec {
    endings: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    ..TYPESCRIPT
};

pub(super) fn class(source: &SourceFile<'_>, node: Node<'_>) -> Option<ClassDeclaration> {
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
    Some(ClassDeclaration {
        name,
        bases,
        fields: fields.collect(),
        defines: true,
    })
}

pub(super) fn imports(source: &SourceFile<'_>, node: Node<'_>, found: &mut Vec<ImportedName>) {
    let from = source.field(node, "source").map(unquoted).unwrap_or_default();
    let clauses = super::children(node, &["import_clause"]);
    let Some(clause) = clauses.first() else {
        found.push(ImportedName { local: None, full: from.to_owned() });
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
fn bound(local: &str, full: String) -> ImportedName {
    let full = full.strip_prefix("node:").map(str::to_owned).unwrap_or(full);
    let stands = full.strip_suffix(".default").unwrap_or(&full).to_owned();
    ImportedName { local: Some((local.to_owned(), stands)), full }
}

pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(|letter| matches!(letter, '"' | '\'' | '`'))
}
