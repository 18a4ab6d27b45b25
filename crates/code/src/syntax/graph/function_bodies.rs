//! What functions do, as far as their words alone tell: whether a body is empty, gives back a
//! constant or its argument, and whom it calls.
//!
//! This leans towards the author: anything that is not plainly nothing is something.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use crate::facts::{CHOOSES, CLEARS};

use super::{
    super::{imports::ImportTable, node_parts::unquoted, source::SourceFile},
    data_flow::{BodyFlow, body_flow, is_telling},
    work_level::WorkLevel,
};

/// Functions of a repository, and names that one calls, that are kept.
const MOST_FUNCTIONS: usize = 30_000;
const MOST_CALLED: usize = 64;
/// Bytes of a text that may be a key or the name of a file.
const LONGEST_KEY: usize = 60;

/// Nodes of one file that are looked at: functions may nest.
const MOST_NODES: usize = 400_000;

/// Last parts of names by which a model is asked.
#[rustfmt::skip]
pub(super) const ASKING: &[&str] = &[
    "invoke", "ainvoke", "stream", "astream", "batch", "abatch", "complete", "acomplete", "chat",
    "achat", "generate", "agenerate", "generate_content", "generate_content_async", "predict",
    "apredict", "kickoff", "completion", "acompletion", "create", "parse", "generateText",
    "generateObject", "streamText", "structured_predict", "run_sync", "ask", "aask", "prompt",
    "with_structured_output", "withStructuredOutput", "call_llm", "post", "request",
];

/// What a function does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FunctionBody {
    /// Why it does nothing, in words.
    pub(super) hollow: Option<&'static str>,
    /// What its work rests on; nothing where there was too much to look at.
    pub(super) flow: Option<BodyFlow>,
    pub(super) asks: bool,
    /// Last parts of what it calls or names, itself aside.
    called: BTreeSet<Box<str>>,
    /// Short texts in it that may be a key or the name of a file.
    keys: BTreeSet<Box<str>>,
    /// What it calls by a name alone, or of itself: not methods of things that it was given.
    helpers: BTreeSet<Box<str>>,
    /// The function that it gives back, where it makes one.
    makes: Option<MadeFunction>,
}

/// A function that another makes and gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MadeFunction {
    /// One that is defined in it, by its name.
    Named(String),
    /// One without a name that does nothing, and why.
    Idle(&'static str),
}

/// Why a function does nothing that always gives back the same.
pub(super) const CONSTANT: &str = "gives back a constant";

/// Why a function does nothing that hands on what it was given.
const ARGUMENT: &str = "gives back its argument";

/// Why a function does nothing that gives back nothing either.
const NOTHING: &str = "does nothing";

/// Functions by the last part of their names.
#[derive(Debug, Default)]
pub(super) struct FunctionBodies {
    pub(super) by_last: BTreeMap<String, Vec<(String, FunctionBody)>>,
    /// Classes of the repository, by their names alone.
    pub(super) classes: BTreeSet<String>,
    count: usize,
    left: usize,
    /// Whether not all functions were looked at.
    cut: bool,
}

impl FunctionBodies {
    /// Another file begins.
    pub(super) fn begin(&mut self) {
        self.left = MOST_NODES;
    }

    /// A function, by its name with all that it lies in.
    pub(super) fn add(
        &mut self,
        full: &str,
        node: Node<'_>,
        source: &SourceFile<'_>,
        imports: &ImportTable,
    ) {
        if node.child_by_field_name("body").is_none() {
            return;
        }
        if MOST_FUNCTIONS <= self.count {
            self.cut = true;
            return;
        }
        let Some(mut body) = FunctionBody::of(node, source, &mut self.left) else {
            self.cut = true;
            return;
        };
        body.flow = body_flow(node, source, imports, &mut self.left);
        self.count += 1;
        let last = last_part(full).to_owned();
        self.by_last.entry(last).or_default().push((full.to_owned(), body));
    }

    pub(super) fn add_class(&mut self, name: &str) {
        if self.classes.len() < MOST_FUNCTIONS {
            self.classes.insert(name.to_owned());
        }
    }

