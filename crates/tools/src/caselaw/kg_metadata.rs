//! `kg_metadata`: what the graph of decisions holds, and the values that its tools take.

use std::collections::BTreeMap;

use jurat_citator::{CaseGraph, GraphCase};
use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices, caselaw::cited_case::small, packs::PackBasis,
    tool::TypedTool,
};

pub(crate) struct GraphMetadataTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphMetadataRequest {
    /// The day that is asked about.
    as_of: CivilDay,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GraphMetadataAnswer {
    /// Decisions that are loaded.
    decisions: u32,
    /// Decisions that they cite without their being loaded.
    only_cited: u32,
    /// Places at which a loaded decision cites another.
    citing_places: u32,
    /// Those places by what they do with the cited case.
    by_kind: BTreeMap<String, u32>,
    courts: BTreeMap<String, u32>,
    judges: BTreeMap<String, u32>,
    issues: BTreeMap<String, u32>,
    countries: BTreeMap<String, u32>,
    outcomes: BTreeMap<String, u32>,
    first_date: Option<String>,
    last_date: Option<String>,
    basis: PackBasis,
}

impl TypedTool for GraphMetadataTool {
    const NAME: &'static str = "kg_metadata";
    const ABOUT: &'static str = "What the graph of loaded decisions holds: decisions, citing places by treatment, courts, judges, issues, \
        countries, outcomes with counts, first and last day.";
    type Input = GraphMetadataRequest;
    type Output = GraphMetadataAnswer;

    fn run(
        services: &ToolServices,
        input: GraphMetadataRequest,
    ) -> Result<GraphMetadataAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let graph = &packs.cases()?.graph;
        let mut days: Vec<&str> = graph.cases().filter_map(GraphCase::date).collect();
        days.sort_unstable();
        let held = graph.cases().count();
        Ok(GraphMetadataAnswer {
            decisions: small(held),
            only_cited: small(graph.key_count() - held),
            citing_places: small(graph.edge_count()),
            by_kind: graph
                .kind_counts()
                .into_iter()
                .map(|(kind, count)| (kind.word().to_owned(), small(count)))
                .collect(),
            courts: counts(graph, |case| case.court.iter().cloned().collect()),
            judges: counts(graph, |case| case.judge.iter().cloned().collect()),
            issues: counts(graph, |case| case.issues.clone()),
            countries: counts(graph, |case| case.country.iter().cloned().collect()),
            outcomes: counts(graph, |case| {
                case.outcome.iter().map(|it| it.word().to_owned()).collect()
            }),
            first_date: days.first().map(|day| (*day).to_owned()),
            last_date: days.last().map(|day| (*day).to_owned()),
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}

fn counts(graph: &CaseGraph, of: fn(&GraphCase) -> Vec<String>) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for value in graph.cases().flat_map(of) {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts
}
