//! `kg_similar_cases`: decisions like one, each reason a field.

use jurat_citator::SimilarCase;
use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnswerOutcome, CivilDay, ToolFailure, ToolLimits, ToolServices,
    caselaw::{
        cited_case::{face, known_key},
        decision_face::DecisionFace,
    },
    packs::PackBasis,
    tool::TypedTool,
};

/// How many results where nothing is said.
const USUAL: u32 = 10;

pub(crate) struct SimilarCasesTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimilarCasesRequest {
    /// Decisions after this day are left out.
    as_of: CivilDay,
    /// A citation in any form.
    citation: String,
    /// How many results, 1 to 50; 10 where nothing is said.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SimilarCasesAnswer {
    outcome: AnswerOutcome,
    decision: DecisionFace,
    results: Vec<CaseLikeness>,
    basis: PackBasis,
}

/// A decision that is like it, and why.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CaseLikeness {
    decision: DecisionFace,
    why: SimilarCase,
}

impl TypedTool for SimilarCasesTool {
    const NAME: &'static str = "kg_similar_cases";
    const ABOUT: &'static str = "Loaded decisions like one (citation in any form), with the reasons as fields: shared authorities and issues, \
        citing each other, same country, court, outcome. 10 unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 8_000, results: Some(50) };
    type Input = SimilarCasesRequest;
    type Output = SimilarCasesAnswer;

    fn run(
        services: &ToolServices,
        input: SimilarCasesRequest,
    ) -> Result<SimilarCasesAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let cases = packs.cases()?;
        let key = known_key(&packs, cases, &input.citation)?;
        let most = usize::try_from(input.limit.unwrap_or(USUAL)).unwrap_or(1);
        let like = cases.graph.similar(&key, Some(&input.as_of.to_string()), most);
        let results = like
            .into_iter()
            .map(|why| Ok(CaseLikeness { decision: face((&packs, cases), &why.key)?, why }))
            .collect::<Result<Vec<_>, ToolFailure>>()?;
        Ok(SimilarCasesAnswer {
            outcome: AnswerOutcome::of(&results),
            decision: face((&packs, cases), &key)?,
            results,
            basis: PackBasis::new(input.as_of, &parts),
        })
    }

    fn outcome(output: &SimilarCasesAnswer) -> AnswerOutcome {
        output.outcome
    }
}
