//! Names that files say while they are walked.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::{
    super::source::SourceFile,
    call_chain,
    collector::GraphCollector,
    entry_points,
    frameworks::{self, is_read},
    module::{CallChainRoot, GraphModule},
    name_uses::{is_manifest, names},
    reachability::shadows,
};
use crate::facts::FileRole;

/// Names that are kept of one file that may build a graph.
const MOST_SAID: usize = 20_000;

/// The longest text that may name something.
const LONGEST: usize = 120;

/// Whether code in a file may be what comes to a graph: examples show how a library is called.
const fn may_call(role: FileRole) -> bool {
    matches!(role, FileRole::Product | FileRole::Config | FileRole::Example)
}

impl GraphCollector {
    pub(super) fn listen(&mut self, path: &str, language: &str, role: FileRole) {
        self.number += 1;
        self.listens = is_read(language) && may_call(role);
        self.begin_in = match role {
            FileRole::Product if is_read(language) => Some(entry_points::is_main),
            FileRole::Config if entry_points::is_setup(path) => Some(entry_points::is_console),
            _ => None,
        };
        self.mentions.begins |= role == FileRole::Product && entry_points::is_program(path);
        self.shadowed = None;
        if role == FileRole::Product && language == "python" {
            self.shadowed = shadows(path);
        }
        if let Some(shadowed) = &self.shadowed {
            self.stand_ins.entry(shadowed.clone()).or_default().files += 1;
        }
    }

    /// Whether names of the file in hand are to be told.
    pub(in super::super) const fn listens(&self) -> bool {
        self.listens
    }

    /// Whether any file that counts says a name.
    pub(in super::super) fn is_said(&self, name: &str) -> bool {
        self.mentions.is_said(name)
    }

