//! Orchestration graphs as the product's code builds them.
//!
//! A graph needs a builder that comes from a library of graphs. Tests, examples, comments and
//! texts never count, and nothing is guessed: what cannot be told is listed as such. A graph that
//! plainly never runs is kept, with the reason, and told apart.

mod assemble;
mod call_chain;
mod code_definitions;
mod collect_names;
mod collector;
mod data_flow;
mod dead_code;
mod draft;
mod dynamic_calls;
mod dynamic_names;
mod entry_points;
mod evaluate;
mod frameworks;
mod function_bodies;
mod lookup;
mod module;
mod name_uses;
mod node_work;
mod reachability;
mod symbolic_value;
mod topology;
mod work_level;

#[cfg(test)]
mod tests;

pub(super) use collector::GraphCollector;
pub(super) use function_bodies::hollow_function;
