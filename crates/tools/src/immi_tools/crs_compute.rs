//! `crs_compute`: the Comprehensive Ranking System, every step shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{
    CivilDay, ToolFailure, ToolServices, grid::GridStep, table::AnswerBasis, tool::TypedTool,
};

pub(crate) struct CrsCompute;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrsRequest {
    /// The day for which the score is computed.
    as_of: CivilDay,
    /// The candidate, by the inputs of the table.
    profile: Map<String, Json>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CrsScore {
    total: u32,
    /// The most that anyone can have.
    total_cap: Option<u32>,
    /// The column of the grid that counted.
    column: Option<String>,
    /// Sections, their groups and their factors, each with its points.
    steps: Vec<GridStep>,
    /// Inputs that were not given and counted by their default.
    defaults_used: Vec<String>,
    basis: AnswerBasis,
}

impl TypedTool for CrsCompute {
    const NAME: &'static str = "crs_compute";
    const ABOUT: &'static str = "Points of the Comprehensive Ranking System (Express Entry) for a profile on a day, \
        of 1,200 at most, every section, group and factor shown. Levels are CLB or NCLC, work is in completed years.";
    type Input = CrsRequest;
    type Output = CrsScore;

    fn run(services: &ToolServices, input: CrsRequest) -> Result<CrsScore, ToolFailure> {
        let score = services.crs.score(&input.profile, input.as_of)?;
        Ok(CrsScore {
            total: score.total,
            total_cap: score.total_cap,
            column: score.column,
            steps: score.steps,
            defaults_used: score.defaults_used,
            basis: AnswerBasis::new(input.as_of, vec![score.stamp]),
        })
    }

    fn narrow(services: &ToolServices, schema: &mut Json) {
        schema["properties"]["profile"] = services.crs.profile_schema();
    }
}
