//! Decisions: found by words and by meaning, read whole, checked as citations, and weighed in the graph of who cites whom.

mod case_search;
mod caselaw_authority;
mod caselaw_get_fulltext_by_url;
mod caselaw_keyword_search;
mod caselaw_metadata;
mod caselaw_optimized_search;
mod caselaw_semantic_search;
mod caselaw_validity;
mod cited_case;
mod decision_face;
mod decision_filter;
mod decision_table;
mod graph_filter;
mod kg_case;
mod kg_judge_stats;
mod kg_metadata;
mod kg_search;
mod kg_similar_cases;
mod kg_top_authorities;

pub(crate) use caselaw_get_fulltext_by_url::whole_decision;
pub(crate) use decision_table::{DecisionRow, DecisionTable};

use crate::tool::{ServiceTool, ToolService};

pub(crate) const SERVICE: ToolService = ToolService {
    name: "caselaw",
    port: 3105,
    about: "decisions of courts and tribunals out of the packs that were added: search, full text, validity and authority, the graph of who cites whom",
    tools: &[
        ServiceTool::of::<caselaw_authority::AuthorityTool>(),
        ServiceTool::of::<caselaw_get_fulltext_by_url::FulltextTool>(),
        ServiceTool::of::<caselaw_keyword_search::KeywordSearchTool>(),
        ServiceTool::of::<caselaw_metadata::MetadataTool>(),
        ServiceTool::of::<caselaw_optimized_search::OptimizedSearchTool>(),
        ServiceTool::of::<caselaw_semantic_search::SemanticSearchTool>(),
        ServiceTool::of::<caselaw_validity::ValidityTool>(),
        ServiceTool::of::<kg_case::GraphCaseTool>(),
        ServiceTool::of::<kg_judge_stats::BenchStatsTool>(),
        ServiceTool::of::<kg_metadata::GraphMetadataTool>(),
        ServiceTool::of::<kg_search::GraphSearchTool>(),
        ServiceTool::of::<kg_similar_cases::SimilarCasesTool>(),
        ServiceTool::of::<kg_top_authorities::TopAuthoritiesTool>(),
    ],
};
