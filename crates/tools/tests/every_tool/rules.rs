//! What holds for every tool: schemas, unknown arguments, the four answers, the same bytes, what an answer rests on.

use std::{collections::BTreeSet, sync::LazyLock};

use jurat_testdata::FullSchema;
use jurat_tools::{
    ALL, AnswerOutcome, ServiceTool, ToolEffect, ToolFailure, ToolServices, answer_text,
    tool_named,
};
use serde_json::{Value as Json, json};

use crate::pack_services;

pub(crate) const TESTS: &[(&str, fn())] = &[
    (
        "every_tool_has_a_name_of_its_own_a_request_here_and_changes_nothing",
        every_tool_has_a_name_of_its_own_a_request_here_and_changes_nothing,
    ),
    ("schemas_are_valid_and_answers_keep_to_them", schemas_are_valid_and_answers_keep_to_them),
    (
        "an_unknown_argument_is_refused_with_the_known_ones",
        an_unknown_argument_is_refused_with_the_known_ones,
    ),
    (
        "a_day_is_asked_for_and_never_taken_from_the_clock",
        a_day_is_asked_for_and_never_taken_from_the_clock,
    ),
    ("a_day_that_is_none_is_named", a_day_that_is_none_is_named),
    ("the_same_request_gives_the_same_bytes", the_same_request_gives_the_same_bytes),
    ("every_answer_says_what_it_rests_on", every_answer_says_what_it_rests_on),
    (
        "empty_not_found_outside_coverage_and_bad_are_four_answers",
        empty_not_found_outside_coverage_and_bad_are_four_answers,
    ),
    (
        "an_unknown_value_is_an_error_that_lists_the_valid_ones",
        an_unknown_value_is_an_error_that_lists_the_valid_ones,
    ),
    ("more_than_the_limit_is_refused", more_than_the_limit_is_refused),
    ("wrong_types_are_named_with_what_was_given", wrong_types_are_named_with_what_was_given),
];

static SERVICES: LazyLock<ToolServices> = LazyLock::new(services);

/// Every table, and the fictional pack.
fn services() -> ToolServices {
    pack_services::services(pack_services::MERIDIA.path())
}

