//! Python.

use tree_sitter::Node;

use super::{
    super::imports::ImportedName, super::source::SourceFile, ClassDeclaration, LanguageSpec,
    StubPatterns, SyntaxNodeKind,
};

pub(super) const PYTHON: LanguageSpec = LanguageSpec {
    name: "python",
    endings: &["py", "pyi", "pyw", "ipynb"],
    grammar: || tree_sitter_python::LANGUAGE.into(),
    #[rustfmt::skip]
    kinds: &[
        (SyntaxNodeKind::Comment, &["comment"]),
        (SyntaxNodeKind::Class, &["class_definition"]),
        (SyntaxNodeKind::Function, &["function_definition"]),
        (SyntaxNodeKind::Call, &["call"]),
        (SyntaxNodeKind::Import, &[
            "import_statement", "import_from_statement", "future_import_statement",
        ]),
        (SyntaxNodeKind::Text, &["string", "concatenated_string"]),
        (SyntaxNodeKind::Statement, &["expression_statement"]),
        (SyntaxNodeKind::Holder, &[
            "assignment", "pair", "keyword_argument", "default_parameter",
        ]),
        (SyntaxNodeKind::Typed, &["typed_default_parameter", "typed_parameter"]),
        (SyntaxNodeKind::Decorator, &["decorator"]),
        (SyntaxNodeKind::Return, &["return_statement"]),
        (SyntaxNodeKind::Loop, &["for_statement"]),
        (SyntaxNodeKind::Name, &["identifier"]),
    ],
    members: &[("attribute", "object", "attribute")],
    callee: &["function"],
    separator: ".",
    class,
    imports,
    receiver: super::no_receiver,
    idle: StubPatterns {
        neutral: &["import_statement", "import_from_statement", "future_import_statement"],
        containers: &["class_definition", "decorated_definition", "block"],
        functions: &["function_definition"],
        statements: &["pass", "...", "raise NotImplementedError"],
    },
};

fn class(source: &SourceFile<'_>, node: Node<'_>) -> Option<ClassDeclaration> {
    let name = source.field(node, "name")?.to_owned();
    let bases = node
        .child_by_field_name("superclasses")
        .map(|bases| source.shorts(bases))
        .unwrap_or_default();
    let fields = node.child_by_field_name("body").map(|body| fields(source, body));
    Some(ClassDeclaration {
        name,
        bases,
        fields: fields.unwrap_or_default(),
        defines: true,
    })
}

fn fields(source: &SourceFile<'_>, body: Node<'_>) -> Vec<String> {
    let statements = super::children(body, &["expression_statement"]);
    let values = statements.iter().filter_map(|statement| statement.named_child(0));
    values
        .filter(|value| value.kind() == "assignment")
        .filter_map(|value| {
            let name = source.field(value, "left")?;
            Some(match value.child_by_field_name("type") {
                Some(kind) => format!("{name}: {}", source.short(kind)),
                None => name.to_owned(),
            })
        })
        .take(256)
        .collect()
}

fn imports(source: &SourceFile<'_>, node: Node<'_>, found: &mut Vec<ImportedName>) {
    let from = match node.kind() {
        "future_import_statement" => "__future__",
        _ => source.field(node, "module_name").unwrap_or_default(),
    };
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor) {
        let (path, alias) = match name.kind() {
            "aliased_import" => {
                (source.field(name, "name").unwrap_or_default(), source.field(name, "alias"))
            }
            _ => (source.of(name), None),
        };
        found.push(named(from, path, alias));
    }
    if !super::children(node, &["wildcard_import"]).is_empty() {
        found.push(ImportedName { local: None, full: joined(from, "*") });
    }
}

fn named(from: &str, path: &str, alias: Option<&str>) -> ImportedName {
    if from.is_empty() && alias.is_none() {
        // `import a.b` makes `a` known, and `a.b` is written in full where it is used.
        let first = path.split('.').next().unwrap_or(path);
        return ImportedName {
            local: Some((first.to_owned(), first.to_owned())),
            full: path.to_owned(),
        };
    }
    let full = if from.is_empty() { path.to_owned() } else { joined(from, path) };
    let local = alias.unwrap_or(path).to_owned();
    ImportedName { local: Some((local, full.clone())), full }
}

fn joined(from: &str, name: &str) -> String {
    if from.ends_with('.') { format!("{from}{name}") } else { format!("{from}.{name}") }
}
