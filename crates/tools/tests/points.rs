//! Points: worked profiles with every partial sum, days at which the grid changed, and the official table cell by cell.
#![expect(clippy::unwrap_used, clippy::panic)]

#[path = "points/official_cells.rs"]
mod official_cells;

use std::{collections::BTreeMap, sync::LazyLock};

use jurat_tools::{ToolFailure, ToolServices, tool_named};
use serde_json::{Value as Json, json};

static SERVICES: LazyLock<ToolServices> = LazyLock::new(|| ToolServices::built_in().unwrap());

pub(crate) fn call(name: &str, arguments: Json) -> Result<Json, ToolFailure> {
    tool_named(name)
        .unwrap()
        .1
        .call(&SERVICES, arguments)
        .map(|answer| answer.content)
}

/// Points and uncapped points of every step, by id; a group of one factor has the name of it.
pub(crate) fn sums(steps: &Json, into: &mut BTreeMap<String, u64>) {
    for step in steps.as_array().into_iter().flatten() {
        sums(&step["parts"], into);
        let id = step["id"].as_str().unwrap();
        into.insert(id.to_owned(), step["points"].as_u64().unwrap());
        into.insert(format!("{id}_uncapped"), step["uncapped"].as_u64().unwrap());
    }
}

fn profiles() -> Vec<Json> {
    let table: Json = serde_json::from_str(include_str!("worked_profiles.json")).unwrap();
    table["profiles"].as_array().unwrap().clone()
}

#[test]
fn every_worked_profile_has_its_sums() {
    let profiles = profiles();
    assert_eq!(profiles.len(), 42);
    for profile in &profiles {
        let arguments = json!({ "as_of": profile["date"], "profile": profile["inputs"] });
        let answer = call("crs_compute", arguments).unwrap();
        let mut found = BTreeMap::new();
        sums(&answer["steps"], &mut found);
        found.insert("total".to_owned(), answer["total"].as_u64().unwrap());
        for (name, points) in profile["sums"].as_object().unwrap() {
            assert_eq!(found.get(name).copied(), points.as_u64(), "{} {name}", profile["id"]);
        }
    }
}

#[test]
fn a_wrong_sum_would_be_noticed() {
    let profile = &profiles()[0];
    let mut inputs = profile["inputs"].clone();
    inputs["age"] = json!(45);
    let answer = call("crs_compute", json!({ "as_of": profile["date"], "profile": inputs }));
    assert_ne!(answer.unwrap()["total"], profile["sums"]["total"]);
}

fn offer_points(day: &str) -> (Json, Json) {
    let mut inputs = profiles()[0]["inputs"].clone();
    inputs["arranged_employment"] = json!("senior_management");
    let answer = call("crs_compute", json!({ "as_of": day, "profile": inputs })).unwrap();
    let mut found = BTreeMap::new();
    sums(&answer["steps"], &mut found);
    (json!(found["arranged_employment"]), answer["basis"]["tables"][0]["mark"].clone())
}

#[test]
fn points_for_an_offer_end_on_2025_03_25() {
    assert_eq!(offer_points("2025-03-24"), (json!(200), json!("table of 2020-10-20")));
    assert_eq!(offer_points("2025-03-25"), (json!(0), json!("table of 2025-03-25")));
}

#[test]
fn a_day_before_the_first_version_is_outside_coverage() {
    let arguments = json!({ "as_of": "2017-06-05", "profile": profiles()[0]["inputs"] });
    let failure = call("crs_compute", arguments).unwrap_err();
    assert_eq!(failure.code(), "outside_coverage");
    assert!(failure.to_string().contains("from 2017-06-06"), "{failure}");
}

#[test]
fn after_the_last_known_day_it_is_computed_and_not_assessable() {
    let on = |day: &str| {
        let arguments = json!({ "as_of": day, "profile": profiles()[0]["inputs"] });
        let basis = call("crs_compute", arguments).unwrap()["basis"].clone();
        (basis["assessable"].clone(), basis["tables"][0]["not_assessable"].clone())
    };
    assert_eq!(on("2026-03-16"), (json!(true), json!([])));
    let (assessable, why) = on("2026-03-17");
    assert_eq!(assessable, json!(false));
    assert_eq!(why.as_array().unwrap().len(), 1, "{why}");
    let (_, why) = on("2026-11-03");
    assert!(why.to_string().contains("2026-11-02"), "{why}");
}

#[test]
fn defaults_that_counted_are_told() {
    let profile = json!({
        "spouse_accompanying": false, "age": 29, "education": "bachelor_or_three_year", "first_official": "en",
        "english": { "listening": 9, "reading": 9, "speaking": 9, "writing": 9 },
    });
    let answer =
        call("crs_compute", json!({ "as_of": "2026-01-15", "profile": profile })).unwrap();
    let defaults = answer["defaults_used"].as_array().unwrap();
    assert!(defaults.contains(&json!("french")) && !defaults.contains(&json!("english")));
}

fn skilled_worker() -> Json {
    json!({
        "education": "master_or_professional", "first_official": "en", "work_years": 6, "age": 30,
        "english": { "listening": 9, "reading": 9, "speaking": 9, "writing": 9 },
        "continuous_year_in_primary_occupation": true,
    })
}

#[test]
fn the_selection_grid_adds_up_by_hand() {
    let answer =
        call("fsw_points", json!({ "as_of": "2026-01-15", "profile": skilled_worker() }));
    let answer = answer.unwrap();
    // 23 education, 24 language, 15 work, 12 age.
    assert_eq!((&answer["total"], &answer["passes"]), (&json!(74), &json!(true)));
    assert_eq!(answer["pass_mark"], json!(67));
}

#[test]
fn a_gate_that_is_not_met_outweighs_the_points() {
    let mut profile = skilled_worker();
    profile["english"]["writing"] = json!(6);
    profile["arranged_employment"] = json!(true);
    let answer =
        call("fsw_points", json!({ "as_of": "2026-01-15", "profile": profile })).unwrap();
    assert_eq!(answer["passes"], json!(false));
    assert_eq!(answer["gates"][0]["met"], json!(false));
    assert!(67 <= answer["total"].as_u64().unwrap());
}

#[test]
fn adaptability_is_capped_at_ten() {
    let mut profile = skilled_worker();
    for name in ["worked_in_canada", "studied_in_canada", "relative_in_canada"] {
        profile[name] = json!(true);
    }
    let answer =
        call("fsw_points", json!({ "as_of": "2026-01-15", "profile": profile })).unwrap();
    let mut found = BTreeMap::new();
    sums(&answer["steps"], &mut found);
    assert_eq!((found["adaptability"], found["adaptability_uncapped"]), (10, 20));
}
