//! Evidence first: an answer whose every statement carries a verified requirement, or none.

mod answer_report;
mod channels;
mod demo;
pub mod lineage;
pub mod offline_answer;
pub mod page;
mod parameters;
mod question;
pub mod recheck;
mod report;
pub mod sample;
mod stages;
mod unanswered_parts;

pub use parameters::PARAMETERS;
pub use report::report_of;

use jurat_system::{System, WorkflowText};

pub const SYSTEM: System = System {
    name: "evidence_first",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "evidence_first",
        text: include_str!("../workflows/evidence_first.json"),
    }],
    parameters: &[PARAMETERS],
    stages: stages::table,
    audit_again: None,
    report: Some(answer_report::KIND),
    demo: demo::DEMO,
};
