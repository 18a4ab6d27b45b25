//! What one file says that matters to whether a model is asked.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::{
    CallCandidate, CalledAs, ExpressionNote, MOST_FILES, MOST_NOTED, ModelCallCollector,
    ValueOrigin,
    model_libraries::{is_asking, is_endpoint, is_requesting, makes_model},
};
use crate::{
    facts::FileRole,
    syntax::{
        call::{CallSite, callee, last_part},
        imports::ImportTable,
        languages::{LoadedGrammar, SyntaxNodeKind},
        node_facts,
        node_parts::{self, unquoted},
        source::SourceFile,
    },
};

/// How deep a file is looked into.
const MOST_DEPTH: usize = 200;

/// Nodes of one expression that are looked at, and steps of a chain.
const MOST_NODES: usize = 2000;
const MOST_STEPS: usize = 16;

/// Bytes of a text that may name a file.
const LONGEST_KEY: usize = 80;

/// What is told alike of two languages: a call.
const CALLS: &[&str] = &["call", "call_expression", "new_expression"];

impl ModelCallCollector {
    /// Looks through a file of the product.
    pub(in super::super) fn file(
        &mut self,
        source: &SourceFile<'_>,
        grammar: &LoadedGrammar,
        root: Node<'_>,
        role: FileRole,
    ) {
        let read = matches!(grammar.language.name, "python" | "typescript" | "javascript");
        if !self.wanted || !read || role != FileRole::Product || MOST_FILES <= self.paths.len()
        {
            return;
        }
        self.paths.push(source.path.to_owned());
        let bare = source.path.strip_prefix("src/").unwrap_or(source.path);
        self.tops.extend(bare.split(['/', '.']).next().map(str::to_owned));
        let mut imports = ImportTable::default();
        let mut marked = false;
        collect_imports(root, source, grammar, &mut |local, full| {
            marked |= makes_model(&full);
            imports.add(local, full);
        });
        let file = self.paths.len() - 1;
        FileWalk {
            to: self,
            source,
            grammar,
            imports: &imports,
            file,
            marked,
        }
        .visit(root, "", "", 0);
    }
}

fn collect_imports(
    root: Node<'_>,
    source: &SourceFile<'_>,
    grammar: &LoadedGrammar,
    add: &mut impl FnMut(String, String),
) {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if grammar.kind(node) == SyntaxNodeKind::Import {
            let mut found = Vec::new();
            (grammar.language.imports)(source, node, &mut found);
            for (local, full) in found.into_iter().filter_map(|one| one.local) {
                add(local, full);
            }
        }
        if !node_parts::onward(&mut cursor) {
            return;
        }
    }
}

struct FileWalk<'a> {
    to: &'a mut ModelCallCollector,
    source: &'a SourceFile<'a>,
    grammar: &'a LoadedGrammar,
    imports: &'a ImportTable,
    file: usize,
    /// Whether it imports something to ask a model with.
    marked: bool,
}

