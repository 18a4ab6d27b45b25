//! `caselaw_keyword_search`: passages of decisions by their words.

use jurat_retrieve::SearchLegs;

use crate::{
    AnswerOutcome, ToolFailure, ToolLimits, ToolServices,
    caselaw::case_search::{CaseSearchAnswer, CaseSearchRequest, answer},
    tool::TypedTool,
};

pub(crate) struct KeywordSearchTool;

impl TypedTool for KeywordSearchTool {
    const NAME: &'static str = "caselaw_keyword_search";
    const ABOUT: &'static str = "Passages of decisions by their words, English and French, with pinpoints and byte ranges. Filters by court, days, \
        judge, country, issue, outcome and words to hold or lack. 10 results unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(50) };
    type Input = CaseSearchRequest;
    type Output = CaseSearchAnswer;

    fn run(
        services: &ToolServices,
        input: CaseSearchRequest,
    ) -> Result<CaseSearchAnswer, ToolFailure> {
        answer(services, &input, SearchLegs::Bm25)
    }

    fn outcome(output: &CaseSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}
