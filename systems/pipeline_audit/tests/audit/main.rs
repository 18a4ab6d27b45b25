//! The audit of a pipeline's state: every check of retrieval and of the whole, mappings, policies,
//! plans, and what is written into the state.

#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

mod enforcement;
mod hostile;
mod logged_calls;
mod mappings;
mod outcomes;
mod pipeline_checks;
mod plans;
mod policies;
mod retrieval;
mod seed_case;
mod state_shapes;
mod support;
