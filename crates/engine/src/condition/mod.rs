//! Conditions in CEL: checked when a definition is loaded, evaluated by `decide`.

mod check;
mod compile;
mod condition_issue;
mod declared_names;
mod eval;
mod expression_type;
mod normalise;
mod parse;
mod value;
mod variable;

pub use compile::CelCondition;
pub use condition_issue::ConditionIssue;
pub use declared_names::{DeclaredNames, DeclaredType, ExpectedType};
pub use eval::{ConditionError, ConditionScope};
pub(crate) use parse::on_big_stack;

#[cfg(test)]
mod tests;
