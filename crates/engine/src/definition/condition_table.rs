//! The conditions of a definition, compiled and put in their places.

use std::collections::BTreeMap;

use super::{
    diagnostic_report::{DiagnosticReport, problem},
    json_pointer::escape,
    model::{StageDef, WorkflowDefinition},
};
use crate::condition::{CelCondition, DeclaredNames, ExpectedType, on_big_stack};

/// Compiled conditions, by place.
#[derive(Debug, Clone)]
pub struct ConditionTable {
    /// `when` of each stage, by stage index.
    pub stage_when: Vec<Option<CelCondition>>,
    /// The branches of each stage's route, by stage index.
    pub routes: Vec<Vec<RouteBranch>>,
    /// `for_each` of each stage, by stage index.
    pub for_each: Vec<Option<CelCondition>>,
    /// `when` of each loop, by its index in `loop_back`.
    pub loops: Vec<CelCondition>,
    pub outputs: BTreeMap<String, CelCondition>,
}

/// One branch of a route: its condition, and the indexes of the stages it leads to.
pub type RouteBranch = (Option<CelCondition>, Vec<usize>);

/// Compiles every condition of `definition`, noting what is wrong; none if anything is.
pub(super) fn compile(
    definition: &WorkflowDefinition,
    report: &mut DiagnosticReport<'_>,
) -> Option<ConditionTable> {
    let names = DeclaredNames::of(definition);
    let indexes = definition.stages.iter().enumerate();
    let indexes = indexes
        .rev()
        .map(|(index, stage)| (stage.id.as_str(), index))
        .collect();
    let mut every = ConditionCompiler { names, indexes, found: Vec::new() };
    // One thread for all: the parser needs more stack than the caller may have.
    let compiled = on_big_stack(|| every.all(definition));
    for (pointer, issue) in every.found {
        report.add_issue(&pointer, issue);
    }
    compiled
        .map_err(|error| report.add(problem("condition-syntax", "", error.to_string())))
        .ok()
        .flatten()
}

struct ConditionCompiler<'d> {
    names: DeclaredNames,
    indexes: BTreeMap<&'d str, usize>,
    found: Vec<(String, crate::condition::ConditionIssue)>,
}

impl ConditionCompiler<'_> {
    fn all(&mut self, definition: &WorkflowDefinition) -> Option<ConditionTable> {
        let stages = || definition.stages.iter().enumerate();
        let stage_when = stages().map(|(i, stage)| self.when(i, stage)).collect();
        let routes = stages().map(|(i, stage)| self.route(i, stage)).collect();
        let for_each = stages().map(|(i, stage)| self.for_each(i, stage)).collect();
        let loops = definition.loop_back.iter().enumerate().filter_map(|(i, back)| {
            self.one(&format!("/loop_back/{i}/when"), &back.when, ExpectedType::Bool)
        });
        let loops = loops.collect();
        let outputs = definition.outputs.iter().filter_map(|(name, source)| {
            let pointer = format!("/outputs/{}", escape(name));
            Some((name.clone(), self.one(&pointer, source, ExpectedType::Any)?))
        });
        let outputs = outputs.collect();
        let complete = self.found.is_empty();
        complete.then_some(ConditionTable { stage_when, routes, for_each, loops, outputs })
    }

    fn when(&mut self, index: usize, stage: &StageDef) -> Option<CelCondition> {
        self.one(&format!("/stages/{index}/when"), stage.when.as_ref()?, ExpectedType::Bool)
    }

    fn for_each(&mut self, index: usize, stage: &StageDef) -> Option<CelCondition> {
        let (pointer, source) = match stage.for_each.as_ref()? {
            super::ForEachDef::Items(items) => (format!("/stages/{index}/for_each"), items),
            super::ForEachDef::Bounded(bounded) => {
                (format!("/stages/{index}/for_each/items"), &bounded.items)
            }
        };
        self.one(&pointer, source, ExpectedType::List)
    }

    fn route(&mut self, index: usize, stage: &StageDef) -> Vec<RouteBranch> {
        let branches = stage.route.iter().enumerate().map(|(i, branch)| {
            let pointer = format!("/stages/{index}/route/{i}/when");
            let when = branch.when.as_ref();
            let condition = when.and_then(|when| self.one(&pointer, when, ExpectedType::Bool));
            let targets = branch.to.names().iter();
            let known = targets.filter_map(|name| self.indexes.get(name.as_str()).copied());
            (condition, known.collect())
        });
        branches.collect()
    }

    fn one(
        &mut self,
        pointer: &str,
        source: &str,
        expect: ExpectedType,
    ) -> Option<CelCondition> {
        match CelCondition::compile_here(source, &self.names, expect) {
            Ok(condition) => Some(condition),
            Err(issues) => {
                self.found
                    .extend(issues.into_iter().map(|issue| (pointer.to_owned(), issue)));
                None
            }
        }
    }
}
