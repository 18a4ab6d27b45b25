//! What the evidence says, in the rows that a report shows, and which of it is cited.

mod evidence_rows;
mod fact_summary;
mod history;

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::SubmissionArtifact;

use super::{
    CitedEvidence, ClaimsSection, CourtInput, DiagramRow, GraphFacts, HistoryFacts, OrderRow,
    SecurityRow,
};
use crate::model::{CriterionResult, Evidence, EvidenceFact, EvidenceId};

/// All rows of a report that come straight out of evidence.
pub(super) struct ReportFacts<'a> {
    pub(super) graph: GraphFacts,
    pub(super) security: Vec<SecurityRow>,
    pub(super) claims: ClaimsSection,
    pub(super) diagrams: Vec<DiagramRow>,
    pub(super) orders: Vec<OrderRow>,
    pub(super) history: Option<HistoryFacts>,
    pub(super) evidence: Vec<CitedEvidence>,
    /// Cited, and not at hand.
    pub(super) lost: Vec<EvidenceId>,
    pub(super) known: EvidenceLookup<'a>,
}

/// Evidence by id or alias, in the order of parts and ids.
pub(super) struct EvidenceLookup<'a> {
    all: Vec<&'a Evidence>,
    by_name: BTreeMap<&'a str, &'a Evidence>,
}

impl<'a> EvidenceLookup<'a> {
    fn of(input: &CourtInput<'a>) -> Self {
        let mut crossed: Vec<&Evidence> = input.crossed.iter().collect();
        crossed.sort_by(|a, b| a.id.cmp(&b.id));
        let mut seen = BTreeSet::new();
        let all: Vec<&Evidence> = input
            .evidences
            .all()
            .chain(crossed)
            .filter(|one| seen.insert(one.id.as_str()))
            .collect();
        let aliases = all.iter().map(|one| (one.alias.as_str(), *one));
        let ids = all.iter().map(|one| (one.id.as_str(), *one));
        // An id is never taken for somebody else's alias.
        let by_name = aliases.filter(|(alias, _)| !alias.is_empty()).chain(ids).collect();
        Self { all, by_name }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Evidence> {
        self.by_name.get(name).copied()
    }

    fn each(&self) -> impl Iterator<Item = &'a Evidence> {
        self.all.iter().copied()
    }
}

impl<'a> ReportFacts<'a> {
    pub(super) fn of(input: &CourtInput<'a>, results: &[CriterionResult]) -> Self {
        let known = EvidenceLookup::of(input);
        let mut cited = CitingCriteria::default();
        cited.by_results(results, &known);
        let graph = evidence_rows::graph(&known, input.submission, |id| cited.has(id));
        let security = evidence_rows::security(&known);
        let diagrams = evidence_rows::diagrams(&known);
        let orders = evidence_rows::orders(&known);
        let history = known.each().find_map(history::facts);
        cited.also(graph.evidence.iter());
        cited.also(security.iter().map(|row| &row.evidence));
        cited.also(diagrams.iter().map(|row| &row.evidence));
        cited.also(orders.iter().map(|row| &row.evidence));
        cited.also(history.iter().map(|row| &row.evidence));
        let claims = evidence_rows::claims(&known, input.submission);
        let lost = cited
            .ids()
            .filter(|id| known.get(id.as_str()).is_none())
            .cloned()
            .collect();
        let evidence = cited.shown(&known);
        Self {
            graph,
            security,
            claims,
            diagrams,
            orders,
            history,
            evidence,
            lost,
            known,
        }
    }
}

#[derive(Default)]
struct CitingCriteria {
    by: BTreeMap<EvidenceId, Vec<String>>,
}

impl CitingCriteria {
    fn by_results(&mut self, results: &[CriterionResult], known: &EvidenceLookup<'_>) {
        for result in results {
            let opinions = result.opinions.iter().flat_map(|one| &one.cited_evidence);
            let checks = result.checks.iter().flat_map(|one| &one.evidence);
            for id in result.evidence.iter().chain(opinions).chain(checks) {
                let id = known.get(id.as_str()).map_or(id, |one| &one.id);
                let by = self.by.entry(id.clone()).or_default();
                if by.last() != Some(&result.criterion_id) {
                    by.push(result.criterion_id.clone());
                }
            }
        }
    }

    fn also<'i>(&mut self, ids: impl Iterator<Item = &'i EvidenceId>) {
        for id in ids {
            self.by.entry(id.clone()).or_default();
        }
    }

    fn has(&self, id: &EvidenceId) -> bool {
        self.by.contains_key(id)
    }

    fn ids(&self) -> impl Iterator<Item = &EvidenceId> {
        self.by.keys()
    }

    fn shown(&self, known: &EvidenceLookup<'_>) -> Vec<CitedEvidence> {
        let mut unnamed = 0_u32;
        let mut shown = Vec::new();
        for one in known.each() {
            // What was held against the repository belongs to no part, and may have no alias.
            let alias = if one.alias.is_empty() {
                unnamed += 1;
                format!("crossed#{}", unnamed - 1)
            } else {
                one.alias.clone()
            };
            let Some(by) = self.by.get(&one.id) else { continue };
            shown.push(CitedEvidence {
                id: one.id.clone(),
                alias,
                kind: one.kind.clone(),
                found: one.found,
                says: fact_summary::words(&one.fact),
                location: one.location.clone(),
                pointer: one.location.to_string(),
                snippet: one.content.clone(),
                cited_by: by.clone(),
            });
        }
        shown
    }
}

/// Whether a fact lies in a file of the repository.
pub(super) fn in_repository(one: &Evidence) -> bool {
    one.location.artifact == SubmissionArtifact::Repo
        && !matches!(one.fact, EvidenceFact::Nothing { .. })
}
