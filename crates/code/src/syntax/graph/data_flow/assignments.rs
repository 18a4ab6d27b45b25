//! What the statements of a function give to names, and those by which it does something.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::super::super::{languages::python_imports, source::SourceFile};

/// How deep statements are looked into.
const MOST_DEPTH: usize = 64;

/// Values that one function gives to names.
const MOST_GIVEN: usize = 2000;

/// A value, and the conditions under which it counts.
pub(super) type ConditionalValue<'t> = (Node<'t>, Vec<Node<'t>>);

/// A statement by which a function does something.
pub(super) enum WorkStatement<'t> {
    /// Gives back or raises this value.
    Returns(Node<'t>, Vec<Node<'t>>),
    Raises(Node<'t>, Vec<Node<'t>>),
    /// A call whose result nobody takes.
    Calls(Node<'t>, Vec<Node<'t>>),
    /// A value that is written into a part of what this name stands for; whether what was there
    /// before counts.
    Stores {
        root: String,
        value: Node<'t>,
        before: Option<Node<'t>>,
        when: Vec<Node<'t>>,
    },
}

#[derive(Default)]
pub(super) struct StatementNotes<'t> {
    /// Names of parameters.
    pub(super) parameters: BTreeSet<String>,
    /// What names are given.
    pub(super) given: BTreeMap<String, Vec<ConditionalValue<'t>>>,
    /// Names that are given something as a whole, not only in part.
    pub(super) locals: BTreeSet<String>,
    /// Functions and classes that are defined inside.
    pub(super) defined: BTreeSet<String>,
    /// What names that are imported inside stand for.
    pub(super) imported: BTreeMap<String, String>,
    pub(super) work: Vec<WorkStatement<'t>>,
    count: usize,
}

impl<'t> StatementNotes<'t> {
    pub(super) fn of(
        function: Node<'t>,
        body: Node<'t>,
        source: &SourceFile<'_>,
        left: &mut usize,
    ) -> Option<Self> {
        let mut notes = Self::default();
        let list = function
            .child_by_field_name("parameters")
            .or_else(|| function.child_by_field_name("parameter"));
        if let Some(list) = list {
            names_of(list, source, &mut notes.parameters);
        }
        if body.kind() != "block" && body.kind() != "statement_block" {
            notes.work.push(WorkStatement::Returns(body, Vec::new()));
        }
        notes.statement(body, source, &mut Vec::new(), (0, left))?;
        (notes.count < MOST_GIVEN).then_some(notes)
    }

