//! `noc_wages`: what a unit group is paid, where a pack has a table of wages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolLimits, ToolServices,
    noc::unit_code,
    packs::{PackBasis, PackWages, WageRange, known_value},
    tool::TypedTool,
};

pub(crate) struct NocWages;

/// Regions that one answer gives.
const MOST: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WageRequest {
    /// The day that is asked about.
    as_of: CivilDay,
    /// Five digits.
    code: String,
    /// A region by its code or its title, as an answer without it lists them.
    region: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WageAnswer {
    code: String,
    title: String,
    /// By pack, then by the code of the region; 200 at most.
    wages: Vec<RegionWage>,
    basis: PackBasis,
}

/// What is paid in one region.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RegionWage {
    pack: String,
    region: String,
    region_title: String,
    currency: String,
    #[serde(flatten)]
    range: WageRange,
}

impl TypedTool for NocWages {
    const NAME: &'static str = "noc_wages";
    const ABOUT: &'static str = "Low, median and high wages of a unit group by region, per hour or per year, where a pack \
        with a table of wages was added. No figure is computed; null is not known.";
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 4_000, results: Some(MOST) };
    type Input = WageRequest;
    type Output = WageAnswer;

    fn run(services: &ToolServices, input: WageRequest) -> Result<WageAnswer, ToolFailure> {
        unit_code(services, &input.code, "code")?;
        let packs = services.packs.packs()?;
        let tables = in_time(packs.wages()?, input.as_of)?;
        let region = input
            .region
            .as_deref()
            .map(|it| known_region(&tables, it))
            .transpose()?;
        let of = |wages: &PackWages| region_wages(wages, &input.code, region.as_deref());
        let mut wages: Vec<RegionWage> = tables.iter().copied().flat_map(of).collect();
        wages.truncate(MOST);
        if wages.is_empty() {
            let place = region.map_or_else(String::new, |it| format!(" in {it}"));
            return Err(ToolFailure::outside(
                "code",
                format!("the wages of {}{place}", input.code),
                "other unit groups or regions of the tables that were added",
            ));
        }
        let parts = tables.iter().map(|it| (&*it.record, &it.part));
        Ok(WageAnswer {
            title: services
                .noc
                .newest()?
                .title(&input.code)
                .unwrap_or_default()
                .to_owned(),
            code: input.code,
            wages,
            basis: PackBasis::of_tables(input.as_of, parts),
        })
    }
}

/// The tables that had begun on the day.
fn in_time(all: &[PackWages], as_of: CivilDay) -> Result<Vec<&PackWages>, ToolFailure> {
    let begun: Vec<&PackWages> = all.iter().filter(|it| it.table.from <= as_of).collect();
    if begun.is_empty() {
        let first = all.iter().map(|it| it.table.from).min();
        let covered = first.map_or_else(
            || "nothing yet; a pack with a table of wages adds some".to_owned(),
            |day| format!("from {day}"),
        );
        return Err(ToolFailure::outside("as_of", format!("wages on {as_of}"), covered));
    }
    Ok(begun)
}

/// The code of a region, by its code or its title.
fn known_region(tables: &[&PackWages], given: &str) -> Result<String, ToolFailure> {
    let all = || tables.iter().flat_map(|it| &it.table.regions);
    let folded = given.trim().to_lowercase();
    if let Some((code, _)) = all().find(|(_, title)| title.to_lowercase() == folded) {
        return Ok(code.clone());
    }
    known_value("region", given, all().map(|(code, _)| code.as_str())).map(str::to_owned)
}

fn region_wages(wages: &PackWages, code: &str, only: Option<&str>) -> Vec<RegionWage> {
    let paid = wages.table.wages.get(code).into_iter().flatten();
    paid.filter(|(region, _)| only.is_none_or(|only| only == region.as_str()))
        .map(|(region, range)| RegionWage {
            pack: wages.record.manifest.name.clone(),
            region: region.clone(),
            region_title: wages.table.regions.get(region).cloned().unwrap_or_default(),
            currency: wages.table.currency.clone(),
            range: *range,
        })
        .collect()
}
