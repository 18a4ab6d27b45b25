//! Go.

use tree_sitter::Node;

use super::{
    super::imports::Import, super::source::Source, Class, Idle, Kind, Language, typescript,
};

pub(super) const GO: Language = Language {
    name: "go",
    endings: &["go"],
    grammar: || tree_sitter_go::LANGUAGE.into(),
    kinds: &[
        ("comment", Kind::Comment),
        ("type_spec", Kind::Class),
        ("function_declaration", Kind::Function),
        ("method_declaration", Kind::Function),
        ("call_expression", Kind::Call),
        ("import_spec", Kind::Import),
        ("interpreted_string_literal", Kind::Text),
        ("raw_string_literal", Kind::Text),
        ("const_spec", Kind::Holder),
        ("var_spec", Kind::Holder),
        ("short_var_declaration", Kind::Holder),
        ("assignment_statement", Kind::Holder),
        ("keyed_element", Kind::Holder),
        ("field_declaration", Kind::Typed),
        ("parameter_declaration", Kind::Typed),
    ],
    members: &[("selector_expression", "operand", "field")],
    callee: &["function"],
    separator: ".",
    class,
    imports,
    receiver,
    idle: Idle {
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

fn class(source: &Source<'_>, node: Node<'_>) -> Option<Class> {
    let name = source.field(node, "name")?.to_owned();
    let kind = node.child_by_field_name("type")?;
    let mut class = Class { name, defines: true, ..Class::default() };
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

fn imports(source: &Source<'_>, node: Node<'_>, found: &mut Vec<Import>) {
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
    found.push(Import { local, full: path.to_owned() });
}

/// The type of the receiver, without pointer and parameters.
fn receiver(source: &Source<'_>, node: Node<'_>) -> Option<String> {
    let said = source
        .field(node, "receiver")?
        .trim_matches(|c| matches!(c, '(' | ')'));
    let kind = said.split_whitespace().last()?.trim_start_matches('*');
    Some(kind.split('[').next().unwrap_or(kind).to_owned())
}
