//! `fsw_points`: the selection grid of the federal skilled worker class, pass mark and gates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    grid::{GridGate, GridStep},
    table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct FswPoints;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FswRequest {
    /// The day on which the application is made.
    as_of: CivilDay,
    /// The applicant, by the inputs of the table.
    profile: Map<String, Json>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FswScore {
    total: u32,
    total_cap: Option<u32>,
    pass_mark: Option<u32>,
    /// Whether the total reaches the pass mark and every gate is met.
    passes: bool,
    /// What must hold whatever the points are.
    gates: Vec<GridGate>,
    steps: Vec<GridStep>,
    /// Inputs that were not given and counted by their default.
    defaults_used: Vec<String>,
    basis: AnswerBasis,
}

impl TypedTool for FswPoints {
    const NAME: &'static str = "fsw_points";
    const ABOUT: &'static str = "Points of the federal skilled worker grid (of 100, pass mark 67) for a profile on the \
        day of the application, with the gates that must be met besides. Levels are CLB or NCLC, work is in completed years.";
    type Input = FswRequest;
    type Output = FswScore;

    fn run(services: &ToolServices, input: FswRequest) -> Result<FswScore, ToolFailure> {
        let score = services.fsw.score(&input.profile, input.as_of)?;
        let enough = score.pass_mark.is_none_or(|mark| mark <= score.total);
        Ok(FswScore {
            total: score.total,
            total_cap: score.total_cap,
            pass_mark: score.pass_mark,
            passes: enough && score.gates.iter().all(|gate| gate.met),
            gates: score.gates,
            steps: score.steps,
            defaults_used: score.defaults_used,
            basis: AnswerBasis::new(input.as_of, vec![score.stamp]),
        })
    }

    fn narrow(services: &ToolServices, schema: &mut Json) {
        schema["properties"]["profile"] = services.fsw.profile_schema();
    }
}
