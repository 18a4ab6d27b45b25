//! What every surface knows of a system: its workflows, its stages, the report that its runs come to.

pub mod attach_audits;
pub mod catalog;
pub mod demo;
pub mod journal_follower;
pub mod original_documents;
mod paid_model;
pub mod parameters;
pub mod publish;
pub mod reports;
pub mod run_starts;
mod services;
mod shipped_workflow;
pub mod stage_models;

use jurat_engine::{StageRegistry, StageSpec, TypedChannel, WorkflowDefinition};
use serde::Deserialize;

pub use paid_model::PaidModel;
pub use services::ServiceRegistry;
pub use stage_models::{ModelProvider, NoModelProvider};

use attach_audits::AuditAgain;
use demo::SystemDemo;
use parameters::ParameterTable;
use reports::{ReportKind, ReportTemplate};

/// A product on the engine: its workflows and the functions that their stages name.
pub struct System {
    /// The name of its folder.
    pub name: &'static str,
    /// Its workflows, built in.
    pub workflows: &'static [WorkflowText],
    /// What its runs are told: a table for each workflow, from which every surface makes its form.
    pub parameters: &'static [ParameterTable],
    /// What its stages read and write, with types.
    pub channels: &'static [TypedChannel],
    /// Its stage functions. Their names begin with the name of the system.
    pub stages: fn(&ServiceRegistry) -> Vec<StageSpec>,
    /// Audits again what a stage of any system made, where the system audits stages.
    pub audit_again: Option<AuditAgain>,
    /// The report that its runs come to, where they come to one.
    pub report: Option<ReportKind>,
    /// What `jurat demo` shows of it.
    pub demo: SystemDemo,
}

/// A stage without settings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}

/// A workflow that is built in.
pub struct WorkflowText {
    /// The name inside the definition.
    pub name: &'static str,
    /// The definition as it was written.
    pub text: &'static str,
}

/// Systems, as every surface goes through them.
#[derive(Clone, Copy)]
pub struct SystemSet(pub &'static [System]);

impl SystemSet {
    /// The report that runs of a workflow come to, where they come to one.
    pub fn report_kind(self, workflow: &str) -> Option<&'static ReportKind> {
        let makes = |system: &&System| {
            system.workflows.iter().any(|built_in| built_in.name == workflow)
        };
        self.0.iter().find(makes)?.report.as_ref()
    }

    /// What a run of a built-in workflow is told.
    pub fn parameters(self, workflow: &str) -> Option<&'static ParameterTable> {
        let mut tables = self.0.iter().flat_map(|system| system.parameters);
        tables.find(|table| table.workflow == workflow)
    }

    /// Every workflow that is built in.
    pub fn workflows(self) -> impl Iterator<Item = &'static WorkflowText> {
        self.0.iter().flat_map(|system| system.workflows)
    }

    /// Everything that decides how reports look: the same texts give the same bytes.
    pub fn templates(self) -> Vec<ReportTemplate> {
        let kinds = self.0.iter().filter_map(|system| system.report.as_ref());
        let own = kinds.flat_map(|kind| (kind.templates)());
        jurat_document::templates().into_iter().chain(own).collect()
    }

    /// Channels that a definition declares otherwise than the stages that it runs hold them, in words.
    pub fn channel_disagreements(self, definition: &WorkflowDefinition) -> Vec<String> {
        let told = self.disagreeing_channels(definition).into_iter();
        told.map(|(_, told)| told).collect()
    }

    /// The same, with the name of each channel.
    fn disagreeing_channels(
        self,
        definition: &WorkflowDefinition,
    ) -> Vec<(&'static str, String)> {
        let runs = |system: &System| {
            let functions = definition.stages.iter().filter_map(|stage| stage.run.as_deref());
            let mut systems = functions.filter_map(|run| run.split_once('.'));
            systems.any(|(name, _)| name == system.name)
        };
        let used = self.0.iter().filter(|system| runs(system));
        let held = used.flat_map(|system| system.channels.iter().map(move |it| (system, it)));
        let told = held.filter_map(|(system, channel)| {
            let declared = definition.channels.get(channel.name)?;
            let holds = channel.disagrees(declared)?.name();
            let told = format!(
                "channel `{}` is declared as {}, and stages of {} hold {holds} in it",
                channel.name,
                declared.value_type.name(),
                system.name
            );
            Some((channel.name, told))
        });
        told.collect()
    }

    /// The stage functions of all.
    pub fn registry(self, services: &ServiceRegistry) -> StageRegistry {
        StageRegistry::of(self.0.iter().flat_map(|system| (system.stages)(services)))
    }
}
