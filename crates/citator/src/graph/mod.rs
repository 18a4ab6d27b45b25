//! The graph of cases: who cites whom and how, as of a day, and what follows: authority, likeness, figures of a bench.

mod bench_statistics;
mod case_rank;
mod similar_cases;

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::ByteSpan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    decision::DecisionRecord,
    treatment::{CitingContext, MentionForm, TreatmentFamily, TreatmentKind},
};

pub use bench_statistics::BenchStatistics;
pub use case_rank::RankedCase;
pub use similar_cases::SimilarCase;

/// One decision as the graph takes it in.
#[derive(Debug, Clone)]
pub struct GraphCase {
    /// Its citation in normal form, or whatever else it is known by.
    pub key: String,
    pub record: DecisionRecord,
    pub contexts: Vec<CitingContext>,
    /// What it is about, where somebody said so.
    pub issues: Vec<String>,
    pub country: Option<String>,
}

/// One place at which a case cites another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseEdge {
    pub from: String,
    /// The day of the citing decision.
    pub date: Option<String>,
    /// A case of the graph, or the first normal form of one outside it.
    pub to: String,
    pub family: TreatmentFamily,
    pub kind: TreatmentKind,
    pub form: MentionForm,
    pub paragraph: Option<u32>,
    /// The sentence that says so, in the citing decision.
    pub sentence: ByteSpan,
    pub cue: Option<ByteSpan>,
    pub pinpoint: Option<String>,
}

/// Cases and the edges between them.
#[derive(Debug, Default)]
pub struct CaseGraph {
    cases: BTreeMap<String, GraphCase>,
    edges: Vec<CaseEdge>,
}

impl CaseGraph {
    /// Builds the graph; the first case of a key keeps it.
    pub fn new(cases: impl IntoIterator<Item = GraphCase>) -> Self {
        let mut graph = Self::default();
        for case in cases {
            graph.cases.entry(case.key.clone()).or_insert(case);
        }
        for case in graph.cases.values() {
            for context in &case.contexts {
                let known = context.cited.iter().find(|key| graph.cases.contains_key(*key));
                let Some(to) = known.or(context.cited.first()) else { continue };
                if *to == case.key {
                    continue;
                }
                graph.edges.push(CaseEdge {
                    from: case.key.clone(),
                    date: case.date().map(str::to_owned),
                    to: to.clone(),
                    family: context.family,
                    kind: context.kind,
                    form: context.form,
                    paragraph: context.paragraph,
                    sentence: context.sentence,
                    cue: context.cue,
                    pinpoint: context.pinpoint.clone(),
                });
            }
        }
        graph
    }

    pub fn case(&self, key: &str) -> Option<&GraphCase> {
        self.cases.get(key)
    }

    /// All cases, in the order of their keys.
    pub fn cases(&self) -> impl Iterator<Item = &GraphCase> {
        self.cases.values()
    }

    /// The places at which others cite a case, as of a day, the oldest first.
    pub fn cited_by(&self, key: &str, as_of: Option<&str>) -> Vec<&CaseEdge> {
        let mut edges: Vec<&CaseEdge> = self
            .edges
            .iter()
            .filter(|edge| edge.to == key && was_decided(edge.date.as_deref(), as_of))
            .collect();
        edges.sort_by(|a, b| {
            (&a.date, &a.from, a.sentence.start).cmp(&(&b.date, &b.from, b.sentence.start))
        });
        edges
    }

    /// The places at which a case cites others, in the order of its text.
    pub fn cites(&self, key: &str) -> Vec<&CaseEdge> {
        let mut edges: Vec<&CaseEdge> =
            self.edges.iter().filter(|edge| edge.from == key).collect();
        edges.sort_by_key(|edge| edge.sentence.start);
        edges
    }

    /// The cases that a case cites, each once.
    fn authorities_of(&self, key: &str) -> BTreeSet<&str> {
        let edges = self.edges.iter().filter(|edge| edge.from == key);
        edges.map(|edge| edge.to.as_str()).collect()
    }
}

impl GraphCase {
    /// The day it was decided.
    pub fn date(&self) -> Option<&str> {
        self.record.date.as_ref().map(|date| date.value.as_str())
    }
}

/// Whether a decision had been given on a day. One without a date is known on no day, and to who asks for none.
fn was_decided(date: Option<&str>, as_of: Option<&str>) -> bool {
    match (date, as_of) {
        (_, None) => true,
        (Some(date), Some(as_of)) => date <= as_of,
        (None, Some(_)) => false,
    }
}
