//! The 516 unit groups, and how well job titles find them.
#![expect(clippy::unwrap_used)]

use jurat_tools::{TitleQuery, ToolFailure, ToolServices, measure_titles, tool_named};
use serde_json::{Value as Json, json};

const DAY: &str = "2026-01-15";

fn call(services: &ToolServices, name: &str, arguments: Json) -> Result<Json, ToolFailure> {
    tool_named(name)
        .unwrap()
        .1
        .call(services, arguments)
        .map(|answer| answer.content)
}

#[test]
fn every_code_has_its_title_its_teer_and_its_groups() {
    let Some(text) = jurat_testdata::text("noc2021/noc.json") else { return };
    let data: Json = serde_json::from_str(&text).unwrap();
    let groups = data["nocs"].as_array().unwrap();
    assert_eq!(groups.len(), 516);
    let services = ToolServices::built_in().unwrap();
    for group in groups {
        let code = &group["noc_code"];
        let found =
            call(&services, "noc_lookup", json!({ "as_of": DAY, "code": code })).unwrap();
        let above = &group["hierarchy"];
        assert_eq!((&found["code"], &found["title"]), (code, &group["title"]));
        assert_eq!(found["teer"], group["teer"]["level"], "{code}");
        for (ours, theirs) in
            [("broad", "broad_group"), ("major", "major_group"), ("minor", "minor_group")]
        {
            assert_eq!(found[ours]["code"], above[theirs]["code"], "{code}");
            assert_eq!(found[ours]["title"], above[theirs]["title"], "{code}");
        }
    }
}

#[test]
fn a_title_of_a_group_finds_it() {
    let services = ToolServices::built_in().unwrap();
    for (query, code) in [
        ("Software engineers and designers", "21231"),
        ("sheet metal worker", "72102"),
        ("welders", "72106"),
        ("Dentist", "31110"),
        ("legislator", "00010"),
    ] {
        let found =
            call(&services, "noc_keyword_search", json!({ "as_of": DAY, "query": query }))
                .unwrap();
        assert_eq!(found["results"][0]["code"], json!(code), "{query}");
    }
}

#[test]
fn pages_follow_each_other_and_a_teer_narrows() {
    let services = ToolServices::built_in().unwrap();
    let page = |offset: u64, limit: u64| {
        let asked = json!({ "as_of": DAY, "query": "machine operator", "limit": limit, "offset": offset });
        call(&services, "noc_keyword_search", asked).unwrap()
    };
    let (both, first, second) = (page(0, 6), page(0, 3), page(3, 3));
    let codes = |answer: &Json| -> Vec<Json> {
        answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["code"].clone())
            .collect()
    };
    assert_eq!(codes(&both), [codes(&first), codes(&second)].concat());
    assert_eq!(first["next_offset"], json!(3));
    let asked = json!({ "as_of": DAY, "query": "machine operator", "teer": 2 });
    let narrow = call(&services, "noc_keyword_search", asked).unwrap();
    assert!(
        narrow["results"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["teer"] == json!(2))
    );
    let scores: Vec<f64> = both["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["score"].as_f64().unwrap())
        .collect();
    assert!(scores.windows(2).all(|pair| pair[1] <= pair[0]) && 0.0 < scores[0], "{scores:?}");
}

#[test]
fn similar_groups_say_why() {
    let services = ToolServices::built_in().unwrap();
    let found =
        call(&services, "noc_similar", json!({ "as_of": DAY, "code": "21231" })).unwrap();
    let first = &found["results"][0];
    assert!(first["code"].as_str().unwrap().starts_with("2123"), "{}", found["results"]);
    assert_eq!((&first["same_minor_group"], &first["same_teer"]), (&json!(true), &json!(true)));
    assert!(first["shared_terms"].to_string().contains("softwar"), "{first}");
}

/// The half of the public titles that the program does not have.
fn held_out() -> Option<Vec<TitleQuery>> {
    let text = jurat_testdata::text("immigration/noc_title_queries.jsonl")?;
    let rows = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap());
    Some(rows.skip(1).step_by(2).collect())
}

#[test]
#[expect(clippy::print_stderr, reason = "the figure is what it is run for")]
fn job_titles_that_were_not_shipped_find_their_group() {
    let Some(queries) = held_out() else { return };
    let measure = measure_titles(&ToolServices::built_in().unwrap(), &queries);
    eprintln!(
        "{} titles: top-1 {:.3}, top-5 {:.3}",
        measure.queries, measure.top_1, measure.top_5
    );
    assert_eq!(measure.queries, 1000);
    assert!(0.64 <= measure.top_1 && 0.86 <= measure.top_5, "{measure:?}");
}

#[test]
fn a_measure_counts_what_is_right() {
    let services = ToolServices::built_in().unwrap();
    let query = |noc: &str| TitleQuery { query: "dentist".to_owned(), noc: noc.to_owned() };
    let measure = measure_titles(&services, &[query("31110"), query("00010")]);
    assert_eq!((measure.top_1, measure.top_5), (0.5, 0.5));
}
