//! The service `immi-tools`: points, levels, minima and days of Canadian immigration law, by dated tables.

mod clb_convert;
mod crs_compute;
mod date_arithmetic;
mod deadline_compute;
mod fsw_points;
mod minimum_lookup;
mod program_eligibility;
mod program_rules;

use crate::{ServiceTool, ToolService};

pub(crate) const SERVICE: ToolService = ToolService {
    name: "immi-tools",
    port: 3109,
    about: "points, language levels, minima, fees and deadlines, by dated tables",
    needs_packs: false,
    tools: &[
        ServiceTool::of::<clb_convert::ClbConvert>(),
        ServiceTool::of::<crs_compute::CrsCompute>(),
        ServiceTool::of::<date_arithmetic::DateArithmetic>(),
        ServiceTool::of::<deadline_compute::DeadlineCompute>(),
        ServiceTool::of::<fsw_points::FswPoints>(),
        ServiceTool::of::<minimum_lookup::MinimumLookup>(),
        ServiceTool::of::<program_eligibility::ProgramEligibility>(),
    ],
};
