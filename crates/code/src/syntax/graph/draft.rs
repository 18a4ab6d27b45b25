//! A graph in the making: what each call on its builder adds.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    evaluate::{ModuleIndex, ResolutionScope, RouteResolution, RouteTarget},
    frameworks::BuilderAction,
    function_bodies::FunctionBodies,
    module::BuilderCall,
    node_work::NodeWork,
    symbolic_value::SymbolicValue,
};
use crate::facts::{EdgeKind, OrchestrationEdge, OrchestrationNode};

const MOST_NODES: usize = 1000;
const MOST_EDGES: usize = 5000;
const MOST_TURNS: usize = 256;

pub(super) struct GraphDraft<'a> {
    pub(super) atlas: &'a ModuleIndex<'a>,
    pub(super) module: usize,
    pub(super) framework: &'static str,
    pub(super) nodes: Vec<OrchestrationNode>,
    pub(super) edges: BTreeSet<OrchestrationEdge>,
    pub(super) unresolved: BTreeSet<String>,
    /// Nodes that lead to any number of the same at once.
    pub(super) many: BTreeSet<(String, String)>,
    pub(super) plain: u32,
    pub(super) conditional: u32,
    /// What the nodes' functions do.
    pub(super) bodies: &'a FunctionBodies,
    /// Choices of which several branches build something: only one of them is taken.
    pub(super) exclusive: BTreeSet<usize>,
}

/// Choices of which several branches call the builder.
pub(super) fn exclusive(calls: &[&BuilderCall]) -> BTreeSet<usize> {
    let mut branches: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (choice, arm) in calls.iter().flat_map(|call| &call.arms) {
        branches.entry(*choice).or_default().insert(*arm);
    }
    let several = branches.into_iter().filter(|(_, arms)| 1 < arms.len());
    several.map(|(choice, _)| choice).collect()
}

