//! What a value may hold, as far as its own words say, and which names that hangs on.

use tree_sitter::Node;

use super::{super::source::SourceFile, constness::is_fixed, interpolation::holes};

/// Parts of one value that are looked at.
const MOST: usize = 400;

/// Bytes of a path as it is written.
const MOST_PATH: usize = 200;

/// What whoever runs a program tells it, and calls that ask for it.
#[rustfmt::skip]
const ASKED: &[&str] = &[
    "input", "raw_input", "sys.stdin.read", "sys.stdin.readline", "sys.stdin.readlines",
    "sys.stdin.buffer.read", "readline",
];
const TOLD: &[&str] = &["sys.stdin", "sys.argv"];
const PARSED: &[&str] = &["parse_args", "parse_known_args", "parse_intermixed_args", "docopt"];

/// Methods that give a part of what they are called on, or the same in another form.
#[rustfmt::skip]
pub(super) const SAME: &[&str] = &[
    "get", "pop", "getlist", "get_all", "strip", "rstrip", "lstrip", "trim", "lower", "upper",
    "toLowerCase", "toString", "replace", "split", "encode", "decode", "copy",
];

/// What must hold of names so that something holds of a value; nothing where it does not.
pub(super) struct TaintCondition<'s> {
    pub(super) needs: Option<Vec<&'s str>>,
    /// What was looked at.
    pub(super) work: usize,
}

/// What follows from one part of a value.
enum TaintStep<'s, 't> {
    Holds,
    Fails,
    Hangs(&'s str),
    Into(Vec<Node<'t>>),
}

/// Names that must be harmless so that a value can hold nothing but a quoted name, a number,
/// places for parameters, or fixed words.
pub(super) fn harmless<'s>(source: &SourceFile<'s>, value: Node<'_>) -> TaintCondition<'s> {
    follow(source, value, |source, node| {
        if is_fixed(source, node) { TaintStep::Holds } else { harmless_step(source, node) }
    })
}

/// Names that must come from whoever runs the program so that a value does.
pub(super) fn operators<'s>(source: &SourceFile<'s>, value: Node<'_>) -> TaintCondition<'s> {
    follow(source, value, |source, node| match node.kind() {
        // `request.GET` looks like a constant.
        "attribute" | "member_expression" => operators_step(source, node),
        _ if is_fixed(source, node) => TaintStep::Holds,
        _ => operators_step(source, node),
    })
}

fn follow<'s, 't>(
    source: &SourceFile<'s>,
    value: Node<'t>,
    step: fn(&SourceFile<'s>, Node<'t>) -> TaintStep<'s, 't>,
) -> TaintCondition<'s> {
    let (mut open, mut seen, mut work, mut names) = (vec![value], 0, 0, Vec::new());
    while let Some(node) = open.pop() {
        seen += 1;
        work += node.descendant_count().min(MOST);
        match step(source, node) {
            _ if MOST < seen => return TaintCondition { needs: None, work },
            TaintStep::Holds => {}
            TaintStep::Fails => return TaintCondition { needs: None, work },
            TaintStep::Hangs(name) => names.push(name),
            TaintStep::Into(parts) => open.extend(parts),
        }
    }
    TaintCondition { needs: Some(names), work }
}

fn harmless_step<'s, 't>(source: &SourceFile<'s>, value: Node<'t>) -> TaintStep<'s, 't> {
    let ends = |ends: [Option<Node<'t>>; 2]| match ends {
        [Some(one), Some(other)] => TaintStep::Into(vec![one, other]),
        _ => TaintStep::Fails,
    };
    match value.kind() {
        "identifier" => TaintStep::Hangs(source.of(value)),
        "call" | "call_expression" | "method_invocation" => {
            let last = last(source, value);
            let number = matches!(last, "int" | "len" | "float" | "Number" | "parseInt");
            let place = last == "join" && places(source, value);
            if number || place || last == "Identifier" || is_quoting(last) {
                TaintStep::Holds
            } else if last == "format" {
                filled(source, value)
            } else {
                TaintStep::Fails
            }
        }
        "parenthesized_expression" => inner(value),
        "conditional_expression" => ends([value.named_child(0), value.named_child(2)]),
        "ternary_expression" => ends([
            value.child_by_field_name("consequence"),
            value.child_by_field_name("alternative"),
        ]),
        "binary_operator" | "string" | "concatenated_string" | "template_string" => {
            filled(source, value)
        }
        _ => TaintStep::Fails,
    }
}

fn operators_step<'s, 't>(source: &SourceFile<'s>, value: Node<'t>) -> TaintStep<'s, 't> {
    let words = source.of(value);
    match value.kind() {
        _ if TOLD.contains(&words) => TaintStep::Holds,
        "identifier" => TaintStep::Hangs(words),
        "parenthesized_expression" | "await" | "await_expression" => inner(value),
        "attribute" | "member_expression" | "subscript_expression" => {
            reached(value.child_by_field_name("object"))
        }
        "subscript" => reached(value.child_by_field_name("value")),
        "call" | "call_expression" => {
            let called = source.field(value, "function").unwrap_or_default();
            let function = value.child_by_field_name("function");
            let object = function.and_then(|function| function.child_by_field_name("object"));
            match last(source, value) {
                _ if ASKED.contains(&called) => TaintStep::Holds,
                last if PARSED.contains(&last) => TaintStep::Holds,
                "join" => reached(argument(value)),
                last if SAME.contains(&last) => reached(object),
                _ if matches!(called, "vars" | "str" | "compile") => reached(argument(value)),
                _ => TaintStep::Fails,
            }
        }
        "binary_operator"
        | "binary_expression"
        | "string"
        | "concatenated_string"
        | "template_string" => filled(source, value),
        _ => TaintStep::Fails,
    }
}

fn inner<'s>(value: Node<'_>) -> TaintStep<'s, '_> {
    reached(value.named_child(0))
}

