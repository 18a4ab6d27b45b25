//! The stage functions and their table: each decodes, calls one function and returns a patch.

mod conclude;
mod intake;
mod investigate;
mod sign_off;

use std::sync::Arc;

use jurat_engine::{StageCtx, StageError, StageSpec};
use jurat_system::{NoSettings, ServiceRegistry};
use serde_json::Value as Json;

use crate::{
    audit_report::{AuditChannels, workflow_named},
    matter_reader::{MatterReader, NoMatterReader},
    research::{NoResearchDesk, ResearchDesk},
};

/// From stage name to function.
pub(super) fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let reader = services.port::<dyn MatterReader>(|| Arc::new(NoMatterReader));
    let desk = services.port::<dyn ResearchDesk>(|| Arc::new(NoResearchDesk));
    vec![
        StageSpec::compute("immigration_audit.intake", move |ctx: &_, _: &NoSettings| {
            intake::intake(ctx, &*reader)
        }),
        StageSpec::compute("immigration_audit.detective", move |ctx: &_, _: &NoSettings| {
            investigate::detective(ctx, &*desk)
        }),
        StageSpec::compute("immigration_audit.strategist", investigate::strategist),
        StageSpec::compute("immigration_audit.gatekeeper", investigate::gatekeeper),
        StageSpec::compute("immigration_audit.refusal_autopsy", investigate::refusal_autopsy),
        StageSpec::compute("immigration_audit.verifier", investigate::verifier),
        StageSpec::compute("immigration_audit.quality_check", conclude::quality_check),
        StageSpec::compute("immigration_audit.judge", conclude::judge),
        StageSpec::compute("immigration_audit.guidance", conclude::guidance),
        StageSpec::compute("immigration_audit.reporter", conclude::reporter),
        StageSpec::compute("immigration_audit.note_answer", sign_off::note_answer),
        StageSpec::compute("immigration_audit.sign_off", sign_off::conclude),
    ]
}

/// The channels as a stage sees them.
fn channels(
    ctx: &StageCtx,
) -> Result<AuditChannels<impl Fn(&str) -> Arc<Json> + '_>, StageError> {
    Ok(AuditChannels {
        of: |name: &str| ctx.json(name),
        workflow: workflow_named(ctx.workflow()).map_err(StageError::permanent)?,
    })
}
