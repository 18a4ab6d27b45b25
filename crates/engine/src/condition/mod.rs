//! Conditions in CEL: checked when a definition is loaded, evaluated by `decide`.

mod check;
mod compile;
mod eval;
mod kind;
mod names;
mod normalise;
mod parse;
mod reference;
mod value;

pub use compile::{Condition, ConditionIssue};
pub use eval::{ConditionError, Scope};
pub use names::{Expect, Names, Shape};
pub(crate) use parse::on_big_stack;

#[cfg(test)]
mod tests;
