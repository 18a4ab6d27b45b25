//! What an expression is worth as far as its words alone tell.

use tree_sitter::Node;

use super::super::{
    node_parts::{parts, unquoted},
    source::SourceFile,
};

/// How deeply an expression is looked into. It bounds how often [`SymbolicValue::of`] calls itself.
const MOST_DEPTH: usize = 8;

/// Parts of a list, mapping or call that are looked at.
const MOST_PARTS: usize = 128;

/// Nodes of an inline function that are looked through for what it returns.
const MOST_NODES: usize = 2000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SymbolicValue {
    /// A text, and its line.
    Text(String, u32),
    /// A name as written, with dots.
    Name(String),
    List(Vec<SymbolicValue>),
    /// Keys and what they stand for.
    Map(Vec<(SymbolicValue, SymbolicValue)>),
    /// What is called as written, what it is given, and the line.
    Call {
        callee: String,
        given: Vec<SymbolicValue>,
        named: Vec<(String, SymbolicValue)>,
        line: u32,
    },
    /// The body for each part of something.
    Each {
        names: Vec<String>,
        over: Box<SymbolicValue>,
        body: Box<SymbolicValue>,
    },
    Choice(Vec<SymbolicValue>),
    /// Several lists after each other.
    Join(Vec<SymbolicValue>),
    /// An inline function, by what it returns.
    Function(Vec<SymbolicValue>),
    Unknown,
}

impl SymbolicValue {
    pub(super) fn of(node: Node<'_>, source: &SourceFile<'_>) -> Self {
        Self::at(node, source, 0)
    }

    fn at(node: Node<'_>, source: &SourceFile<'_>, depth: usize) -> Self {
        if MOST_DEPTH < depth {
            return Self::Unknown;
        }
        let inner = |node: Node<'_>| Self::at(node, source, depth + 1);
        match node.kind() {
            "string" | "template_string" | "concatenated_string" => text(node, source),
            "identifier"
            | "attribute"
            | "member_expression"
            | "property_identifier"
            | "shorthand_property_identifier" => name(node, source),
            "list" | "tuple" | "set" | "array" | "expression_list" => {
                Self::List(each_part(node, inner))
            }
            "dictionary" | "object" => Self::Map(pairs(node, inner)),
            "parenthesized_expression"
            | "await"
            | "await_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "list_splat"
            | "spread_element" => node.named_child(0).map_or(Self::Unknown, inner),
            "conditional_expression" => match each_part(node, inner).as_slice() {
                [yes, _, no] => Self::Choice(vec![yes.clone(), no.clone()]),
                _ => Self::Unknown,
            },
            "ternary_expression" => {
                Self::Choice(fields(node, &["consequence", "alternative"], inner))
            }
            "boolean_operator" => Self::Choice(fields(node, &["left", "right"], inner)),
            "binary_operator" => Self::Join(fields(node, &["left", "right"], inner)),
            "call" | "call_expression" | "new_expression" => called(node, source, inner),
            "list_comprehension" | "generator_expression" | "set_comprehension" => {
                each(node, source, inner)
            }
            "lambda" => Self::Function(fields(node, &["body"], inner)),
            "arrow_function" | "function_expression" => returned(node, inner),
            _ => Self::Unknown,
        }
    }

    /// Whether anything in it could be a route.
    pub(super) fn tells(&self) -> bool {
        !matches!(self, Self::Unknown | Self::Name(_))
    }
}

fn text(node: Node<'_>, source: &SourceFile<'_>) -> SymbolicValue {
    let mut cursor = node.walk();
    let mut inner = node.named_children(&mut cursor);
    let filled =
        inner.any(|part| matches!(part.kind(), "interpolation" | "template_substitution"));
    let words = source.of(node);
    if filled || 200 < words.len() || node.kind() == "concatenated_string" {
        return SymbolicValue::Unknown;
    }
    SymbolicValue::Text(unquoted(words).to_owned(), source.line_of(node))
}

fn name(node: Node<'_>, source: &SourceFile<'_>) -> SymbolicValue {
    let words = source.of(node);
    let plain = words.len() <= 120
        && words
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$'));
    if plain { SymbolicValue::Name(words.to_owned()) } else { SymbolicValue::Unknown }
}

fn each_part(node: Node<'_>, inner: impl Fn(Node<'_>) -> SymbolicValue) -> Vec<SymbolicValue> {
    parts(node, MOST_PARTS).into_iter().map(inner).collect()
}

