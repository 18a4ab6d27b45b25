//! Calls that come to something by a name that is put together while a program runs.

use tree_sitter::Node;

use super::{
    super::{call::CallSite, node_parts::unquoted, source::SourceFile},
    collector::GraphCollector,
    dynamic_names::NameAffixes,
    name_uses::names,
};

/// Steps into what a name is put together from.
const MOST_STEPS: usize = 16;

impl GraphCollector {
    /// A call that may come to something by a name that is put together.
    pub(super) fn names_loosely(&mut self, call: &CallSite<'_, '_>, around: &[Node<'_>]) {
        if call.language() != "python" {
            return;
        }
        let at = |place: usize| call.positional().into_iter().nth(place);
        let callee = call.callee.strip_prefix("builtins.").unwrap_or(call.callee);
        let (name, file) = match callee {
            "getattr" => (at(1), false),
            "operator.attrgetter" | "operator.methodcaller" => (at(0), false),
            "importlib.import_module" | "__import__" => (at(0), true),
            "eval" | "exec" => return self.runs_text(call),
            "globals" | "locals" | "vars" => (looked_up(around), false),
            "inspect.getmembers" => return self.mentions.loose.any = true,
            _ => return,
        };
        let Some(name) = name else {
            // The table of all names is handed on.
            self.mentions.loose.any |= callee == "globals";
            return;
        };
        if let Some((start, end)) = ends(name, call.source) {
            let start = if file { start.trim_start_matches('.').to_owned() } else { start };
            self.mentions.loose.add((start, end), file);
        }
    }

    /// `eval("build_flow()")` names what it says; a text that is not plain may say anything.
    fn runs_text(&mut self, call: &CallSite<'_, '_>) {
        let Some(text) = call.first() else { return };
        if ends(text, call.source).is_some() {
            self.mentions.loose.any = true;
            return;
        }
        for name in names(unquoted(call.source.of(text))) {
            self.mentions.loose.add((name.to_owned(), name.to_owned()), false);
        }
    }
}

/// What is looked up in a table of names: `globals()[name]`, `globals().get(name)`.
fn looked_up<'t>(around: &[Node<'t>]) -> Option<Node<'t>> {
    let [.., outer, parent] = around else { return None };
    match parent.kind() {
        "subscript" => parent.child_by_field_name("subscript"),
        "attribute" => outer.child_by_field_name("arguments")?.named_child(0),
        _ => None,
    }
}

/// How a name begins and ends that is put together; nothing where it is plain.
fn ends(name: Node<'_>, source: &SourceFile<'_>) -> Option<NameAffixes> {
    let (start, whole) = edge(name, source, true);
    if whole {
        return None;
    }
    Some((start, edge(name, source, false).0))
}

/// The text that a name begins or ends with, and whether it is all of it.
fn edge(name: Node<'_>, source: &SourceFile<'_>, first: bool) -> (String, bool) {
    let unknown = (String::new(), false);
    let (mut at, mut whole) = (name, true);
    for _ in 0..MOST_STEPS {
        let inner = match at.kind() {
            "string" => {
                let (text, plain) = filled(at, source, first);
                return (text, whole && plain);
            }
            "parenthesized_expression" => at.named_child(0),
            "binary_operator" => {
                whole = false;
                let sums = source.field(at, "operator") == Some("+");
                // What `%` puts in may stand at the end.
                let side = if first { "left" } else { "right" };
                (sums || first).then(|| at.child_by_field_name(side)).flatten()
            }
            "call" => {
                whole = false;
                let function = at.child_by_field_name("function");
                let format =
                    function.filter(|one| source.field(*one, "attribute") == Some("format"));
                format.and_then(|one| one.child_by_field_name("object"))
            }
            _ => None,
        };
        let Some(inner) = inner else { return unknown };
        at = inner;
    }
    unknown
}

/// The first or last part of a text with places to be filled, and whether it has none.
fn filled(text: Node<'_>, source: &SourceFile<'_>, first: bool) -> (String, bool) {
    let mut cursor = text.walk();
    let plain = !text
        .named_children(&mut cursor)
        .any(|part| part.kind() == "interpolation");
    let words = source.of(text);
    let words = unquoted(words);
    let part =
        if first { words.split(['{', '%']).next() } else { words.rsplit(['}', '%']).next() };
    (part.unwrap_or_default().to_owned(), plain)
}
