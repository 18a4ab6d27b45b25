//! What a card asks of whoever knows cases.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    court_table::{CourtFacts, CourtTable},
    decision::NumberedParagraph,
    graph::CaseGraph,
    treatment::{TreatmentFamily, TreatmentKind},
};

use super::CardEvidence;

/// How much of a court's decisions of a year an index holds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CaseCoverage {
    /// None that it speaks for.
    Outside,
    /// Some: what is not there may exist.
    Part,
    /// All: what is not there does not exist.
    Whole,
}

/// The years of a court that an index holds, as a pack declares them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoverageRow {
    pub court: String,
    pub from: u16,
    pub to: u16,
    pub coverage: CaseCoverage,
}

/// A case that an index knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCase {
    /// Its key in the index that found it.
    pub key: String,
    /// The name of that index, for people.
    pub source: String,
    pub name: Option<String>,
    pub court: Option<String>,
    pub date: Option<String>,
    /// The day is not sure, the year is.
    pub year_only: bool,
    pub stands_for: Option<String>,
}

/// What became of a case, as an index knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownTreatment {
    pub kind: TreatmentKind,
    pub by: String,
    pub date: Option<String>,
    pub evidence: CardEvidence,
}

/// Whoever knows cases.
pub trait CaseIndex {
    /// The case of a citation in normal form.
    fn find(&self, normal: &str) -> Option<KnownCase>;

    /// How much is held of a court and year.
    fn coverage(&self, court: Option<&str>, year: Option<u16>) -> CaseCoverage;

    /// What became of a case; nothing where the index does not record it.
    fn treatments(&self, key: &str) -> Option<Vec<KnownTreatment>>;

    /// Whether all later decisions that could speak against a case are held, as of a day.
    fn knows_all_later(&self, key: &str, as_of: Option<&str>) -> bool;

    /// The text of a case and its paragraphs.
    fn text(&self, key: &str) -> Option<(&str, &[NumberedParagraph])>;
}

/// Several indexes as one; the first that knows a case speaks for it.
pub struct IndexStack<'a> {
    pub indexes: Vec<&'a dyn CaseIndex>,
}

impl CaseIndex for IndexStack<'_> {
    fn find(&self, normal: &str) -> Option<KnownCase> {
        let mut found = self.indexes.iter().filter_map(|index| index.find(normal));
        let mut first = found.next()?;
        // What one does not say another may.
        for other in found {
            first.name = first.name.or(other.name);
            first.stands_for = first.stands_for.or(other.stands_for);
        }
        Some(first)
    }

    fn coverage(&self, court: Option<&str>, year: Option<u16>) -> CaseCoverage {
        let all = self.indexes.iter().map(|index| index.coverage(court, year));
        all.max().unwrap_or(CaseCoverage::Outside)
    }

    fn treatments(&self, key: &str) -> Option<Vec<KnownTreatment>> {
        let all: Vec<Vec<KnownTreatment>> = self
            .indexes
            .iter()
            .filter_map(|index| index.treatments(key))
            .collect();
        (!all.is_empty()).then(|| all.into_iter().flatten().collect())
    }

    fn knows_all_later(&self, key: &str, as_of: Option<&str>) -> bool {
        self.indexes.iter().any(|index| index.knows_all_later(key, as_of))
    }

    fn text(&self, key: &str) -> Option<(&str, &[NumberedParagraph])> {
        self.indexes.iter().find_map(|index| index.text(key))
    }
}

/// An index of decisions that were read.
pub struct ReadCases {
    name: String,
    graph: CaseGraph,
    texts: BTreeMap<String, String>,
    coverage: Vec<CoverageRow>,
    courts: CourtTable,
}

impl ReadCases {
    /// Texts are by the keys of the graph's cases.
    pub fn new(
        name: impl Into<String>,
        graph: CaseGraph,
        texts: BTreeMap<String, String>,
        coverage: Vec<CoverageRow>,
        courts: CourtTable,
    ) -> Self {
        Self { name: name.into(), graph, texts, coverage, courts }
    }

    pub const fn graph(&self) -> &CaseGraph {
        &self.graph
    }

    fn evidence(
        &self,
        from: &str,
        paragraph: Option<u32>,
        span: jurat_model::ByteSpan,
    ) -> CardEvidence {
        let words = self.texts.get(from).and_then(|text| text.get(span.start..span.end));
        CardEvidence {
            source: from.to_owned(),
            paragraph,
            span: Some(span),
            words: words
                .unwrap_or_default()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        }
    }
}

impl CaseIndex for ReadCases {
    fn find(&self, normal: &str) -> Option<KnownCase> {
        let case = self.graph.case(normal)?;
        let value = |field: &Option<crate::decision::ReadField<String>>| {
            field.as_ref().map(|field| field.value.clone())
        };
        Some(KnownCase {
            key: case.key.clone(),
            source: self.name.clone(),
            name: value(&case.record.style),
            court: value(&case.record.court),
            date: value(&case.record.date),
            year_only: false,
            stands_for: None,
        })
    }

    fn coverage(&self, court: Option<&str>, year: Option<u16>) -> CaseCoverage {
        let (Some(court), Some(year)) = (court, year) else { return CaseCoverage::Outside };
        let rows = self
            .coverage
            .iter()
            .filter(|row| row.court == court && (row.from..=row.to).contains(&year));
        rows.map(|row| row.coverage).max().unwrap_or(CaseCoverage::Outside)
    }

    fn treatments(&self, key: &str) -> Option<Vec<KnownTreatment>> {
        self.graph.case(key)?;
        let edges = self.graph.cited_by(key, None);
        let told = edges
            .into_iter()
            .filter(|edge| edge.family != TreatmentFamily::Mention);
        Some(
            told.map(|edge| KnownTreatment {
                kind: edge.kind,
                by: edge.from.clone(),
                date: edge.date.clone(),
                evidence: self.evidence(&edge.from, edge.paragraph, edge.sentence),
            })
            .collect(),
        )
    }

    /// Every court above the case's own, or the case's own where none is, must be held whole from its year on.
    fn knows_all_later(&self, key: &str, as_of: Option<&str>) -> bool {
        let Some(case) = self.graph.case(key) else { return false };
        let Some(court) = case.record.court.as_ref().map(|court| court.value.as_str()) else {
            return false;
        };
        let year = |day: Option<&str>| day.and_then(|day| day.get(..4)?.parse::<u16>().ok());
        let Some(first) = year(case.date()) else { return false };
        let last = year(as_of)
            .unwrap_or_else(|| self.coverage.iter().map(|row| row.to).max().unwrap_or(first));
        let mut above: Vec<&str> = self
            .courts
            .all()
            .iter()
            .map(|one| one.code.as_str())
            .filter(|code| self.courts.is_above(code, court))
            .collect();
        if above.is_empty() {
            above.push(court);
        }
        above.iter().all(|code| {
            let begun = self.courts.find(code).and_then(CourtFacts::first_year);
            (first.max(begun.unwrap_or(first))..=last)
                .all(|year| self.coverage(Some(code), Some(year)) == CaseCoverage::Whole)
        })
    }

    fn text(&self, key: &str) -> Option<(&str, &[NumberedParagraph])> {
        let case = self.graph.case(key)?;
        Some((self.texts.get(key)?, &case.record.paragraphs))
    }
}
