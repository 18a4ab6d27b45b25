//! The digital courtroom: a repository and its paper, audited by a rubric. Detectives gather, three
//! personas opine, fixed rules decide.

pub mod bench;
mod channels;
pub mod clerk;
pub mod detect;
pub mod formats;
mod heard;
pub mod recheck;
pub mod record;
pub mod report;
pub mod rubric;
pub mod shipped;
mod stages;
pub mod verdict;

use std::sync::Arc;

use jurat_engine::StageSpec;

pub use heard::{report_of, verdict};

use clerk::{Clerk, NoClerk};
use jurat_system::{Models, NoModels, Services, System, WorkflowText};
use stages::{aggregate, context, docs, justice, opine, paper, repo, vision, writer};

/// The system.
pub const SYSTEM: System = System {
    name: "digital_courtroom",
    workflows: &[WorkflowText {
        name: "digital_courtroom",
        text: include_str!("../workflows/digital_courtroom.json"),
    }],
    stages: table,
    report: Some(heard::KIND),
};

/// From stage name to function.
fn table(services: &Services) -> Vec<StageSpec> {
    let clerk = || services.port::<dyn Clerk>(|| Arc::new(NoClerk));
    let (to_repo, to_paper, to_vision) = (clerk(), clerk(), clerk());
    let models = services.port::<dyn Models>(|| Arc::new(NoModels));
    vec![
        StageSpec::compute("digital_courtroom.context", context::build),
        StageSpec::compute("digital_courtroom.repo", move |ctx: &_, with: &_| {
            repo::investigate(ctx, with, &*to_repo)
        }),
        StageSpec::compute("digital_courtroom.paper", move |ctx: &_, with: &_| {
            paper::preprocess(ctx, with, &*to_paper)
        }),
        StageSpec::compute("digital_courtroom.docs", docs::analyse),
        StageSpec::compute("digital_courtroom.vision", move |ctx: &_, with: &_| {
            vision::inspect(ctx, with, &*to_vision)
        }),
        StageSpec::compute("digital_courtroom.aggregate", aggregate::aggregate),
        StageSpec::compute("digital_courtroom.cross_reference", aggregate::cross_reference),
        StageSpec::wait("digital_courtroom.opine", move |ctx, with| {
            opine::opine(ctx, with, Arc::clone(&models))
        }),
        StageSpec::compute("digital_courtroom.recheck", justice::recheck_citations),
        StageSpec::compute("digital_courtroom.adjudicate", justice::decide),
        StageSpec::compute("digital_courtroom.report", writer::write),
    ]
}
