//! Pages of help centres: found by words and meaning, and read whole.

mod help_centre_detail;
mod help_centre_search;

use crate::tool::{ServiceTool, ToolService};

pub(crate) const SERVICE: ToolService = ToolService {
    name: "help-centre",
    port: 3107,
    about: "help-centre pages out of the packs that were added: search, and reading a page",
    tools: &[
        ServiceTool::of::<help_centre_detail::HelpDetailTool>(),
        ServiceTool::of::<help_centre_search::HelpSearchTool>(),
    ],
};
