//! What files say that could matter to a graph, noted while they are walked.
//!
//! A graph is put together at the end, because its routers may lie in files that come later.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::{
    super::{
        call::CallSite,
        imports::ImportTable,
        source::{SourceFile, squeezed},
    },
    call_chain::{chain_start, given, is_bare, root, typed_builders},
    code_definitions::{NodeWithAncestors, definition},
    dead_code::DeadCodeRanges,
    frameworks::{self, BuilderAction, GraphFramework, is_read},
    function_bodies::FunctionBodies,
    module::{BuilderCall, CallChainRoot, GraphBuilder, GraphModule},
    name_uses::NameUses,
    reachability::StandIn,
    symbolic_value::{SymbolicValue, targets},
};
use crate::facts::FileRole;

/// Files, and things noted of one, that are kept.
const MOST_MODULES: usize = 20_000;
const MOST_NOTED: usize = 4_000;
const MOST_IN_ALL: usize = 300_000;

/// Builders of one file: no more graphs are kept of a whole repository.
const MOST_BUILDERS: usize = 200;

#[derive(Default)]
pub(in super::super) struct GraphCollector {
    pub(super) modules: Vec<GraphModule>,
    /// The file in hand; none where it can have no part in a graph.
    pub(super) current: Option<GraphModule>,
    loops: Vec<(Vec<String>, SymbolicValue)>,
    /// Things noted of all files.
    noted: usize,
    pub(super) cut: bool,
    pub(super) mentions: NameUses,
    pub(super) number: u32,
    /// Whether names of the file in hand count.
    pub(super) listens: bool,
    /// How a program is told to begin by a text of the file in hand.
    pub(super) begin_in: Option<fn(&str) -> bool>,
    /// Folders of the repository that have the name of a library, by it and where they lie.
    pub(super) stand_ins: BTreeMap<(&'static str, String), StandIn>,
    /// The one that the file in hand lies in.
    pub(super) shadowed: Option<(&'static str, String)>,
    pub(super) bodies: FunctionBodies,
}

impl GraphCollector {
    pub(in super::super) fn begin(
        &mut self,
        source: &SourceFile<'_>,
        language: &str,
        role: FileRole,
        root: Node<'_>,
    ) {
        self.loops.clear();
        self.current = None;
        self.listen(source.path, language, role);
        if !is_read(language) || role != FileRole::Product {
            return;
        }
        self.bodies.begin();
        let marked = frameworks::MARKS.iter().any(|mark| source.text.contains(mark));
        let idle = marked.then(|| DeadCodeRanges::of(root, source));
        self.current = Some(GraphModule {
            path: source.path.to_owned(),
            marked,
            number: self.number,
            idle: idle.unwrap_or_default(),
            ..GraphModule::default()
        });
    }

    /// Keeps what was noted of the file in hand, if it was anything.
    pub(in super::super) fn end(&mut self, source: &SourceFile<'_>, imports: ImportTable) {
        let Some(mut module) = self.current.take() else { return };
        let stem = module.path.rsplit('/').next().unwrap_or(&module.path);
        // Packages hand names on that they import themselves.
        let hands_on = stem == "__init__.py" || stem.starts_with("index.");
        let empty = module.names.is_empty()
            && module.functions.is_empty()
            && module.builders.is_empty()
            && !(hands_on && imports.any());
        if empty {
            return;
        }
        if MOST_MODULES <= self.modules.len() {
            self.cut = true;
            return;
        }
        if !module.builders.is_empty() {
            source.as_filed().clone_into(&mut module.text);
        }
        module.imports = imports;
        self.modules.push(module);
    }

    /// The file in hand, if more may be noted of it.
    pub(super) fn room(&mut self) -> Option<&mut GraphModule> {
        let module = self.current.as_mut()?;
        module.noted += 1;
        self.noted += 1;
        if MOST_NOTED < module.noted || MOST_IN_ALL < self.noted {
            self.cut |= module.marked;
            return None;
        }
        Some(module)
    }

    fn marked(&self) -> bool {
        self.current.as_ref().is_some_and(|module| module.marked)
    }

    pub(in super::super) fn enter_loop(&mut self, node: Node<'_>, source: &SourceFile<'_>) {
        let (mut names, mut over) = (Vec::new(), SymbolicValue::Unknown);
        if self.marked()
            && let Some(left) = node.child_by_field_name("left")
            && let Some(right) = node.child_by_field_name("right")
        {
            (names, over) = (targets(left, source), SymbolicValue::of(right, source));
        }
        self.loops.push((names, over));
    }

    pub(in super::super) fn leave_loop(&mut self) {
        self.loops.pop();
    }

    /// A class begins; its name in full, and alone.
    pub(in super::super) fn class(
        &mut self,
        placed: NodeWithAncestors<'_, '_>,
        full: &str,
        name: &str,
        bases: &[String],
    ) {
        self.stands_in(full, placed.1);
        if self.current.is_some() {
            self.bodies.add_class(name);
        }
        if self.marked()
            && let Some(module) = self.room()
        {
            module.bases.insert(name.to_owned(), bases.to_vec());
            let mut definition = definition(placed, &module.path, full, bases);
            definition.class = true;
            module.definitions.insert(full.to_owned(), definition);
        }
    }

    pub(in super::super) fn function(
        &mut self,
        placed: NodeWithAncestors<'_, '_>,
        source: &SourceFile<'_>,
        name: &str,
        imports: &ImportTable,
    ) {
        let node = placed.0;
        self.stands_in(name, placed.1);
        if self.current.is_some() {
            self.bodies.add(name, node, source, imports);
        }
        if !self.marked() {
            return;
        }
        let hint = node.child_by_field_name("return_type");
        let hint = hint.map(|hint| squeezed(source.of(hint), 400)).unwrap_or_default();
        let builders = typed_builders(node, source, imports);
        if let Some(module) = self.room() {
            let function = module.function(name);
            function.hint = hint;
            function.builders = builders;
            // Of two with one name, the second may be an overload.
            let new = definition(placed, &module.path, name, &[]);
            let known = module.definitions.entry(name.to_owned()).or_default();
            known.free |= new.free;
        }
    }

    pub(in super::super) fn returns(
        &mut self,
        node: Node<'_>,
        source: &SourceFile<'_>,
        within: &str,
    ) {
        let Some(value) = node.named_child(0) else { return };
        let plain =
            matches!(value.kind(), "string" | "conditional_expression" | "ternary_expression");
        if self.current.is_none() || !(plain || self.marked()) || self.idles(node) {
            return;
        }
        let value = SymbolicValue::of(value, source);
        let text_alone = matches!(value, SymbolicValue::Text(..) | SymbolicValue::Choice(_));
        if (text_alone || self.marked())
            && let Some(module) = self.room()
        {
            module.function(within).returns.push(value);
        }
    }

    pub(in super::super) fn assigns(
        &mut self,
        name: &str,
        value: Node<'_>,
        source: &SourceFile<'_>,
        within: &str,
        top: bool,
    ) {
        let marked = self.marked();
        let plain = top
            && matches!(
                value.kind(),
                "string" | "list" | "tuple" | "array" | "object" | "dictionary"
            );
        if self.current.is_none() || !(marked || plain) {
            return;
        }
        let chained = matches!(
            value.kind(),
            "call" | "call_expression" | "new_expression" | "await" | "await_expression"
        );
        // Of files that use no library of graphs a name in capitals may be that of a node.
        let capitals = !name.contains(char::is_lowercase);
        if !marked && !capitals {
            return;
        }
        let worth = SymbolicValue::of(value, source);
        let start = chain_start(value);
        let Some(module) = self.room() else { return };
        if chained && marked {
            module.bound.push((within.to_owned(), name.to_owned(), start));
        }
        if worth.tells() || marked {
            module.gives(within, name.to_owned(), worth);
        }
    }

    /// A call, with all that it lies in.
    pub(in super::super) fn call(
        &mut self,
        call: &CallSite<'_, '_>,
        around: &[Node<'_>],
        within: &str,
    ) {
        if self.listens && !self.idles(call.node) {
            self.names_loosely(call, around);
        }
        if !self.marked() {
            return;
        }
        if let Some(framework) = frameworks::builder(call.callee) {
            self.builder(call, around, within, framework);
        } else if let Some(action) = frameworks::action(call.last()) {
            self.act(call, around, within, action);
        } else if call.last() == "compile" {
            let function = call.node.child_by_field_name("function");
            let root = function.and_then(|function| root(function, call.source));
            self.compiles(root, call.node, within);
        } else if !self.idles(call.node) {
            self.leads(call, within);
        }
    }

    /// A call that may say where to go on.
    fn leads(&mut self, call: &CallSite<'_, '_>, within: &str) {
        if matches!(call.last(), "append" | "extend" | "push" | "add") {
            self.appends(call, within);
        } else if frameworks::is_own(call.callee, "Command") {
            self.goes(call, within);
        }
    }

    pub(super) fn idles(&self, node: Node<'_>) -> bool {
        let module = self.current.as_ref();
        module.is_some_and(|module| module.idle.why(node.start_byte()).is_some())
    }

    fn builder(
        &mut self,
        call: &CallSite<'_, '_>,
        around: &[Node<'_>],
        within: &str,
        framework: &'static GraphFramework,
    ) {
        let (start, line) = (call.node.start_byte(), call.source.line_of(call.node));
        let named = given(call);
        let Some(module) = self.room() else { return };
        if MOST_BUILDERS <= module.builders.len() {
            self.cut = true;
            return;
        }
        let (within_it, made) = (within.to_owned(), call.last().to_owned());
        module.builders.push(GraphBuilder {
            framework,
            start,
            line,
            within: within_it,
            made,
            bare: is_bare(around),
        });
        if named.1.iter().any(|(name, _)| name == "nodes") {
            module.calls.push(BuilderCall {
                root: CallChainRoot::At(start),
                action: BuilderAction::Nodes,
                given: named.0,
                named: named.1,
                loops: Vec::new(),
                within: within.to_owned(),
                arms: Vec::new(),
                at: start,
                line,
            });
        }
    }

    fn act(
        &mut self,
        call: &CallSite<'_, '_>,
        around: &[Node<'_>],
        within: &str,
        action: BuilderAction,
    ) {
        let Some(function) = call.node.child_by_field_name("function") else { return };
        let Some(root) = root(function, call.source) else { return };
        let name = ["attribute", "property"]
            .iter()
            .find_map(|f| function.child_by_field_name(f));
        let name = name.unwrap_or(function);
        let (given, named) = given(call);
        let loops = self.loops.clone();
        let Some(module) = self.room() else { return };
        module.calls.push(BuilderCall {
            root,
            action,
            given,
            named,
            loops,
            within: within.to_owned(),
            arms: arms(around),
            at: name.start_byte(),
            line: call.source.line_of(name),
        });
    }

    /// `sends.append(Send("x", state))` makes `sends` worth that too.
    fn appends(&mut self, call: &CallSite<'_, '_>, within: &str) {
        let Some(function) = call.node.child_by_field_name("function") else { return };
        let Some(CallChainRoot::Name(name)) = root(function, call.source) else { return };
        let mut values = given(call).0;
        if call.last() == "extend" {
            values = vec![SymbolicValue::Join(values)];
        }
        let mut worth = SymbolicValue::List(values);
        for (names, over) in self.loops.iter().rev() {
            let (names, over) = (names.clone(), Box::new(over.clone()));
            worth = SymbolicValue::Each { names, over, body: Box::new(worth) };
        }
        if let Some(module) = self.room() {
            module.gives(within, name, worth);
        }
    }

    fn goes(&mut self, call: &CallSite<'_, '_>, within: &str) {
        let (given, named) = given(call);
        let by_name = named
            .into_iter()
            .find(|(name, _)| name == "goto")
            .map(|(_, value)| value);
        let in_object = || match given.into_iter().next() {
            Some(SymbolicValue::Map(pairs)) => {
                pairs.into_iter().find_map(|(key, value)| match key {
                    SymbolicValue::Name(key) | SymbolicValue::Text(key, _) if key == "goto" => {
                        Some(value)
                    }
                    _ => None,
                })
            }
            _ => None,
        };
        if let Some(value) = by_name.or_else(in_object)
            && let Some(module) = self.room()
        {
            module.function(within).goes.push(value);
        }
    }
}

/// The branches that a node lies in: where each choice begins, and where the branch does.
fn arms(around: &[Node<'_>]) -> Vec<(usize, usize)> {
    let choice = |pair: &[Node<'_>]| {
        let [choice, arm] = pair else { return None };
        let is = choice.kind() == "if_statement"
            && choice.child_by_field_name("condition") != Some(*arm);
        is.then(|| (choice.start_byte(), arm.start_byte()))
    };
    around.windows(2).filter_map(choice).collect()
}