/// A request that each tool answers.
fn requests() -> Vec<(&'static str, Json)> {
    let levels = json!({ "listening": 9, "reading": 9, "speaking": 9, "writing": 9 });
    let crs = json!({
        "spouse_accompanying": false, "age": 29, "education": "doctoral", "first_official": "en", "english": levels,
    });
    let fsw = json!({
        "education": "doctoral", "english": levels, "french": levels, "first_official": "en", "work_years": 3,
        "continuous_year_in_primary_occupation": true, "age": 29,
    });
    let day = "2026-01-15";
    vec![
        (
            "clb_convert",
            json!({ "as_of": day, "test": "ielts_general", "scores": { "reading": 6.5 } }),
        ),
        (
            "clb_convert",
            json!({ "as_of": day, "test": "tcf_canada", "levels": { "writing": 7 } }),
        ),
        ("crs_compute", json!({ "as_of": day, "profile": crs })),
        (
            "date_arithmetic",
            json!({ "as_of": day, "from": day, "add": { "days": 30 }, "day_rule": "statute" }),
        ),
        ("date_arithmetic", json!({ "as_of": day, "from": day, "to": "2026-02-01" })),
        ("deadline_compute", json!({ "as_of": day, "rule": "jr_in_canada", "event": day })),
        ("fsw_points", json!({ "as_of": day, "profile": fsw })),
        ("minimum_lookup", json!({ "as_of": day, "group": "fee" })),
        (
            "minimum_lookup",
            json!({ "as_of": day, "fact": "settlement_funds", "family_size": 9 }),
        ),
        (
            "program_eligibility",
            json!({ "as_of": day, "program": "cec", "noc": "21231", "levels": levels }),
        ),
        ("noc_keyword_search", json!({ "as_of": day, "query": "sheet metal worker" })),
        ("noc_keyword_search", json!({ "as_of": day, "query": "qqqqqq" })),
        ("noc_lookup", json!({ "as_of": day, "code": "21231" })),
        ("noc_semantic_search", json!({ "as_of": day, "query": "looks after sick animals" })),
        ("noc_similar", json!({ "as_of": day, "code": "21231" })),
        ("noc_wages", json!({ "as_of": day, "code": "21231" })),
        (
            "caselaw_keyword_search",
            json!({ "as_of": day, "query": "credibility", "court": "TIM" }),
        ),
        ("caselaw_keyword_search", json!({ "as_of": day, "query": "qqqqqq" })),
        (
            "caselaw_semantic_search",
            json!({ "as_of": day, "query": "is a child's interest weighed", "sort": "date" }),
        ),
        (
            "caselaw_optimized_search",
            json!({ "as_of": day, "query": "late appeal", "issue_code": "late_filing" }),
        ),
        ("caselaw_get_fulltext_by_url", json!({ "as_of": day, "citation": "2018 CAM 6" })),
        ("caselaw_metadata", json!({ "as_of": day })),
        ("caselaw_validity", json!({ "as_of": day, "citation": "2018 CAM 6 at para 12" })),
        ("caselaw_authority", json!({ "as_of": day, "citation": "2010 MCA 2" })),
        ("kg_search", json!({ "as_of": day, "issue_code": "misrepresentation" })),
        ("kg_case", json!({ "as_of": day, "citation": "2018 M.C.A. 6" })),
        ("kg_similar_cases", json!({ "as_of": day, "citation": "2010 MCA 2" })),
        ("kg_judge_stats", json!({ "as_of": day, "judge": "Estrevane" })),
        ("kg_top_authorities", json!({ "as_of": day, "court": "TIM" })),
        ("kg_metadata", json!({ "as_of": day })),
        (
            "operation_manual_keyword_search",
            json!({ "as_of": day, "query": "restoration", "chapter": "1" }),
        ),
        ("operation_manual_semantic_search", json!({ "as_of": day, "query": "lost status" })),
        ("operation_manual_detail", json!({ "as_of": day, "chapter": "1", "section": "1.3" })),
        ("help_centre_search", json!({ "as_of": day, "query": "Can I be refused?" })),
        ("help_centre_detail", json!({ "as_of": day, "page": "medical" })),
    ]
}

fn tools() -> impl Iterator<Item = &'static ServiceTool> {
    ALL.iter().flat_map(|service| service.tools)
}

fn call(name: &str, arguments: Json) -> Result<Json, ToolFailure> {
    tool_named(name)
        .unwrap()
        .1
        .call(&SERVICES, arguments)
        .map(|answer| answer.content)
}

fn every_tool_has_a_name_of_its_own_a_request_here_and_changes_nothing() {
    let names: BTreeSet<&str> = tools().map(|tool| tool.name).collect();
    assert_eq!(names.len(), tools().count());
    let asked: BTreeSet<&str> = requests().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, asked);
    assert!(tools().all(|tool| tool.effect == ToolEffect::ReadOnly && tool.about.len() < 300));
    let ports: BTreeSet<u16> = ALL.iter().map(|service| service.port).collect();
    assert_eq!(ports, BTreeSet::from([3105, 3106, 3107, 3108, 3109]));
}

fn schemas_are_valid_and_answers_keep_to_them() {
    let services = services();
    for (name, arguments) in requests() {
        let tool = tool_named(name).unwrap().1;
        let input = FullSchema::new(&tool.input_schema(&services)).unwrap();
        input.check(&arguments).unwrap();
        let output = FullSchema::new(&tool.output_schema()).unwrap();
        let answer = tool.call(&services, arguments).unwrap();
        output
            .check(&answer.content)
            .unwrap_or_else(|why| panic_with(name, &why));
        assert!(!output.is_valid(&json!({})), "{name}");
    }
}

#[expect(clippy::panic, reason = "says which tool it was")]
fn panic_with(name: &str, why: &str) {
    panic!("{name}: {why}");
}

