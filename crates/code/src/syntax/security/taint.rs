//! What the names of each function are given, found once for a file.
//!
//! Work is counted, never timed. Where a file takes more than a file may, every name of it may
//! hold anything.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::{
    super::{
        languages::{LoadedGrammar, SyntaxNodeKind},
        node_parts::onward,
        source::SourceFile,
    },
    bindings::{BindingEffect, binds, bound},
    taint_conditions,
};

/// Steps that a file may take.
const MOST: usize = 2_000_000;

/// Functions around one that are looked into.
const MOST_OUTWARDS: usize = 64;

/// Words without which no call of a file asks where a value comes from.
const ASKING: &[&str] = &[
    "eval", "exec", "SELECT", "select", "INSERT", "insert", "UPDATE", "update", "DELETE",
    "delete", "DROP", "drop", "REPLACE", "replace", "WITH", "with",
];

/// What is known of the names of a file.
#[derive(Default)]
pub(super) struct TaintFacts {
    /// Where each function begins and ends, and which one holds from there on.
    turns: Vec<(usize, usize)>,
    functions: Vec<ScopeTaintFacts>,
}

/// The names of one function, or of the module.
#[derive(Default)]
struct ScopeTaintFacts {
    around: Option<usize>,
    bound: BTreeSet<String>,
    harmless: BTreeSet<String>,
    told: BTreeSet<String>,
    files: BTreeMap<String, (String, bool)>,
}

impl TaintFacts {
    pub(super) fn of(source: &SourceFile<'_>, grammar: &LoadedGrammar, root: Node<'_>) -> Self {
        let asks = grammar.language.name != "rust"
            && ASKING.iter().any(|word| source.text.contains(word));
        let found = asks.then(|| TaintAnalysis::new(source, grammar).over(root)).flatten();
        found.unwrap_or_default()
    }

    /// The function around a node, or the module.
    fn function(&self, node: Node<'_>) -> Option<usize> {
        let after = self.turns.partition_point(|(at, _)| *at <= node.start_byte());
        let (_, function) = self.turns.get(after.checked_sub(1)?)?;
        Some(*function)
    }

    fn around(&self, node: Node<'_>) -> Option<&ScopeTaintFacts> {
        self.functions.get(self.function(node)?)
    }

    /// Whether a name can hold nothing but what is harmless in a statement.
    pub(super) fn is_harmless(&self, name: Node<'_>, words: &str) -> bool {
        self.around(name).is_some_and(|known| known.harmless.contains(words))
    }

    /// Whether a name holds what whoever runs the program told it.
    pub(super) fn is_told(&self, at: Node<'_>, words: &str) -> bool {
        self.function(at)
            .is_some_and(|function| self.told_from(function, words))
    }

    /// The same from a function on outwards, to the first that gives the name something.
    fn told_from(&self, function: usize, words: &str) -> bool {
        let mut at = Some(function);
        for _ in 0..MOST_OUTWARDS {
            let Some(known) = at.and_then(|number| self.functions.get(number)) else { break };
            if known.bound.contains(words) {
                return known.told.contains(words);
            }
            at = known.around;
        }
        false
    }

    /// The path or name that a name is read from, and whether it is read there.
    pub(super) fn file(&self, at: Node<'_>, words: &str) -> Option<(&str, bool)> {
        let (path, read) = self.around(at)?.files.get(words)?;
        Some((path, *read))
    }
}

/// What a name was given so far.
#[derive(Default)]
struct NameAssignments<'s> {
    /// Names that must be harmless so that it is; nothing where it cannot be.
    harmless: TaintDependencies<'s>,
    told: TaintDependencies<'s>,
    /// What it is read from. Nothing after the second time it is given something.
    file: Option<(&'s str, bool)>,
    times: usize,
    /// Given something in this very function.
    own: bool,
}

/// Names that something hangs on.
#[derive(Default)]
struct TaintDependencies<'s> {
    fails: bool,
    names: BTreeSet<&'s str>,
    /// Something that it is given does not hang on itself.
    grounded: bool,
}

impl<'s> TaintDependencies<'s> {
    fn add(&mut self, name: &str, needs: Option<&[&'s str]>) {
        match needs {
            Some(needs) => {
                self.grounded |= !needs.contains(&name);
                self.names.extend(needs);
            }
            None => self.fails = true,
        }
    }
}

type ScopeAssignments<'s> = BTreeMap<&'s str, NameAssignments<'s>>;

/// Finds what names are given, function by function.
struct TaintAnalysis<'f, 's> {
    source: &'f SourceFile<'s>,
    grammar: &'f LoadedGrammar,
    names: TaintFacts,
    functions: Vec<ScopeAssignments<'s>>,
    /// Functions that are open, with where they end; the innermost last.
    open: Vec<(usize, usize)>,
    work: usize,
}

impl<'f, 's> TaintAnalysis<'f, 's> {
    fn new(source: &'f SourceFile<'s>, grammar: &'f LoadedGrammar) -> Self {
        Self {
            source,
            grammar,
            names: TaintFacts::default(),
            functions: Vec::new(),
            open: Vec::new(),
            work: 0,
        }
    }

    /// Walks it all; nothing where that takes more than it may.
    fn over(mut self, root: Node<'_>) -> Option<TaintFacts> {
        self.enter(0, usize::MAX);
        let mut cursor = root.walk();
        loop {
            self.work += 1;
            if MOST < self.work {
                return None;
            }
            self.visit(cursor.node());
            if !onward(&mut cursor) {
                return Some(self.settle());
            }
        }
    }

    fn enter(&mut self, start: usize, end: usize) {
        let number = self.functions.len();
        let around = self.open.last().map(|(_, number)| *number);
        self.names.turns.push((start, number));
        self.names
            .functions
            .push(ScopeTaintFacts { around, ..ScopeTaintFacts::default() });
        self.functions.push(ScopeAssignments::new());
        self.open.push((end, number));
    }

