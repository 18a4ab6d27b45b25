//! A call: what is called, with imports resolved, and what it is given.

use tree_sitter::Node;

use super::{
    alias_expressions::{AliasExpression, stands},
    imports::ImportTable,
    languages::{LoadedGrammar, SyntaxNodeKind},
    node_parts::parts,
    source::SourceFile,
};

/// Steps from a call to the name that its chain begins with.
const MOST_STEPS: usize = 12;

/// Arguments that are looked at.
const MOST_ARGUMENTS: usize = 64;

#[derive(Clone, Copy)]
pub(super) struct CallSite<'s, 't> {
    pub(super) node: Node<'t>,
    pub(super) source: &'s SourceFile<'s>,
    pub(super) grammar: &'s LoadedGrammar,
    pub(super) callee: &'s str,
    pub(super) imports: &'s ImportTable,
}

impl<'s, 't> CallSite<'s, 't> {
    pub(super) fn language(&self) -> &'static str {
        self.grammar.language.name
    }

    /// The last part of what is called: `run` of `subprocess.run`.
    pub(super) fn last(&self) -> &'s str {
        last_part(self.callee)
    }

    fn given(&self) -> Vec<Node<'t>> {
        arguments(self.node)
            .map(|list| parts(list, MOST_ARGUMENTS))
            .unwrap_or_default()
    }

    pub(super) fn positional(&self) -> Vec<Node<'t>> {
        let all = self.given().into_iter();
        all.filter(|one| one.kind() != "keyword_argument").collect()
    }

    pub(super) fn first(&self) -> Option<Node<'t>> {
        self.positional().into_iter().next()
    }

    pub(super) fn named(&self) -> Vec<(&'s str, Node<'t>)> {
        let all = self.given().into_iter();
        all.filter(|one| one.kind() == "keyword_argument")
            .filter_map(|one| {
                Some((self.source.field(one, "name")?, one.child_by_field_name("value")?))
            })
            .collect()
    }

    pub(super) fn keyword(&self, name: &str) -> Option<Node<'t>> {
        self.named()
            .into_iter()
            .find(|(given, _)| *given == name)
            .map(|(_, value)| value)
    }

    /// What is handed over as a whole: `**options`.
    pub(super) fn splats(&self) -> Vec<Node<'t>> {
        let all = self.given().into_iter();
        let splats = all.filter(|one| one.kind() == "dictionary_splat");
        splats.filter_map(|one| one.named_child(0)).collect()
    }

    /// What an argument says, or what the name that it is was given once.
    pub(super) fn constant(&self, node: Node<'_>) -> &'s str {
        let words = self.source.of(node);
        let known = (node.kind() == "identifier")
            .then(|| self.imports.get(words))
            .flatten();
        known.unwrap_or(words)
    }

    /// What an argument names, with imports resolved.
    pub(super) fn names(&self, node: Node<'_>) -> String {
        let mut name = String::new();
        reference(&mut name, Some(node), self.source, self.grammar, self.imports);
        name
    }

    /// All that is given, as written.
    pub(super) fn written(&self) -> &'s str {
        arguments(self.node)
            .map(|list| self.source.of(list))
            .unwrap_or_default()
    }
}

fn arguments(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("arguments").or_else(|| {
        // What a macro is given has no field of its own.
        (node.kind() == "macro_invocation")
            .then(|| node.named_child(1))
            .flatten()
    })
}

pub(super) fn last_part(callee: &str) -> &str {
    let last = callee.rsplit('.').next().unwrap_or(callee);
    last.rsplit("::").next().unwrap_or(last)
}

/// Writes what a call calls: `subprocess.run`, `builder.add_edge`, `Command::new().arg`.
pub(super) fn callee(
    out: &mut String,
    node: Node<'_>,
    source: &SourceFile<'_>,
    grammar: &LoadedGrammar,
    imports: &ImportTable,
) {
    reference(out, grammar.called(node), source, grammar, imports);
    if node.kind() == "macro_invocation" {
        out.push('!');
    }
}

/// Writes what an expression names. Yields whether its first name is known to stand for something.
pub(super) fn reference(
    out: &mut String,
    mut at: Option<Node<'_>>,
    source: &SourceFile<'_>,
    grammar: &LoadedGrammar,
    imports: &ImportTable,
) -> bool {
    let mut parts: Vec<&str> = Vec::with_capacity(4);
    let mut root = "…";
    let mut module = false;
    for step in 0..MOST_STEPS {
        let Some(node) = at else {
            root = "";
            break;
        };
        let known = grammar.kind(node);
        let calls = known == SyntaxNodeKind::Call;
        if known == SyntaxNodeKind::Name {
            root = root_name(node, "identifier", source, grammar);
            break;
        }
        if let Some((object, name)) = grammar.member(node) {
            if calls && 0 < step {
                parts.push("()");
            }
            parts.push(name.map(|name| source.of(name)).unwrap_or_default());
            at = object;
            continue;
        }
        let kind = node.kind();
        if let Some(stands) = stands(node, source, imports) {
            match stands {
                AliasExpression::Part(object, name) => {
                    parts.push(name);
                    at = Some(object);
                }
                AliasExpression::Module(name) => {
                    (root, module) = (name, true);
                    break;
                }
                AliasExpression::Same(inner) => at = Some(inner),
            }
        } else if calls {
            parts.push("()");
            at = grammar.called(node);
        } else if wraps(kind) {
            at = node.named_child(0);
        } else {
            root = root_name(node, kind, source, grammar);
            break;
        }
    }
    if module {
        out.push_str(root);
        write_parts(out, &parts);
        return true;
    }
    write(out, root, &parts, grammar.language.separator, imports)
}

fn wraps(kind: &str) -> bool {
    matches!(
        kind,
        "parenthesized_expression"
            | "await"
            | "await_expression"
            | "non_null_expression"
            | "as_expression"
            | "satisfies_expression"
            | "generic_function"
            | "instantiation_expression"
            | "try_expression"
            | "reference_expression"
            | "generic_type"
    )
}

fn root_name<'s>(
    node: Node<'_>,
    kind: &str,
    source: &SourceFile<'s>,
    grammar: &LoadedGrammar,
) -> &'s str {
    if grammar.kind(node) == SyntaxNodeKind::Text {
        return "str";
    }
    let name = source.of(node);
    let names = kind.ends_with("identifier")
        || matches!(kind, "self" | "this" | "super" | "import" | "crate");
    if names && name.len() <= 200 { name } else { "…" }
}

/// Writes a name and its parts, the last part first. Yields whether it is known what it stands for.
fn write(
    out: &mut String,
    root: &str,
    parts: &[&str],
    separator: &str,
    imports: &ImportTable,
) -> bool {
    if let Some((next, rest)) = parts.split_last()
        && let Some(full) = imports.get_part(root, next)
    {
        out.push_str(full);
        write_parts(out, rest);
        return true;
    }
    let first = root.split(separator).next().unwrap_or(root);
    let known = imports.get(first);
    match known {
        Some(full) => {
            out.push_str(full);
            out.push_str(&root[first.len()..]);
        }
        None => out.push_str(root),
    }
    write_parts(out, parts);
    known.is_some()
}

fn write_parts(out: &mut String, parts: &[&str]) {
    for part in parts.iter().rev() {
        if *part != "()" && !out.is_empty() {
            out.push('.');
        }
        out.push_str(part);
    }
}
