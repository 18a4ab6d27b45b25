//! The systems: each a folder of data and a table from stage name to function.

pub mod digital_courtroom;
pub mod evidence_first;
pub mod orchard;
pub mod pipeline_audit;

mod attach;
mod models;
mod paid;
pub mod reports;

use std::sync::Arc;

use jurat_engine::{Registry, StageSpec};

pub use attach::{AttachError, attached};
use digital_courtroom::clerk::Clerk;
use evidence_first::library::Library;
pub use models::{Models, NoModels};
use reports::ReportKind;

/// A product on the engine: its workflows and the functions that their stages name.
pub struct System {
    /// The name of its folder.
    pub name: &'static str,
    /// Its workflows, built in.
    pub workflows: &'static [WorkflowText],
    /// Its stage functions. Their names begin with the name of the system.
    pub stages: fn(&Services) -> Vec<StageSpec>,
    /// The report that its runs come to, where they come to one.
    pub report: Option<ReportKind>,
}

/// A workflow that is built in.
pub struct WorkflowText {
    /// The name inside the definition.
    pub name: &'static str,
    /// The definition as it was written.
    pub text: &'static str,
}

/// What stage functions reach outside the run by.
#[derive(Clone)]
pub struct Services {
    /// The corpora.
    pub library: Arc<dyn Library>,
    /// The models.
    pub models: Arc<dyn Models>,
    /// Repositories and papers that are brought before a court.
    pub clerk: Arc<dyn Clerk>,
}

/// Every system; a new one is one folder and one line here.
pub const ALL: &[System] = &[
    digital_courtroom::SYSTEM,
    evidence_first::SYSTEM,
    orchard::SYSTEM,
    pipeline_audit::SYSTEM,
];

/// The report that runs of a workflow come to, where they come to one.
pub fn report_kind(workflow: &str) -> Option<&'static ReportKind> {
    let makes =
        |system: &&System| system.workflows.iter().any(|built_in| built_in.name == workflow);
    ALL.iter().find(makes)?.report.as_ref()
}

/// The stage functions of all systems.
pub fn registry(services: &Services) -> Registry {
    Registry::of(ALL.iter().flat_map(|system| (system.stages)(services)))
}
