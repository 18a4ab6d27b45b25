//! Graphs put together from the calls on their builders.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use jurat_model::LocatedValue;

use super::{
    super::source::SourceFile,
    collector::GraphCollector,
    draft::{GraphDraft, exclusive},
    evaluate::ModuleIndex,
    function_bodies::FunctionBodies,
    module::{BuilderCall, CallChainRoot, GraphBuilder, GraphModule, outward},
    reachability::{ReachableScopes, UnreachedReason, stand_in, unused},
    topology,
};
use crate::facts::OrchestrationGraph;

const MOST_GRAPHS: usize = 200;

impl GraphCollector {
    /// Every graph, by path and line; and whether something was left out.
    pub(in super::super) fn finish(&self) -> (Vec<LocatedValue<OrchestrationGraph>>, bool) {
        let atlas = ModuleIndex::new(&self.modules);
        let mut graphs = Vec::new();
        for (at, module) in self.modules.iter().enumerate() {
            if module.builders.is_empty() {
                continue;
            }
            let source = SourceFile::new(&module.path, &module.text);
            let reach = ReachableScopes::of(module, &self.mentions);
            let mut calls = BuilderBindings::of(module).calls();
            for builder in &module.builders {
                let calls = calls.remove(&builder.start).unwrap_or_default();
                let Some(graph) = self.graph(&atlas, (at, &reach), builder, &calls) else {
                    continue;
                };
                let last = calls.iter().map(|call| call.line).max().unwrap_or(builder.line);
                let (first, last) = (builder.line as usize, last.max(builder.line) as usize);
                graphs.push(source.on_lines(graph, first - 1, last - 1));
                if MOST_GRAPHS <= graphs.len() {
                    return (graphs, true);
                }
            }
        }
        (graphs, self.cut)
    }

    /// By each name that the function of just one node says, or a function that it calls: that node.
    /// What several say is nobody's own: what tells them apart may be what they hand over.
    pub(in super::super) fn own_names(
        &self,
        graphs: &[LocatedValue<OrchestrationGraph>],
    ) -> BTreeMap<String, String> {
        let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let counted = graphs.iter().map(|one| &one.value).filter(|graph| graph.counts());
        for node in counted.flat_map(|graph| &graph.nodes) {
            let function = node.function.as_deref().unwrap_or_default();
            let said = self.bodies.said(function).into_iter();
            for name in said.chain(self.bodies.said_by_helpers(function)) {
                users.entry(name).or_default().insert(&node.name);
            }
        }
        let own = users.into_iter().filter_map(|(name, nodes)| match nodes.len() {
            1 => Some((name.to_owned(), (*nodes.first()?).to_owned())),
            _ => None,
        });
        own.collect()
    }

    /// The graph of a builder. Calls that never run add nothing to one that does; one that never
    /// runs is shown as it stands there.
    fn graph(
        &self,
        atlas: &ModuleIndex<'_>,
        (at, reach): (usize, &ReachableScopes),
        builder: &GraphBuilder,
        calls: &[&BuilderCall],
    ) -> Option<OrchestrationGraph> {
        let module = &self.modules[at];
        let why = stand_in((&self.stand_ins, &self.bodies), module, builder)
            .or_else(|| reach.why(module, builder.start, &builder.within))
            .or_else(|| unused(module, builder, &self.mentions));
        if let Some(why) = why {
            return GraphDraft::graph((atlas, &self.bodies), at, builder, calls)
                .map(|graph| why.of(graph));
        }
        let why = |call: &BuilderCall| reach.why(module, call.at, &call.within);
        let live: Vec<&BuilderCall> =
            calls.iter().copied().filter(|call| why(call).is_none()).collect();
        let lost = calls.iter().find_map(|call| why(call));
        let graph = GraphDraft::graph((atlas, &self.bodies), at, builder, &live);
        match (graph, lost) {
            (Some(mut graph), Some(_)) => {
                let count = calls.len() - live.len();
                write!(graph.details, "; left out, as they never run: {count}").ok()?;
                let unseen = |call: &&&BuilderCall| {
                    matches!(why(call), Some(UnreachedReason::Unseen(_)))
                };
                graph.unresolved.extend(calls.iter().find(unseen).map(|call| {
                    format!("calls in `{}`, which nothing seems to come to", call.within)
                }));
                Some(graph)
            }
            (None, Some(why)) => GraphDraft::graph((atlas, &self.bodies), at, builder, calls)
                .map(|graph| why.of(graph)),
            (graph, None) => graph,
        }
    }
}

