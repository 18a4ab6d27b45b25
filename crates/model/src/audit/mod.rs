//! The audit of a pipeline as data: issues, the report of each stage, the plan of an answer.
//!
//! Key names and enum values are those that other pipelines read; nothing here decides anything.

mod answer_plan;
mod issue;
mod model_flag;
mod report;

pub use answer_plan::{AnswerPlan, PlannedClaim};
pub use issue::{Issue, IssueSeverity};
pub use model_flag::{ModelFlag, SentenceDefect};
pub use report::{
    AuditScores, BudgetFlag, CombinedAudit, DraftAudit, Enforcement, FinalAudit, NotChecked,
    PipelineAudit, PipelineStage, SearchAudit, StageOutcome, UnsupportedSpan,
};

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{AnswerPlan, Enforcement, Issue, IssueSeverity, PipelineStage};

    #[track_caller]
    fn check<T: serde::Serialize + serde::de::DeserializeOwned>(value: Value) {
        let read = serde_json::from_value::<T>(value.clone()).and_then(serde_json::to_value);
        assert_eq!(read.ok(), Some(value));
    }

    #[test]
    fn issues_and_plans_keep_their_shape() {
        check::<Issue>(json!({"code": "UNSUPPORTED_CLAIM", "msg": "…",
            "evidence": ["hit#1", "span:…"], "suggested_fix": "…", "severity": "error"}));
        check::<AnswerPlan>(json!({
            "objectives": ["Answer user question re: …"],
            "key_articles": ["Art. 49"],
            "outline": [
                {"claim": "Consumers can withdraw within 7 days", "evidence": ["Art. 49"], "priority": 1},
                {"claim": "Full refund obligation", "evidence": ["Art. 49 parágrafo único"], "priority": 1}],
            "success_criteria": ["Mentions Art. 49 in the first sentence", "≤5 steps"]}));
    }

    #[test]
    fn severities_and_modes_are_ordered_by_what_they_do() {
        assert!(
            IssueSeverity::Info < IssueSeverity::Warn
                && IssueSeverity::Warn < IssueSeverity::Error
        );
        assert!(
            Enforcement::Advisory < Enforcement::RetryOnce
                && Enforcement::RetryOnce < Enforcement::Gate
        );
    }

    #[test]
    fn stages_are_named_as_their_sections() {
        for stage in PipelineStage::ALL {
            assert_eq!(serde_json::to_value(stage).ok(), Some(json!(stage.name())));
        }
        assert_eq!(serde_json::from_value(json!("draft")).ok(), Some(PipelineStage::Draft));
    }
}
