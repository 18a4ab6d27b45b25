//! `caselaw_metadata`: which courts, issues, countries, outcomes, judges and days there are.

use std::collections::BTreeMap;

use jurat_pack::{CoverageClaim, DecisionFields, PackPartKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    caselaw::decision_filter::FieldValues,
    packs::{LoadedPacks, OpenPart, PackBasis},
    tool::TypedTool,
};

pub(crate) struct MetadataTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MetadataRequest {
    /// The day that is asked about.
    as_of: CivilDay,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MetadataAnswer {
    decisions: u32,
    passages: u32,
    courts: Vec<CourtCount>,
    issues: Vec<ValueCount>,
    countries: Vec<ValueCount>,
    outcomes: Vec<ValueCount>,
    judges: Vec<ValueCount>,
    languages: Vec<ValueCount>,
    /// The days of the first and the last decision.
    first_date: Option<String>,
    last_date: Option<String>,
    /// What is covered, and whether whole: only there is "not found" an answer.
    coverage: Vec<PackCoverage>,
    basis: PackBasis,
}

/// A court, and what there is of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CourtCount {
    code: String,
    code_fr: Option<String>,
    name: Option<String>,
    decisions: u32,
    first_date: Option<String>,
    last_date: Option<String>,
}

/// A value that can be filtered by, and how many decisions have it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ValueCount {
    value: String,
    decisions: u32,
}

/// What a pack says that it covers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PackCoverage {
    pack: String,
    claims: Vec<CoverageClaim>,
}

impl TypedTool for MetadataTool {
    const NAME: &'static str = "caselaw_metadata";
    const ABOUT: &'static str = "What there is to search: courts, issue codes, countries, outcomes, judges, languages, days, counts, \
        coverage, corpus versions. These are the values that filters take.";
    type Input = MetadataRequest;
    type Output = MetadataAnswer;

    fn run(
        services: &ToolServices,
        input: MetadataRequest,
    ) -> Result<MetadataAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let passages: usize = parts.iter().map(|part| part.index.len()).sum();
        let (first_date, last_date) = days(fields(&parts));
        let coverage = parts.iter().map(|part| PackCoverage {
            pack: part.record().manifest.name.clone(),
            claims: part.part().coverage.clone(),
        });
        Ok(MetadataAnswer {
            decisions: count(fields(&parts)),
            passages: u32::try_from(passages).unwrap_or(u32::MAX),
            courts: courts(&packs, &parts),
            issues: counts(&parts, |it| it.issues.clone()),
            countries: counts(&parts, |it| it.country.iter().cloned().collect()),
            outcomes: counts(&parts, |it| it.outcome.iter().cloned().collect()),
            judges: counts(&parts, |it| it.judge.iter().cloned().collect()),
            languages: counts(&parts, |it| it.language.iter().cloned().collect()),
            first_date,
            last_date,
            coverage: coverage.collect(),
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}

fn fields<'p>(parts: &'p [&'p OpenPart]) -> impl Iterator<Item = &'p DecisionFields> {
    parts
        .iter()
        .flat_map(|part| &part.decisions().rows)
        .map(|row| &row.fields)
}

fn count<'f>(fields: impl Iterator<Item = &'f DecisionFields>) -> u32 {
    u32::try_from(fields.count()).unwrap_or(u32::MAX)
}

fn days<'f>(
    fields: impl Iterator<Item = &'f DecisionFields>,
) -> (Option<String>, Option<String>) {
    let mut days: Vec<&String> = fields.filter_map(|it| it.date.as_ref()).collect();
    days.sort_unstable();
    (days.first().map(|it| (*it).clone()), days.last().map(|it| (*it).clone()))
}

fn counts(parts: &[&OpenPart], of: FieldValues) -> Vec<ValueCount> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for value in fields(parts).flat_map(of) {
        *counts.entry(value).or_insert(0) += 1;
    }
    let count = |(value, decisions): (String, u32)| ValueCount { value, decisions };
    counts.into_iter().map(count).collect()
}

/// Courts that packs name, and those that decisions name.
fn courts(packs: &LoadedPacks, parts: &[&OpenPart]) -> Vec<CourtCount> {
    let mut codes: BTreeMap<String, Option<(Option<String>, String)>> = BTreeMap::new();
    for court in packs.manifests().flat_map(|manifest| &manifest.courts) {
        codes.insert(court.code.clone(), Some((court.code_fr.clone(), court.name.clone())));
    }
    for code in fields(parts).filter_map(|it| it.court.as_ref()) {
        codes.entry(code.clone()).or_insert(None);
    }
    let court = |(code, named): (String, Option<(Option<String>, String)>)| {
        let own = || fields(parts).filter(|it| it.court.as_ref() == Some(&code));
        let (first_date, last_date) = days(own());
        let (code_fr, name) = named.map_or((None, None), |(fr, name)| (fr, Some(name)));
        CourtCount {
            decisions: count(own()),
            first_date,
            last_date,
            code_fr,
            name,
            code,
        }
    };
    codes.into_iter().map(court).collect()
}
