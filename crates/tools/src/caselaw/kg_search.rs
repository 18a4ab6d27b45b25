//! `kg_search`: decisions by what they are about, where they are from and how they came out.

use std::collections::BTreeMap;

use jurat_citator::{GraphCase, RankedCase};
use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{
        cited_case::{face, small},
        decision_face::DecisionFace,
        graph_filter::{GraphFilter, GraphFilterRequest},
    },
    packs::{PackBasis, cursor::PageRequest},
    tool::TypedTool,
};

/// How many results where nothing is said.
const USUAL: u32 = 10;

pub(crate) struct GraphSearchTool;

/// By what cases are ordered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GraphOrder {
    /// The newest first.
    #[default]
    Date,
    /// The most cited first.
    CitedBy,
    /// The weightiest first.
    Authority,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphSearchRequest {
    /// Decisions after this day are left out.
    as_of: CivilDay,
    /// What it is about; `kg_metadata` lists the codes.
    issue_code: Option<String>,
    /// The country of the person concerned, as `kg_metadata` has it.
    country_code: Option<String>,
    /// A court's code, in either language.
    court: Option<String>,
    outcome: Option<String>,
    /// The first day.
    start_date: Option<CivilDay>,
    /// The last day.
    end_date: Option<CivilDay>,
    /// The newest first where nothing is said.
    #[serde(default)]
    sort: GraphOrder,
    /// How many results, 1 to 50; 10 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
    /// The `next_cursor` of the same request.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GraphSearchAnswer {
    outcome: AnswerOutcome,
    results: Vec<GraphHit>,
    /// All that fit, on every page.
    total: u32,
    next_cursor: Option<String>,
    basis: PackBasis,
}

/// A decision, and its weight among all.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GraphHit {
    decision: DecisionFace,
    /// `PageRank` among the loaded decisions given by the day.
    authority_score: f64,
}

impl TypedTool for GraphSearchTool {
    const NAME: &'static str = "kg_search";
    const ABOUT: &'static str = "Loaded decisions by issue, country, court, outcome and days, with their authority. 10 results unless `limit` \
        says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(50) };
    type Input = GraphSearchRequest;
    type Output = GraphSearchAnswer;

    fn run(
        services: &ToolServices,
        input: GraphSearchRequest,
    ) -> Result<GraphSearchAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let cases = packs.cases()?;
        let asked = GraphFilterRequest {
            court: input.court.as_deref(),
            country: ("country_code", input.country_code.as_deref()),
            issue_code: input.issue_code.as_deref(),
            outcome: input.outcome.as_deref(),
            start_date: input.start_date,
            end_date: input.end_date,
        };
        let filter = GraphFilter::read(&packs, &cases.graph, (&asked, input.as_of))?;
        let ranked = cases.ranked(&input.as_of.to_string());
        let weights: BTreeMap<&str, &RankedCase> =
            ranked.iter().map(|one| (one.key.as_str(), one)).collect();
        let mut found: Vec<&GraphCase> =
            cases.graph.cases().filter(|case| filter.keeps(case)).collect();
        let score =
            |case: &GraphCase| weights.get(case.key.as_str()).map_or(0.0, |it| it.score);
        let cited =
            |case: &GraphCase| weights.get(case.key.as_str()).map_or(0, |it| it.cited_by);
        found.sort_by(|a, b| match input.sort {
            GraphOrder::Date => b.date.cmp(&a.date).then_with(|| a.key.cmp(&b.key)),
            GraphOrder::CitedBy => cited(b).cmp(&cited(a)).then_with(|| a.key.cmp(&b.key)),
            GraphOrder::Authority => {
                score(b).total_cmp(&score(a)).then_with(|| a.key.cmp(&b.key))
            }
        });
        let total = small(found.len());
        let basis = PackBasis::new(input.as_of, &parts);
        let limit = usize::try_from(input.limit.unwrap_or(USUAL)).unwrap_or(1);
        let mut request = serde_json::to_value(&input)
            .map_err(|error| ToolFailure::ours(Self::NAME, &error))?;
        for key in ["cursor", "limit"] {
            request[key] = serde_json::Value::Null;
        }
        let page = PageRequest::read(&request, &basis, (input.cursor.as_deref(), limit))?;
        let (page, next_cursor) = page.cut(found);
        let results = page
            .into_iter()
            .map(|case| {
                let decision = face((&packs, cases), &case.key)?;
                Ok(GraphHit { decision, authority_score: score(case) })
            })
            .collect::<Result<Vec<_>, ToolFailure>>()?;
        Ok(GraphSearchAnswer {
            outcome: AnswerOutcome::of(&results),
            results,
            total,
            next_cursor,
            basis,
        })
    }

    fn outcome(output: &GraphSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}
