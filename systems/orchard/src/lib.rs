//! The sample: a harvest audit of Windfall Orchard, which does not exist.
//!
//! It uses every feature of the engine once. The appraiser is simulated: it costs made-up pence,
//! asks nobody and needs no network.

mod channels;
mod demo;
mod facts;
mod ledger;
mod parameters;
mod pause;
mod stages;

use jurat_system::{System, WorkflowText};

pub const SYSTEM: System = System {
    name: "orchard",
    workflows: WORKFLOWS,
    channels: channels::ALL,
    parameters: &[parameters::ORCHARD, parameters::HARVEST_PULL],
    stages: stages::table,
    audit_again: None,
    report: None,
    demo: demo::DEMO,
};

const WORKFLOWS: &[WorkflowText] = &[
    WorkflowText {
        name: "orchard",
        text: include_str!("../workflows/orchard.json"),
    },
    WorkflowText {
        name: "harvest_pull",
        text: include_str!("../workflows/harvest_pull.json"),
    },
];
