//! What stands behind a node: a function of the repository, something of a library, or something that
//! nobody can tell from the words alone.

use super::{
    evaluate::{ModuleIndex, ResolutionScope},
    function_bodies::{CONSTANT, FunctionBodies, MadeFunction},
    symbolic_value::SymbolicValue,
};

/// How far a name is followed to what it was given.
const MOST_DEPTH: usize = 6;

/// What stands behind a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NodeWork {
    /// A function or class of the repository, by its name.
    Function(String),
    /// A function written on the spot that does nothing, and why.
    Idle(&'static str),
    /// Something that is no function here: a chain, an agent of a library.
    Foreign,
    Untold,
}

impl NodeWork {
    pub(super) fn hollow(&self, bodies: &FunctionBodies) -> Option<&'static str> {
        match self {
            Self::Function(name) => bodies.hollow(name),
            Self::Idle(why) => Some(why),
            Self::Foreign | Self::Untold => None,
        }
    }

    pub(super) fn asks(&self, bodies: &FunctionBodies) -> Option<bool> {
        match self {
            Self::Function(name) => bodies.asks(name),
            Self::Idle(_) => Some(false),
            Self::Foreign | Self::Untold => None,
        }
    }
}

impl ModuleIndex<'_> {
    pub(super) fn work(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
        bodies: &FunctionBodies,
    ) -> NodeWork {
        self.work_at(value, place, bodies, 0)
    }

    fn work_at(
        &self,
        value: &SymbolicValue,
        place: &ResolutionScope,
        bodies: &FunctionBodies,
        depth: usize,
    ) -> NodeWork {
        if MOST_DEPTH < depth || !self.spend(1) {
            return NodeWork::Untold;
        }
        match value {
            SymbolicValue::Name(name) => self.named_work(name, place, bodies, depth),
            SymbolicValue::Call { callee, given, .. } => {
                self.called_work((callee, given), place, bodies, depth)
            }
            SymbolicValue::Function(returned) => {
                let constant = !returned.is_empty() && returned.iter().all(is_constant);
                if constant { NodeWork::Idle(CONSTANT) } else { NodeWork::Foreign }
            }
            SymbolicValue::Unknown | SymbolicValue::Text(..) => NodeWork::Untold,
            _ => NodeWork::Foreign,
        }
    }

    fn named_work(
        &self,
        name: &str,
        place: &ResolutionScope,
        bodies: &FunctionBodies,
        depth: usize,
    ) -> NodeWork {
        if place.bound(name).is_none() && bodies.has(name) {
            return NodeWork::Function(name.to_owned());
        }
        let mut given = self.values(name, place);
        if given.is_empty() {
            given = self.of_itself(name, place);
        }
        match given.last() {
            Some((value, there)) => self.work_at(value, there, bodies, depth + 1),
            None if self.is_foreign(name, place) => NodeWork::Foreign,
            None => NodeWork::Untold,
        }
    }

    /// `getattr(nodes, "plan")`, `partial(plan, …)`, `make_plan()`, `Planner()`, `ToolNode(…)`.
    fn called_work(
        &self,
        (callee, given): (&str, &[SymbolicValue]),
        place: &ResolutionScope,
        bodies: &FunctionBodies,
        depth: usize,
    ) -> NodeWork {
        if callee == "getattr" {
            return match self.attribute(given, place) {
                Some(name) => self.named_work(&name, place, bodies, depth + 1),
                None => NodeWork::Untold,
            };
        }
        let first = given.first().filter(|one| matches!(one, SymbolicValue::Name(_)));
        let wrapped = first.map(|first| self.work_at(first, place, bodies, depth + 1));
        if let Some(work @ NodeWork::Function(_)) = wrapped {
            return work;
        }
        match bodies.made(callee) {
            Some(MadeFunction::Named(full)) => return NodeWork::Function(full),
            Some(MadeFunction::Idle(why)) => return NodeWork::Idle(why),
            None if bodies.has(callee) => return NodeWork::Function(callee.to_owned()),
            None => {}
        }
        let root = callee.split('.').next().unwrap_or(callee);
        let known = self.is_foreign(callee, place) || !self.values(root, place).is_empty();
        if known { NodeWork::Foreign } else { NodeWork::Untold }
    }

    /// The name that `getattr` asks for, with its owner.
    pub(super) fn attribute(
        &self,
        given: &[SymbolicValue],
        place: &ResolutionScope,
    ) -> Option<String> {
        let [SymbolicValue::Name(owner), name, ..] = given else { return None };
        Some(format!("{owner}.{}", self.name(name, place)?))
    }

    /// What another method of the class gave a name: `self.agent` of `__init__`.
    fn of_itself(
        &self,
        name: &str,
        place: &ResolutionScope,
    ) -> Vec<(SymbolicValue, ResolutionScope)> {
        let class = place.within.split('.').next().unwrap_or_default();
        let own = name.starts_with("self.") || name.starts_with("this.");
        let names = &self.modules[place.module].names;
        let methods = names.iter().filter(|(scope, _)| {
            own && !class.is_empty() && scope.split('.').next() == Some(class)
        });
        let given = methods.flat_map(|(scope, given)| {
            let same = given.iter().filter(|(bound, _)| bound == name);
            same.map(|(_, value)| (value.clone(), place.inside(scope)))
        });
        given.take(8).collect()
    }

    /// Whether a name is imported from elsewhere than this repository.
    fn is_foreign(&self, name: &str, place: &ResolutionScope) -> bool {
        let module = &self.modules[place.module];
        let first = name.split('.').next().unwrap_or(name);
        let Some(full) = module.imports.get(first) else { return false };
        let own = |path: &str| !self.files(path, &module.path).is_empty();
        let parts = full.rmatch_indices('.').map(|(at, _)| &full[..at]);
        !full.starts_with('.') && !own(full) && !parts.into_iter().any(own)
    }
}

/// Whether an expression is made of texts alone.
fn is_constant(value: &SymbolicValue) -> bool {
    match value {
        SymbolicValue::Text(..) => true,
        SymbolicValue::List(parts) => parts.iter().all(is_constant),
        SymbolicValue::Map(pairs) => pairs.iter().all(|(_, value)| is_constant(value)),
        _ => false,
    }
}
