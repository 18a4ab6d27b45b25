//! Evidence, results and opinions of a case, found by name.

use std::collections::BTreeMap;

use crate::{
    model::{CheckResult, CitationCheck, Evidence, EvidenceId, Opinion},
    verdict::adjudication::AdjudicationInput,
};

/// Finds what belongs to a criterion without reading the whole case again.
pub(crate) struct AdjudicationIndex<'a> {
    evidence: BTreeMap<&'a str, &'a Evidence>,
    results: BTreeMap<&'a str, Vec<&'a CheckResult>>,
    opinions: BTreeMap<&'a str, Vec<&'a Opinion>>,
    citations: BTreeMap<&'a str, &'a CitationCheck>,
}

impl<'a> AdjudicationIndex<'a> {
    pub(crate) fn of(case: &AdjudicationInput<'a>) -> Self {
        let mut index = Self {
            evidence: by_name(case.evidences.all().chain(case.crossed)),
            results: BTreeMap::new(),
            opinions: BTreeMap::new(),
            citations: BTreeMap::new(),
        };
        for result in case.results {
            index.results.entry(&result.criterion_id).or_default().push(result);
        }
        for opinion in case.opinions {
            index.opinions.entry(&opinion.criterion_id).or_default().push(opinion);
        }
        for one in case.citations {
            // Where a place was looked at twice, the look that failed counts.
            let kept = index.citations.entry(one.evidence.as_str()).or_insert(one);
            if !one.holds && kept.holds {
                *kept = one;
            }
        }
        index
    }

    /// By id or alias.
    pub(crate) fn evidence(&self, id: &EvidenceId) -> Option<&'a Evidence> {
        self.evidence.get(id.as_str()).copied()
    }

    /// What people see of it: the alias where there is one.
    pub(crate) fn name(&self, id: &EvidenceId) -> String {
        self.evidence(id).map_or(id.as_str(), Evidence::name).to_owned()
    }

    /// Those names in order, each once; numbers count as numbers.
    pub(crate) fn names<'b>(
        &self,
        ids: impl IntoIterator<Item = &'b EvidenceId>,
    ) -> Vec<String> {
        let mut names: Vec<String> = ids.into_iter().map(|id| self.name(id)).collect();
        names.sort_by(|a, b| place(a).cmp(&place(b)));
        names.dedup();
        names
    }

    pub(crate) fn results(&self, criterion: &str) -> &[&'a CheckResult] {
        self.results.get(criterion).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn opinions(&self, criterion: &str) -> &[&'a Opinion] {
        self.opinions.get(criterion).map_or(&[], Vec::as_slice)
    }

    /// What was seen when the place was looked at again.
    pub(crate) fn citation(&self, id: &EvidenceId) -> Option<&'a CitationCheck> {
        let by_id = self.evidence(id).map_or(id.as_str(), |one| one.id.as_str());
        self.citations
            .get(by_id)
            .or_else(|| self.citations.get(id.as_str()))
            .copied()
    }
}

/// Evidence by id, and by alias where it has one.
pub(crate) fn by_name<'a>(
    all: impl Iterator<Item = &'a Evidence>,
) -> BTreeMap<&'a str, &'a Evidence> {
    let mut named = BTreeMap::new();
    for one in all {
        named.insert(one.id.as_str(), one);
        if !one.alias.is_empty() {
            named.insert(one.alias.as_str(), one);
        }
    }
    named
}

fn place(name: &str) -> (&str, u64, &str) {
    let Some((part, number)) = name.split_once('#') else { return (name, 0, name) };
    (part, number.parse().unwrap_or(u64::MAX), name)
}
