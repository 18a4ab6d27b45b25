//! What an audit of the harvest is asked with. No verb has flags for it: `jurat run -p NAME=VALUE` does.

use jurat_system::parameters::{
    ParameterDefault, ParameterKind, ParameterTable, SystemParameter,
};

pub(crate) const ORCHARD: ParameterTable = ParameterTable {
    workflow: "orchard",
    parameters: &[
        SystemParameter::new(
            "tier",
            TIERS,
            ParameterDefault::Text("pro"),
            "How much may be spent, and how often fruit is sorted again",
        ),
        SystemParameter::new(
            "blocks",
            ParameterKind::TextList,
            ParameterDefault::Texts(&["north", "south", "river", "hill"]),
            "The parts of the orchard to audit",
        ),
        SystemParameter::new(
            "bruised",
            PER_CENT,
            ParameterDefault::Number(20),
            "Bruised fruit before sorting, in per cent",
        ),
        SystemParameter::new(
            "target",
            PER_CENT,
            ParameterDefault::Number(5),
            "Bruised fruit that is still sold fresh, in per cent",
        ),
        SystemParameter::switch("ask", "Ask the grower before shipping"),
        SystemParameter::switch("recount", "Sort once more after weighing"),
        SystemParameter::switch("flaky", "Let the first count fail once"),
        SystemParameter::new(
            "slow_ms",
            ParameterKind::WholeNumber { least: 0, most: i64::MAX },
            ParameterDefault::Number(0),
            "Milliseconds that every stage takes",
        ),
        SystemParameter::file(
            "ledger",
            "A file that gets one line for each real side effect; empty for none",
        ),
    ],
};

pub(crate) const HARVEST_PULL: ParameterTable = ParameterTable {
    workflow: "harvest_pull",
    parameters: &[SystemParameter::new(
        "tier",
        TIERS,
        ParameterDefault::Text("guest"),
        "How often the tasters may send the scouts back",
    )],
};

const TIERS: ParameterKind = ParameterKind::Choice(&["guest", "pro", "ultra"]);
const PER_CENT: ParameterKind = ParameterKind::WholeNumber { least: 0, most: 100 };
