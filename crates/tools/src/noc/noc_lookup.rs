//! `noc_lookup`: a unit group by its code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    noc::{classification::UnitGroup, unit_code},
    table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct NocLookup;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookupRequest {
    /// The day whose classification is asked for.
    as_of: CivilDay,
    /// Five digits.
    code: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LookupAnswer {
    #[serde(flatten)]
    group: UnitGroup,
    /// Job titles of the group; those that are part of the program, not all there are.
    example_titles: Vec<String>,
    basis: AnswerBasis,
}

impl TypedTool for NocLookup {
    const NAME: &'static str = "noc_lookup";
    const ABOUT: &'static str = "A unit group of NOC 2021 by its five digits: title, TEER, and the broad, major, \
        sub-major and minor group. All 516 are there.";
    type Input = LookupRequest;
    type Output = LookupAnswer;

    fn run(services: &ToolServices, input: LookupRequest) -> Result<LookupAnswer, ToolFailure> {
        let (version, stamp) = services.noc.version(input.as_of)?;
        unit_code(services, &input.code, "code")?;
        let group = version.unit(&input.code);
        let group =
            group.ok_or_else(|| ToolFailure::ours("noc", &"a code without its group"))?;
        Ok(LookupAnswer {
            example_titles: services.titles.examples(&input.code).to_vec(),
            group,
            basis: AnswerBasis::new(input.as_of, vec![stamp]),
        })
    }
}
