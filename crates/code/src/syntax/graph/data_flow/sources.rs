//! What a value rests on, as far as one function tells.

use std::collections::BTreeSet;

/// Calls that are kept of one value. With more of them it rests on something.
const MOST_CALLS: usize = 120;

/// What a value rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct ResultSources {
    /// Something of what the function is given.
    pub(in super::super) given: bool,
    /// What knows more than the function's own words: a model, a file, a server, a tool.
    pub(in super::super) knows: bool,
    /// An argument as a whole, as it came.
    pub(in super::super) argument: bool,
    /// Functions that may be of the repository.
    pub(in super::super) calls: BTreeSet<FollowedCall>,
}

/// A call of a function that may be of the repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct FollowedCall {
    /// The last part of its name.
    pub(in super::super) name: Box<str>,
    /// The class of what it is a method of, where that is told.
    pub(in super::super) class: Option<Box<str>>,
    /// What it is given rests on this.
    pub(in super::super) arguments: ResultSources,
    /// Whether it knows something where the repository has none of that name.
    pub(in super::super) knows_outside: bool,
}

impl ResultSources {
    pub(super) fn known() -> Self {
        Self { knows: true, ..Self::default() }
    }

    pub(super) fn of_given() -> Self {
        Self { given: true, ..Self::default() }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.given |= other.given;
        self.knows |= other.knows;
        self.argument |= other.argument;
        self.calls.extend(other.calls);
        // Values that are put together from each other would double at each step.
        if MOST_CALLS < self.weight() {
            self.knows = true;
            self.calls.clear();
        }
    }

    fn weight(&self) -> usize {
        self.calls.iter().map(|call| 1 + call.arguments.weight()).sum()
    }
}
