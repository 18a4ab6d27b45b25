//! `kg_judge_stats`: how the loaded decisions of a judge or member came out, and how little so many say.

use jurat_citator::BenchStatistics;
use jurat_pack::PackPartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CivilDay, ToolFailure, ToolServices, packs::PackBasis, tool::TypedTool};

pub(crate) struct BenchStatsTool;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BenchStatsRequest {
    /// Decisions after this day are left out.
    as_of: CivilDay,
    /// A surname, or a whole name; `kg_metadata` lists them.
    judge: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BenchStatsAnswer {
    figures: BenchStatistics,
    /// The same over all loaded decisions of the day, to compare with.
    all: BenchStatistics,
    /// What these figures are not.
    note: String,
    basis: PackBasis,
}

const NOTE: &str = "a count of what is loaded: packs are choices, cases are not drawn by lot, and no figure says how a judge will decide";

impl TypedTool for BenchStatsTool {
    const NAME: &'static str = "kg_judge_stats";
    const ABOUT: &'static str = "Counts of outcomes of a judge's or member's loaded decisions, the share allowed with its 95 % Wilson interval, and a \
        warning where numbers are small. Beside it the same over all decisions.";
    type Input = BenchStatsRequest;
    type Output = BenchStatsAnswer;

    fn run(
        services: &ToolServices,
        input: BenchStatsRequest,
    ) -> Result<BenchStatsAnswer, ToolFailure> {
        let packs = services.packs.packs()?;
        let parts = packs.parts(PackPartKind::Decisions)?;
        let graph = &packs.cases()?.graph;
        let day = input.as_of.to_string();
        let figures = graph.bench_statistics(&input.judge, Some(&day)).ok_or_else(|| {
            ToolFailure::bad("judge", format!("{:?}", input.judge), graph.bench())
        })?;
        Ok(BenchStatsAnswer {
            figures,
            all: graph.all_statistics(Some(&day)),
            note: NOTE.to_owned(),
            basis: PackBasis::new(input.as_of, &parts),
        })
    }
}
