//! Which languages are read, and what the parts of their trees mean.
//!
//! A language is one file here and one line in [`ALL`].

mod go;
mod java;
mod javascript;
mod python;
mod rust;
mod typescript;

use tree_sitter::Node;

use super::{imports::ImportedName, source::SourceFile};

/// Every language, one line each.
pub(super) const ALL: &[&LanguageSpec] = &[
    &python::PYTHON,
    &rust::RUST,
    &typescript::TYPESCRIPT,
    &typescript::TSX,
    &javascript::JAVASCRIPT,
    &go::GO,
    &java::JAVA,
];

/// What a statement of Python imports, inside a function too.
pub(super) fn python_imports(
    source: &SourceFile<'_>,
    node: Node<'_>,
    found: &mut Vec<ImportedName>,
) {
    (python::PYTHON.imports)(source, node, found);
}

/// The names, each once, in the order of [`ALL`].
pub(super) const NAMES: &[&str] = &["python", "rust", "typescript", "javascript", "go", "java"];

pub(super) struct LanguageSpec {
    /// Its name in facts and queries.
    pub(super) name: &'static str,
    /// How the names of its files end.
    pub(super) endings: &'static [&'static str],
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// What kinds of nodes mean. Kinds that are not here are walked through.
    pub(super) kinds: &'static [(SyntaxNodeKind, &'static [&'static str])],
    /// Kinds that reach into something by name: kind, what is reached into, the name.
    pub(super) members: &'static [(&'static str, &'static str, &'static str)],
    /// Fields of a call that hold what is called, and its arguments.
    pub(super) callee: &'static [&'static str],
    /// Between the parts of an imported name.
    pub(super) separator: &'static str,
    pub(super) class: fn(&SourceFile<'_>, Node<'_>) -> Option<ClassDeclaration>,
    pub(super) imports: fn(&SourceFile<'_>, Node<'_>, &mut Vec<ImportedName>),
    /// The class that a method belongs to by what it says itself, as in Go.
    pub(super) receiver: fn(&SourceFile<'_>, Node<'_>) -> Option<String>,
    pub(super) idle: StubPatterns,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyntaxNodeKind {
    Other,
    Comment,
    Class,
    Function,
    Call,
    Import,
    Text,
    /// A statement; in Python a bare text is a docstring.
    Statement,
    /// Gives a value to a name: an assignment, a pair of a mapping, a named argument.
    Holder,
    /// A decorator, attribute or annotation.
    Decorator,
    /// Names something with a type: a field, a parameter, a variable.
    Typed,
    Return,
    Loop,
    /// Sets a property of markup.
    Markup,
    Module,
    Name,
}

#[derive(Debug, Default)]
pub(super) struct ClassDeclaration {
    pub(super) name: String,
    pub(super) bases: Vec<String>,
    pub(super) fields: Vec<String>,
    /// Whether the name is defined here, and not only said more of.
    pub(super) defines: bool,
}

/// How code that does nothing looks.
pub(super) struct StubPatterns {
    /// Nodes of the top level or a class that neither do nor say anything: imports, packages.
    pub(super) neutral: &'static [&'static str],
    /// Nodes to look into.
    pub(super) containers: &'static [&'static str],
    pub(super) functions: &'static [&'static str],
    /// Beginnings of statements that only refuse.
    pub(super) statements: &'static [&'static str],
}

pub(super) fn of_path(path: &str) -> Option<usize> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (_, ending) = name.rsplit_once('.')?;
    ALL.iter().position(|language| language.endings.contains(&ending))
}

/// A grammar, ready to use.
pub(super) struct LoadedGrammar {
    pub(super) language: &'static LanguageSpec,
    /// The tables that the parser runs on.
    pub(super) tables: tree_sitter::Language,
    kinds: Vec<SyntaxNodeKind>,
    /// Kinds that reach into something, by number: the fields of what is reached into and of the
    /// name.
    members: Vec<Option<(u16, u16)>>,
    /// Fields of a call that hold what is called, by number.
    callee: Vec<u16>,
}

impl LoadedGrammar {
    pub(super) fn new(language: &'static LanguageSpec) -> Self {
        let grammar = (language.grammar)();
        let mut kinds = vec![SyntaxNodeKind::Other; grammar.node_kind_count()];
        let mut members = vec![None; kinds.len()];
        let field = |name: &str| grammar.field_id_for_name(name).map_or(0, u16::from);
        // A name may stand for several ids: an alias has one of its own.
        for id in 0..u16::try_from(kinds.len()).unwrap_or(u16::MAX) {
            let Some(name) = grammar.node_kind_for_id(id) else { continue };
            if !grammar.node_kind_is_named(id) {
                continue;
            }
            let meant = language.kinds.iter().find(|(_, names)| names.contains(&name));
            if let Some((kind, _)) = meant {
                kinds[usize::from(id)] = *kind;
            }
            let member = language.members.iter().find(|(kind, ..)| *kind == name);
            members[usize::from(id)] =
                member.map(|(_, object, name)| (field(object), field(name)));
        }
        let callee = language.callee.iter().map(|name| field(name)).collect();
        Self { language, tables: grammar, kinds, members, callee }
    }

    /// Where a node reaches into something by name: what it reaches into, and the name.
    pub(super) fn member<'t>(
        &self,
        node: Node<'t>,
    ) -> Option<(Option<Node<'t>>, Option<Node<'t>>)> {
        let (object, name) = self.members.get(usize::from(node.kind_id())).copied()??;
        Some((node.child_by_field_id(object), node.child_by_field_id(name)))
    }

    pub(super) fn called<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let member = self.members.get(usize::from(node.kind_id())).copied().flatten();
        match member {
            Some(_) => Some(node),
            None => self.callee.iter().find_map(|field| node.child_by_field_id(*field)),
        }
    }

    pub(super) fn kind(&self, node: Node<'_>) -> SyntaxNodeKind {
        self.kinds
            .get(usize::from(node.kind_id()))
            .copied()
            .unwrap_or(SyntaxNodeKind::Other)
    }
}

/// No method says its class itself.
fn no_receiver(_: &SourceFile<'_>, _: Node<'_>) -> Option<String> {
    None
}

/// Named children of these kinds, comments aside, within a bound.
fn children<'t>(node: Node<'t>, kinds: &[&str]) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    let all = node.named_children(&mut cursor).take(4096);
    all.filter(|child| kinds.contains(&child.kind())).collect()
}
