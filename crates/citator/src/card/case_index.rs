//! What a card asks of whoever knows cases.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    court_table::{CourtFacts, CourtTable},
    decision::NumberedParagraph,
    graph::CaseGraph,
    treatment::{TreatmentFamily, TreatmentKind},
};

use super::{CardEvidence, law_index::ProvisionLookup};

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
    fn text(&self, key: &str) -> Option<(Cow<'_, str>, &[NumberedParagraph])>;

    /// A provision of an act by its normal form, `SC 2001, c 27, s 40(1)(a)`. An index of decisions knows none.
    fn provision(&self, _normal: &str) -> ProvisionLookup {
        ProvisionLookup::NoAct
    }
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

    fn text(&self, key: &str) -> Option<(Cow<'_, str>, &[NumberedParagraph])> {
        self.indexes.iter().find_map(|index| index.text(key))
    }

    /// One that has it goes before one that only has its act.
    fn provision(&self, normal: &str) -> ProvisionLookup {
        let mut best = ProvisionLookup::NoAct;
        for index in &self.indexes {
            let told = index.provision(normal);
            match (&told, &best) {
                (ProvisionLookup::Found(_), _) => return told,
                (ProvisionLookup::NoProvision(_), ProvisionLookup::NoAct) => best = told,
                _ => {}
            }
        }
        best
    }
}

/// Where the texts of decisions are had from, by their keys.
pub trait CaseTexts {
    /// The text of a case; none where it is not at hand.
    fn text(&self, key: &str) -> Option<Cow<'_, str>>;
}

impl CaseTexts for BTreeMap<String, String> {
    fn text(&self, key: &str) -> Option<Cow<'_, str>> {
        self.get(key).map(|text| Cow::Borrowed(text.as_str()))
    }
}

/// An index of decisions that were read.
pub struct ReadCases<'a> {
    pub name: &'a str,
    pub graph: &'a CaseGraph,
    pub texts: &'a dyn CaseTexts,
    pub coverage: &'a [CoverageRow],
    pub courts: &'a CourtTable,
}

impl ReadCases<'_> {
    fn evidence(
        &self,
        from: &str,
        paragraph: Option<u32>,
        span: jurat_model::ByteSpan,
    ) -> CardEvidence {
        let text = self.texts.text(from);
        let words = text.as_deref().and_then(|text| text.get(span.start..span.end));
        let words = words.unwrap_or_default().split_whitespace();
        CardEvidence {
            source: from.to_owned(),
            paragraph,
            span: Some(span),
            words: words.collect::<Vec<_>>().join(" "),
        }
    }
}

impl CaseIndex for ReadCases<'_> {
    fn find(&self, normal: &str) -> Option<KnownCase> {
        let case = self.graph.case(normal)?;
        Some(KnownCase {
            key: case.key.clone(),
            source: self.name.to_owned(),
            name: case.style.clone(),
            court: case.court.clone(),
            date: case.date.clone(),
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
                evidence: self.evidence(&edge.from, edge.paragraph, edge.sentence),
                by: edge.from,
                date: edge.date,
            })
            .collect(),
        )
    }

    /// Every court above the case's own, or the case's own where none is, must be held whole from its year on.
    fn knows_all_later(&self, key: &str, as_of: Option<&str>) -> bool {
        let Some(case) = self.graph.case(key) else { return false };
        let Some(court) = case.court.as_deref() else { return false };
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

    fn text(&self, key: &str) -> Option<(Cow<'_, str>, &[NumberedParagraph])> {
        let case = self.graph.case(key)?;
        Some((self.texts.text(key)?, &case.paragraphs))
    }
}
