//! `operation_manual_keyword_search`: passages of manuals by their words.

use jurat_retrieve::SearchLegs;

use crate::{
    AnswerOutcome, ToolFailure, ToolLimits, ToolServices,
    operation_manual::manual_search::{ManualSearchAnswer, ManualSearchRequest, answer},
    tool::TypedTool,
};

pub(crate) struct ManualKeywordTool;

impl TypedTool for ManualKeywordTool {
    const NAME: &'static str = "operation_manual_keyword_search";
    const ABOUT: &'static str = "Passages of officers' manuals by their words, with section or page and byte range; by chapter, and by words to \
        hold or lack. 10 results unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(50) };
    type Input = ManualSearchRequest;
    type Output = ManualSearchAnswer;

    fn run(
        services: &ToolServices,
        input: ManualSearchRequest,
    ) -> Result<ManualSearchAnswer, ToolFailure> {
        answer(services, &input, SearchLegs::Bm25)
    }

    fn outcome(output: &ManualSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}
