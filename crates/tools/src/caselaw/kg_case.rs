//! `kg_case`: one decision in the graph, what it cites and what cites it.

use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{
        cited_case::{AuthorityScore, CitingPlace, authority, face, known_key, places, small},
        decision_face::DecisionFace,
    },
    packs::PackBasis,
    tool::TypedTool,
};

/// Places shown in each direction.
const MOST: usize = 50;

pub(crate) struct GraphCaseTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphCaseRequest {
    /// What was decided after this day is left out.
    as_of: CivilDay,
    /// A citation in any form.
    citation: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GraphCaseAnswer {
    decision: DecisionFace,
    /// Null where it had not been given or cited by the day.
    authority: Option<AuthorityScore>,
    /// Where it cites others, in the order of its text; 50 at most.
    cites: Vec<CitingPlace>,
    total_cites: u32,
    /// Where others cite it, the oldest first; 50 at most, those that do something with it before mere mentions.
    cited_by: Vec<CitingPlace>,
    total_cited_by: u32,
    basis: PackBasis,
}

impl TypedTool for GraphCaseTool {
    const NAME: &'static str = "kg_case";
    const ABOUT: &'static str = "One decision by citation (any form): facts, authority, the places where it cites and is cited, with treatment \
        and sentence. 50 places each way.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(MOST) };
    type Input = GraphCaseRequest;
    type Output = GraphCaseAnswer;

    fn run(
        services: &ToolServices,
        input: GraphCaseRequest,
    ) -> Result<GraphCaseAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let cases = packs.cases()?;
        let key = known_key(&packs, cases, &input.citation)?;
        let day = input.as_of.to_string();
        let mut cites = cases.graph.cites(&key);
        let mut cited_by = cases.graph.cited_by(&key, Some(&day));
        let (total_cites, total_cited_by) = (small(cites.len()), small(cited_by.len()));
        cites.truncate(MOST);
        // A stable order: within each the oldest first.
        cited_by.sort_by_key(|edge| edge.cue.is_none());
        cited_by.truncate(MOST);
        Ok(GraphCaseAnswer {
            decision: face((&packs, cases), &key)?,
            authority: authority(&cases.ranked(&day), &key),
            cites: places((&packs, cases), &cites)?,
            total_cites,
            cited_by: places((&packs, cases), &cited_by)?,
            total_cited_by,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}
