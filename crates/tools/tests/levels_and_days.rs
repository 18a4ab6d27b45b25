//! Language levels cell by cell, deadlines, validity, fees and the minima of the classes.
#![expect(clippy::unwrap_used)]

use std::sync::LazyLock;

use jurat_tools::{ToolFailure, ToolServices, tool_named};
use serde_json::{Value as Json, json};

const DAY: &str = "2026-01-15";

static SERVICES: LazyLock<ToolServices> = LazyLock::new(|| ToolServices::built_in().unwrap());

fn call(name: &str, arguments: Json) -> Result<Json, ToolFailure> {
    tool_named(name)
        .unwrap()
        .1
        .call(&SERVICES, arguments)
        .map(|answer| answer.content)
}

fn one_level(test: &str, ability: &str, score: f64) -> Result<Json, ToolFailure> {
    let arguments = json!({ "as_of": DAY, "test": test, "scores": { ability: score } });
    call("clb_convert", arguments).map(|answer| answer["abilities"][0]["level"].clone())
}

fn scores(test: &str, ability: &str, level: u64) -> (Option<f64>, Option<f64>) {
    let arguments = json!({ "as_of": DAY, "test": test, "levels": { ability: level } });
    let answer = call("clb_convert", arguments).unwrap();
    let cell = |name: &str| answer["abilities"][0][name].as_f64();
    (cell("lowest_score"), cell("highest_score"))
}

/// Numbers of a cell: `549-699`, `10-12`, `8.0`, or a number.
fn ends(cell: &Json) -> Vec<f64> {
    let text = cell.as_str().map_or_else(|| cell.to_string(), str::to_owned);
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|it| it.parse().ok())
        .collect()
}

