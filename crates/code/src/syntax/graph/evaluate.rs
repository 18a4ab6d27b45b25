//! What names and routers come to, across files.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    super::node_parts::unquoted,
    frameworks::is_own,
    module::{FunctionSummary, GraphModule},
    symbolic_value::SymbolicValue,
};

/// How far one value is followed, and all steps of one graph. The first bounds how often
/// [`ModuleIndex::follow`] calls itself.
pub(super) const MOST_DEPTH: usize = 24;
const MOST_STEPS: usize = 50_000;

/// Names and values that are looked at for all graphs of a repository.
const MOST_LOOKED_AT: usize = 20_000_000;

/// All files that were noted, found by the names that imports give them.
pub(super) struct ModuleIndex<'n> {
    pub(super) modules: &'n [GraphModule],
    pub(super) by_stem: BTreeMap<&'n str, Vec<usize>>,
    /// What is left to look at for all graphs together.
    left: Cell<usize>,
}

/// Where a value stands.
#[derive(Debug, Clone)]
pub(super) struct ResolutionScope {
    pub(super) module: usize,
    pub(super) within: String,
    /// Names that loops around it give.
    pub(super) env: Vec<(String, SymbolicValue)>,
}

/// A node that a value leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RouteTarget {
    pub(super) name: String,
    pub(super) at_once: bool,
    /// Any number of times at once.
    pub(super) many: bool,
    /// The file and line that say so.
    pub(super) said: (usize, u32),
}

#[derive(Debug, Default)]
pub(super) struct RouteResolution {
    pub(super) targets: Vec<RouteTarget>,
    /// Whether some of it could not be told.
    pub(super) unknown: bool,
    steps: usize,
    /// Names being followed: a name may be given itself.
    open: BTreeSet<(usize, String, String)>,
}

#[derive(Clone, Copy, Default)]
struct RouteFanout {
    at_once: bool,
    many: bool,
    depth: usize,
}

impl<'n> ModuleIndex<'n> {
    pub(super) fn new(modules: &'n [GraphModule]) -> Self {
        let mut by_stem: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, module) in modules.iter().enumerate() {
            let key = key(&module.path);
            by_stem
                .entry(key.rsplit('/').next().unwrap_or(key))
                .or_default()
                .push(at);
        }
        Self { modules, by_stem, left: Cell::new(MOST_LOOKED_AT) }
    }

    /// Whether so much more may be looked at.
    pub(super) fn spend(&self, count: usize) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(count));
        count <= left
    }

    pub(super) fn told(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
    ) -> RouteResolution {
        let mut told = RouteResolution::default();
        self.follow(value, place, RouteFanout::default(), &mut told);
        told
    }

    /// The only node that a value names.
    pub(super) fn name(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
    ) -> Option<String> {
        let told = self.told(value, place);
        match told.targets.as_slice() {
            [one] if !told.unknown => Some(one.name.clone()),
            _ => None,
        }
    }

    fn follow(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
        how: RouteFanout,
        told: &mut RouteResolution,
    ) {
        told.steps += 1;
        if MOST_DEPTH < how.depth || MOST_STEPS < told.steps || !self.spend(1) {
            told.unknown = true;
            return;
        }
        let how = RouteFanout { depth: how.depth + 1, ..how };
        let together = RouteFanout { at_once: true, ..how };
        match value {
            SymbolicValue::Text(name, line) => {
                let name = normal(name).to_owned();
                let said = (place.module, *line);
                let target = RouteTarget { name, at_once: how.at_once, many: how.many, said };
                if !told.targets.contains(&target) {
                    told.targets.push(target);
                }
            }
            SymbolicValue::Name(name) => self.follow_name(name, place, how, told),
            SymbolicValue::List(parts) | SymbolicValue::Join(parts) => {
                for part in parts {
                    self.follow(part, place, together, told);
                }
            }
            SymbolicValue::Choice(parts) | SymbolicValue::Function(parts) => {
                for part in parts {
                    self.follow(part, place, how, told);
                }
            }
            SymbolicValue::Each { names, over, body } => {
                self.follow_each(names, over, body, place, together, told);
            }
            SymbolicValue::Call { callee, given, named, .. } => {
                self.follow_call(callee, given, named, place, how, told);
            }
            SymbolicValue::Map(_) | SymbolicValue::Unknown => told.unknown = true,
        }
    }

    fn follow_name(
        &self,
        name: &str,
        place: &ResolutionScope,
        how: RouteFanout,
        told: &mut RouteResolution,
    ) {
        let mark = (place.module, place.within.clone(), name.to_owned());
        if let Some(constant) = self.constant(name, place) {
            let line = 0;
            self.follow(&SymbolicValue::Text(constant.to_owned(), line), place, how, told);
            return;
        }
        if !told.open.insert(mark.clone()) {
            return;
        }
        let found = self.values(name, place);
        if found.is_empty() {
            told.unknown = true;
        }
        // A list that is filled later begins empty: that says nothing.
        for (value, place) in &found {
            self.follow(value, place, how, told);
        }
        told.open.remove(&mark);
    }

    fn follow_each(
        &self,
        names: &[String],
        over: &SymbolicValue,
        body: &SymbolicValue,
        place: &ResolutionScope,
        how: RouteFanout,
        told: &mut RouteResolution,
    ) {
        let Some(items) = self.items(over, place, how.depth) else {
            let place = place.with(names, &SymbolicValue::Unknown);
            self.follow(body, &place, RouteFanout { many: true, ..how }, told);
            return;
        };
        for item in items {
            let place = place.with(names, &item);
            self.follow(body, &place, how, told);
        }
    }

    fn follow_call(
        &self,
        callee: &str,
        given: &[SymbolicValue],
        named: &[(String, SymbolicValue)],
        place: &ResolutionScope,
        how: RouteFanout,
        told: &mut RouteResolution,
    ) {
        let full = self.modules[place.module].imports.resolved(callee, ".");
        let first = given.first().or_else(|| named.first().map(|(_, value)| value));
        if is_own(&full, "Send") {
            let to = named.iter().find(|(name, _)| name == "node").map(|(_, value)| value);
            let to = given.first().or(to).unwrap_or(&SymbolicValue::Unknown);
            self.follow(to, place, RouteFanout { at_once: true, ..how }, told);
        } else if matches!(callee, "list" | "tuple" | "set" | "sorted") {
            self.follow(first.unwrap_or(&SymbolicValue::Unknown), place, how, told);
        } else if let Some((function, place)) = self.function(callee, place) {
            self.follow_returns(function, &place, how, told);
        } else {
            told.unknown = true;
        }
    }

    fn follow_returns(
        &self,
        function: &FunctionSummary,
        place: &ResolutionScope,
        how: RouteFanout,
        told: &mut RouteResolution,
    ) {
        let mark = (place.module, place.within.clone(), String::new());
        if function.returns.is_empty() {
            told.unknown = true;
        }
        if told.open.insert(mark.clone()) {
            for value in &function.returns {
                self.follow(value, place, how, told);
            }
            told.open.remove(&mark);
        }
    }

    /// What a router leads to: a function here or elsewhere, or one written on the spot.
    pub(super) fn routes(
        &self,
        router: &SymbolicValue,
        place: &ResolutionScope,
    ) -> RouteResolution {
        let SymbolicValue::Name(name) = router else { return self.told(router, place) };
        let Some((function, place)) = self.function(name, place) else {
            return match self.values(name, place).as_slice() {
                [(value @ SymbolicValue::Function(_), place)] => self.told(value, place),
                _ => RouteResolution { unknown: true, ..RouteResolution::default() },
            };
        };
        let mut told = RouteResolution::default();
        self.follow_returns(function, &place, RouteFanout::default(), &mut told);
        if told.unknown {
            hinted(function, &place, &mut told);
        }
        told
    }

    /// What a node's function says to go on with by itself.
    pub(super) fn goes(&self, function: &str, place: &ResolutionScope) -> RouteResolution {
        let mut told = RouteResolution::default();
        let Some((function, place)) = self.function(function, place) else { return told };
        for value in &function.goes {
            self.follow(value, &place, RouteFanout::default(), &mut told);
        }
        if told.unknown || (function.goes.is_empty() && function.hint.contains("Command[")) {
            hinted(function, &place, &mut told);
        }
        told
    }
}