impl FileWalk<'_> {
    fn visit(&mut self, node: Node<'_>, within: &str, class: &str, depth: usize) {
        if MOST_DEPTH < depth || MOST_NOTED < self.to.noted {
            return;
        }
        let joined = |name: &str| {
            if within.is_empty() { name.to_owned() } else { format!("{within}.{name}") }
        };
        let (mut inner, mut in_class) = (within.to_owned(), class.to_owned());
        match self.grammar.kind(node) {
            SyntaxNodeKind::Class => {
                if let Some(found) = (self.grammar.language.class)(self.source, node) {
                    inner = joined(&found.name);
                    in_class.clone_from(&inner);
                    self.class(&found.name, &found.bases);
                }
            }
            SyntaxNodeKind::Function => {
                if let Some(name) = self.source.field(node, "name") {
                    inner = joined(name);
                }
                self.function(node, &inner);
            }
            SyntaxNodeKind::Holder if node.kind() != "pair" => {
                let function = self.held(node, within, class);
                if let Some(name) = function {
                    inner = joined(&name);
                }
            }
            SyntaxNodeKind::Typed => self.typed(node, within, class),
            SyntaxNodeKind::Return => {
                if let Some(value) = node.named_child(0) {
                    self.returned(value, within);
                }
            }
            SyntaxNodeKind::Call => self.call(node, within),
            _ => {}
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.visit(child, &inner, &in_class, depth + 1);
        }
    }

    fn class(&mut self, name: &str, bases: &[String]) {
        let full = bases.iter().map(|base| {
            let bare = base.split(['[', '(', '<']).next().unwrap_or(base);
            self.imports.resolved(bare, ".")
        });
        let full = full.collect();
        self.to.classes.insert(name.to_owned(), full);
    }

    fn function(&mut self, node: Node<'_>, name: &str) {
        let list = node.child_by_field_name("parameters");
        for one in list.map(|list| node_parts::parts(list, 64)).unwrap_or_default() {
            let bare = match one.kind() {
                "identifier" => Some(self.source.of(one)),
                _ => node_parts::holder(self.source, one),
            };
            let Some(bare) = bare else { continue };
            let key = (self.file, name.to_owned(), bare.to_owned());
            if let Some(hint) = one.child_by_field_name("type") {
                let note = self.hint(hint, name);
                self.to.given.entry(key.clone()).or_default().push(note);
            }
            self.to.parameters.insert(key);
        }
        let body = node.child_by_field_name("body");
        if let Some(body) = body.filter(|body| !body.kind().ends_with("block")) {
            self.returned(body, name);
        }
    }

    /// A value is given to a name. Yields the name where the value is a function.
    fn held(&mut self, node: Node<'_>, within: &str, class: &str) -> Option<String> {
        let name = node_parts::holder(self.source, node)?.to_owned();
        if let Some(hint) = node.child_by_field_name("type") {
            let note = self.hint(hint, within);
            self.give(&name, note, within, class);
        }
        let value = node_parts::value(node)?;
        let is_function = self.grammar.kind(value) == SyntaxNodeKind::Function;
        if is_function {
            return Some(name);
        }
        if matches!(node.kind(), "keyword_argument" | "default_parameter") {
            return None;
        }
        let note = self.expression(value, within);
        self.give(&name, note, within, class);
        None
    }

    fn typed(&mut self, node: Node<'_>, within: &str, class: &str) {
        let hint = node.child_by_field_name("type");
        let name = node_parts::holder(self.source, node).map(str::to_owned);
        let (Some(hint), Some(name)) = (hint, name) else { return };
        let note = self.hint(hint, within);
        self.give(&name, note, within, class);
        if let Some(value) = node_parts::value(node) {
            let note = self.expression(value, within);
            self.give(&name, note, within, class);
        }
    }

    /// Fields of a class are known in all of its methods by `self`.
    fn give(&mut self, name: &str, note: ExpressionNote, within: &str, class: &str) {
        self.to.noted += 1;
        let field = name.strip_prefix("self.").or_else(|| name.strip_prefix("this."));
        let (scope, name) = match field {
            Some(field) => (class, format!("self.{field}")),
            None if within == class && !class.is_empty() => (class, format!("self.{name}")),
            None => (within, name.to_owned()),
        };
        if scope.is_empty() {
            self.to.at_top.entry(name.clone()).or_default().push(self.file);
        }
        let key = (self.file, scope.to_owned(), name);
        self.to.given.entry(key).or_default().push(note);
    }

    fn returned(&mut self, value: Node<'_>, within: &str) {
        self.to.noted += 1;
        let note = self.expression(value, within);
        let last = last_part(within).to_owned();
        self.to.returns.entry(last).or_default().push(note);
    }

    fn call(&mut self, node: Node<'_>, within: &str) {
        self.to.noted += 1;
        let mut name = String::new();
        callee(&mut name, node, self.source, self.grammar, self.imports);
        let Some(arguments) = node.child_by_field_name("arguments") else { return };
        let arguments = self.expression(arguments, within);
        let last = last_part(&name).to_owned();
        self.to
            .passed
            .entry(last.clone())
            .or_default()
            .push(arguments.clone());
        let function = self.grammar.called(node);
        let receiver = function.and_then(|one| one.child_by_field_name("object"));
        let bare = function.filter(|one| one.kind() == "identifier");
        let words = bare.map(|bare| self.source.of(bare));
        let root = name.split('.').next().unwrap_or_default();
        let imported = words.map_or_else(
            || {
                receiver
                    .is_some_and(|one| self.imports.get(first_name(self.source, one)).is_some())
            },
            |words| self.imports.get(words).is_some(),
        );
        let called = if is_requesting(&last) && !imported_model(&name, imported) {
            Some(CalledAs::Request)
        } else if imported && makes_model(&name) && is_asking(&last) {
            Some(CalledAs::Function(name.clone()))
        } else if is_asking(&last) && receiver.is_some() {
            Some(CalledAs::Method)
        } else if self.marked && !imported && root == name {
            words.map(|words| CalledAs::Variable(words.to_owned()))
        } else {
            None
        };
        let Some(called) = called else { return };
        let call = CallSite {
            node,
            source: self.source,
            grammar: self.grammar,
            callee: &name,
            imports: self.imports,
        };
        let fact = self.source.located(node_facts::call(&call, within), node);
        let receiver = receiver.map(|one| self.expression(one, within));
        self.to
            .candidates
            .push(CallCandidate { fact, callee: called, arguments, receiver });
    }

    /// What a type says of a value.
    fn hint(&self, hint: Node<'_>, within: &str) -> ExpressionNote {
        let words = self.source.of(hint);
        let names = words.split(|letter: char| {
            !(letter.is_alphanumeric() || letter == '_' || letter == '.')
        });
        let models = names.filter(|name| !name.is_empty()).filter_map(|name| {
            let full = self.imports.resolved(name, ".");
            makes_model(&full).then_some(ValueOrigin::Imported(full))
        });
        let origin = ValueOrigin::Any(models.collect());
        ExpressionNote { origin, ..self.empty(hint, within) }
    }

    fn empty(&self, node: Node<'_>, within: &str) -> ExpressionNote {
        let start = self.source.line_of(node);
        let rows = node.end_position().row - node.start_position().row;
        let end = start.saturating_add(u32::try_from(rows).unwrap_or(u32::MAX));
        ExpressionNote {
            origin: ValueOrigin::Unknown,
            names: BTreeSet::new(),
            handed: BTreeSet::new(),
            called: BTreeSet::new(),
            endpoint: false,
            lines: (start, end),
            file: self.file,
            within: within.to_owned(),
        }
    }

    fn expression(&self, node: Node<'_>, within: &str) -> ExpressionNote {
        let mut note = self.empty(node, within);
        note.origin = self.origin(node, 0);
        let mut cursor = node.walk();
        // What is called stands right after its call.
        let mut called = None;
        for _ in 0..MOST_NODES {
            let at = cursor.node();
            self.says(at, &mut note);
            if at.kind() == "identifier" && called != Some(at.id()) {
                let name = self.source.of(at);
                let full = self.imports.get(name).unwrap_or(name);
                note.handed.insert(last_part(full).to_owned());
            }
            if CALLS.contains(&at.kind()) {
                called = self.grammar.called(at).map(|function| function.id());
            }
            let inner = self.grammar.kind(cursor.node()) != SyntaxNodeKind::Function;
            let onward = if inner || cursor.node() == node {
                node_parts::onward(&mut cursor)
            } else {
                beside(&mut cursor)
            };
            if !onward {
                break;
            }
        }
        note
    }

    fn says(&self, node: Node<'_>, note: &mut ExpressionNote) {
        match node.kind() {
            "identifier" | "shorthand_property_identifier" => {
                let name = self.source.of(node);
                let full = self.imports.get(name).unwrap_or(name);
                note.names.insert(last_part(full).to_owned());
                note.names.insert(name.to_owned());
            }
            "attribute" | "member_expression" => {
                let words = self.source.of(node);
                if let Some(field) =
                    words.strip_prefix("self.").or_else(|| words.strip_prefix("this."))
                {
                    let first = field.split(['.', '(', '[']).next().unwrap_or(field);
                    note.names.insert(format!("self.{first}"));
                }
                note.names.insert(last_part(words).to_owned());
            }
            "string" | "template_string" => {
                let text = unquoted(self.source.of(node));
                note.endpoint |= is_endpoint(text);
                if text.len() <= LONGEST_KEY && !text.contains(char::is_whitespace) {
                    let file = text.rsplit('/').next().unwrap_or(text);
                    let stem = file.split('.').next().unwrap_or(file);
                    note.names.insert(stem.to_owned());
                }
            }
            kind if CALLS.contains(&kind) => {
                let called = self.grammar.called(node).map(|one| self.source.of(one));
                let called = called.map(|words| last_part(words).to_owned());
                note.called.extend(called);
            }
            _ => {}
        }
    }

    fn origin(&self, node: Node<'_>, depth: usize) -> ValueOrigin {
        if MOST_STEPS < depth {
            return ValueOrigin::Unknown;
        }
        let further = |inner: Option<Node<'_>>| {
            inner.map_or(ValueOrigin::Unknown, |inner| self.origin(inner, depth + 1))
        };
        match node.kind() {
            "identifier" => self.named(self.source.of(node)),
            "attribute" | "member_expression" => {
                let words = self.source.of(node);
                let field = words.strip_prefix("self.").or_else(|| words.strip_prefix("this."));
                match field.filter(|field| !field.contains(['.', '(', '['])) {
                    Some(field) => ValueOrigin::Name(format!("self.{field}")),
                    None => match self.imported_path(node) {
                        Some(full) => ValueOrigin::Imported(full),
                        None => further(node.child_by_field_name("object")),
                    },
                }
            }
            "subscript" => further(node.child_by_field_name("value")),
            "subscript_expression" => further(node.child_by_field_name("object")),
            "await"
            | "await_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "non_null_expression"
            | "satisfies_expression" => further(node.named_child(0)),
            "binary_operator"
            | "boolean_operator"
            | "conditional_expression"
            | "binary_expression"
            | "ternary_expression" => {
                let mut cursor = node.walk();
                let parts: Vec<_> = node.named_children(&mut cursor).collect();
                ValueOrigin::Any(
                    parts.into_iter().map(|part| self.origin(part, depth + 1)).collect(),
                )
            }
            kind if CALLS.contains(&kind) => self.call_origin(node, depth),
            _ => ValueOrigin::Unknown,
        }
    }

    fn named(&self, name: &str) -> ValueOrigin {
        match self.imports.get(name) {
            Some(full) => ValueOrigin::Imported(full.to_owned()),
            None => ValueOrigin::Name(name.to_owned()),
        }
    }

    /// `openai.chat.completions` where `openai` is imported.
    fn imported_path(&self, node: Node<'_>) -> Option<String> {
        let words = self.source.of(node);
        let plain = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
        let first = words.split('.').next()?;
        self.imports.get(first)?;
        words.chars().all(plain).then(|| self.imports.resolved(words, "."))
    }

    fn call_origin(&self, node: Node<'_>, depth: usize) -> ValueOrigin {
        let Some(function) = self.grammar.called(node) else { return ValueOrigin::Unknown };
        match function.kind() {
            "identifier" => match self.named(self.source.of(function)) {
                // `cast(BaseChatModel, model)`
                ValueOrigin::Imported(full) if full.starts_with("typing") => {
                    let mut cursor = node.walk();
                    let list = node.child_by_field_name("arguments");
                    let parts: Vec<_> = list
                        .map(|list| list.named_children(&mut cursor).collect())
                        .unwrap_or_default();
                    let all = parts.into_iter().map(|part| self.origin(part, depth + 1));
                    ValueOrigin::Any(all.collect())
                }
                ValueOrigin::Name(name) => ValueOrigin::Called(name),
                imported => imported,
            },
            "attribute" | "member_expression" => match self.imported_path(function) {
                Some(full) => ValueOrigin::Imported(full),
                None if first_name(self.source, function) == "self" => {
                    let words = self.source.of(function);
                    let parts: Vec<&str> = words.split('.').collect();
                    match parts.as_slice() {
                        [_, method] => ValueOrigin::Called((*method).to_owned()),
                        _ => self.origin(function, depth + 1),
                    }
                }
                None => self.origin(function, depth + 1),
            },
            _ => self.origin(function, depth + 1),
        }
    }
}

/// Goes on beside a node, not into it.
fn beside(cursor: &mut tree_sitter::TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

fn imported_model(full: &str, imported: bool) -> bool {
    imported && makes_model(full)
}

/// The name that a chain begins with.
fn first_name<'s>(source: &SourceFile<'s>, node: Node<'_>) -> &'s str {
    let words = source.of(node);
    words
        .split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .next()
        .unwrap_or(words)
}
