//! What expressions of a function rest on.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::{
    super::super::{imports::ImportTable, source::SourceFile},
    assignments::{StatementNotes, WorkStatement, names_of, root_name},
    choices::{ChoiceReading, branches, is_plain_choice},
    outside_calls::{is_built_in, is_passive, is_telling},
    sources::{FollowedCall, ResultSources},
};

/// How deep expressions are looked into.
const MOST_DEPTH: usize = 48;

/// Statements at the top of a file that are looked at for a name.
const MOST_AHEAD: usize = 2000;

/// Methods that give back the same once more.
const COPIES: &[&str] = &["copy", "model_copy", "_replace"];

/// Classes by which a node says where the graph goes next.
const STEERING: &[&str] = &["Command", "Send"];

/// What a value is, and what it rests on.
#[derive(Debug, Clone, Default)]
pub(super) struct FlowValue {
    sources: ResultSources,
    /// Whether it is a literal, or made of literals: its methods know nothing.
    plain: bool,
    /// The class that made it.
    class: Option<Box<str>>,
}

impl FlowValue {
    fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }

    fn resting(sources: ResultSources) -> Self {
        Self { sources, ..Self::default() }
    }

    fn known() -> Self {
        Self::resting(ResultSources::known())
    }

    fn join(&mut self, other: Self) {
        self.sources.add(other.sources);
        self.plain &= other.plain;
        self.class = self.class.take().or(other.class);
    }
}

pub(super) struct FlowTracer<'a, 't, 's> {
    notes: &'a StatementNotes<'t>,
    source: &'a SourceFile<'s>,
    imports: &'a ImportTable,
    /// The top of the file.
    top: Node<'t>,
    left: &'a mut usize,
    known: BTreeMap<String, FlowValue>,
    /// Names that are being followed: a name may be given itself.
    open: BTreeSet<String>,
    /// Names that comprehensions and functions on the spot give.
    bound: Vec<String>,
    depth: usize,
    choices: ChoiceReading,
}

