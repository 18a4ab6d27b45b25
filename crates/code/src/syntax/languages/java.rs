//! Java.

use tree_sitter::Node;

use super::{
    super::imports::ImportedName, super::source::SourceFile, ClassDeclaration, LanguageSpec,
    StubPatterns, SyntaxNodeKind,
};

pub(super) const JAVA: LanguageSpec = LanguageSpec {
    name: "java",
    endings: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    #[rustfmt::skip]
    kinds: &[
        (SyntaxNodeKind::Comment, &["line_comment", "block_comment"]),
        (SyntaxNodeKind::Class, &[
            "class_declaration", "interface_declaration", "enum_declaration",
            "record_declaration", "annotation_type_declaration",
        ]),
        (SyntaxNodeKind::Function, &["method_declaration", "constructor_declaration"]),
        (SyntaxNodeKind::Call, &["method_invocation", "object_creation_expression"]),
        (SyntaxNodeKind::Import, &["import_declaration"]),
        (SyntaxNodeKind::Text, &["string_literal"]),
        (SyntaxNodeKind::Holder, &["variable_declarator", "assignment_expression"]),
        (SyntaxNodeKind::Decorator, &["annotation", "marker_annotation"]),
        (SyntaxNodeKind::Typed, &[
            "field_declaration", "local_variable_declaration", "formal_parameter",
        ]),
    ],
    members: &[("method_invocation", "object", "name"), ("field_access", "object", "field")],
    callee: &["name", "type"],
    separator: ".",
    class,
    imports,
    receiver: super::no_receiver,
    idle: StubPatterns {
        neutral: &["package_declaration", "import_declaration", "modifiers"],
        containers: &["class_declaration", "class_body"],
        functions: &["method_declaration"],
        statements: &[
            "throw new UnsupportedOperationException",
            "throw new NotImplementedException",
        ],
    },
};

fn class(source: &SourceFile<'_>, node: Node<'_>) -> Option<ClassDeclaration> {
    let name = source.field(node, "name")?.to_owned();
    let mut bases = Vec::new();
    for clause in
        super::children(node, &["superclass", "super_interfaces", "extends_interfaces"])
    {
        let lists = super::children(clause, &["type_list"]);
        match lists.first() {
            Some(list) => bases.extend(source.shorts(*list)),
            None => bases.extend(source.shorts(clause)),
        }
    }
    let body = node.child_by_field_name("body");
    let parts = ["field_declaration", "constant_declaration", "enum_constant"];
    let mut fields = body.map(|body| super::children(body, &parts)).unwrap_or_default();
    if let Some(components) = node.child_by_field_name("parameters") {
        fields.extend(super::children(components, &["formal_parameter"]));
    }
    let fields = fields.into_iter().take(256).map(|field| source.short(field));
    Some(ClassDeclaration {
        name,
        bases,
        fields: fields.collect(),
        defines: true,
    })
}

fn imports(source: &SourceFile<'_>, node: Node<'_>, found: &mut Vec<ImportedName>) {
    let names = super::children(node, &["scoped_identifier", "identifier"]);
    let Some(path) = names.first().map(|name| source.of(*name)) else { return };
    if !super::children(node, &["asterisk"]).is_empty() {
        found.push(ImportedName { local: None, full: format!("{path}.*") });
        return;
    }
    let last = path.rsplit('.').next().unwrap_or(path);
    found.push(ImportedName {
        local: Some((last.to_owned(), path.to_owned())),
        full: path.to_owned(),
    });
}
