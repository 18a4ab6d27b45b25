//! Evidence first: an answer whose every statement carries a verified requirement, or none.

mod answer_report;
mod channels;
mod demo;
pub mod lineage;
pub mod page;
mod parameters;
mod question;
pub mod recheck;
mod report;
mod retrieval_request;
mod retrieved_chunks;
pub mod retriever;
pub mod sample;
mod stages;
mod unanswered_parts;

use std::sync::Arc;

use jurat_engine::StageSpec;

pub use parameters::PARAMETERS;
pub use report::report_of;

use jurat_system::{ModelProvider, NoModelProvider, ServiceRegistry, System, WorkflowText};
use retriever::{NoPassageRetriever, PassageRetriever};
use stages::{compose, extract, finalize, retrieval, review, verify};

pub const SYSTEM: System = System {
    name: "evidence_first",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "evidence_first",
        text: include_str!("../workflows/evidence_first.json"),
    }],
    parameters: &[PARAMETERS],
    stages: table,
    report: Some(answer_report::KIND),
    demo: demo::DEMO,
};

/// From stage name to function.
fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let library = services.port::<dyn PassageRetriever>(|| Arc::new(NoPassageRetriever));
    let retrieve = move |ctx: &_, with: &_| retrieval::retrieve(ctx, with, &*library);
    let models = || services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    let (extracting, verifying, composing) = (models(), models(), models());
    vec![
        StageSpec::compute("evidence_first.retrieval", retrieve),
        StageSpec::wait("evidence_first.extract", move |ctx, with| {
            extract::extract_evidence(ctx, with, Arc::clone(&extracting))
        }),
        StageSpec::wait("evidence_first.verify", move |ctx, with| {
            verify::verify_grounding(ctx, with, Arc::clone(&verifying))
        }),
        StageSpec::wait("evidence_first.compose", move |ctx, with| {
            compose::compose_answer(ctx, with, Arc::clone(&composing))
        }),
        StageSpec::compute("evidence_first.review", review::quality_review),
        StageSpec::compute("evidence_first.finalize", finalize::finalize),
    ]
}
