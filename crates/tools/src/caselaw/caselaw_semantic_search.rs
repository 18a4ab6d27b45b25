//! `caselaw_semantic_search`: passages of decisions by meaning.

use jurat_retrieve::SearchLegs;

use crate::{
    AnswerOutcome, ToolFailure, ToolLimits, ToolServices,
    caselaw::case_search::{CaseSearchAnswer, CaseSearchRequest, answer},
    tool::TypedTool,
};

pub(crate) struct SemanticSearchTool;

impl TypedTool for SemanticSearchTool {
    const NAME: &'static str = "caselaw_semantic_search";
    const ABOUT: &'static str = "Passages of decisions by meaning, with pinpoints and byte ranges; filters as in caselaw_keyword_search. Fails by \
        name where a pack has no vectors. 10 results unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(50) };
    type Input = CaseSearchRequest;
    type Output = CaseSearchAnswer;

    fn run(
        services: &ToolServices,
        input: CaseSearchRequest,
    ) -> Result<CaseSearchAnswer, ToolFailure> {
        answer(services, &input, SearchLegs::Dense)
    }

    fn outcome(output: &CaseSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}
