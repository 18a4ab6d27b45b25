//! The digital courtroom: a repository and its paper, audited by a rubric. Detectives gather, three
//! personas opine, fixed rules decide.

pub mod bench;
pub mod built_in_rubrics;
mod channels;
pub mod court_record;
mod demo;
pub mod detect;
mod english_phrases;
pub mod formats;
pub mod model;
mod parameters;
pub mod recheck;
pub mod report;
pub mod rubric;
mod run_report;
mod stages;
pub mod submission_reader;
pub mod verdict;

use std::sync::Arc;

use jurat_engine::StageSpec;

pub use parameters::PARAMETERS;
pub use run_report::{report_of, verdict};

use jurat_system::{ModelProvider, NoModelProvider, ServiceRegistry, System, WorkflowText};
use stages::{aggregate, docs, justice, load_rubric, opine, paper, repo, vision, writer};
use submission_reader::{NoSubmissionReader, SubmissionReader};

pub const SYSTEM: System = System {
    name: "digital_courtroom",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "digital_courtroom",
        text: include_str!("../workflows/digital_courtroom.json"),
    }],
    parameters: &[PARAMETERS],
    stages: table,
    report: Some(run_report::KIND),
    demo: demo::DEMO,
};

/// From stage name to function.
fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let clerk = || services.port::<dyn SubmissionReader>(|| Arc::new(NoSubmissionReader));
    let (to_repo, to_paper, to_vision) = (clerk(), clerk(), clerk());
    let models = services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    vec![
        StageSpec::compute("digital_courtroom.context", load_rubric::build),
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
