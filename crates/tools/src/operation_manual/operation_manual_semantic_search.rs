//! `operation_manual_semantic_search`: passages of manuals by meaning.

use jurat_retrieve::SearchLegs;

use crate::{
    AnswerOutcome, ToolFailure, ToolLimits, ToolServices,
    operation_manual::manual_search::{ManualSearchAnswer, ManualSearchRequest, answer},
    tool::TypedTool,
};

pub(crate) struct ManualSemanticTool;

impl TypedTool for ManualSemanticTool {
    const NAME: &'static str = "operation_manual_semantic_search";
    const ABOUT: &'static str = "Passages of officers' manuals by meaning, with section or page and byte range. Fails by name where a pack has no \
        vectors. 10 results unless `limit` says more (50 at most).";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: Some(50) };
    type Input = ManualSearchRequest;
    type Output = ManualSearchAnswer;

    fn run(
        services: &ToolServices,
        input: ManualSearchRequest,
    ) -> Result<ManualSearchAnswer, ToolFailure> {
        answer(services, &input, SearchLegs::Dense)
    }

    fn outcome(output: &ManualSearchAnswer) -> AnswerOutcome {
        output.outcome
    }
}