    /// A name that is said, other than where it is defined.
    pub(in super::super) fn says(
        &mut self,
        node: Node<'_>,
        around: &[Node<'_>],
        source: &SourceFile<'_>,
        within: &str,
    ) {
        let name = source.of(node);
        self.mentions.add(name, self.number);
        if takes_all(around) {
            self.mentions.star(name);
        }
        let Some(module) = marked(&mut self.current) else { return };
        if module.idle.why(node.start_byte()).is_some() {
            return;
        }
        say(module, name, within);
        if is_used(node, around, source) {
            uses(module, name, within);
        }
    }

    /// A text may name something: `"app.flow:build"`, `"build"` of `__all__`, `"run = app:main"` of
    /// an entry point.
    pub(in super::super) fn says_text(&mut self, words: &str, within: &str) {
        let entry = words.contains('=') && words.contains(':');
        let plain = |letter: char| {
            letter.is_alphanumeric()
                || "_.:/-\"'`@".contains(letter)
                || entry && "= ".contains(letter)
        };
        if !self.listens || LONGEST < words.len() || !words.chars().all(plain) {
            return;
        }
        self.mentions.begins |= self.begin_in.is_some_and(|begins| begins(words));
        for name in names(words) {
            self.mentions.add(name, self.number);
            if let Some(module) = marked(&mut self.current) {
                say(module, name, within);
            }
        }
    }

    /// A manifest, settings or a script: entry points are named there.
    pub(in super::super) fn manifest(&mut self, source: &SourceFile<'_>, role: FileRole) {
        self.number += 1;
        if !may_call(role) || !is_manifest(source.path) {
            return;
        }
        self.mentions.begins |=
            role != FileRole::Example && entry_points::in_manifest(source.path, source.text);
        // A notebook writes the end of a line as two letters.
        let lines = source.text.replace("\\n", " ");
        for name in names(&lines) {
            self.mentions.add(name, self.number);
        }
    }

    /// A class or function with the name of a builder is defined in what may stand in for a
    /// library. One for where the library is not there is none.
    pub(super) fn stands_in(&mut self, name: &str, around: &[Node<'_>]) {
        let Some(shadowed) = &self.shadowed else { return };
        let path = self.current.as_ref().map(|module| module.path.clone());
        let spare = || around.iter().any(|node| node.kind() == "except_clause");
        if frameworks::is_builder(name)
            && !spare()
            && let (Some(one), Some(path)) = (self.stand_ins.get_mut(shadowed), path)
        {
            one.defines.entry(name.to_owned()).or_insert(path);
        }
    }

    /// A builder is compiled, or what a name was given.
    pub(super) fn compiles(
        &mut self,
        root: Option<CallChainRoot>,
        node: Node<'_>,
        within: &str,
    ) {
        let idle = self.idles(node);
        let Some(module) = self.room() else { return };
        match root {
            Some(CallChainRoot::At(start)) => {
                module.compiled.insert(start);
            }
            Some(CallChainRoot::Name(name)) if !idle => {
                uses(module, name.rsplit('.').next().unwrap_or(&name), within);
            }
            _ => {}
        }
    }
}

fn marked(current: &mut Option<GraphModule>) -> Option<&mut GraphModule> {
    current.as_mut().filter(|module| module.marked)
}

fn say(module: &mut GraphModule, name: &str, within: &str) {
    module.crowded |= !note(&mut module.says, &mut module.said, (within, name));
}

fn uses(module: &mut GraphModule, name: &str, within: &str) {
    module.crowded |= !note(&mut module.uses, &mut module.used, (name, within));
}

/// Adds to the set of a key; false where there are more than are kept.
fn note(
    sets: &mut BTreeMap<String, BTreeSet<String>>,
    count: &mut usize,
    (key, one): (&str, &str),
) -> bool {
    if MOST_SAID <= *count {
        return false;
    }
    // Most are known: nothing is copied for these.
    let known = match sets.get_mut(key) {
        Some(known) => known,
        None => sets.entry(key.to_owned()).or_default(),
    };
    if !known.contains(one) {
        *count += 1;
        known.insert(one.to_owned());
    }
    true
}

/// Whether a name that lies in this is the last of a file of which everything is imported.
fn takes_all(around: &[Node<'_>]) -> bool {
    let mut outer = around.iter().rev();
    if outer.next().is_none_or(|parent| parent.kind() != "dotted_name") {
        return false;
    }
    let mut outer = outer.skip_while(|node| node.kind() == "relative_import");
    let import = outer.next().filter(|node| node.kind() == "import_from_statement");
    // The name of the file and what is taken.
    import.is_some_and(|import| {
        let mut cursor = import.walk();
        let mut parts = import.named_children(&mut cursor).skip(1);
        parts.next().is_some_and(|part| part.kind() == "wildcard_import")
    })
}

/// Whether a name is used for more than to be given a value, or to be filled as a builder.
fn is_used(node: Node<'_>, around: &[Node<'_>], source: &SourceFile<'_>) -> bool {
    let is = |parent: Node<'_>, field: &str, child: Node<'_>| {
        parent.child_by_field_name(field) == Some(child)
    };
    let reached = |node: Node<'_>| matches!(node.kind(), "attribute" | "member_expression");
    let Some((&parent, outer)) = around.split_last() else { return false };
    let part = reached(parent) && !is(parent, "object", node);
    let (whole, parent, outer) = match outer.split_last().filter(|_| part) {
        Some((&above, outer)) => (parent, above, outer),
        None => (node, parent, outer),
    };
    if reached(parent) && is(parent, "object", whole) {
        let method = ["attribute", "property"]
            .iter()
            .find_map(|field| source.field(parent, field));
        let fills = method.is_some_and(|method| frameworks::action(method).is_some());
        // What fills a builder yields it, and that may be handed on.
        return !fills || !call_chain::is_bare(outer);
    }
    let given = match parent.kind() {
        "assignment" | "assignment_expression" => is(parent, "left", whole),
        "variable_declarator" => is(parent, "name", whole) && !is_exported(outer),
        "keyword_argument" | "public_field_definition" => {
            is(parent, "name", whole) || is(parent, "property", whole)
        }
        "global_statement" | "nonlocal_statement" | "parameters" | "typed_parameter"
        | "formal_parameters" | "required_parameter" => true,
        "default_parameter" | "typed_default_parameter" => is(parent, "name", whole),
        _ => false,
    };
    !given
}

fn is_exported(around: &[Node<'_>]) -> bool {
    let mut outer = around.iter().rev().take(2);
    outer.any(|node| node.kind() == "export_statement")
}