    fn visit(&mut self, node: Node<'_>) {
        while let Some((end, _)) = self.open.pop_if(|(end, _)| *end <= node.start_byte()) {
            let outer = self.open.last().map_or(0, |(_, number)| *number);
            self.names.turns.push((end, outer));
        }
        if self.grammar.kind(node) == SyntaxNodeKind::Function {
            self.enter(node.start_byte(), node.end_byte());
            self.parameters(node);
            return;
        }
        match binds(self.source, node) {
            Some(BindingEffect::Gives(name, value)) => self.gives(name, value),
            Some(BindingEffect::Opens(pattern, from)) => {
                for name in self.bound(pattern) {
                    let file = from.and_then(|from| taint_conditions::file(self.source, from));
                    self.note(name, (None, None), file);
                }
            }
            Some(BindingEffect::Shares(names)) => {
                for name in self.bound(names) {
                    self.shares(name);
                }
            }
            None => {}
        }
    }

    fn bound(&mut self, pattern: Node<'_>) -> Vec<&'s str> {
        let found = bound(pattern);
        self.work += pattern.descendant_count().min(400);
        found.into_iter().map(|name| self.source.of(name)).collect()
    }

    fn gives(&mut self, name: Node<'_>, value: Node<'_>) {
        let harmless = taint_conditions::harmless(self.source, value);
        let told = taint_conditions::operators(self.source, value);
        self.work += harmless.work + told.work;
        let file = taint_conditions::file(self.source, value);
        let needs = (harmless.needs.as_deref(), told.needs.as_deref());
        self.note(self.source.of(name), needs, file);
    }

    /// A parameter may hold anything, except where it says that it is what was parsed.
    fn parameters(&mut self, function: Node<'_>) {
        let list = ["parameters", "parameter"]
            .iter()
            .find_map(|field| function.child_by_field_name(field));
        let Some(list) = list else { return };
        let command = self.source.field(function, "name") == Some("handle");
        let mut cursor = list.walk();
        let parts: Vec<_> = match list.kind() {
            "identifier" => vec![list],
            _ => list.named_children(&mut cursor).take(400).collect(),
        };
        for part in parts {
            let typed = self.source.field(part, "type");
            let parsed = typed.is_some_and(|name| name.ends_with("Namespace"))
                || command && self.source.of(part) == "**options";
            let told: Option<&[&str]> = parsed.then_some(&[]);
            for name in self.bound(part) {
                self.put(name, (None, told), None, 1);
            }
        }
    }

    /// Something that a name is given here. Names of outer functions can be meant, except in
    /// Python, which says so.
    fn note(
        &mut self,
        name: &'s str,
        needs: (Option<&[&'s str]>, Option<&[&'s str]>),
        file: Option<(&'s str, bool)>,
    ) {
        let outer = if self.grammar.language.name == "python" { 1 } else { self.open.len() };
        self.put(name, needs, file, outer);
    }

    fn put(
        &mut self,
        name: &'s str,
        (harmless, told): (Option<&[&'s str]>, Option<&[&'s str]>),
        file: Option<(&'s str, bool)>,
        functions: usize,
    ) {
        self.work += functions;
        for (step, (_, number)) in self.open.iter().rev().take(functions).enumerate() {
            let Some(names) = self.functions.get_mut(*number) else { continue };
            let given = names.entry(name).or_default();
            given.harmless.add(name, harmless);
            given.told.add(name, told);
            given.file = file.filter(|_| given.times == 0);
            given.times += 1;
            given.own |= step == 0;
        }
    }

    /// What is given to the name elsewhere is not followed.
    fn shares(&mut self, name: &'s str) {
        self.put(name, (None, None), None, self.open.len());
    }

    /// Draws the conclusions, outer functions first.
    fn settle(mut self) -> TaintFacts {
        for number in 0..self.functions.len() {
            let given = std::mem::take(&mut self.functions[number]);
            let harmless = holding(&given, |one| &one.harmless, |_| false);
            let around = self.names.functions[number].around;
            let told = holding(
                &given,
                |one| &one.told,
                |name| around.is_some_and(|around| self.names.told_from(around, name)),
            );
            let known = &mut self.names.functions[number];
            known.harmless = harmless;
            known.told = told;
            for (name, one) in given {
                known.files.extend(
                    one.file
                        .map(|(path, read)| (name.to_owned(), (path.to_owned(), read))),
                );
                if one.own {
                    known.bound.insert(name.to_owned());
                }
            }
        }
        self.names
    }
}

/// The names of a function of which something holds: of all that each hangs on, too.
fn holding<'s>(
    given: &ScopeAssignments<'s>,
    needs: impl for<'n> Fn(&'n NameAssignments<'s>) -> &'n TaintDependencies<'s>,
    outside: impl Fn(&str) -> bool,
) -> BTreeSet<String> {
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut failing = Vec::new();
    for (name, one) in given {
        let needs = needs(one);
        let unknown = |need: &&str| !given.contains_key(need) && !outside(need);
        if needs.fails || !needs.grounded || needs.names.iter().any(unknown) {
            failing.push(*name);
            continue;
        }
        for need in &needs.names {
            users.entry(need).or_default().push(name);
        }
    }
    let mut failed: BTreeSet<&str> = failing.iter().copied().collect();
    while let Some(name) = failing.pop() {
        let hanging = users.remove(name).unwrap_or_default();
        failing.extend(hanging.into_iter().filter(|user| failed.insert(user)));
    }
    let held = given.keys().filter(|name| !failed.contains(*name));
    held.map(|name| (*name).to_owned()).collect()
}