impl GraphDraft<'_> {
    /// One place for each turn of the loops around a call.
    pub(super) fn turns(&mut self, call: &BuilderCall) -> Vec<ResolutionScope> {
        let mut places = vec![ResolutionScope::of(self.module, call.within.clone())];
        for (names, over) in &call.loops {
            let mut inner = Vec::new();
            for place in &places {
                match self.atlas.items(over, place, 0) {
                    Some(items) => {
                        inner.extend(items.iter().map(|item| place.with(names, item)));
                    }
                    None => inner.push(place.with(names, &SymbolicValue::Unknown)),
                }
            }
            inner.truncate(MOST_TURNS);
            places = inner;
        }
        places
    }

    pub(super) fn apply(&mut self, call: &BuilderCall, place: &ResolutionScope) {
        let argument = |at: usize, names: &[&str]| {
            let named = call.named.iter().find(|(name, _)| names.contains(&name.as_str()));
            call.given.get(at).or_else(|| named.map(|(_, value)| value))
        };
        let first =
            argument(0, &["node", "start_key", "source", "key", "nodes", "name", "sender"]);
        let second = argument(1, &["action", "end_key", "path", "instance", "receiver"]);
        let first = first.unwrap_or(&SymbolicValue::Unknown);
        match call.action {
            BuilderAction::Node => self.node(first, second, place, call.line),
            BuilderAction::Edge => {
                self.plain += 1;
                let to = second.unwrap_or(&SymbolicValue::Unknown);
                self.edge(first, to, self.kind_of(call), place, call.line);
            }
            BuilderAction::Conditional => {
                self.conditional += 1;
                let map = argument(2, &["path_map", "then"]);
                let from = self.sources(first, place, call.line);
                self.route(
                    &from,
                    second.unwrap_or(&SymbolicValue::Unknown),
                    map,
                    place,
                    call.line,
                );
            }
            BuilderAction::ConditionalEntry => {
                self.conditional += 1;
                let map = argument(1, &["path_map"]);
                let router = argument(0, &["path"]).unwrap_or(&SymbolicValue::Unknown);
                self.route(&["START".to_owned()], router, map, place, call.line);
            }
            BuilderAction::Sequence => self.sequence(first, place, call.line),
            BuilderAction::Entry => {
                let start = SymbolicValue::Text("START".to_owned(), call.line);
                self.edge(&start, first, self.kind_of(call), place, call.line);
            }
            BuilderAction::Finish => {
                let end = SymbolicValue::Text("END".to_owned(), call.line);
                self.edge(first, &end, self.kind_of(call), place, call.line);
            }
            BuilderAction::Nodes => self.typed_nodes(&call.named, place, call.line),
        }
    }

    /// How an edge is taken that a call adds: of branches that exclude each other, one is.
    fn kind_of(&self, call: &BuilderCall) -> EdgeKind {
        let one_of = call.arms.iter().any(|(choice, _)| self.exclusive.contains(choice));
        if one_of { EdgeKind::Conditional } else { EdgeKind::Plain }
    }

    /// Adds a node by its name, or by its function alone, or several by a mapping.
    fn node(
        &mut self,
        name: &SymbolicValue,
        action: Option<&SymbolicValue>,
        place: &ResolutionScope,
        line: u32,
    ) {
        if let SymbolicValue::Map(pairs) = name {
            for (key, value) in pairs {
                match key {
                    SymbolicValue::Name(key) | SymbolicValue::Text(key, _) => {
                        self.add(key.clone(), Some(value), place, line);
                    }
                    _ => self.untold(line, "the name of a node is not plain"),
                }
            }
            return;
        }
        let told = self.atlas.name(name, place);
        match (told, name, action) {
            (Some(told), _, action) => self.add(told, action, place, line),
            (None, SymbolicValue::Name(function), None) => {
                let short = function.rsplit('.').next().unwrap_or(function).to_owned();
                self.add(short, Some(name), place, line);
            }
            _ => self.untold(line, "the name of a node is not plain"),
        }
    }

    fn add(
        &mut self,
        name: String,
        action: Option<&SymbolicValue>,
        place: &ResolutionScope,
        line: u32,
    ) {
        let known = self.nodes.iter().any(|node| node.name == name);
        if known || MOST_NODES <= self.nodes.len() {
            return;
        }
        let work = action.map(|action| self.atlas.work(action, place, self.bodies));
        let work = work.unwrap_or(NodeWork::Untold);
        self.nodes.push(OrchestrationNode {
            name,
            function: action.and_then(|action| self.function_of(action, place)),
            line,
            hollow: work.hollow(self.bodies).map(str::to_owned),
            asks_model: work.asks(self.bodies),
            untold: work == NodeWork::Untold,
        });
    }

    /// The function behind a node: by its name, which a loop may have given it, or as the first
    /// argument of what wraps it.
    fn function_of(&self, value: &SymbolicValue, place: &ResolutionScope) -> Option<String> {
        match value {
            SymbolicValue::Name(name) => match place.bound(name) {
                Some(SymbolicValue::Name(bound)) => Some(bound.clone()),
                Some(_) => None,
                None => Some(name.clone()),
            },
            SymbolicValue::Call { callee, given, .. } if callee == "getattr" => {
                self.atlas.attribute(given, place)
            }
            SymbolicValue::Call { callee, given, .. } => match given.first() {
                Some(SymbolicValue::Name(name)) if place.bound(name).is_none() => {
                    Some(name.clone())
                }
                _ => Some(callee.clone()),
            },
            _ => None,
        }
    }

    /// The nodes that an edge leaves from: one, or several that are waited for.
    fn sources(
        &mut self,
        value: &SymbolicValue,
        place: &ResolutionScope,
        line: u32,
    ) -> Vec<String> {
        let told = self.atlas.told(value, place);
        if told.unknown || told.targets.is_empty() {
            self.untold(line, "an end of an edge is not plain");
        }
        told.targets
            .into_iter()
            .map(|target| self.port(target.name))
            .collect()
    }

    /// Whether an end of an edge is one of several, as by `entry = "a" if quick else "b"`.
    fn is_choice(&self, value: &SymbolicValue, place: &ResolutionScope) -> bool {
        let told = self.atlas.told(value, place);
        1 < told.targets.len() && told.targets.iter().all(|target| !target.at_once)
    }

    /// A connection of Haystack names a socket after the component.
    fn port(&self, name: String) -> String {
        match self.framework {
            "haystack" => name.split('.').next().unwrap_or(&name).to_owned(),
            _ => name,
        }
    }

    fn edge(
        &mut self,
        from: &SymbolicValue,
        to: &SymbolicValue,
        kind: EdgeKind,
        place: &ResolutionScope,
        line: u32,
    ) {
        let kind = if self.is_choice(from, place) || self.is_choice(to, place) {
            EdgeKind::Conditional
        } else {
            kind
        };
        let (from, to) = (self.sources(from, place, line), self.sources(to, place, line));
        for from in &from {
            for to in &to {
                self.join(from, to, kind, line);
            }
        }
    }

    fn join(&mut self, from: &str, to: &str, kind: EdgeKind, line: u32) {
        if self.edges.len() < MOST_EDGES {
            self.edges.insert(OrchestrationEdge {
                from: from.to_owned(),
                to: to.to_owned(),
                kind,
                line,
                many: false,
            });
        }
    }

    /// Conditional edges: what the router returns, through the mapping where there is one.
    fn route(
        &mut self,
        from: &[String],
        router: &SymbolicValue,
        map: Option<&SymbolicValue>,
        place: &ResolutionScope,
        line: u32,
    ) {
        let told = self.atlas.routes(router, place);
        let pairs = map.and_then(|map| self.atlas.map(map, place));
        let listed = match (&pairs, map) {
            (None, Some(map)) => self.atlas.told(map, place),
            _ => RouteResolution::default(),
        };
        let mut reached: Vec<RouteTarget> = listed.targets;
        for target in &mut reached {
            (target.at_once, target.many) = (false, false);
        }
        for (_, value) in pairs.iter().flatten() {
            let mut targets = self.atlas.told(value, place).targets;
            for target in &mut targets {
                target.at_once = false;
            }
            reached.extend(targets);
        }
        let routed: Vec<_> = told
            .targets
            .into_iter()
            .map(|target| RouteTarget {
                name: self.mapped(&target.name, pairs.as_deref(), place),
                ..target
            })
            .collect();
        // What the router itself says to run at once is not said again as a choice.
        reached.retain(|target| routed.iter().all(|routed| routed.name != target.name));
        if told.unknown && reached.is_empty() {
            self.untold(line, "where a router leads cannot be told in full");
        }
        for target in routed.into_iter().chain(reached) {
            self.lead(from, &target, line);
        }
    }

    fn mapped(
        &self,
        key: &str,
        pairs: Option<&[(SymbolicValue, SymbolicValue)]>,
        place: &ResolutionScope,
    ) -> String {
        let found = pairs.into_iter().flatten().find(|(given, _)| match given {
            SymbolicValue::Name(given) if given == key => true,
            given => self.atlas.name(given, place).as_deref() == Some(key),
        });
        found
            .and_then(|(_, value)| self.atlas.name(value, place))
            .unwrap_or_else(|| key.to_owned())
    }

    fn lead(&mut self, from: &[String], target: &RouteTarget, line: u32) {
        let kind = if target.at_once { EdgeKind::Send } else { EdgeKind::Conditional };
        // A line of another file would mislead: the graph lies in this one.
        let line = match target.said {
            (module, said) if module == self.module && 0 < said && target.at_once => said,
            _ => line,
        };
        for from in from {
            if target.many {
                self.many.insert((from.clone(), target.name.clone()));
            }
            self.join(from, &target.name, kind, line);
        }
    }

    fn sequence(&mut self, list: &SymbolicValue, place: &ResolutionScope, line: u32) {
        let Some(items) = self.atlas.items(list, place, 0) else {
            self.untold(line, "a sequence is not plain");
            return;
        };
        let before = self.nodes.len();
        for item in &items {
            match item {
                SymbolicValue::List(pair) if pair.len() == 2 => {
                    self.node(&pair[0], Some(&pair[1]), place, line);
                }
                item => self.node(item, None, place, line),
            }
        }
        let added: Vec<String> =
            self.nodes[before..].iter().map(|node| node.name.clone()).collect();
        for pair in added.windows(2) {
            self.join(&pair[0], &pair[1], EdgeKind::Plain, line);
        }
    }

    /// Nodes that are classes; where they lead is in the return type of `run`.
    fn typed_nodes(
        &mut self,
        named: &[(String, SymbolicValue)],
        place: &ResolutionScope,
        line: u32,
    ) {
        let list = named.iter().find(|(name, _)| name == "nodes").map(|(_, value)| value);
        let items = list.and_then(|list| self.atlas.items(list, place, 0));
        let Some(items) = items else {
            self.untold(line, "the list of nodes is not plain");
            return;
        };
        let names = items.into_iter().filter_map(|item| match item {
            SymbolicValue::Name(name) => Some(name),
            _ => None,
        });
        let names: Vec<String> = names.collect();
        for name in &names {
            let run = SymbolicValue::Name(format!("{name}.run"));
            self.add(name.clone(), Some(&run), place, line);
        }
        for name in &names {
            let run = self.atlas.function(&format!("{name}.run"), place);
            let hint = run.map(|(run, _)| run.hint.as_str()).unwrap_or_default();
            let words: BTreeSet<&str> =
                hint.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let next: Vec<&str> = words
                .into_iter()
                .filter(|word| *word == "End" || names.iter().any(|name| name == word))
                .collect();
            let kind = if next.len() == 1 { EdgeKind::Plain } else { EdgeKind::Conditional };
            for to in next {
                self.join(name, if to == "End" { "END" } else { to }, kind, line);
            }
        }
    }

    /// Edges that nodes take by themselves, through `Command(goto=…)`.
    pub(super) fn commands(&mut self, within: &str) {
        let place = ResolutionScope::of(self.module, within.to_owned());
        for node in self.nodes.clone() {
            let Some(function) = &node.function else { continue };
            let told = self.atlas.goes(function, &place);
            if told.unknown {
                self.untold(node.line, "where a node goes on cannot be told in full");
            }
            for target in &told.targets {
                self.lead(std::slice::from_ref(&node.name), target, node.line);
            }
        }
    }

    fn untold(&mut self, line: u32, what: &str) {
        if self.unresolved.len() < 64 {
            self.unresolved.insert(format!("line {line}: {what}"));
        }
    }
}