fn an_unknown_argument_is_refused_with_the_known_ones() {
    for (name, mut arguments) in requests() {
        arguments["as_off"] = json!("2026-01-15");
        let failure = call(name, arguments).unwrap_err();
        let ToolFailure::BadArgument { argument, allowed, .. } = failure else {
            return panic_with(name, "not a bad argument");
        };
        assert_eq!((argument.as_str(), allowed[0].as_str()), ("as_off", "as_of"), "{name}");
    }
}

fn a_day_is_asked_for_and_never_taken_from_the_clock() {
    for (name, mut arguments) in requests() {
        arguments.as_object_mut().unwrap().remove("as_of");
        let failure = call(name, arguments).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "`as_of`: nothing is not allowed; allowed: a value: it is required",
            "{name}"
        );
    }
}

fn a_day_that_is_none_is_named() {
    for (name, mut arguments) in requests() {
        arguments["as_of"] = json!("2026-02-30");
        let failure = call(name, arguments).unwrap_err();
        assert!(
            failure
                .to_string()
                .starts_with("`as_of`: \"2026-02-30\" is not allowed"),
            "{failure}"
        );
    }
}

fn the_same_request_gives_the_same_bytes() {
    let (one, other) = (services(), services());
    for (name, arguments) in requests() {
        let tool = tool_named(name).unwrap().1;
        let first = tool.call(&one, arguments.clone()).unwrap();
        let second = tool.call(&other, arguments).unwrap();
        assert_eq!(first.bytes().unwrap(), second.bytes().unwrap(), "{name}");
        assert_eq!(answer_text(&first.content), answer_text(&second.content));
    }
}

fn every_answer_says_what_it_rests_on() {
    for (name, arguments) in requests() {
        let basis = call(name, arguments.clone()).unwrap()["basis"].clone();
        assert_eq!(basis["as_of"], arguments["as_of"], "{name}");
        if let Some(packs) = basis["packs"].as_array() {
            assert!(!packs.is_empty(), "{name}");
            for pack in packs {
                assert_eq!(pack["hash"].as_str().unwrap().len(), 64);
                assert!(pack["as_of"].as_str().unwrap().starts_with("2024-"), "{name} {pack}");
            }
            continue;
        }
        let tables = basis["tables"].as_array().unwrap();
        let plain = name == "date_arithmetic" && arguments.get("day_rule").is_none();
        assert_eq!(tables.is_empty(), plain, "{name}");
        for table in tables {
            assert_eq!(table["hash"].as_str().unwrap().len(), 64);
            assert_eq!(
                table["mark"],
                json!(format!("table of {}", table["from"].as_str().unwrap()))
            );
            let sources = table["sources"].as_array().unwrap();
            assert!(!sources.is_empty(), "{name} {table}");
            assert!(
                sources
                    .iter()
                    .all(|it| it["url"].as_str().unwrap().starts_with("https://"))
            );
        }
    }
}

fn empty_not_found_outside_coverage_and_bad_are_four_answers() {
    let services = ToolServices::built_in().unwrap();
    let day = "2026-01-15";
    let search = tool_named("noc_keyword_search").unwrap().1;
    let empty = search
        .call(&services, json!({ "as_of": day, "query": "qqqqqq" }))
        .unwrap();
    assert_eq!(
        (empty.outcome, &empty.content["outcome"]),
        (AnswerOutcome::Empty, &json!("empty"))
    );
    let lookup = |arguments| call("noc_lookup", arguments).unwrap_err().code();
    assert_eq!(lookup(json!({ "as_of": day, "code": "99999" })), "not_found");
    assert_eq!(lookup(json!({ "as_of": "2022-11-15", "code": "21231" })), "outside_coverage");
    assert_eq!(lookup(json!({ "as_of": day, "code": "2123" })), "bad_argument");
    let failed = ToolFailure::ServiceFailed { service: "a".into(), why: "b".into() };
    assert_eq!(failed.code(), "service_failed");
}

