//! The graph of cases: who cites whom and how, as of a day, and what follows: authority, likeness, figures of a bench.
//!
//! Cases are numbered and places are kept small, so that tens of thousands of decisions fit into memory; texts are elsewhere.

mod bench_statistics;
mod case_rank;
mod graph_case;
mod similar_cases;

use std::collections::BTreeMap;

use jurat_model::ByteSpan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::treatment::{CitingContext, MentionForm, TreatmentFamily, TreatmentKind};

pub use bench_statistics::BenchStatistics;
pub use case_rank::RankedCase;
pub use graph_case::GraphCase;
pub use similar_cases::SimilarCase;

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

/// The number of a case, known or only cited, in the order of their keys.
type CaseNumber = usize;

/// An edge as it is kept.
#[derive(Debug)]
struct KeptEdge {
    from: CaseNumber,
    to: CaseNumber,
    kind: TreatmentKind,
    form: MentionForm,
    paragraph: Option<u32>,
    sentence: ByteSpan,
    cue: Option<ByteSpan>,
    pinpoint: Option<Box<str>>,
}

/// Cases and the edges between them.
#[derive(Debug, Default)]
pub struct CaseGraph {
    cases: BTreeMap<String, GraphCase>,
    /// The key of every case that is known or cited, in order.
    keys: Vec<String>,
    edges: Vec<KeptEdge>,
    /// For each number the edges that go out from it, and those that come in.
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
}

impl CaseGraph {
    /// Builds the graph; the first case of a key keeps it.
    pub fn new(cases: impl IntoIterator<Item = (GraphCase, Vec<CitingContext>)>) -> Self {
        let mut graph = Self::default();
        let mut contexts: BTreeMap<String, Vec<CitingContext>> = BTreeMap::new();
        for (case, cites) in cases {
            if graph.cases.contains_key(&case.key) {
                continue;
            }
            contexts.insert(case.key.clone(), cites);
            graph.cases.insert(case.key.clone(), case);
        }
        let mut numbers: BTreeMap<String, CaseNumber> =
            graph.cases.keys().map(|key| (key.clone(), 0)).collect();
        for context in contexts.values().flatten() {
            if let Some(to) = cited_key(context, &graph.cases) {
                numbers.entry(to.to_owned()).or_insert(0);
            }
        }
        for (number, (key, place)) in numbers.iter_mut().enumerate() {
            *place = number;
            graph.keys.push(key.clone());
        }
        graph.out = vec![Vec::new(); graph.keys.len()];
        graph.into = vec![Vec::new(); graph.keys.len()];
        for (key, cites) in contexts {
            for context in cites {
                graph.add(numbers[&key], context, &numbers);
            }
        }
        graph
    }

    fn add(
        &mut self,
        from: CaseNumber,
        context: CitingContext,
        numbers: &BTreeMap<String, CaseNumber>,
    ) {
        let Some(to) = cited_key(&context, &self.cases).and_then(|key| numbers.get(key)) else {
            return;
        };
        let to = *to;
        if to == from {
            return;
        }
        self.out[from].push(self.edges.len());
        self.into[to].push(self.edges.len());
        self.edges.push(KeptEdge {
            from,
            to,
            kind: context.kind,
            form: context.form,
            paragraph: context.paragraph,
            sentence: context.sentence,
            cue: context.cue,
            pinpoint: context.pinpoint.map(String::into_boxed_str),
        });
    }

    pub fn case(&self, key: &str) -> Option<&GraphCase> {
        self.cases.get(key)
    }

    /// All cases, in the order of their keys.
    pub fn cases(&self) -> impl Iterator<Item = &GraphCase> {
        self.cases.values()
    }

    /// How many places cite a case.
    pub const fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// How many cases are here or cited.
    pub const fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// How many places do what with the case that they cite.
    pub fn kind_counts(&self) -> BTreeMap<TreatmentKind, usize> {
        let mut counts = BTreeMap::new();
        for edge in &self.edges {
            *counts.entry(edge.kind).or_insert(0) += 1;
        }
        counts
    }

    /// Whether the key is of a case that is here, or that one here cites.
    pub fn knows(&self, key: &str) -> bool {
        self.number(key).is_some()
    }

    /// The places at which others cite a case, as of a day, the oldest first.
    pub fn cited_by(&self, key: &str, as_of: Option<&str>) -> Vec<CaseEdge> {
        let Some(number) = self.number(key) else { return Vec::new() };
        let into = self.into[number].iter().map(|at| self.edge(&self.edges[*at]));
        let mut edges: Vec<CaseEdge> =
            into.filter(|edge| was_decided(edge.date.as_deref(), as_of)).collect();
        edges.sort_by(|a, b| {
            (&a.date, &a.from, a.sentence.start).cmp(&(&b.date, &b.from, b.sentence.start))
        });
        edges
    }

    /// The places at which a case cites others, in the order of its text.
    pub fn cites(&self, key: &str) -> Vec<CaseEdge> {
        let Some(number) = self.number(key) else { return Vec::new() };
        let mut edges: Vec<CaseEdge> = self.out[number]
            .iter()
            .map(|at| self.edge(&self.edges[*at]))
            .collect();
        edges.sort_by_key(|edge| edge.sentence.start);
        edges
    }

    fn number(&self, key: &str) -> Option<CaseNumber> {
        self.keys.binary_search_by(|known| known.as_str().cmp(key)).ok()
    }

    fn edge(&self, kept: &KeptEdge) -> CaseEdge {
        let from = &self.keys[kept.from];
        CaseEdge {
            date: self.cases.get(from).and_then(|case| case.date.clone()),
            from: from.clone(),
            to: self.keys[kept.to].clone(),
            family: kept.kind.family(),
            kind: kept.kind,
            form: kept.form,
            paragraph: kept.paragraph,
            sentence: kept.sentence,
            cue: kept.cue,
            pinpoint: kept.pinpoint.as_deref().map(str::to_owned),
        }
    }

    /// The cases that a case cites, each once, in order.
    fn authorities_of(&self, number: CaseNumber) -> Vec<CaseNumber> {
        let mut cited: Vec<CaseNumber> =
            self.out[number].iter().map(|at| self.edges[*at].to).collect();
        cited.sort_unstable();
        cited.dedup();
        cited
    }

    /// How many cases cite a case.
    fn citing_count(&self, number: CaseNumber) -> usize {
        let mut citing: Vec<CaseNumber> =
            self.into[number].iter().map(|at| self.edges[*at].from).collect();
        citing.sort_unstable();
        citing.dedup();
        citing.len()
    }
}

/// The case that a place cites: one that is here goes before one that is not.
fn cited_key<'c>(
    context: &'c CitingContext,
    cases: &BTreeMap<String, GraphCase>,
) -> Option<&'c str> {
    let known = context.cited.iter().find(|key| cases.contains_key(*key));
    known.or(context.cited.first()).map(String::as_str)
}

/// Whether a decision had been given on a day. One without a date is known on no day, and to who asks for none.
fn was_decided(date: Option<&str>, as_of: Option<&str>) -> bool {
    match (date, as_of) {
        (_, None) => true,
        (Some(date), Some(as_of)) => date <= as_of,
        (None, Some(_)) => false,
    }
}
