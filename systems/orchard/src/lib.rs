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

use jurat_engine::StageSpec;

use jurat_system::{ServiceRegistry, System, WorkflowText};
use stages::{appraise, compose, count, lab, note, rain, sell, ship, sort, taste};

pub const SYSTEM: System = System {
    name: "orchard",
    workflows: WORKFLOWS,
    channels: channels::ALL,
    parameters: &[parameters::ORCHARD, parameters::HARVEST_PULL],
    stages: table,
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

/// From stage name to function.
fn table(_: &ServiceRegistry) -> Vec<StageSpec> {
    vec![
        StageSpec::compute("orchard.count", count::count),
        StageSpec::wait("orchard.rain", rain::read_gauge),
        StageSpec::compute("orchard.taste", taste::taste),
        StageSpec::compute("orchard.lab", lab::test_soil),
        StageSpec::compute("orchard.gaps", lab::name_gaps),
        StageSpec::compute("orchard.note", note::note),
        StageSpec::compute("orchard.sort", sort::sort),
        StageSpec::compute("orchard.inspect", sort::inspect),
        StageSpec::compute("orchard.weigh", sort::weigh),
        StageSpec::compute("orchard.appraise", appraise::appraise),
        StageSpec::compute("orchard.sell", sell::sell),
        StageSpec::compute("orchard.ship", ship::ship),
        StageSpec::compute("orchard.compose", compose::compose),
    ]
}
