//! What a function's work rests on: what it is given, something that knows more than its own words
//! do, or neither.
//!
//! Names are followed to all that they are given in the function, in whatever order. This leans
//! towards the author: what cannot be told rests on something.

mod assignments;
mod bookkeeping;
mod choices;
mod outside_calls;
mod sources;
mod values;

pub(super) use outside_calls::is_telling;
pub(super) use sources::{FollowedCall, ResultSources};

use tree_sitter::Node;

use self::{
    assignments::{StatementNotes, WorkStatement},
    bookkeeping::BookkeepingCheck,
    choices::ChoiceReading,
    values::FlowTracer,
};
use super::super::{imports::ImportTable, source::SourceFile};

/// What a function's body comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BodyFlow {
    /// What it gives back, raises, hands out or writes into what it was given rests on this.
    pub(super) sources: ResultSources,
    /// The same where it does not count by what one of several values is chosen.
    pub(super) chosen: ResultSources,
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
    let mut rests_on = |choices| {
        let mut tracer = FlowTracer::new(&notes, source, imports, (body, choices), left);
        let mut sources = ResultSources::default();
        for one in &notes.work {
            sources.add(tracer.work(one, returns));
        }
        sources
    };
    let sources = rests_on(ChoiceReading::Counted);
    let chosen = rests_on(ChoiceReading::Aside);
    let mut given = notes.work.iter().filter_map(|one| match one {
        WorkStatement::Returns(value, _) => Some(*value),
        _ => None,
    });
    let books = BookkeepingCheck { notes: &notes, source, imports };
    let clears = returns && given.all(|value| books.keeps_books(value));
    (0 < *left).then_some(BodyFlow { sources, chosen, returns, clears })
}
