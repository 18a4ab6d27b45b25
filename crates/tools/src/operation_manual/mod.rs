//! Manuals by which officers decide: found by words and by meaning, and read by chapter and section.

mod manual_search;
mod operation_manual_detail;
mod operation_manual_keyword_search;
mod operation_manual_semantic_search;

use crate::tool::{ServiceTool, ToolService};

pub(crate) const SERVICE: ToolService = ToolService {
    name: "operation-manual",
    port: 3106,
    about: "officers' manuals out of the packs that were added: search, and reading by chapter and section",
    tools: &[
        ServiceTool::of::<operation_manual_detail::ManualDetailTool>(),
        ServiceTool::of::<operation_manual_keyword_search::ManualKeywordTool>(),
        ServiceTool::of::<operation_manual_semantic_search::ManualSemanticTool>(),
    ],
};