impl<'a, 't, 's> FlowTracer<'a, 't, 's> {
    pub(super) fn new(
        notes: &'a StatementNotes<'t>,
        source: &'a SourceFile<'s>,
        imports: &'a ImportTable,
        (body, choices): (Node<'t>, ChoiceReading),
        left: &'a mut usize,
    ) -> Self {
        let mut top = body;
        while let Some(around) = top.parent() {
            top = around;
        }
        Self {
            notes,
            source,
            imports,
            top,
            left,
            known: BTreeMap::new(),
            open: BTreeSet::new(),
            bound: Vec::new(),
            depth: 0,
            choices,
        }
    }

    /// What a statement's work rests on.
    pub(super) fn work(&mut self, one: &WorkStatement<'t>, returns: bool) -> ResultSources {
        match one {
            WorkStatement::Returns(value, when) if self.is_parameter(*value) => {
                let mut sources = self.choices(when);
                sources.argument = true;
                sources
            }
            WorkStatement::Returns(value, when) => {
                let mut sources = self.value(*value).sources;
                sources.add(self.choices(when));
                sources
            }
            WorkStatement::Raises(value, when) => {
                let mut sources = self.value(*value).sources;
                sources.add(self.conditions(when));
                sources
            }
            WorkStatement::Calls(call, when) => self.handed_out(*call, when, returns),
            WorkStatement::Stores { root, value, before, when } => {
                let outside = !self.notes.locals.contains(root);
                if !outside {
                    return ResultSources::default();
                }
                let mut sources = self.value(*value).sources;
                sources.add(self.choices(when));
                if let Some(before) = before.filter(|_| !is_itself(root)) {
                    sources.add(self.value(before).sources);
                }
                sources
            }
        }
    }

    fn conditions(&mut self, when: &[Node<'t>]) -> ResultSources {
        let mut sources = ResultSources::default();
        for condition in when {
            sources.add(self.value(*condition).sources);
        }
        sources
    }

    /// What the conditions rest on by which one of several values is chosen.
    fn choices(&mut self, when: &[Node<'t>]) -> ResultSources {
        let counted = |one: &Node<'t>| !self.is_aside(*one);
        let counted: Vec<Node<'t>> = when.iter().copied().filter(counted).collect();
        self.conditions(&counted)
    }

    fn is_aside(&self, condition: Node<'t>) -> bool {
        self.choices == ChoiceReading::Aside && is_plain_choice(condition, self.source)
    }

    /// One of two values: in Python, the first part or the last.
    fn either(&mut self, node: Node<'t>) -> FlowValue {
        let Some((condition, values)) = branches(node) else { return self.parts(node) };
        let mut all = FlowValue::plain();
        for value in values {
            all.join(self.value(value));
        }
        if !self.is_aside(condition) {
            all.join(self.value(condition));
        }
        all
    }

    /// A call whose result nobody takes does something where something goes out by it.
    fn handed_out(
        &mut self,
        call: Node<'t>,
        when: &[Node<'t>],
        returns: bool,
    ) -> ResultSources {
        let Some(function) = call.child_by_field_name("function") else {
            return ResultSources::default();
        };
        let words = self.source.of(function);
        let last = last_part(words);
        let prints = matches!(words, "print" | "console.log");
        if is_telling(last) && (returns || !prints) {
            return ResultSources::default();
        }
        let mut arguments = self.arguments(call);
        arguments.add(self.conditions(when));
        let object = function.child_by_field_name("object");
        let root = object.and_then(|object| root_name(object, self.source));
        // What a name of its own takes in counts where the name is used.
        let local = root.is_some_and(|root| self.notes.locals.contains(root));
        if local && root.is_some_and(|root| self.name(root).plain) {
            return ResultSources::default();
        }
        let own = root.is_none_or(is_itself);
        if !own || prints {
            return arguments;
        }
        let name = last.into();
        let call = FollowedCall { name, class: None, arguments, knows_outside: false };
        ResultSources {
            calls: BTreeSet::from([call]),
            ..ResultSources::default()
        }
    }

    fn is_parameter(&self, node: Node<'_>) -> bool {
        node.kind() == "identifier" && self.notes.parameters.contains(self.source.of(node))
    }

    fn value(&mut self, node: Node<'t>) -> FlowValue {
        if *self.left == 0 || MOST_DEPTH < self.depth {
            return FlowValue::known();
        }
        *self.left -= 1;
        self.depth += 1;
        let value = self.value_of(node);
        self.depth -= 1;
        value
    }

    fn value_of(&mut self, node: Node<'t>) -> FlowValue {
        match node.kind() {
            "identifier" | "shorthand_property_identifier" | "this" => {
                self.name(self.source.of(node))
            }
            "attribute" | "member_expression" => self.member(node),
            "call" | "call_expression" | "new_expression" => self.call(node),
            "pair" => self.pair(node),
            "keyword_argument" => self.field(node, "value"),
            "dictionary_splat" | "spread_element" | "list_splat" => self.spread(node),
            "binary_operator" => self.merged(node),
            "lambda" | "arrow_function" | "function_expression" => self.function(node),
            kind if kind.ends_with("comprehension") || kind == "generator_expression" => {
                self.comprehension(node)
            }
            "assignment" => self.field(node, "right"),
            "named_expression" => self.field(node, "value"),
            "conditional_expression" | "ternary_expression" => self.either(node),
            _ => self.parts(node),
        }
    }

    fn field(&mut self, node: Node<'t>, name: &str) -> FlowValue {
        let inner = node.child_by_field_name(name);
        inner.map_or_else(FlowValue::plain, |inner| self.value(inner))
    }

    fn parts(&mut self, node: Node<'t>) -> FlowValue {
        let mut all = FlowValue::plain();
        let mut cursor = node.walk();
        let parts: Vec<_> = node.named_children(&mut cursor).collect();
        for part in parts {
            all.join(self.value(part));
        }
        all
    }

    fn pair(&mut self, node: Node<'t>) -> FlowValue {
        let mut value = self.field(node, "value");
        let key = node.child_by_field_name("key");
        if let Some(key) = key.filter(|key| !key.kind().ends_with("identifier")) {
            value.join(self.value(key));
        }
        value
    }

    /// `**state` hands on an argument as it came.
    fn spread(&mut self, node: Node<'t>) -> FlowValue {
        let inner = node.named_child(0);
        match inner {
            Some(inner) if self.is_parameter(inner) => FlowValue {
                sources: ResultSources { argument: true, ..ResultSources::default() },
                ..FlowValue::plain()
            },
            Some(inner) => self.value(inner),
            None => FlowValue::plain(),
        }
    }

    /// `state | {"risk": "low"}` hands on an argument as it came.
    fn merged(&mut self, node: Node<'t>) -> FlowValue {
        let operator = node.child_by_field_name("operator");
        if operator.is_none_or(|operator| self.source.of(operator) != "|") {
            return self.parts(node);
        }
        let mut all = FlowValue::plain();
        for side in ["left", "right"]
            .iter()
            .filter_map(|side| node.child_by_field_name(side))
        {
            if self.is_parameter(side) {
                all.sources.argument = true;
            } else {
                all.join(self.value(side));
            }
        }
        all
    }

    fn function(&mut self, node: Node<'t>) -> FlowValue {
        let Some(body) = node.child_by_field_name("body") else { return FlowValue::known() };
        if body.kind() == "statement_block" {
            return FlowValue::known();
        }
        let list = node
            .child_by_field_name("parameters")
            .or_else(|| node.child_by_field_name("parameter"));
        self.with_names(list.into_iter().collect(), |tracer| tracer.value(body))
    }

    fn comprehension(&mut self, node: Node<'t>) -> FlowValue {
        let mut cursor = node.walk();
        let clauses = node
            .named_children(&mut cursor)
            .filter(|part| part.kind() == "for_in_clause");
        let bound = clauses
            .filter_map(|clause| clause.child_by_field_name("left"))
            .collect();
        self.with_names(bound, |tracer| tracer.parts(node))
    }

    fn with_names(
        &mut self,
        patterns: Vec<Node<'t>>,
        look: impl FnOnce(&mut Self) -> FlowValue,
    ) -> FlowValue {
        let before = self.bound.len();
        let mut names = BTreeSet::new();
        for pattern in patterns {
            names_of(pattern, self.source, &mut names);
        }
        self.bound.extend(names);
        let value = look(self);
        self.bound.truncate(before);
        value
    }

    fn name(&mut self, name: &str) -> FlowValue {
        if self.bound.iter().any(|bound| bound == name) || self.open.contains(name) {
            return FlowValue::plain();
        }
        if self.notes.parameters.contains(name) || is_itself(name) {
            return FlowValue::resting(ResultSources::of_given());
        }
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        self.open.insert(name.to_owned());
        let value = match self.notes.given.get(name) {
            Some(given) if self.notes.locals.contains(name) => {
                let mut all = FlowValue::plain();
                for (value, when) in given {
                    all.join(self.value(*value));
                    all.sources.add(self.choices(when));
                }
                all
            }
            _ => self.free_name(name),
        };
        self.open.remove(name);
        self.known.insert(name.to_owned(), value.clone());
        value
    }

    /// What an import makes a name stand for.
    fn imported(&self, name: &str) -> Option<&'a str> {
        let (notes, imports) = (self.notes, self.imports);
        if notes.locals.contains(name) || notes.parameters.contains(name) {
            return None;
        }
        notes
            .imported
            .get(name)
            .map(String::as_str)
            .or_else(|| imports.get(name))
    }

    /// A name that the function does not give.
    fn free_name(&mut self, name: &str) -> FlowValue {
        if let Some(full) = self.imported(name) {
            let type_or_constant = name.starts_with(char::is_uppercase);
            return if is_passive(full) || type_or_constant {
                FlowValue::default()
            } else {
                FlowValue::known()
            };
        }
        if let Some(value) = self.at_top(name) {
            // What begins empty may be filled by others.
            let empty = matches!(value.kind(), "list" | "dictionary" | "array" | "object")
                && value.named_child_count() == 0;
            return if empty { FlowValue::known() } else { self.value(value) };
        }
        let constant = name.starts_with(char::is_uppercase) || is_built_in(name);
        if constant { FlowValue::default() } else { FlowValue::known() }
    }

    /// What a name is given at the top of the file, where that is told once.
    fn at_top(&self, name: &str) -> Option<Node<'t>> {
        let mut cursor = self.top.walk();
        let statements = self.top.named_children(&mut cursor).take(MOST_AHEAD);
        let mut found = statements.filter_map(|statement| {
            let inner = match statement.kind() {
                "expression_statement" | "lexical_declaration" | "variable_declaration" => {
                    statement.named_child(0)?
                }
                _ => return None,
            };
            let target = inner
                .child_by_field_name("left")
                .or_else(|| inner.child_by_field_name("name"))?;
            let value = inner
                .child_by_field_name("right")
                .or_else(|| inner.child_by_field_name("value"))?;
            (self.source.of(target) == name).then_some(value)
        });
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }

    fn member(&mut self, node: Node<'t>) -> FlowValue {
        let Some(object) = node.child_by_field_name("object") else {
            return FlowValue::known();
        };
        let last = last_part(self.source.of(node));
        // A name in capitals is a constant by another name.
        let constant = !last.contains(char::is_lowercase);
        let mut value = self.value(object);
        if constant && object.kind() == "identifier" && !self.is_parameter(object) {
            return FlowValue::default();
        }
        value.plain |= value.class.take().is_some();
        value
    }

    fn arguments(&mut self, call: Node<'t>) -> ResultSources {
        let arguments = call.child_by_field_name("arguments");
        arguments.map(|list| self.value(list).sources).unwrap_or_default()
    }

    fn call(&mut self, node: Node<'t>) -> FlowValue {
        let callee = node
            .child_by_field_name("function")
            .or_else(|| node.child_by_field_name("constructor"));
        let Some(callee) = callee else { return FlowValue::known() };
        match callee.kind() {
            "identifier" => self.call_by_name(node, self.source.of(callee)),
            "attribute" | "member_expression" => self.call_of_member(node, callee),
            _ => FlowValue::known(),
        }
    }

    fn call_by_name(&mut self, call: Node<'t>, name: &str) -> FlowValue {
        let mut sources = self.arguments(call);
        let full = self.imported(name);
        let local = self.notes.locals.contains(name) || self.notes.parameters.contains(name);
        if full.is_some_and(is_passive) || full.is_none() && !local && is_built_in(name) {
            return FlowValue { sources, ..FlowValue::plain() };
        }
        if local {
            sources.knows = true;
            return FlowValue::resting(sources);
        }
        // What says where the graph goes next does something by the choice alone.
        if self.choices == ChoiceReading::Aside && STEERING.contains(&name) {
            return FlowValue::known();
        }
        let made = call.kind() == "new_expression" || is_class_name(name);
        if made {
            return FlowValue { sources, plain: false, class: Some(name.into()) };
        }
        let name = last_part(full.unwrap_or(name));
        helper(name, None, sources)
    }

    fn call_of_member(&mut self, call: Node<'t>, callee: Node<'t>) -> FlowValue {
        let mut sources = self.arguments(call);
        let Some(object) = callee.child_by_field_name("object") else {
            return FlowValue::known();
        };
        let method = last_part(self.source.of(callee));
        if self.is_parameter(object) && COPIES.contains(&method) {
            sources.argument = true;
            return FlowValue::resting(sources);
        }
        let name = self.source.of(object);
        if is_itself(name) {
            return helper(method, None, sources);
        }
        let free = object.kind() == "identifier"
            && !self.notes.locals.contains(name)
            && !self.notes.parameters.contains(name);
        let full = root_name(object, self.source).and_then(|root| self.imported(root));
        if full.is_some_and(is_passive) || free && full.is_none() && is_built_in(name) {
            return FlowValue { sources, ..FlowValue::plain() };
        }
        if free && is_class_name(name) {
            return helper(method, Some(name.into()), sources);
        }
        if free && full.is_some() {
            return helper(method, None, sources);
        }
        let object = self.value(object);
        sources.add(object.sources);
        if object.plain {
            return FlowValue { sources, ..FlowValue::plain() };
        }
        if object.class.is_some() {
            return helper(method, object.class, sources);
        }
        sources.knows = true;
        FlowValue::resting(sources)
    }
}

/// What a call of a function rests on that may be of the repository.
fn helper(name: &str, class: Option<Box<str>>, arguments: ResultSources) -> FlowValue {
    let call = FollowedCall {
        name: name.into(),
        class,
        arguments,
        knows_outside: true,
    };
    let calls = BTreeSet::from([call]);
    FlowValue::resting(ResultSources { calls, ..ResultSources::default() })
}

fn is_itself(name: &str) -> bool {
    matches!(name, "self" | "this" | "cls")
}

/// `Risk`, but not `ANSWER`.
fn is_class_name(name: &str) -> bool {
    let bare = name.trim_start_matches('_');
    bare.starts_with(char::is_uppercase) && bare.contains(char::is_lowercase)
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name).trim()
}