fn an_unknown_value_is_an_error_that_lists_the_valid_ones() {
    let day = "2026-01-15";
    for (name, arguments, valid) in [
        (
            "clb_convert",
            json!({ "as_of": day, "test": "ielts", "scores": { "reading": 6 } }),
            "ielts_general",
        ),
        ("minimum_lookup", json!({ "as_of": day, "group": "fees" }), "fee"),
        ("minimum_lookup", json!({ "as_of": day, "fact": "x" }), "fee_study_permit"),
        ("deadline_compute", json!({ "as_of": day, "rule": "x", "event": day }), "restoration"),
        (
            "deadline_compute",
            json!({ "as_of": day, "rule": "detention_reviews", "event": day }),
            "restoration",
        ),
        (
            "date_arithmetic",
            json!({ "as_of": day, "from": day, "to": day, "day_rule": "x" }),
            "statute",
        ),
        ("program_eligibility", json!({ "as_of": day, "program": "pnp" }), "cec"),
        ("noc_wages", json!({ "as_of": day, "code": "21231", "region": "HO" }), "HI"),
        (
            "caselaw_keyword_search",
            json!({ "as_of": day, "query": "x", "court": "fca" }),
            "MCA",
        ),
        (
            "caselaw_semantic_search",
            json!({ "as_of": day, "query": "x", "issue_code": "children" }),
            "best_interests_of_child",
        ),
        (
            "caselaw_keyword_search",
            json!({ "as_of": day, "query": "x", "judge": "X" }),
            "Estrevane",
        ),
        (
            "caselaw_keyword_search",
            json!({ "as_of": day, "query": "x", "country": "Karvenja" }),
            "Karvenia",
        ),
        ("kg_search", json!({ "as_of": day, "country_code": "TV" }), "Tolvia"),
        ("kg_search", json!({ "as_of": day, "outcome": "won" }), "dismissed"),
        ("kg_judge_stats", json!({ "as_of": day, "judge": "Nobody" }), "Estrevane"),
        (
            "kg_top_authorities",
            json!({ "as_of": day, "issue_code": "children" }),
            "best_interests_of_child",
        ),
        (
            "caselaw_keyword_search",
            json!({ "as_of": day, "query": "x", "sort": "best" }),
            "cited_by",
        ),
        (
            "operation_manual_keyword_search",
            json!({ "as_of": day, "query": "x", "chapter": "9" }),
            "5",
        ),
        (
            "crs_compute",
            json!({ "as_of": day, "profile": { "spouse_accompanying": false, "age": 30,
            "education": "phd", "first_official": "en" } }),
            "doctoral",
        ),
    ] {
        let failure = call(name, arguments).unwrap_err();
        let ToolFailure::BadArgument { allowed, .. } = &failure else {
            return panic_with(name, "not a bad argument");
        };
        assert!(allowed.iter().any(|it| it == valid), "{failure}");
    }
    let failure = tool_named("crs_computee").err().unwrap();
    let ToolFailure::BadArgument { allowed, .. } = failure else { return panic_with("", "") };
    assert_eq!((allowed[0].as_str(), allowed.len()), ("crs_compute", tools().count()));
}

fn more_than_the_limit_is_refused() {
    let query = "x".repeat(5_000);
    let failure = call("noc_keyword_search", json!({ "as_of": "2026-01-15", "query": query }));
    assert!(failure.unwrap_err().to_string().contains("at most 4000 bytes"));
}

fn wrong_types_are_named_with_what_was_given() {
    let arguments = json!({ "as_of": "2026-01-15", "query": 7 });
    let failure = call("noc_keyword_search", arguments).unwrap_err();
    assert_eq!(failure.to_string(), "`query`: 7 is not allowed; allowed: string");
    let arguments = json!({ "as_of": "2026-01-15", "query": "cook", "limit": 51 });
    let failure = call("noc_keyword_search", arguments).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "`limit`: 51 is not allowed; allowed: at least 1, at most 50"
    );
    assert_eq!(failure.to_json()["outcome"], "bad_argument");
}
