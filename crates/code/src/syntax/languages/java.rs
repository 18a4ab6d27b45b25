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
    kinds: &[
        ("line_comment", SyntaxNodeKind::Comment),
        ("block_comment", SyntaxNodeKind::Comment),
        ("class_declaration", SyntaxNodeKind::Class),
        ("interface_declaration", SyntaxNodeKind::Class),
        ("enum_declaration", SyntaxNodeKind::Class),
        ("record_declaration", SyntaxNodeKind::Class),
        ("annotation_type_declaration", SyntaxNodeKind::Class),
        ("method_declaration", SyntaxNodeKind::Function),
        ("constructor_declaration", SyntaxNodeKind::Function),
        ("method_invocation", SyntaxNodeKind::Call),
        ("object_creation_expression", SyntaxNodeKind::Call),
        ("import_declaration", SyntaxNodeKind::Import),
        ("string_literal", SyntaxNodeKind::Text),
        ("variable_declarator", SyntaxNodeKind::Holder),
        ("assignment_expression", SyntaxNodeKind::Holder),
        ("annotation", SyntaxNodeKind::Decorator),
        ("marker_annotation", SyntaxNodeKind::Decorator),
        ("field_declaration", SyntaxNodeKind::Typed),
        ("local_variable_declaration", SyntaxNodeKind::Typed),
        ("formal_parameter", SyntaxNodeKind::Typed),
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
