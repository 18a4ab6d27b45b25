//! Graphs put together from the calls on their builders.

use jurat_model::court::{Graph, Located};

use super::{
    super::source::Source,
    draft::Draft,
    evaluate::Atlas,
    module::{Builder, BuilderCall, Module, Root},
    notes::Notes,
};

/// Graphs of a repository.
const MOST_GRAPHS: usize = 200;

impl Notes {
    /// Every graph, by path and line; and whether something was left out.
    pub(in super::super) fn finish(self) -> (Vec<Located<Graph>>, bool) {
        let atlas = Atlas::new(&self.modules);
        let mut graphs = Vec::new();
        for (at, module) in self.modules.iter().enumerate() {
            let source = Source::new(&module.path, &module.text);
            for builder in &module.builders {
                let calls = calls_on(module, builder);
                let Some(graph) = Draft::graph(&atlas, at, builder, &calls) else { continue };
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
}

/// The calls on one builder, in the order in which they are made.
fn calls_on<'m>(module: &'m Module, builder: &Builder) -> Vec<&'m BuilderCall> {
    let mut calls: Vec<_> = module
        .calls
        .iter()
        .filter(|call| owner(module, call) == Some(builder.start))
        .collect();
    calls.sort_by_key(|call| call.at);
    calls
}

/// Where the builder starts that a call is made on.
fn owner(module: &Module, call: &BuilderCall) -> Option<usize> {
    let made = |start: usize| module.builders.iter().any(|builder| builder.start == start);
    let name = match &call.root {
        Root::At(start) => return made(*start).then_some(*start),
        Root::Name(name) => name,
    };
    let bound = |scope: &str| {
        let mut all = module.bound.iter().rev();
        let found =
            all.find(|(within, bound, start)| within == scope && bound == name && made(*start));
        found.map(|(_, _, start)| *start)
    };
    let mut scope = call.within.as_str();
    loop {
        if let Some(start) = bound(scope) {
            return Some(start);
        }
        let handed = module
            .functions
            .get(scope)
            .is_some_and(|one| one.builders.contains(name));
        if let ([only], true) = (module.builders.as_slice(), handed) {
            return Some(only.start);
        }
        if scope.is_empty() {
            break;
        }
        scope = scope.rsplit_once('.').map_or("", |(outer, _)| outer);
    }
    // `self.graph` is made in one method and filled in others of the class.
    let shared = name.starts_with("self.") || name.starts_with("this.");
    let class = |within: &str| within.split('.').next().unwrap_or_default().to_owned();
    let mut all = module.bound.iter().filter(|(within, bound, start)| {
        shared && bound == name && class(within) == class(&call.within) && made(*start)
    });
    all.next().map(|(_, _, start)| *start)
}