    fn statement(
        &mut self,
        node: Node<'t>,
        source: &SourceFile<'_>,
        when: &mut Vec<Node<'t>>,
        (depth, left): (usize, &mut usize),
    ) -> Option<()> {
        if MOST_DEPTH < depth {
            return None;
        }
        *left = left.checked_sub(1)?;
        if is_definition(node) {
            self.defined.extend(source.field(node, "name").map(str::to_owned));
            return Some(());
        }
        let before = when.len();
        self.note(node, source, when);
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.statement(child, source, when, (depth + 1, left))?;
        }
        when.truncate(before);
        Some(())
    }

    /// Notes what a node says, and adds the condition that it is for what lies in it.
    fn note(&mut self, node: Node<'t>, source: &SourceFile<'_>, when: &mut Vec<Node<'t>>) {
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "assignment" | "assignment_expression" => {
                self.assigned(field("left"), field("right"), None, source, when);
            }
            "augmented_assignment" | "augmented_assignment_expression" => {
                self.assigned(field("left"), field("right"), field("left"), source, when);
            }
            "variable_declarator" | "named_expression" => {
                self.assigned(field("name"), field("value"), None, source, when);
            }
            "for_statement" | "for_in_statement" if field("right").is_some() => {
                self.assigned(field("left"), field("right"), None, source, when);
                when.extend(field("right"));
            }
            "as_pattern" => {
                let target = field("alias");
                self.assigned(target, node.named_child(0), None, source, when);
            }
            "if_statement" | "while_statement" | "elif_clause" => {
                when.extend(field("condition"));
            }
            "match_statement" => when.extend(field("subject")),
            "switch_statement" => when.extend(field("value")),
            "return_statement" | "yield" | "yield_expression" => {
                if let Some(value) = node.named_child(0) {
                    self.work.push(WorkStatement::Returns(value, when.clone()));
                }
            }
            "raise_statement" | "throw_statement" => {
                self.work.push(WorkStatement::Raises(node, when.clone()));
            }
            "expression_statement" => self.bare(node, source, when),
            "import_statement" | "import_from_statement" => self.imports(node, source),
            _ => {}
        }
    }

    fn imports(&mut self, node: Node<'t>, source: &SourceFile<'_>) {
        let mut found = Vec::new();
        python_imports(source, node, &mut found);
        self.imported.extend(found.into_iter().filter_map(|one| one.local));
    }

    /// A call whose result nobody takes. What it is given may become part of what it is a method of.
    fn bare(&mut self, node: Node<'t>, source: &SourceFile<'_>, when: &[Node<'t>]) {
        let mut only = node.named_child(0);
        while let Some(waited) =
            only.filter(|one| matches!(one.kind(), "await" | "await_expression"))
        {
            only = waited.named_child(0);
        }
        let call = only.filter(|one| matches!(one.kind(), "call" | "call_expression"));
        let Some(call) = call else { return };
        self.work.push(WorkStatement::Calls(call, when.to_vec()));
        let object = call.child_by_field_name("function");
        let object = object.and_then(|function| function.child_by_field_name("object"));
        if let Some(root) = object.and_then(|object| root_name(object, source))
            && let Some(arguments) = call.child_by_field_name("arguments")
        {
            self.give(root, arguments, when);
        }
    }

    fn assigned(
        &mut self,
        target: Option<Node<'t>>,
        value: Option<Node<'t>>,
        before: Option<Node<'t>>,
        source: &SourceFile<'_>,
        when: &[Node<'t>],
    ) {
        let (Some(target), Some(value)) = (target, value) else { return };
        match target.kind() {
            "subscript" | "attribute" | "member_expression" | "subscript_expression" => {
                let Some(root) = root_name(target, source) else { return };
                self.give(root, value, when);
                let (root, when) = (root.to_owned(), when.to_vec());
                self.work.push(WorkStatement::Stores { root, value, before, when });
            }
            _ => {
                let mut names = BTreeSet::new();
                names_of(target, source, &mut names);
                for name in names {
                    self.give(&name, value, when);
                    self.locals.insert(name);
                }
            }
        }
    }

    fn give(&mut self, name: &str, value: Node<'t>, when: &[Node<'t>]) {
        self.count += 1;
        if self.count < MOST_GIVEN {
            let all = self.given.entry(name.to_owned()).or_default();
            all.push((value, when.to_vec()));
        }
    }
}

/// The name that a chain of members begins with: `state` of `state["facts"].found`.
pub(super) fn root_name<'s>(node: Node<'_>, source: &SourceFile<'s>) -> Option<&'s str> {
    let mut at = node;
    for _ in 0..MOST_DEPTH {
        if matches!(at.kind(), "identifier" | "this" | "self") {
            return Some(source.of(at));
        }
        at = at
            .child_by_field_name("object")
            .or_else(|| at.child_by_field_name("value"))?;
    }
    None
}

/// Names in a pattern or a list of parameters; types and defaults are none.
pub(super) fn names_of(
    pattern: Node<'_>,
    source: &SourceFile<'_>,
    names: &mut BTreeSet<String>,
) {
    let mut open = vec![pattern];
    while let Some(node) = open.pop() {
        if matches!(node.kind(), "identifier" | "shorthand_property_identifier_pattern") {
            names.insert(source.of(node).to_owned());
            continue;
        }
        let aside: Vec<_> = ["type", "value", "right"]
            .iter()
            .filter_map(|field| node.child_by_field_name(field))
            .filter(|_| node.kind() != "pair_pattern")
            .collect();
        let mut cursor = node.walk();
        let parts = node.named_children(&mut cursor).take(64);
        open.extend(parts.filter(|part| !aside.contains(part)));
    }
}

fn is_definition(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "function_definition"
            | "class_definition"
            | "function_declaration"
            | "generator_function_declaration"
            | "class_declaration"
            | "arrow_function"
            | "function_expression"
            | "lambda"
    )
}