#[test]
fn levels_are_the_cells_of_the_transcriptions_both_ways() {
    let Some(text) = jurat_testdata::text("immigration/tables/clb_conversion.json") else {
        return;
    };
    let table: Json = serde_json::from_str(&text).unwrap();
    let order: Vec<&str> = table["order"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let mut cells = 0;
    for (key, test) in [
        ("celpip_general", "celpip_general"),
        ("ielts_general_training", "ielts_general"),
        ("pte_core", "pte_core"),
        ("tef_canada_after_2023-12-10", "tef_canada"),
        ("tcf_canada", "tcf_canada"),
    ] {
        for (level, row) in table[key].as_object().unwrap() {
            for (ability, cell) in order.iter().zip(row.as_array().unwrap()) {
                let level: u64 = level.parse().unwrap();
                let lowest = ends(cell)[0];
                assert_eq!(
                    one_level(test, ability, lowest).unwrap(),
                    json!(level),
                    "{test} {ability}"
                );
                assert_eq!(
                    scores(test, ability, level).0,
                    Some(lowest),
                    "{test} {ability} {level}"
                );
                if let [_, highest] = ends(cell)[..] {
                    assert_eq!(
                        scores(test, ability, level).1,
                        Some(highest),
                        "{test} {ability}"
                    );
                }
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 5 * 7 * 4);
}

#[test]
fn scores_between_two_levels_belong_to_the_lower() {
    assert_eq!(one_level("ielts_general", "reading", 7.5), Ok(json!(9)));
    assert_eq!(one_level("ielts_general", "listening", 7.0), Ok(json!(7)));
    assert_eq!(one_level("ielts_general", "reading", 3.0), Ok(json!(null)));
}

#[test]
fn a_score_that_no_test_gives_is_an_error() {
    for (test, ability, score) in [
        ("ielts_general", "reading", 6.3),
        ("ielts_general", "reading", 9.5),
        ("tcf_canada", "writing", 21.0),
    ] {
        let failure = one_level(test, ability, score).unwrap_err();
        assert_eq!(failure.code(), "bad_argument", "{failure}");
        assert!(failure.to_string().contains("in steps of"), "{failure}");
    }
}

#[test]
fn tests_have_their_days() {
    let level = |day: &str, test: &str| {
        call("clb_convert", json!({ "as_of": day, "test": test, "scores": { "reading": 60 } }))
    };
    assert_eq!(level("2024-01-29", "pte_core").unwrap_err().code(), "outside_coverage");
    assert_eq!(level("2024-01-30", "pte_core").unwrap()["abilities"][0]["level"], json!(7));
    assert_eq!(level("2019-09-30", "tef_canada").unwrap_err().code(), "outside_coverage");
    // Cells in doubt are shown, and nothing is decided by them.
    let doubtful = level("2020-01-01", "tef_canada").unwrap();
    assert_eq!(doubtful["basis"]["assessable"], json!(false));
    assert_eq!(level("2024-06-01", "tef_canada").unwrap()["basis"]["assessable"], json!(true));
}

#[track_caller]
fn deadline(rule: &str, event: &str, last_day: &str) {
    let answer =
        call("deadline_compute", json!({ "as_of": DAY, "rule": rule, "event": event }))
            .unwrap();
    assert_eq!(answer["last_day"], json!(last_day), "{}", answer["steps"]);
}

#[test]
fn deadlines_end_where_the_law_says() {
    // 15 days after a Thursday is a Friday.
    deadline("jr_in_canada", "2025-01-02", "2025-01-17");
    // The last day is a Saturday: for a court the Monday after it.
    deadline("jr_in_canada", "2025-01-03", "2025-01-20");
    // Good Friday, the weekend and Easter Monday.
    deadline("jr_in_canada", "2025-04-03", "2025-04-22");
    deadline("jr_outside_canada", "2025-01-02", "2025-03-03");
    // Restoration is a time of a regulation: a Saturday counts, a Sunday does not.
    deadline("restoration", "2025-01-03", "2025-04-03");
    deadline("restoration", "2025-01-11", "2025-04-11");
    deadline("restoration", "2025-01-06", "2025-04-07");
    deadline("iad_sponsorship", "2025-11-26", "2025-12-29");
    // July and August do not count.
    deadline("fca_appeal", "2025-06-20", "2025-09-22");
    deadline("rpd_disclosure", "2025-03-20", "2025-03-10");
}

#[test]
fn validity_ends_where_the_law_says() {
    // Less than two years old on the day of the application.
    deadline("language_test_validity", "2024-03-10", "2026-03-09");
    deadline("language_test_validity", "2024-02-29", "2026-02-27");
    deadline("eca_validity", "2021-05-01", "2026-04-30");
    deadline("medical_validity", "2025-05-01", "2026-05-01");
}

#[test]
fn a_rule_that_was_not_there_yet_is_outside_coverage() {
    let on = |day: &str| {
        call(
            "deadline_compute",
            json!({ "as_of": day, "rule": "police_certificate", "event": day }),
        )
    };
    assert_eq!(on("2026-06-09").unwrap_err().code(), "outside_coverage");
    assert_eq!(on("2026-06-10").unwrap()["last_day"], json!("2026-12-10"));
    assert_eq!(on("2026-06-11").unwrap()["basis"]["assessable"], json!(false));
}

#[test]
fn windows_have_a_first_day() {
    let answer = call(
        "deadline_compute",
        json!({ "as_of": DAY, "rule": "jr_hearing", "event": "2025-01-02" }),
    );
    let answer = answer.unwrap();
    assert_eq!(
        (&answer["first_day"], &answer["last_day"]),
        (&json!("2025-02-01"), &json!("2025-04-02"))
    );
}

#[track_caller]
fn added(add: &Json, day_rule: Option<&str>, to: &str) {
    let mut arguments = json!({ "as_of": DAY, "from": "2025-12-23", "add": add });
    if let Some(rule) = day_rule {
        arguments["day_rule"] = json!(rule);
    }
    assert_eq!(call("date_arithmetic", arguments).unwrap()["to"], json!(to));
}

#[test]
fn days_are_added_with_and_without_holidays() {
    added(&json!({ "days": 2 }), None, "2025-12-25");
    added(&json!({ "days": 2 }), Some("statute"), "2025-12-26");
    // Boxing Day, then the weekend.
    added(&json!({ "days": 2 }), Some("board_working_day"), "2025-12-29");
    added(&json!({ "working_days": 3 }), Some("board_working_day"), "2025-12-30");
    added(&json!({ "months": 2 }), None, "2026-02-23");
    added(&json!({ "years": -1, "weeks": 1 }), None, "2024-12-30");
}

#[test]
fn days_between_are_counted() {
    let between = |from: &str, to: &str| {
        let rule = "board_working_day";
        let arguments = json!({ "as_of": DAY, "from": from, "to": to, "day_rule": rule });
        let answer = call("date_arithmetic", arguments).unwrap();
        (answer["days"].clone(), answer["working_days"].clone())
    };
    assert_eq!(between("2025-12-23", "2025-12-30"), (json!(7), json!(3)));
    assert_eq!(between("2025-12-30", "2025-12-23"), (json!(-7), json!(null)));
    let without = call(
        "date_arithmetic",
        json!({ "as_of": DAY, "from": DAY, "add": { "working_days": 1 } }),
    );
    assert!(without.unwrap_err().to_string().starts_with("`day_rule`: nothing"));
}

fn fact(day: &str, id: &str) -> (Json, Json) {
    let answer =
        call("minimum_lookup", json!({ "as_of": day, "fact": id, "family_size": 9 })).unwrap();
    (answer["facts"][0].clone(), answer["basis"].clone())
}

#[test]
fn fees_have_their_days() {
    assert_eq!(fact("2024-04-29", "fee_rprf").0["value"]["amount"], json!(515));
    assert_eq!(fact("2024-04-30", "fee_rprf").0["value"]["amount"], json!(575));
    assert_eq!(fact("2024-04-30", "fee_rprf").1["assessable"], json!(true));
}

#[test]
fn a_rise_whose_amount_is_not_known_gives_the_last_one_and_no_verdict() {
    let (fee, basis) = fact("2026-05-15", "fee_sponsorship");
    assert_eq!((&fee["value"]["amount"], &fee["table_of"]), (&json!(85), &json!("2024-04-30")));
    assert_eq!(basis["assessable"], json!(false));
    assert!(
        basis["tables"][0]["not_assessable"]
            .to_string()
            .contains("2026-04-30")
    );
}

#[test]
fn funds_go_by_the_size_of_the_family() {
    let (funds, _) = fact("2024-07-01", "settlement_funds");
    assert_eq!(funds["for_family"], json!(38_875 + 2 * 3_958));
}

#[test]
fn a_group_says_what_is_outside_its_days() {
    let answer =
        call("minimum_lookup", json!({ "as_of": "2023-07-01", "group": "funds" })).unwrap();
    assert_eq!(answer["facts"].as_array().unwrap().len(), 2);
    assert_eq!(answer["outside_coverage"].as_array().unwrap().len(), 1);
}

fn outcomes(arguments: Json) -> (Json, Vec<(String, String)>) {
    let answer = call("program_eligibility", arguments).unwrap();
    let rules = answer["rules"].as_array().unwrap().iter().map(|rule| {
        (rule["id"].as_str().unwrap().to_owned(), rule["outcome"].as_str().unwrap().to_owned())
    });
    (answer["outcome"].clone(), rules.collect())
}

fn levels(level: u64) -> Json {
    json!({ "listening": level, "reading": level, "speaking": level, "writing": level })
}

#[test]
fn the_experience_class_goes_by_the_teer() {
    let ask = |noc: &str, level: u64| {
        outcomes(json!({ "as_of": DAY, "program": "cec", "noc": noc, "levels": levels(level), "work_months": 12 })).0
    };
    assert_eq!(ask("21231", 7), json!("met"));
    assert_eq!(ask("21231", 6), json!("unmet"));
    assert_eq!(ask("72106", 5), json!("met"));
    assert_eq!(ask("72106", 4), json!("unmet"));
    assert_eq!(ask("65200", 9), json!("unmet"));
}

#[test]
fn what_was_not_given_is_not_seen() {
    let (outcome, rules) = outcomes(json!({ "as_of": DAY, "program": "fsw" }));
    assert_eq!(outcome, json!("not_seen"));
    assert!(rules.iter().all(|(_, outcome)| outcome == "not_seen"), "{rules:?}");
    let names: Vec<&str> = rules.iter().map(|(id, _)| id.as_str()).collect();
    assert!(
        ["occupation", "points", "funds", "education"]
            .iter()
            .all(|it| names.contains(it))
    );
}

#[test]
fn the_skilled_worker_class_asks_for_points_and_funds() {
    let mut asked = json!({
        "as_of": "2025-07-10", "program": "fsw", "noc": "21231", "levels": levels(7), "work_months": 12,
        "continuous_year": true, "has_credential": true, "points": 67, "funds": 15_263, "family_size": 1,
    });
    assert_eq!(outcomes(asked.clone()).0, json!("met"));
    asked["points"] = json!(66);
    assert_eq!(outcomes(asked.clone()).0, json!("unmet"));
    asked["points"] = json!(67);
    asked["funds"] = json!(15_262);
    assert_eq!(outcomes(asked.clone()).0, json!("unmet"));
    asked["funds_exempt"] = json!(true);
    assert_eq!(outcomes(asked).0, json!("met"));
}

#[test]
fn the_trades_class_goes_by_its_groups() {
    let ask = |noc: &str| {
        let rules = outcomes(json!({ "as_of": DAY, "program": "fst", "noc": noc })).1;
        rules[0].1.clone()
    };
    assert_eq!(
        ["72106", "62200", "63200", "72600", "93200", "21231"].map(ask),
        ["met", "met", "met", "unmet", "unmet", "unmet"]
    );
    let failure =
        call("program_eligibility", json!({ "as_of": DAY, "program": "fst", "noc": "72199" }));
    assert_eq!(failure.unwrap_err().code(), "not_found");
}

#[test]
fn funds_that_are_not_known_for_a_day_are_not_seen() {
    let funds = |day: &str| {
        let asked =
            json!({ "as_of": day, "program": "fsw", "funds": 1_000_000, "family_size": 1 });
        let rules = outcomes(asked).1;
        rules.into_iter().find(|(id, _)| id == "funds").unwrap().1
    };
    assert_eq!(funds("2023-06-14"), "not_seen");
    assert_eq!(funds("2023-06-15"), "met");
}
