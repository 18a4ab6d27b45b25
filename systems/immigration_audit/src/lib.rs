//! The immigration audit: a client's folder in; a defensibility score, a verdict, an evidence plan and a report out.

mod audit_report;
mod case_summary;
mod channels;
pub mod comparison;
pub mod consistency;
mod demo;
mod derivation;
pub mod gatekeeper;
pub mod intake;
pub mod matter_reader;
pub mod model;
pub mod packs;
pub mod page;
mod parameters;
pub mod people;
mod recheck;
pub mod research;
mod run_report;
pub mod sample;
pub mod score;
mod stages;
pub mod tiers;
pub mod verdict;
pub mod verification;

pub use parameters::PARAMETERS;

use jurat_system::{System, WorkflowText};

pub const SYSTEM: System = System {
    name: "immigration_audit",
    channels: channels::ALL,
    workflows: WORKFLOWS,
    parameters: &PARAMETERS,
    stages: stages::table,
    audit_again: None,
    report: Some(run_report::KIND),
    demo: demo::DEMO,
};

const WORKFLOWS: &[WorkflowText] = &[
    WorkflowText {
        name: "risk_audit",
        text: include_str!("../workflows/risk-audit.json"),
    },
    WorkflowText {
        name: "initial_assessment",
        text: include_str!("../workflows/initial-assessment.json"),
    },
    WorkflowText {
        name: "final_review",
        text: include_str!("../workflows/final-review.json"),
    },
    WorkflowText {
        name: "refusal_analysis",
        text: include_str!("../workflows/refusal-analysis.json"),
    },
    WorkflowText {
        name: "document_list",
        text: include_str!("../workflows/document-list.json"),
    },
    WorkflowText {
        name: "client_guidance",
        text: include_str!("../workflows/client-guidance.json"),
    },
];
