//! A condition, compiled once and evaluated many times.

use std::{collections::BTreeSet, sync::Arc};

use cel::common::ast::IdedExpr;

use super::{
    check,
    condition_issue::ConditionIssue,
    declared_names::{DeclaredNames, ExpectedType},
    normalise::normalise,
    parse::{on_big_stack, parse},
    variable::{ConditionVariable, VariableSource},
};

/// A CEL expression that passed the checks.
#[derive(Debug, Clone)]
pub struct CelCondition(Arc<CompiledCondition>);

#[derive(Debug)]
pub(super) struct CompiledCondition {
    pub(super) source: String,
    pub(super) tree: IdedExpr,
    pub(super) references: Vec<ConditionVariable>,
}

impl CelCondition {
    pub fn compile(
        source: &str,
        names: &DeclaredNames,
        expect: ExpectedType,
    ) -> Result<Self, Vec<ConditionIssue>> {
        on_big_stack(|| Self::compile_here(source, names, expect))
            .unwrap_or_else(|error| Err(vec![unreadable(&error)]))
    }

    /// Compiles on a stack that the caller knows to be big.
    pub(crate) fn compile_here(
        source: &str,
        names: &DeclaredNames,
        expect: ExpectedType,
    ) -> Result<Self, Vec<ConditionIssue>> {
        let (mut tree, places) = parse(source)?;
        normalise(&mut tree);
        let references = check::check(&tree, &places, names, expect)?;
        Ok(Self(Arc::new(CompiledCondition { source: source.to_owned(), tree, references })))
    }

    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The channels that it reads, in the order of their names.
    pub fn channels(&self) -> impl Iterator<Item = &str> {
        let channels =
            self.0
                .references
                .iter()
                .filter_map(|reference| match &reference.source {
                    VariableSource::State(channel, _) => Some(channel.as_str()),
                    _ => None,
                });
        channels.collect::<BTreeSet<&str>>().into_iter()
    }

    pub(super) fn compiled(&self) -> &CompiledCondition {
        &self.0
    }
}

pub(crate) fn unreadable(error: &std::io::Error) -> ConditionIssue {
    ConditionIssue::new("condition-syntax", format!("condition cannot be read: {error}"), 0)
}