    /// Why what is behind a node does nothing; nothing where some function of that name does.
    pub(super) fn hollow(&self, function: &str) -> Option<&'static str> {
        let bodies = self.working(function);
        let whys: Option<Vec<&'static str>> =
            bodies.iter().map(|body| self.hollow_body(body)).collect();
        whys.filter(|_| !self.cut)?.first().copied()
    }

    fn hollow_body(&self, body: &FunctionBody) -> Option<&'static str> {
        let Some(flow) = &body.flow else { return body.hollow };
        let nothing = self.level(body)? == WorkLevel::Nothing;
        if !nothing {
            return self.chooses(body).then_some(CHOOSES);
        }
        let why = match flow {
            BodyFlow { clears: true, .. } => CLEARS,
            BodyFlow { returns: false, .. } => NOTHING,
            _ => body.hollow.unwrap_or(CONSTANT),
        };
        Some(why)
    }

    /// The functions that do the work behind a name: what only makes an object does not, where
    /// the object does something else.
    fn working(&self, function: &str) -> Vec<&FunctionBody> {
        let all = self.named(function);
        let makes = |full: &str| last_part(full) == "__init__";
        let only = all.iter().all(|(full, _)| makes(full));
        let kept = all.into_iter().filter(|(full, _)| only || !makes(full));
        kept.map(|(_, body)| body).collect()
    }

    /// Whether a method, by its full name, is there and not hollow.
    pub(super) fn does_something(&self, method: &str) -> bool {
        let ends = |full: &str| {
            full.strip_suffix(method)
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        let named = self.by_last.get(last_part(method)).into_iter().flatten();
        named
            .filter(|(full, _)| ends(full))
            .any(|(_, body)| self.hollow_body(body).is_none_or(|why| why == CHOOSES))
    }

    /// Whether there is a function or class of a name.
    pub(super) fn has(&self, function: &str) -> bool {
        !self.of(function).is_empty()
    }

    /// What a function makes that gives back another, where only one function has that name.
    pub(super) fn made(&self, function: &str) -> Option<MadeFunction> {
        let named = self.by_last.get(last_part(function))?.as_slice();
        let [(full, body)] = named else { return None };
        match body.makes.as_ref()? {
            MadeFunction::Named(name) => {
                let inner = format!("{full}.{name}");
                let known = self.by_last.get(name)?.iter().any(|(full, _)| *full == inner);
                known.then_some(MadeFunction::Named(inner))
            }
            idle @ MadeFunction::Idle(_) => Some(idle.clone()),
        }
    }

    /// Whether a model can be asked from a function; nothing where nobody can tell.
    pub(super) fn asks(&self, function: &str) -> Option<bool> {
        let mut open: Vec<&FunctionBody> = self.of(function);
        if open.is_empty() {
            return None;
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        while let Some(body) = open.pop() {
            if body.asks {
                return Some(true);
            }
            for name in &body.called {
                if seen.insert(name) {
                    open.extend(self.of(name));
                }
            }
        }
        (!self.cut).then_some(false)
    }

    /// Names and keys that a function says itself.
    pub(super) fn said(&self, function: &str) -> BTreeSet<&str> {
        let bodies = self.of(function).into_iter();
        let names = bodies.flat_map(|body| body.called.iter().chain(&body.keys));
        names.map(|name| &**name).collect()
    }

    /// Names and keys that the functions say which a function calls: a prompt may be put together
    /// there. One step, and only where a single function of the repository has that name.
    pub(super) fn said_by_helpers(&self, function: &str) -> BTreeSet<&str> {
        let helpers = self.of(function).into_iter().flat_map(|body| &body.helpers);
        let own = last_part(function);
        let alone = helpers.filter(|name| &***name != own).filter_map(|name| {
            match self.by_last.get(&**name)?.as_slice() {
                [(_, body)] => Some(body),
                _ => None,
            }
        });
        let names = alone.flat_map(|body| body.called.iter().chain(&body.keys));
        names.map(|name| &**name).collect()
    }

    /// Functions of a name, and the methods of a class of that name.
    fn of(&self, name: &str) -> Vec<&FunctionBody> {
        self.named(name).into_iter().map(|(_, body)| body).collect()
    }

    fn named(&self, name: &str) -> Vec<&(String, FunctionBody)> {
        let last = last_part(name);
        let named = || self.by_last.get(last).into_iter().flatten();
        let exact: Vec<_> = named().filter(|(full, _)| full == name).collect();
        if name.contains('.') && !exact.is_empty() {
            return exact;
        }
        let class = CALLED_OF_CLASSES
            .iter()
            .filter_map(|method| self.by_last.get(*method));
        let of_class = class.flatten().filter(|(full, _)| {
            full.rsplit_once('.')
                .is_some_and(|(owner, _)| last_part(owner) == last)
        });
        named().chain(of_class).collect()
    }
}

/// Methods by which an instance of a class does its work.
const CALLED_OF_CLASSES: &[&str] =
    &["__call__", "__init__", "run", "invoke", "forward", "call"];

impl FunctionBody {
    /// Nothing where there was too much to look at.
    fn of(node: Node<'_>, source: &SourceFile<'_>, left: &mut usize) -> Option<Self> {
        let mut body = Self::default();
        let inner = node.child_by_field_name("body")?;
        let given = parameters(node, source);
        body.hollow = hollow(inner, source, &given, left);
        body.makes = made(inner, source, left);
        let mut cursor = inner.walk();
        loop {
            *left = left.checked_sub(1)?;
            body.visit(cursor.node(), source);
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() || cursor.node() == inner {
                    return Some(body);
                }
            }
        }
    }

    fn visit(&mut self, node: Node<'_>, source: &SourceFile<'_>) {
        match node.kind() {
            "call" | "call_expression" => {
                let callee = node.child_by_field_name("function");
                let words = callee.map(|callee| source.of(callee)).unwrap_or_default();
                self.asks |= ASKING.contains(&last_part(words));
                let name = OF_ITSELF
                    .iter()
                    .find_map(|own| words.strip_prefix(own))
                    .unwrap_or(words);
                let plain = !name.is_empty() && name.chars().all(is_name_letter);
                if plain && self.helpers.len() < MOST_CALLED {
                    self.helpers.insert(name.into());
                }
            }
            "identifier" | "property_identifier" if self.called.len() < MOST_CALLED => {
                let name = source.of(node);
                if !self.called.contains(name) {
                    self.called.insert(name.into());
                }
            }
            "string" if self.keys.len() < MOST_CALLED => {
                let key = unquoted(source.of(node));
                let plain = !key.is_empty() && !key.contains(char::is_whitespace);
                if plain && key.len() <= LONGEST_KEY {
                    self.keys.insert(file_stem(key).into());
                }
            }
            _ => {}
        }
    }
}

