//! What lies before the bench on one criterion: results in order, evidence by name.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    model::{CheckOutcome, CheckResult, Criterion, Evidence, EvidenceSet, ExpectedRange},
    rubric::{HollowGraph, asks_of_graphs},
};

/// All results and all evidence.
pub(super) struct CheckResultIndex<'a> {
    results: BTreeMap<&'a str, Vec<&'a CheckResult>>,
    evidence: BTreeMap<&'a str, &'a Evidence>,
    hollow_graph: Option<HollowGraph<'a>>,
}

/// What lies before the bench on one criterion.
pub(super) struct CriterionFacts<'a> {
    pub(super) criterion: &'a Criterion,
    /// The gravest and heaviest first; among equals in the order of their names.
    pub(super) results: Vec<&'a CheckResult>,
    evidence: &'a BTreeMap<&'a str, &'a Evidence>,
    /// A graph that only pretends to be one, where the criterion asks about graphs.
    pub(super) hollow_graph: Option<HollowGraph<'a>>,
}

impl<'a> CheckResultIndex<'a> {
    pub(super) fn of(
        results: &'a [CheckResult],
        evidences: &'a EvidenceSet,
        crossed: &'a [Evidence],
    ) -> Self {
        let mut by_criterion: BTreeMap<&str, Vec<&CheckResult>> = BTreeMap::new();
        for result in results {
            by_criterion.entry(&result.criterion_id).or_default().push(result);
        }
        let evidence = evidences.all().chain(crossed);
        Self {
            results: by_criterion,
            evidence: evidence.map(|one| (one.id.as_str(), one)).collect(),
            hollow_graph: HollowGraph::of(evidences),
        }
    }

    pub(super) fn matter(&'a self, criterion: &'a Criterion) -> CriterionFacts<'a> {
        let mut results = self.results.get(criterion.id.as_str()).cloned().unwrap_or_default();
        results.sort_by(|a, b| {
            let key = |one: &'a CheckResult| {
                let grave = (Reverse(one.severity), Reverse(one.weight));
                let told = (one.outcome, one.degree, &one.observed, &one.evidence);
                (grave, &one.check_id, &one.fingerprint, told)
            };
            key(a).cmp(&key(b))
        });
        results.dedup();
        CriterionFacts {
            criterion,
            results,
            evidence: &self.evidence,
            hollow_graph: self.hollow_graph.filter(|_| asks_of_graphs(criterion)),
        }
    }
}

impl<'a> CriterionFacts<'a> {
    /// The evidence of a result that is there.
    pub(super) fn shown(&self, result: &'a CheckResult) -> impl Iterator<Item = &'a Evidence> {
        result
            .evidence
            .iter()
            .filter_map(|id| self.evidence.get(id.as_str()).copied())
    }

    /// Everything that belongs to the criterion, each once, in order of ids.
    pub(super) fn all_shown(&self) -> Vec<&'a Evidence> {
        let ids = self.results.iter().flat_map(|result| self.shown(result));
        let mut all: Vec<&Evidence> = ids.collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        all.dedup_by(|a, b| a.id == b.id);
        all
    }

    /// What the rubric expects of a result.
    pub(super) fn expect(&self, result: &CheckResult) -> Option<ExpectedRange> {
        let mut checks = self.criterion.checks.iter();
        checks
            .find(|check| check.id == result.check_id)
            .map(|check| check.expect)
    }
}

/// Whether something could be told.
pub(super) fn is_told(result: &CheckResult) -> bool {
    result.outcome != CheckOutcome::NotAssessable
}
