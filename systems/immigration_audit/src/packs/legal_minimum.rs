//! Minima of the law, asked of the dated tables of the tools.

use std::sync::LazyLock;

use jurat_tools::{ToolFailure, ToolServices, tool_named};
use serde_json::{Value as Json, json};

static SERVICES: LazyLock<Option<ToolServices>> =
    LazyLock::new(|| ToolServices::built_in().ok());

static IDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let Some(services) = SERVICES.as_ref() else { return Vec::new() };
    let Ok((_, tool)) = tool_named("minimum_lookup") else { return Vec::new() };
    // An id that does not exist is answered with those that do.
    let asked = json!({ "as_of": "2026-01-01", "fact": "?" });
    match tool.call(services, asked) {
        Err(ToolFailure::BadArgument { allowed, .. }) => allowed,
        _ => Vec::new(),
    }
});

/// Whether the table has a fact of this id.
pub(super) fn exists(id: &str) -> bool {
    ids().contains(&id)
}

/// The ids of the table.
pub(super) fn ids() -> Vec<&'static str> {
    IDS.iter().map(String::as_str).collect()
}

/// Asks a tool of the tables; nothing where it has no answer.
pub(crate) fn call(tool: &str, arguments: Json) -> Option<Json> {
    let services = SERVICES.as_ref()?;
    let (_, tool) = tool_named(tool).ok()?;
    tool.call(services, arguments).ok().map(|answer| answer.content)
}

/// A minimum of the law on a day, in the unit that the table has: an amount, years, months or days. One that goes by the
/// size of the family has no value without it. Amounts change every year, so one whose table may be over has none; ages and
/// times of statutes are taken as they last were, as the rules of the packs are.
pub(super) fn amount(id: &str, day: &str, family: Option<u32>) -> Option<f64> {
    let fact = fact(id, day, family)?;
    let yearly = matches!(fact["group"].as_str(), Some("funds" | "fee"));
    if yearly && fact["assessable"] == Json::Bool(false) {
        return None;
    }
    number_of(&fact)
}

/// The last minimum that is known, for one person where the family's size is not: who falls short of it falls short.
pub(super) fn least_known(id: &str, day: &str, family: Option<u32>) -> Option<f64> {
    number_of(&fact(id, day, family.or(Some(1)))?)
}

fn fact(id: &str, day: &str, family: Option<u32>) -> Option<Json> {
    let asked = match family {
        Some(size) => json!({ "as_of": day, "fact": id, "family_size": size }),
        None => json!({ "as_of": day, "fact": id }),
    };
    call("minimum_lookup", asked)?.get("facts")?.get(0).cloned()
}

/// What a value may be told in; the first that is there counts.
const UNITS: [&str; 7] =
    ["amount", "years", "months", "days", "age_min", "age_below", "imposed_months_over"];

fn number_of(fact: &Json) -> Option<f64> {
    let by_unit = || UNITS.iter().find_map(|unit| fact["value"][unit].as_f64());
    fact["for_family"].as_f64().or_else(by_unit)
}

/// A time of the table in days, months counted as 30 and years as 365.
pub(super) fn days(id: &str, day: &str) -> Option<u32> {
    let answer = call("minimum_lookup", json!({ "as_of": day, "fact": id }))?;
    let value = answer.get("facts")?.get(0)?.get("value")?;
    let whole = |unit: &str| value[unit].as_u64().and_then(|it| u32::try_from(it).ok());
    whole("days")
        .or_else(|| whole("months").map(|it| it * 365 / 12 + 1))
        .or_else(|| whole("years").map(|it| it * 365 + it / 4))
}