impl<'a> GraphDraft<'a> {
    /// The graph that the calls on a builder make; none where they make nothing.
    fn graph(
        (atlas, bodies): (&'a ModuleIndex<'a>, &'a FunctionBodies),
        module: usize,
        builder: &GraphBuilder,
        calls: &[&BuilderCall],
    ) -> Option<OrchestrationGraph> {
        let mut draft = Self {
            atlas,
            module,
            framework: builder.framework.name,
            nodes: Vec::new(),
            edges: BTreeSet::new(),
            unresolved: BTreeSet::new(),
            many: BTreeSet::new(),
            plain: 0,
            conditional: 0,
            bodies,
            exclusive: exclusive(calls),
        };
        for call in calls {
            for place in draft.turns(call) {
                draft.apply(call, &place);
            }
        }
        draft.commands(&builder.within);
        let empty = draft.nodes.is_empty() && draft.edges.is_empty();
        (!empty).then(|| topology::graph(draft))
    }
}

impl UnreachedReason {
    /// A graph that does not count for this reason.
    fn of(self, graph: OrchestrationGraph) -> OrchestrationGraph {
        match self {
            Self::Never(why) => unreached(graph, why),
            Self::Unseen(why) => OrchestrationGraph {
                details: format!("nobody can tell that it runs, as {why}; {}", graph.details),
                doubted: Some(why),
                ..graph
            },
        }
    }
}

/// A graph that never runs: it is shown, and has nothing that a graph is asked for.
fn unreached(graph: OrchestrationGraph, why: String) -> OrchestrationGraph {
    OrchestrationGraph {
        has_state_graph: false,
        has_add_edge: false,
        has_fan_out: false,
        has_evidence_aggregator: false,
        has_parallel_judges: false,
        details: format!("never runs, as {why}; {}", graph.details),
        unreached: Some(why),
        ..graph
    }
}

struct BuilderBindings<'m> {
    module: &'m GraphModule,
    made: BTreeSet<usize>,
    /// By scope and name, all that it was given, in order: a name may be bound anew.
    bound: BTreeMap<(&'m str, &'m str), BTreeSet<usize>>,
    /// By class and name, the first: `self.graph` is made in one method and filled in others.
    shared: BTreeMap<(&'m str, &'m str), usize>,
}

impl<'m> BuilderBindings<'m> {
    fn of(module: &'m GraphModule) -> Self {
        let made: BTreeSet<usize> =
            module.builders.iter().map(|builder| builder.start).collect();
        let (mut bound, mut shared) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::new());
        for (within, name, start) in module.bound.iter().filter(|one| made.contains(&one.2)) {
            bound
                .entry((within.as_str(), name.as_str()))
                .or_default()
                .insert(*start);
            if name.starts_with("self.") || name.starts_with("this.") {
                shared.entry((class_of(within), name.as_str())).or_insert(*start);
            }
        }
        Self { module, made, bound, shared }
    }

    /// The calls on each builder, in the order in which they are made.
    fn calls(&self) -> BTreeMap<usize, Vec<&'m BuilderCall>> {
        let mut calls: BTreeMap<usize, Vec<&BuilderCall>> = BTreeMap::new();
        for call in &self.module.calls {
            if let Some(start) = self.owner(call) {
                calls.entry(start).or_default().push(call);
            }
        }
        for calls in calls.values_mut() {
            calls.sort_by_key(|call| call.at);
        }
        calls
    }

    /// Where the builder starts that a call is made on.
    fn owner(&self, call: &BuilderCall) -> Option<usize> {
        let name = match &call.root {
            CallChainRoot::At(start) => return self.made.get(start).copied(),
            CallChainRoot::Name(name) => name,
        };
        for scope in outward(&call.within) {
            if let Some(starts) = self.bound.get(&(scope, name.as_str())) {
                // Elsewhere than in its own scope a name is what it was given last.
                let before = starts.range(..call.at).next_back();
                let before = before.filter(|_| scope == call.within);
                return before.or(starts.last()).copied();
            }
            let function = self.module.functions.get(scope);
            let handed = function.is_some_and(|one| one.builders.contains(name));
            if let ([only], true) = (self.module.builders.as_slice(), handed) {
                return Some(only.start);
            }
        }
        self.shared.get(&(class_of(&call.within), name.as_str())).copied()
    }
}

/// The outermost class or function of a scope.
fn class_of(within: &str) -> &str {
    within.split('.').next().unwrap_or_default()
}
