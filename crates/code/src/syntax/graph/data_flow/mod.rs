//! What a function's work rests on: what it is given, something that knows more than its own words
//! do, or neither.
//!
//! Names are followed to all that they are given in the function, in whatever order. This leans
//! towards the author: what cannot be told rests on something.

mod assignments;
mod bookkeeping;
mod outside_calls;
mod sources;
mod values;

pub(super) use outside_calls::is_telling;
pub(super) use sources::{FollowedCall, ResultSources};

use tree_sitter::Node;

use self::{
    assignments::{StatementNotes, WorkStatement},
    bookkeeping::BookkeepingCheck,
    values::FlowTracer,
};
use super::super::{imports::ImportTable, source::SourceFile};

/// What a function's body comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BodyFlow {
    /// What it gives back, raises, hands out or writes into what it was given rests on this.
    pub(super) sources: ResultSources,
    /// Whether it ever gives anything back.
    pub(super) returns: bool,
    /// Whether all that it gives back are fields that are set to nothing or to the time.
    pub(super) clears: bool,
}

/// The flow of a function; nothing where there was too much to look at.
pub(super) fn body_flow(
    function: Node<'_>,
    source: &SourceFile<'_>,
    imports: &ImportTable,
    left: &mut usize,
) -> Option<BodyFlow> {
    let body = function.child_by_field_name("body")?;
    let notes = StatementNotes::of(function, body, source, left)?;
    let returns = notes.work.iter().any(|one| matches!(one, WorkStatement::Returns(..)));
    let mut tracer = FlowTracer::new(&notes, source, imports, body, left);
    let mut sources = ResultSources::default();
    for one in &notes.work {
        sources.add(tracer.work(one, returns));
    }
    let mut given = notes.work.iter().filter_map(|one| match one {
        WorkStatement::Returns(value, _) => Some(*value),
        _ => None,
    });
    let books = BookkeepingCheck { notes: &notes, source, imports };
    let clears = returns && given.all(|value| books.keeps_books(value));
    (0 < *left).then_some(BodyFlow { sources, returns, clears })
}
