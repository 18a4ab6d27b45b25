//! Go.

use tree_sitter::Node;

use super::{
    super::imports::ImportedName, super::source::SourceFile, ClassDeclaration, LanguageSpec,
    StubPatterns, SyntaxNodeKind, typescript,
};

pub(super) const GO: LanguageSpec = LanguageSpec {
    name: "go",
    endings: &["go"],
    grammar: || tree_sitter_go::LANGUAGE.into(),
    #[rustfmt::skip]
    kinds: &[
        (SyntaxNodeKind::Comment, &["comment"]),
        (SyntaxNodeKind::Class, &["type_spec"]),
        (SyntaxNodeKind::Function, &["function_declaration", "method_declaration"]),
        (SyntaxNodeKind::Call, &["call_expression"]),
        (SyntaxNodeKind::Import, &["import_spec"]),
        (SyntaxNodeKind::Text, &["interpreted_string_literal", "raw_string_literal"]),
        (SyntaxNodeKind::Holder, &[
            "const_spec", "var_spec", "short_var_declaration", "assignment_statement",
            "keyed_element",
        ]),
        (SyntaxNodeKind::Typed, &["field_declaration", "parameter_declaration"]),
    ],
    members: &[("selector_expression", "operand", "field")],
    callee: &["function"],
    separator: ".",
    class,
    imports,
    receiver,
    idle: StubPatterns {
        neutral: &["package_clause", "import_declaration"],
        containers: &[],
        functions: &["function_declaration", "method_declaration"],
        statements: &[
            "panic(\"not implemented",
            "panic(\"unimplemented",
            "panic(\"todo",
            "panic(\"TODO",
        ],
    },
};

fn class(source: &SourceFile<'_>, node: Node<'_>) -> Option<ClassDeclaration> {
    let name = source.field(node, "name")?.to_owned();
    let kind = node.child_by_field_name("type")?;
    let mut class = ClassDeclaration { name, defines: true, ..ClassDeclaration::default() };
    let lists = super::children(kind, &["field_declaration_list"]);
    for field in lists
        .into_iter()
        .flat_map(|list| super::children(list, &["field_declaration"]))
    {
        match field.child_by_field_name("name") {
            Some(_) => class.fields.push(source.short(field)),
            None => class.bases.push(source.short(field)),
        }
    }
    for part in super::children(kind, &["type_elem"]) {
        class.bases.push(source.short(part));
    }
    Some(class)
}

fn imports(source: &SourceFile<'_>, node: Node<'_>, found: &mut Vec<ImportedName>) {
    let path = source
        .field(node, "path")
        .map(typescript::unquoted)
        .unwrap_or_default();
    // The package of `gopkg.in/yaml.v3` or `x/y/v2` has the name before its version.
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let version = last
        .strip_prefix('v')
        .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    let last = if version { parts.next().unwrap_or(last) } else { last };
    let last = last.split('.').next().unwrap_or(last);
    let local = source.field(node, "name").unwrap_or(last);
    let bound = !matches!(local, "_" | ".");
    let local = bound.then(|| (local.to_owned(), path.to_owned()));
    found.push(ImportedName { local, full: path.to_owned() });
}

/// The type of the receiver, without pointer and parameters.
fn receiver(source: &SourceFile<'_>, node: Node<'_>) -> Option<String> {
    let said = source
        .field(node, "receiver")?
        .trim_matches(|c| matches!(c, '(' | ')'));
    let kind = said.split_whitespace().last()?.trim_start_matches('*');
    Some(kind.split('[').next().unwrap_or(kind).to_owned())
}
