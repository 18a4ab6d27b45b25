//! Legal research: a question of several steps, each answered in the words of its sources.

mod asked_part;
mod channels;
mod choices;
mod cited_statement;
mod confidence;
mod confidence_model;
mod corpus_words;
mod demo;
mod doctrine;
mod element_table;
pub mod estimate;
mod evaluation;
mod issue_spotter;
pub mod memory_hit;
mod metrics;
mod model_draft;
mod objective;
mod open_ends;
pub mod page;
mod parameters;
mod passage_choice;
mod plan_step;
mod planner;
mod preset;
mod recheck;
mod remembered_run;
mod replanner;
pub mod report;
mod research_words;
mod rewriter;
mod run_report;
pub mod sample;
mod stages;
mod step_evidence;
mod step_findings;
mod synthesis;
pub mod timeline;
pub mod trace;

pub use parameters::PARAMETERS;

use jurat_system::{System, WorkflowText};

pub const SYSTEM: System = System {
    name: "legal_research",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "legal_research",
        text: include_str!("../workflows/legal_research.json"),
    }],
    parameters: &[PARAMETERS],
    stages: stages::table,
    audit_again: None,
    report: Some(run_report::KIND),
    demo: demo::DEMO,
};
