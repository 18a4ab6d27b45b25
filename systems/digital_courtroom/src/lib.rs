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
mod rubric_choice;
mod run_report;
mod stages;
pub mod submission_reader;
pub mod verdict;

pub use parameters::PARAMETERS;
pub use rubric_choice::{RubricChoice, fitting_rubric};
pub use run_report::{fails, report_of, verdict};

use jurat_system::{System, WorkflowText};

pub const SYSTEM: System = System {
    name: "digital_courtroom",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "digital_courtroom",
        text: include_str!("../workflows/digital_courtroom.json"),
    }],
    parameters: &[PARAMETERS],
    stages: stages::table,
    audit_again: None,
    report: Some(run_report::KIND),
    demo: demo::DEMO,
};
