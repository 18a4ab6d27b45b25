//! Second names: `run = os.system`, `const { exec } = require("child_process")`, `SHELL = True`.

use tree_sitter::Node;

use super::{
    alias_expressions::{LONGEST, stands},
    call::reference,
    imports::ImportTable,
    languages::{LoadedGrammar, SyntaxNodeKind},
    node_parts,
    scope::{OpenScope, ScopeKind},
    source::SourceFile,
    walk::SyntaxWalk,
};

/// Functions of Python that are known without an import.
const BUILT_IN: &[&str] = &["eval", "exec"];

/// Statements at the top of a file that are looked at ahead.
const MOST_AHEAD: usize = 2000;

/// Parameters of a function that may hide a second name.
const MOST_PARAMETERS: usize = 32;

impl<'s> SyntaxWalk<'s, '_> {
    /// Reads imports and second names at the top of a file: a function may come before them.
    pub(super) fn foresee(&mut self, root: Node<'s>) {
        let mut cursor = root.walk();
        for statement in root.named_children(&mut cursor).take(MOST_AHEAD) {
            if self.grammar.kind(statement) == SyntaxNodeKind::Import {
                let mut found = Vec::new();
                (self.grammar.language.imports)(self.source, statement, &mut found);
                for (local, stands) in found.into_iter().filter_map(|import| import.local) {
                    self.imports.add(local, stands);
                }
                continue;
            }
            let inner = match statement.kind() {
                "expression_statement" | "lexical_declaration" | "variable_declaration" => {
                    statement.named_child(0)
                }
                _ => None,
            };
            let holder =
                inner.filter(|inner| self.grammar.kind(*inner) == SyntaxNodeKind::Holder);
            if let Some(holder) = holder
                && let Some(value) = node_parts::value(holder)
                && let Some(name) = node_parts::holder(self.source, holder)
            {
                self.second_names(holder, name, value);
            }
        }
    }

    /// Takes up what an assignment makes another name for, or takes it back.
    pub(super) fn second_names(&mut self, node: Node<'s>, name: &'s str, value: Node<'s>) {
        if self.grammar.language.separator != "."
            || matches!(node.kind(), "pair" | "keyword_argument")
        {
            return;
        }
        let mut full = std::mem::take(&mut self.full);
        let known = second_name(&mut full, value, self.source, self.grammar, &self.imports);
        match node_parts::taken_parts(self.source, node) {
            Some(parts) if known => {
                for (local, part) in parts {
                    self.second_name(local, format!("{full}.{part}"));
                }
            }
            None if known => self.second_name(name, full.clone()),
            _ if self.imports.any_second() => {
                let within = self.around(|_| true);
                self.imports.forget(name, within);
            }
            _ => {}
        }
        self.full = full;
    }

    /// Gives a second name: in a function to its end, in a class to what its methods call it.
    pub(super) fn second_name(&mut self, name: &str, full: String) {
        let inner = self
            .scopes
            .iter()
            .rev()
            .find(|scope| matches!(scope.sort, ScopeKind::Class | ScopeKind::Function));
        let in_class = inner.is_some_and(|scope| scope.sort == ScopeKind::Class);
        let class = self.around(|scope| scope.sort == ScopeKind::Class);
        if in_class {
            for own in ["self", "cls", "this"] {
                self.imports.add_second(format!("{own}.{name}"), full.clone(), class);
            }
            let outer = self.within.rsplit('.').next().unwrap_or_default();
            self.imports.add_second(format!("{outer}.{name}"), full.clone(), None);
            self.imports.add_second(name.to_owned(), full, class);
            return;
        }
        let shared = name.starts_with("self.") || name.starts_with("this.");
        let within = if shared { class } else { self.around(|_| true) };
        self.imports.add_second(name.to_owned(), full, within);
    }

    /// Parameters hide second names of the same name.
    pub(super) fn shadow(&mut self, function: Node<'s>, depth: u32) {
        if !self.imports.any_second() {
            return;
        }
        let Some(list) = function.child_by_field_name("parameters") else { return };
        let mut cursor = list.walk();
        for one in list.named_children(&mut cursor).take(MOST_PARAMETERS) {
            let name = match one.kind() {
                "identifier" => Some(self.source.of(one)),
                _ => node_parts::holder(self.source, one),
            };
            if let Some(name) = name {
                self.imports.forget(name, Some(depth));
            }
        }
    }

    /// The depth of the innermost function or class of a sort around.
    fn around(&self, sort: impl Fn(&OpenScope<'s>) -> bool) -> Option<u32> {
        let named = |scope: &&OpenScope<'s>| {
            matches!(scope.sort, ScopeKind::Class | ScopeKind::Function)
        };
        let mut all = self.scopes.iter().rev().filter(named);
        all.find(|scope| sort(scope)).map(|scope| scope.depth)
    }
}

/// What a value is another name for, where that is known.
fn second_name(
    out: &mut String,
    value: Node<'_>,
    source: &SourceFile<'_>,
    grammar: &LoadedGrammar,
    imports: &ImportTable,
) -> bool {
    out.clear();
    let words = source.of(value);
    match value.kind() {
        // A switch that is set once and handed to a call later.
        "true" | "false" => out.push_str(words),
        "dictionary" if words.len() < LONGEST && words.contains("shell") => out.push_str(words),
        "method_invocation" if words.ends_with("Runtime.getRuntime()") => {
            out.push_str("Runtime.getRuntime()");
        }
        "identifier" if grammar.language.name == "python" && BUILT_IN.contains(&words) => {
            out.push_str(words);
        }
        "identifier"
        | "attribute"
        | "member_expression"
        | "subscript_expression"
        | "subscript"
        | "call"
        | "call_expression"
        | "await_expression" => {
            if value.kind().starts_with("call") && stands(value, source, imports).is_none() {
                return false;
            }
            let known = reference(out, Some(value), source, grammar, imports);
            return known && out.len() < LONGEST && !out.contains(['(', '…']);
        }
        _ => return false,
    }
    true
}
