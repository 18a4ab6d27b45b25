//! Java.

use tree_sitter::Node;

use super::{super::imports::Import, super::source::Source, Class, Idle, Kind, Language};

pub(super) const JAVA: Language = Language {
    name: "java",
    endings: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    kinds: &[
        ("line_comment", Kind::Comment),
        ("block_comment", Kind::Comment),
        ("class_declaration", Kind::Class),
        ("interface_declaration", Kind::Class),
        ("enum_declaration", Kind::Class),
        ("record_declaration", Kind::Class),
        ("annotation_type_declaration", Kind::Class),
        ("method_declaration", Kind::Function),
        ("constructor_declaration", Kind::Function),
        ("method_invocation", Kind::Call),
        ("object_creation_expression", Kind::Call),
        ("import_declaration", Kind::Import),
        ("string_literal", Kind::Text),
        ("variable_declarator", Kind::Holder),
        ("assignment_expression", Kind::Holder),
        ("annotation", Kind::Decorator),
        ("marker_annotation", Kind::Decorator),
        ("field_declaration", Kind::Typed),
        ("local_variable_declaration", Kind::Typed),
        ("formal_parameter", Kind::Typed),
    ],
    members: &[("method_invocation", "object", "name"), ("field_access", "object", "field")],
    callee: &["name", "type"],
    separator: ".",
    class,
    imports,
    receiver: super::no_receiver,
    idle: Idle {
        neutral: &["package_declaration", "import_declaration", "modifiers"],
        containers: &["class_declaration", "class_body"],
        functions: &["method_declaration"],
        statements: &[
            "throw new UnsupportedOperationException",
            "throw new NotImplementedException",
        ],
    },
};

fn class(source: &Source<'_>, node: Node<'_>) -> Option<Class> {
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
    Some(Class {
        name,
        bases,
        fields: fields.collect(),
        defines: true,
    })
}

fn imports(source: &Source<'_>, node: Node<'_>, found: &mut Vec<Import>) {
    let names = super::children(node, &["scoped_identifier", "identifier"]);
    let Some(path) = names.first().map(|name| source.of(*name)) else { return };
    if !super::children(node, &["asterisk"]).is_empty() {
        found.push(Import { local: None, full: format!("{path}.*") });
        return;
    }
    let last = path.rsplit('.').next().unwrap_or(path);
    found.push(Import {
        local: Some((last.to_owned(), path.to_owned())),
        full: path.to_owned(),
    });
}
