//! What functions' work rests on, followed through the functions of the repository that they call.

use std::collections::BTreeSet;

use super::{
    data_flow::{FollowedCall, ResultSources},
    function_bodies::{ASKING, FunctionBodies, FunctionBody, last_part},
};

/// How far calls are followed, and how many of one function.
const MOST_DEPTH: usize = 16;
const MOST_STEPS: usize = 4000;

/// What a value rests on in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WorkLevel {
    /// Its own words, chance, or the time.
    Nothing,
    /// What its function is given.
    Given,
    /// Something that knows more.
    Knows,
}

/// One search: functions that are open, and steps that are left.
struct LevelSearch<'b> {
    bodies: &'b FunctionBodies,
    open: BTreeSet<*const FunctionBody>,
    left: usize,
}

impl FunctionBodies {
    /// What the work of a function rests on; nothing where it could not be looked through.
    pub(super) fn level(&self, body: &FunctionBody) -> Option<WorkLevel> {
        let mut search = LevelSearch {
            bodies: self,
            open: BTreeSet::new(),
            left: MOST_STEPS,
        };
        let level = search.function(body);
        (0 < search.left && body.flow.is_some()).then_some(level)
    }

    /// Whether all that a function can come to are its own words, and what it is given only chooses
    /// between them.
    pub(super) fn chooses(&self, body: &FunctionBody) -> bool {
        let Some(flow) = body.flow.as_ref().filter(|flow| flow.returns) else { return false };
        let mut search = LevelSearch {
            bodies: self,
            open: BTreeSet::from([std::ptr::from_ref(body)]),
            left: MOST_STEPS,
        };
        search.sources(&flow.chosen) == WorkLevel::Nothing && 0 < search.left
    }
}

impl LevelSearch<'_> {
    fn function(&mut self, body: &FunctionBody) -> WorkLevel {
        let Some(flow) = &body.flow else { return WorkLevel::Knows };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || MOST_DEPTH < self.open.len() {
            return WorkLevel::Knows;
        }
        // What calls itself rests on what else it does.
        if !self.open.insert(std::ptr::from_ref(body)) {
            return WorkLevel::Nothing;
        }
        let level = self.sources(&flow.sources);
        self.open.remove(&std::ptr::from_ref(body));
        level
    }

    fn sources(&mut self, sources: &ResultSources) -> WorkLevel {
        if sources.knows {
            return WorkLevel::Knows;
        }
        let own = if sources.given { WorkLevel::Given } else { WorkLevel::Nothing };
        let called = sources.calls.iter().map(|call| self.call(call)).max();
        own.max(called.unwrap_or(WorkLevel::Nothing))
    }

    fn call(&mut self, call: &FollowedCall) -> WorkLevel {
        let bodies = self.bodies;
        let given = self.sources(&call.arguments);
        let named = bodies.by_last.get(&*call.name).into_iter().flatten();
        let own_class = call.class.as_deref().map(last_part);
        if let Some(class) = own_class.filter(|class| !bodies.classes.contains(*class)) {
            // A class of the repository that was not looked at is none of another library's.
            let known = call.knows_outside && !class.is_empty();
            return if known { WorkLevel::Knows } else { given };
        }
        let of_class = |full: &str| {
            own_class.is_none_or(|class| {
                full.rsplit_once('.')
                    .is_some_and(|(owner, _)| last_part(owner) == class)
            })
        };
        let levels: Vec<WorkLevel> = named
            .filter(|(full, _)| of_class(full))
            .map(|(_, body)| match self.function(body) {
                WorkLevel::Given => given,
                level => level,
            })
            .collect();
        match levels.into_iter().max() {
            Some(level) => level,
            // What a class of the repository inherits gives back what it was made of, unless it
            // is by its name a question to a model.
            None if own_class.is_some() && !ASKING.contains(&&*call.name) => given,
            None if call.knows_outside => WorkLevel::Knows,
            None => given,
        }
    }
}