/// Before a method that a class calls of its own.
const OF_ITSELF: &[&str] = &["self.", "cls.", "this."];

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The name of a file without its folders and endings; a key is its own.
fn file_stem(key: &str) -> &str {
    let file = key.rsplit('/').next().unwrap_or(key);
    file.split('.').next().unwrap_or(file)
}

/// Why a function does nothing, in words; nothing where it does something.
pub(in super::super) fn hollow_function(
    node: Node<'_>,
    source: &SourceFile<'_>,
) -> Option<&'static str> {
    let body = node.child_by_field_name("body")?;
    hollow(body, source, &parameters(node, source), &mut MOST_NODES.clone())
}

pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn parameters<'s>(node: Node<'_>, source: &SourceFile<'s>) -> Vec<&'s str> {
    let Some(list) = node
        .child_by_field_name("parameters")
        .or_else(|| node.child_by_field_name("parameter"))
    else {
        return Vec::new();
    };
    let mut cursor = list.walk();
    let named = list.named_children(&mut cursor).take(32);
    let name = |one: Node<'_>| match one.kind() {
        "identifier" => source.of(one),
        _ => one.named_child(0).map(|first| source.of(first)).unwrap_or_default(),
    };
    let mut all: Vec<&str> = named.map(name).collect();
    if list.kind() == "identifier" {
        all.push(source.of(list));
    }
    all
}

/// The function that the last statement of a body gives back.
fn made(body: Node<'_>, source: &SourceFile<'_>, left: &mut usize) -> Option<MadeFunction> {
    let last = u32::try_from(body.named_child_count()).ok()?.checked_sub(1)?;
    let last = body
        .named_child(last)
        .filter(|one| one.kind() == "return_statement")?;
    let value = last.named_child(0)?;
    match value.kind() {
        "identifier" => Some(MadeFunction::Named(source.of(value).to_owned())),
        "lambda" | "arrow_function" => {
            let (inner, given) =
                (value.child_by_field_name("body")?, parameters(value, source));
            hollow(inner, source, &given, left).map(MadeFunction::Idle)
        }
        _ => None,
    }
}

/// Why a body does nothing.
fn hollow(
    body: Node<'_>,
    source: &SourceFile<'_>,
    given: &[&str],
    left: &mut usize,
) -> Option<&'static str> {
    let tried = (body.kind() == "block").then(|| tried_blocks(body)).flatten();
    let Some(blocks) = tried else { return hollow_block(body, source, given, left) };
    // Nothing that is tried can fail where each way does nothing.
    let whys = blocks
        .into_iter()
        .map(|block| hollow_block(block, source, given, left));
    whys.collect::<Option<Vec<_>>>()?.first().copied()
}

