//! Evidence first: an answer whose every statement carries a verified requirement, or none.

mod channels;
pub mod library;
mod question;
mod report;
pub mod sample;
mod stages;

use std::sync::Arc;

use jurat_engine::StageSpec;

pub use question::tidy;
pub use report::report_of;

use crate::{Services, System, WorkflowText};
use stages::{compose, extract, finalize, retrieval, review, verify};

/// The system.
pub const SYSTEM: System = System {
    name: "evidence_first",
    workflows: &[WorkflowText {
        name: "evidence_first",
        text: include_str!("workflows/evidence_first.json"),
    }],
    stages: table,
};

/// From stage name to function.
fn table(services: &Services) -> Vec<StageSpec> {
    let library = Arc::clone(&services.library);
    let retrieve = move |ctx: &_, with: &_| retrieval::retrieve(ctx, with, &*library);
    vec![
        StageSpec::compute("evidence_first.retrieval", retrieve),
        StageSpec::compute("evidence_first.extract", extract::extract_evidence),
        StageSpec::compute("evidence_first.verify", verify::verify_grounding),
        StageSpec::compute("evidence_first.compose", compose::compose_answer),
        StageSpec::compute("evidence_first.review", review::quality_review),
        StageSpec::compute("evidence_first.finalize", finalize::finalize),
    ]
}
