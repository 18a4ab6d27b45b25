//! Decisions: found by words and by meaning, and read whole.

mod case_search;
mod caselaw_get_fulltext_by_url;
mod caselaw_keyword_search;
mod caselaw_metadata;
mod caselaw_optimized_search;
mod caselaw_semantic_search;
mod decision_face;
mod decision_filter;
mod decision_table;

pub(crate) use decision_table::DecisionTable;

use crate::tool::{ServiceTool, ToolService};

pub(crate) const SERVICE: ToolService = ToolService {
    name: "caselaw",
    port: 3105,
    about: "decisions of courts and tribunals out of the packs that were added: search, full text, what there is",
    tools: &[
        ServiceTool::of::<caselaw_get_fulltext_by_url::FulltextTool>(),
        ServiceTool::of::<caselaw_keyword_search::KeywordSearchTool>(),
        ServiceTool::of::<caselaw_metadata::MetadataTool>(),
        ServiceTool::of::<caselaw_optimized_search::OptimizedSearchTool>(),
        ServiceTool::of::<caselaw_semantic_search::SemanticSearchTool>(),
    ],
};