/// The blocks of the `try` that is all there is in a body, texts and comments aside.
fn tried_blocks(body: Node<'_>) -> Option<Vec<Node<'_>>> {
    let mut cursor = body.walk();
    let said = body.named_children(&mut cursor).take(8).filter(|one| {
        let text = one.named_child(0).is_some_and(|only| only.kind() == "string");
        !(one.is_extra() || one.kind() == "expression_statement" && text)
    });
    let said: Vec<Node<'_>> = said.collect();
    let [only] = said.as_slice() else { return None };
    let mut cursor = only.walk();
    let parts = only.named_children(&mut cursor).take(32);
    let blocks = parts.filter_map(|part| match part.kind() {
        "block" => Some(part),
        kind if kind.ends_with("_clause") => {
            let mut cursor = part.walk();
            part.named_children(&mut cursor).find(|one| one.kind() == "block")
        }
        _ => None,
    });
    (only.kind() == "try_statement").then(|| blocks.collect())
}

fn hollow_block(
    body: Node<'_>,
    source: &SourceFile<'_>,
    given: &[&str],
    left: &mut usize,
) -> Option<&'static str> {
    if body.kind() != "block" && body.kind() != "statement_block" {
        return returned(body, source, given, left);
    }
    let mut cursor = body.walk();
    let mut why = NOTHING;
    for statement in body.named_children(&mut cursor).take(64) {
        *left = left.saturating_sub(1);
        match statement.kind() {
            "comment" | "pass_statement" => {}
            "expression_statement" => {
                let only = statement.named_child(0)?;
                if !is_idle(only, source) {
                    return None;
                }
            }
            "return_statement" => match statement.named_child(0) {
                Some(value) => {
                    why = returned(value, source, given, left)?;
                    break;
                }
                None => break,
            },
            _ => return None,
        }
    }
    Some(why)
}

/// A bare text, `...`, or a call that only tells something.
fn is_idle(node: Node<'_>, source: &SourceFile<'_>) -> bool {
    match node.kind() {
        "string" | "concatenated_string" | "ellipsis" => true,
        "call" | "call_expression" => {
            let callee = node.child_by_field_name("function");
            let words = callee.map(|callee| source.of(callee)).unwrap_or_default();
            is_telling(last_part(words))
        }
        _ => false,
    }
}

/// What is given back, where that says that nothing was done.
fn returned(
    value: Node<'_>,
    source: &SourceFile<'_>,
    given: &[&str],
    left: &mut usize,
) -> Option<&'static str> {
    if value.kind() == "identifier" && given.contains(&source.of(value)) {
        return Some(ARGUMENT);
    }
    is_constant(value, source, left).then_some(CONSTANT)
}

/// Whether an expression is made of literals alone. A class that is given literals makes one.
fn is_constant(value: Node<'_>, source: &SourceFile<'_>, left: &mut usize) -> bool {
    let mut open = vec![value];
    while let Some(node) = open.pop() {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        match node.kind() {
            "none"
            | "null"
            | "undefined"
            | "true"
            | "false"
            | "integer"
            | "float"
            | "number"
            | "property_identifier"
            | "comment" => {}
            "string" | "template_string" => {
                if has_parts(node) {
                    return false;
                }
            }
            // A name in capitals is a constant by another name.
            "identifier" if !source.of(node).contains(char::is_lowercase) => {}
            "call" | "new_expression" => {
                let callee = node
                    .child_by_field_name("function")
                    .or_else(|| node.child_by_field_name("constructor"));
                let name = callee.map(|one| last_part(source.of(one))).unwrap_or_default();
                if !name.starts_with(char::is_uppercase) {
                    return false;
                }
                open.extend(node.child_by_field_name("arguments"));
            }
            "keyword_argument" | "pair" => open.extend(node.child_by_field_name("value")),
            "concatenated_string"
            | "dictionary"
            | "list"
            | "tuple"
            | "set"
            | "object"
            | "array"
            | "argument_list"
            | "arguments"
            | "parenthesized_expression"
            | "unary_operator"
            | "unary_expression"
            | "expression_list" => {
                let mut cursor = node.walk();
                open.extend(node.named_children(&mut cursor).take(256));
            }
            _ => return false,
        }
    }
    true
}

/// Whether something is put into a text.
fn has_parts(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .any(|part| matches!(part.kind(), "interpolation" | "template_substitution"))
}