fn reached<'s>(node: Option<Node<'_>>) -> TaintStep<'s, '_> {
    node.map_or(TaintStep::Fails, |node| TaintStep::Into(vec![node]))
}

/// All that is put into a text.
fn filled<'s, 't>(source: &SourceFile<'s>, value: Node<'t>) -> TaintStep<'s, 't> {
    let values: Option<Vec<_>> =
        holes(source, value).into_iter().map(|hole| hole.value).collect();
    values
        .filter(|values| !values.is_empty())
        .map_or(TaintStep::Fails, TaintStep::Into)
}

/// The last part of what a call calls.
pub(super) fn last<'s>(source: &SourceFile<'s>, call: Node<'_>) -> &'s str {
    let part =
        call.child_by_field_name("function").map_or(Some(call), |function| {
            match function.kind() {
                "attribute" | "member_expression" | "selector_expression" => Some(function),
                _ => None,
            }
        });
    let named = ["attribute", "property", "field", "name"];
    match part {
        Some(part) => named
            .iter()
            .find_map(|field| source.field(part, field))
            .unwrap_or_default(),
        None => source.field(call, "function").unwrap_or_default(),
    }
}

pub(super) fn argument(call: Node<'_>) -> Option<Node<'_>> {
    call.child_by_field_name("arguments")
        .and_then(|list| list.named_child(0))
}

/// `quote_name`, `escape`; not `unquote`, which undoes it.
fn is_quoting(called: &str) -> bool {
    let called = called.to_ascii_lowercase();
    let undone = ["unquot", "unescap", "dequot", "deescap", "un_", "remove", "strip"];
    (called.contains("quote") || called.contains("escape"))
        && !undone.iter().any(|word| called.contains(word))
}

/// `", ".join(["%s"] * len(keys))`, `",".join("?" for _ in keys)`.
fn places(source: &SourceFile<'_>, call: Node<'_>) -> bool {
    let list = source.field(call, "arguments").unwrap_or_default();
    let list = list.trim_start_matches(['[', '(']);
    ["\"%s\"", "'%s'", "\"?\"", "'?'"]
        .iter()
        .any(|place| list.starts_with(place))
}

/// The path that a file is opened by, or the name of what is read; and whether it is read here.
pub(super) fn file<'s>(source: &SourceFile<'s>, value: Node<'_>) -> Option<(&'s str, bool)> {
    let (mut at, mut read) = (value, false);
    for _ in 0..4 {
        if at.kind() == "identifier" {
            return Some((source.of(at), read));
        }
        let function = at.child_by_field_name("function")?;
        match last(source, at) {
            "open" | "Path" => {
                let path = argument(at).map(|path| source.of(path))?;
                return (path.len() <= MOST_PATH).then_some((path, true));
            }
            "read" | "read_text" | "read_bytes" => {
                (at, read) = (function.child_by_field_name("object")?, true);
            }
            "decode" | "encode" => at = function.child_by_field_name("object")?,
            _ => return None,
        }
    }
    None
}
