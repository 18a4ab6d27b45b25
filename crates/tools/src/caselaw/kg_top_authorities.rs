//! `kg_top_authorities`: the cases that weigh most among those that loaded decisions are or cite.

use std::collections::BTreeMap;

use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{
        cited_case::{AuthorityScore, authority, face},
        decision_face::DecisionFace,
        graph_filter::{GraphFilter, GraphFilterRequest},
    },
    packs::PackBasis,
    tool::TypedTool,
};

/// How many results where nothing is said.
const USUAL: u32 = 10;

pub(crate) struct TopAuthoritiesTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TopAuthoritiesRequest {
    /// Decisions after this day neither count nor cite.
    as_of: CivilDay,
    /// Only what decisions on this issue are or cite; `kg_metadata` lists the codes.
    issue_code: Option<String>,
    /// Only what decisions of this court are or cite.
    court: Option<String>,
    /// How many results, 1 to 50; 10 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TopAuthoritiesAnswer {
    outcome: AnswerOutcome,
    /// The weightiest first; equal ones by citation.
    results: Vec<RankedAuthority>,
    basis: PackBasis,
}

/// A case and its weight.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RankedAuthority {
    decision: DecisionFace,
    authority: AuthorityScore,
    /// How many of the decisions that were asked for cite it.
    cited_by_asked: u32,
}

impl TypedTool for TopAuthoritiesTool {
    const NAME: &'static str = "kg_top_authorities";
    const ABOUT: &'static str = "The weightiest cases by PageRank over who cites whom as of the day, also those that are only cited; narrowed by the \
        issue or court of who cites them. 10 unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(50) };
    type Input = TopAuthoritiesRequest;
    type Output = TopAuthoritiesAnswer;

    fn run(
        services: &ToolServices,
        input: TopAuthoritiesRequest,
    ) -> Result<TopAuthoritiesAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let cases = packs.cases()?;
        let asked = GraphFilterRequest {
            court: input.court.as_deref(),
            country: ("country_code", None),
            issue_code: input.issue_code.as_deref(),
            ..GraphFilterRequest::default()
        };
        let filter = GraphFilter::read(&packs, &cases.graph, (&asked, input.as_of))?;
        // By whom of those asked for each case is cited; one of them counts though nobody cites it.
        let mut cited: BTreeMap<String, u32> = BTreeMap::new();
        for case in cases.graph.cases().filter(|case| filter.keeps(case)) {
            cited.entry(case.key.clone()).or_insert(0);
            let mut keys: Vec<String> =
                cases.graph.cites(&case.key).into_iter().map(|edge| edge.to).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                *cited.entry(key).or_insert(0) += 1;
            }
        }
        let ranked = cases.ranked(&input.as_of.to_string());
        let wanted = usize::try_from(input.limit.unwrap_or(USUAL)).unwrap_or(1);
        let top = ranked.iter().filter_map(|one| Some((one, *cited.get(&one.key)?)));
        let results = top
            .take(wanted)
            .filter_map(|(one, count)| Some((one, authority(&ranked, &one.key)?, count)))
            .map(|(one, authority, cited_by_asked)| {
                let decision = face((&packs, cases), &one.key)?;
                Ok(RankedAuthority { decision, authority, cited_by_asked })
            })
            .collect::<Result<Vec<_>, ToolFailure>>()?;
        Ok(TopAuthoritiesAnswer {
            outcome: AnswerOutcome::of(&results),
            results,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }

    fn outcome(output: &TopAuthoritiesAnswer) -> AnswerOutcome {
        output.outcome
    }
}
