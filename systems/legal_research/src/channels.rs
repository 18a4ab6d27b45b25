//! The channels of the system, typed.

use jurat_engine::channels;
use jurat_model::{ModelUse, RetrievedChunk, SourceExhibit};
use jurat_retrieve::library::CorpusState;

use crate::{
    choices::ChoiceTable,
    confidence::StepConfidence,
    evaluation::{NextStage, StepSummary},
    issue_spotter::SpottedDoctrine,
    memory_hit::{MemoryHit, MemoryWriting},
    metrics::RunMetrics,
    objective::ResearchObjective,
    plan_step::{PlanStep, QueryType, StepQueries},
    preset::ResearchPreset,
    replanner::ReplanDecision,
    report::{InjectionCheck, ResearchReport, SupportCheck},
    stages::synthesize::StepDraft,
    step_findings::StepFindings,
};

channels! {
    GLOBAL_OBJECTIVE: String = "global_objective";
    OBJECTIVE: ResearchObjective = "objective";
    PRESET: ResearchPreset = "preset";
    AS_OF: String = "as_of";
    INJECTION_CHECK: InjectionCheck = "injection_check";
    QUERY_TYPE: QueryType = "query_type";
    SPOTTED: Vec<SpottedDoctrine> = "spotted";
    MEMORY_HIT: MemoryHit = "memory_hit";
    PLANNING_TABLE: Vec<PlanStep> = "planning_table";
    NEAR_WORDS: Vec<String> = "near_words";
    STEP_QUERIES: StepQueries = "step_queries";
    CORPUS_STATE: Option<CorpusState> = "corpus_state";
    STEP_CHUNKS: Vec<RetrievedChunk> = "step_chunks";
    EXHIBITS: Vec<SourceExhibit> = "exhibits";
    STEP_DRAFT: StepDraft = "step_draft";
    STEP_CONFIDENCE: StepConfidence = "step_confidence";
    FINDINGS: Vec<StepFindings> = "findings";
    ACCUMULATED_CONTEXT: Vec<StepSummary> = "accumulated_context";
    ITERATION_COUNT: u32 = "iteration_count";
    NEXT_STAGE: NextStage = "next_stage";
    REPLAN_DECISIONS: Vec<ReplanDecision> = "replan_decisions";
    CHOICE_CHUNKS: Vec<RetrievedChunk> = "choice_chunks";
    CHOICE_EXHIBITS: Vec<SourceExhibit> = "choice_exhibits";
    CHOICE_TABLE: Option<ChoiceTable> = "choice_table";
    FINAL_CITED_ANSWER: String = "final_cited_answer";
    VERIFICATION_RESULT: Option<SupportCheck> = "verification_result";
    MEMORY_WRITTEN: MemoryWriting = "memory_written";
    MODEL_USE: Vec<ModelUse> = "model_use";
    RUN_METRICS: RunMetrics = "run_metrics";
    REPORT: ResearchReport = "report";
}
