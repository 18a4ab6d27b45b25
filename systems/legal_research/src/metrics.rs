//! What a run took and came to, in numbers.

use jurat_model::ModelUse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::plan_step::{PlanStep, QueryType, StepStatus, count};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunMetrics {
    pub total_llm_calls: u64,
    /// Those of the calls that gave a model its sentences back to mend.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub send_backs: usize,
    pub input_chars: u64,
    pub output_chars: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub parse_failures: u64,
    pub iteration_count: u32,
    pub steps_completed: usize,
    pub steps_failed: usize,
    pub steps_pending: usize,
    /// Nothing where the question was turned away.
    pub query_type: Option<QueryType>,
    pub memory_hit: bool,
    pub has_answer: bool,
    pub injection_safe: bool,
}

impl RunMetrics {
    pub(crate) fn of(used: &[ModelUse], table: &[PlanStep]) -> Self {
        let sum = |of: fn(&ModelUse) -> u64| used.iter().map(of).sum();
        Self {
            total_llm_calls: sum(|one| one.calls),
            input_chars: sum(|one| one.characters_in),
            output_chars: sum(|one| one.characters_out),
            input_tokens: sum(|one| one.tokens_in),
            output_tokens: sum(|one| one.tokens_out),
            parse_failures: sum(|one| one.parse_failures),
            steps_completed: count(table, StepStatus::Completed),
            steps_failed: count(table, StepStatus::Failed),
            steps_pending: count(table, StepStatus::Pending),
            ..Self::default()
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_none_of_them(count: &usize) -> bool {
    *count == 0
}