fn fields(
    node: Node<'_>,
    names: &[&str],
    inner: impl Fn(Node<'_>) -> SymbolicValue,
) -> Vec<SymbolicValue> {
    names
        .iter()
        .filter_map(|name| node.child_by_field_name(name))
        .map(inner)
        .collect()
}

fn pairs(
    node: Node<'_>,
    inner: impl Fn(Node<'_>) -> SymbolicValue,
) -> Vec<(SymbolicValue, SymbolicValue)> {
    let mut cursor = node.walk();
    let all = node.named_children(&mut cursor).take(MOST_PARTS);
    all.filter_map(|pair| match pair.kind() {
        "pair" => {
            let key = pair.child_by_field_name("key")?;
            let value = inner(pair.child_by_field_name("value")?);
            Some((inner(key), value))
        }
        "shorthand_property_identifier" => Some((inner(pair), inner(pair))),
        _ => None,
    })
    .collect()
}

fn called(
    node: Node<'_>,
    source: &SourceFile<'_>,
    inner: impl Fn(Node<'_>) -> SymbolicValue,
) -> SymbolicValue {
    let function = ["function", "constructor"]
        .iter()
        .find_map(|f| node.child_by_field_name(f));
    let line = source.line_of(node);
    let callee = match function.map(|function| (function, name(function, source))) {
        Some((_, SymbolicValue::Name(callee))) => callee,
        Some((function, _)) => {
            return of_literal(function, source, inner, line).unwrap_or(SymbolicValue::Unknown);
        }
        None => return SymbolicValue::Unknown,
    };
    let Some(list) = node.child_by_field_name("arguments") else {
        return SymbolicValue::Unknown;
    };
    if list.kind() == "generator_expression" {
        return SymbolicValue::Call {
            callee,
            given: vec![inner(list)],
            named: Vec::new(),
            line,
        };
    }
    let mut cursor = list.walk();
    let (mut given, mut named) = (Vec::new(), Vec::new());
    for part in list.named_children(&mut cursor).take(MOST_PARTS) {
        match part.kind() {
            "keyword_argument" => {
                let value = part
                    .child_by_field_name("value")
                    .map_or(SymbolicValue::Unknown, &inner);
                named.push((source.field(part, "name").unwrap_or_default().to_owned(), value));
            }
            _ if part.is_extra() => {}
            _ => given.push(inner(part)),
        }
    }
    SymbolicValue::Call { callee, given, named, line }
}

/// `{…}.items()`: written as what is asked of a mapping elsewhere.
fn of_literal(
    function: Node<'_>,
    source: &SourceFile<'_>,
    inner: impl Fn(Node<'_>) -> SymbolicValue,
    line: u32,
) -> Option<SymbolicValue> {
    let map = function.child_by_field_name("object")?;
    let method = source.field(function, "attribute")?;
    let plain = map.kind() == "dictionary" && matches!(method, "items" | "keys" | "values");
    plain.then(|| SymbolicValue::Call {
        callee: format!("Object.{method}"),
        given: vec![inner(map)],
        named: Vec::new(),
        line,
    })
}

/// `[f(x) for x in xs]`. A second `for` or an `if` does not change what it can lead to.
fn each(
    node: Node<'_>,
    source: &SourceFile<'_>,
    inner: impl Fn(Node<'_>) -> SymbolicValue,
) -> SymbolicValue {
    let body = node
        .child_by_field_name("body")
        .map_or(SymbolicValue::Unknown, &inner);
    let mut cursor = node.walk();
    let clause = node
        .named_children(&mut cursor)
        .find(|part| part.kind() == "for_in_clause");
    let Some(clause) = clause else { return SymbolicValue::Unknown };
    let over = clause
        .child_by_field_name("right")
        .map_or(SymbolicValue::Unknown, inner);
    let names = clause.child_by_field_name("left").map(|left| targets(left, source));
    let names = names.unwrap_or_default();
    SymbolicValue::Each { names, over: Box::new(over), body: Box::new(body) }
}

/// The names that a loop gives to each part.
pub(super) fn targets(left: Node<'_>, source: &SourceFile<'_>) -> Vec<String> {
    let words = source.of(left).trim_matches(|c| matches!(c, '(' | ')' | '[' | ']'));
    words.split(',').map(|name| name.trim().to_owned()).take(8).collect()
}

/// What an inline function returns: its expression, or its `return`s.
fn returned(node: Node<'_>, inner: impl Fn(Node<'_>) -> SymbolicValue) -> SymbolicValue {
    let Some(body) = node.child_by_field_name("body") else { return SymbolicValue::Unknown };
    if body.kind() != "statement_block" {
        return SymbolicValue::Function(vec![inner(body)]);
    }
    let (mut open, mut found, mut seen) = (vec![body], Vec::new(), 0);
    while let Some(node) = open.pop() {
        seen += 1;
        if MOST_NODES < seen {
            found.push(SymbolicValue::Unknown);
            break;
        }
        if node.kind() == "return_statement" {
            found.extend(node.named_child(0).map(&inner));
            continue;
        }
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        open.extend(children.into_iter().rev());
    }
    SymbolicValue::Function(found)
}
