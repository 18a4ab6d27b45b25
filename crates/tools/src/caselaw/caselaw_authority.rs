//! `caselaw_authority`: how much weight a case has among the loaded decisions, and who gives it.

use std::collections::BTreeMap;

use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{
        cited_case::{AuthorityScore, CitingPlace, authority, face, known_key, places},
        decision_face::DecisionFace,
    },
    packs::PackBasis,
    tool::TypedTool,
};

/// Places shown.
const MOST: usize = 20;

pub(crate) struct AuthorityTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuthorityRequest {
    /// What was decided after this day does not count.
    as_of: CivilDay,
    /// A citation in any form.
    citation: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AuthorityAnswer {
    decision: DecisionFace,
    /// Null where it had not been given or cited by the day.
    authority: Option<AuthorityScore>,
    /// Places that cite it, by what they do with it.
    by_kind: BTreeMap<String, u32>,
    /// Courts of the decisions that cite it.
    by_court: BTreeMap<String, u32>,
    /// The places that do something with it, the newest first; 20 at most.
    treatments: Vec<CitingPlace>,
    basis: PackBasis,
}

impl TypedTool for AuthorityTool {
    const NAME: &'static str = "caselaw_authority";
    const ABOUT: &'static str = "The weight of a case (citation in any form) among the loaded decisions as of a day: PageRank, rank, who cites it by \
        court and treatment, with sentences (20 at most). Works for cases that are only cited, too.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(MOST) };
    type Input = AuthorityRequest;
    type Output = AuthorityAnswer;

    fn run(
        services: &ToolServices,
        input: AuthorityRequest,
    ) -> Result<AuthorityAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let cases = packs.cases()?;
        let key = known_key(&packs, cases, &input.citation)?;
        let day = input.as_of.to_string();
        let edges = cases.graph.cited_by(&key, Some(&day));
        let mut by_kind: BTreeMap<String, u32> = BTreeMap::new();
        let mut citing: Vec<&str> = Vec::new();
        for edge in &edges {
            *by_kind.entry(edge.kind.word().to_owned()).or_insert(0) += 1;
            citing.push(&edge.from);
        }
        citing.sort_unstable();
        citing.dedup();
        let mut by_court: BTreeMap<String, u32> = BTreeMap::new();
        for court in citing.iter().filter_map(|key| cases.graph.case(key)?.court.clone()) {
            *by_court.entry(court).or_insert(0) += 1;
        }
        let told = edges.iter().rev().filter(|edge| edge.cue.is_some()).take(MOST);
        let told: Vec<_> = told.cloned().collect();
        Ok(AuthorityAnswer {
            decision: face((&packs, cases), &key)?,
            authority: authority(&cases.ranked(&day), &key),
            by_kind,
            by_court,
            treatments: places((&packs, cases), &told)?,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}
