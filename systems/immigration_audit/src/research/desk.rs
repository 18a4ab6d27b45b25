//! What research is done with: tools asked by name. The adapter is wherever packs lie.

use jurat_tools::{ToolAnswer, ToolFailure, ToolServices, tool_named};
use serde_json::Value as Json;

/// Answers questions put to tools.
pub trait ResearchDesk: Send + Sync {
    fn ask(&self, tool: &str, arguments: Json) -> Result<ToolAnswer, ToolFailure>;
}

/// A place without packs: nothing is covered, and nothing follows from that.
pub struct NoResearchDesk;

impl ResearchDesk for NoResearchDesk {
    fn ask(&self, tool: &str, _: Json) -> Result<ToolAnswer, ToolFailure> {
        Err(ToolFailure::OutsideCoverage {
            argument: "tool".to_owned(),
            given: tool.to_owned(),
            covers: "no packs are at hand here".to_owned(),
        })
    }
}

/// Opens what tools work on.
pub type OpenServices = dyn Fn() -> Result<ToolServices, ToolFailure> + Send + Sync;

/// Tools of this process over the packs of this machine, opened when they are first asked.
pub struct LocalResearchDesk {
    open: Box<OpenServices>,
    opened: std::sync::OnceLock<Result<ToolServices, ToolFailure>>,
}

impl LocalResearchDesk {
    pub fn new(open: Box<OpenServices>) -> Self {
        Self { open, opened: std::sync::OnceLock::new() }
    }
}

impl ResearchDesk for LocalResearchDesk {
    fn ask(&self, tool: &str, arguments: Json) -> Result<ToolAnswer, ToolFailure> {
        let (_, tool) = tool_named(tool)?;
        let services = self.opened.get_or_init(|| (self.open)());
        tool.call(services.as_ref().map_err(Clone::clone)?, arguments)
    }
}