impl ResolutionScope {
    /// A scope of a file, outside of all loops.
    pub(super) const fn of(module: usize, within: String) -> Self {
        Self { module, within, env: Vec::new() }
    }

    /// With names for the parts of an item of a loop.
    pub(super) fn with(&self, names: &[String], item: &SymbolicValue) -> Self {
        let mut place = self.clone();
        match (names, item) {
            ([name], item) => place.env.push((name.clone(), item.clone())),
            (names, SymbolicValue::List(parts)) => {
                place.env.extend(names.iter().cloned().zip(parts.iter().cloned()));
            }
            (names, _) => {
                place
                    .env
                    .extend(names.iter().map(|name| (name.clone(), SymbolicValue::Unknown)));
            }
        }
        place
    }

    /// What a loop gave a name.
    pub(super) fn bound(&self, name: &str) -> Option<&SymbolicValue> {
        let given = self.env.iter().rev().find(|(bound, _)| bound == name);
        given.map(|(_, value)| value)
    }

    pub(super) fn inside(&self, within: &str) -> Self {
        Self {
            module: self.module,
            within: within.to_owned(),
            env: self.env.clone(),
        }
    }
}

/// Adds what the return type names: `Literal["a", "b"]`.
fn hinted(function: &FunctionSummary, place: &ResolutionScope, told: &mut RouteResolution) {
    let Some(from) = function.hint.find("Literal[") else { return };
    let inner = &function.hint[from + "Literal[".len()..];
    let inner = inner.split(']').next().unwrap_or(inner);
    for word in inner.split(',').map(str::trim) {
        let bare = unquoted(word);
        let quoted = bare.len() < word.len();
        let own = matches!(word, "END" | "START");
        if quoted || own {
            let name = normal(bare).to_owned();
            let said = (place.module, 0);
            told.targets
                .push(RouteTarget { name, at_once: false, many: false, said });
            told.unknown = false;
        }
    }
}

/// A path without its ending.
pub(super) fn key(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(key, _)| key)
}

/// The library's own texts for its ends.
fn normal(name: &str) -> &str {
    match name {
        "__start__" => "START",
        "__end__" => "END",
        name => name,
    }
}
