//! Searching over packs: pinpoints that can be anchored, every form of a citation, the four answers, pages and orders.

use std::{collections::BTreeSet, sync::LazyLock};

use jurat_tools::{ToolFailure, ToolServices, tool_named};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::pack_services::{self, MERIDIA, Vectors, add, meridia};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_hit_is_the_bytes_that_it_says", a_hit_is_the_bytes_that_it_says),
    (
        "every_citation_that_is_given_is_taken_in_every_form",
        every_citation_that_is_given_is_taken_in_every_form,
    ),
    ("a_decision_is_read_by_paragraphs", a_decision_is_read_by_paragraphs),
    ("not_found_only_where_all_is_here", not_found_only_where_all_is_here),
    ("filters_narrow_what_is_found", filters_narrow_what_is_found),
    ("orders_are_what_they_say", orders_are_what_they_say),
    (
        "pages_follow_each_other_and_a_cursor_goes_with_its_request",
        pages_follow_each_other_and_a_cursor_goes_with_its_request,
    ),
    ("what_there_is_to_filter_by_is_told", what_there_is_to_filter_by_is_told),
    (
        "manuals_and_help_pages_are_read_by_their_places",
        manuals_and_help_pages_are_read_by_their_places,
    ),
    ("occupations_are_found_by_what_is_meant", occupations_are_found_by_what_is_meant),
    ("wages_are_those_of_the_table_and_no_others", wages_are_those_of_the_table_and_no_others),
    (
        "without_packs_nothing_is_covered_and_calculators_work",
        without_packs_nothing_is_covered_and_calculators_work,
    ),
    (
        "without_vectors_meaning_fails_by_name_and_words_do_not",
        without_vectors_meaning_fails_by_name_and_words_do_not,
    ),
];

static SERVICES: LazyLock<ToolServices> =
    LazyLock::new(|| pack_services::services(MERIDIA.path()));

const DAY: &str = "2024-12-31";

fn call(services: &ToolServices, name: &str, mut arguments: Json) -> Result<Json, ToolFailure> {
    if arguments.get("as_of").is_none() {
        arguments["as_of"] = json!(DAY);
    }
    let answer = tool_named(name).unwrap().1.call(services, arguments)?;
    Ok(answer.content)
}

fn found(name: &str, arguments: Json) -> Json {
    call(&SERVICES, name, arguments).unwrap()
}

#[track_caller]
fn fails(name: &str, arguments: Json, code: &str) -> String {
    let failure = call(&SERVICES, name, arguments).unwrap_err();
    assert_eq!(failure.code(), code, "{failure}");
    failure.to_string()
}

fn citations(answer: &Json) -> Vec<String> {
    let results = answer["results"].as_array().unwrap().iter();
    results
        .map(|it| it["decision"]["citation"].as_str().unwrap().to_owned())
        .collect()
}

fn a_hit_is_the_bytes_that_it_says() {
    let answer = found(
        "caselaw_keyword_search",
        json!({ "query": "intérêt de l'enfant conduite des parents", "limit": 5 }),
    );
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results.len(), 5);
    for result in results {
        let passage = &result["passage"];
        let file = passage["source"]["file"].as_str().unwrap();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../pack/data/meridia/");
        let text = std::fs::read_to_string(format!("{root}{file}")).unwrap();
        let at = |key: &str| usize::try_from(passage["bytes"][key].as_u64().unwrap()).unwrap();
        let words = passage["text"].as_str().unwrap();
        assert_eq!(&text[at("start")..at("end")], words);
        let pinpoint = &passage["pinpoint"];
        if pinpoint["kind"] == "paragraph" {
            let mark = format!("[{}]", pinpoint["from"].as_str().unwrap());
            assert!(words.contains(&mark), "{pinpoint} {words}");
        }
        assert_eq!(passage["source"]["source_hash"].as_str().unwrap().len(), 64);
        assert_eq!(passage["source"]["as_of"], DAY);
        assert!(0.0 < passage["score"].as_f64().unwrap());
    }
    assert_eq!(citations(&answer)[0], "2018 MCA 6");
}

fn every_citation_that_is_given_is_taken_in_every_form() {
    let answer = found("caselaw_keyword_search", json!({ "query": "officer", "limit": 50 }));
    for citation in citations(&answer).into_iter().collect::<BTreeSet<_>>() {
        let dotted = citation.replace("MCA", "M.C.A.").replace("MIT", "M.I.T.");
        let french = citation.replace("MCA", "CAM").replace("MIT", "TIM");
        let long = format!("A v Meridia (Minister of Immigration), {citation} at para 3");
        for form in [&citation, &dotted, &french, &long, &citation.to_lowercase()] {
            let whole = found("caselaw_get_fulltext_by_url", json!({ "citation": form }));
            assert_eq!(whole["decision"]["citation"], json!(citation), "{form}");
        }
    }
    let by_docket = found("caselaw_get_fulltext_by_url", json!({ "docket": "a-8-18" }));
    assert_eq!(by_docket["decision"]["citation"], "2018 MCA 6");
}

fn a_decision_is_read_by_paragraphs() {
    let whole = found("caselaw_get_fulltext_by_url", json!({ "citation": "2018 MCA 6" }));
    let part = found(
        "caselaw_get_fulltext_by_url",
        json!({ "citation": "2018 MCA 6", "from_paragraph": 12, "limit": 1 }),
    );
    assert_eq!(
        (&part["paragraphs"][0]["number"], &part["next_paragraph"]),
        (&json!(12), &json!(13))
    );
    assert_eq!(part["paragraphs"][0], whole["paragraphs"][11]);
    assert!(
        part["paragraphs"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("[12] En revanche")
    );
    assert_eq!(whole["next_paragraph"], Json::Null);
}

fn not_found_only_where_all_is_here() {
    let fulltext = "caselaw_get_fulltext_by_url";
    // The Court of Appeal is covered whole, the Tribunal in part, and it began in 2008.
    fails(fulltext, json!({ "citation": "2017 MCA 41" }), "not_found");
    fails(fulltext, json!({ "citation": "2006 MIT 2" }), "not_found");
    let said = fails(fulltext, json!({ "citation": "2012 MIT 40" }), "outside_coverage");
    assert!(said.contains("in part"), "{said}");
    fails(fulltext, json!({ "citation": "2019 SCC 65" }), "outside_coverage");
    fails(fulltext, json!({ "url": "https://example.org" }), "outside_coverage");
    fails(fulltext, json!({}), "bad_argument");
    fails(fulltext, json!({ "citation": "2018 MCA 6", "docket": "A-8-18" }), "bad_argument");
    fails("operation_manual_detail", json!({ "chapter": "9" }), "not_found");
    fails("operation_manual_detail", json!({ "chapter": "1", "section": "1.99" }), "not_found");
    fails("help_centre_detail", json!({ "page": "nowhere" }), "not_found");
    let empty = found("caselaw_keyword_search", json!({ "query": "zzzz" }));
    assert_eq!(empty["outcome"], "empty");
}

fn filters_narrow_what_is_found() {
    let search = |arguments: Json| found("caselaw_keyword_search", arguments);
    let court = search(json!({ "query": "officer decision", "court": "CAM", "limit": 50 }));
    assert!(
        citations(&court).iter().all(|it| it.contains("MCA")) && !citations(&court).is_empty()
    );
    let days = search(json!({
        "query": "officer decision", "start_date": "2016-01-01", "end_date": "2017-12-31", "limit": 50,
    }));
    assert!(
        citations(&days)
            .iter()
            .all(|it| it.starts_with("2016") || it.starts_with("2017"))
    );
    let early =
        search(json!({ "query": "officer decision", "as_of": "2010-01-01", "limit": 50 }));
    assert!(
        citations(&early)
            .iter()
            .all(|it| it.starts_with("2008") || it.starts_with("2009"))
    );
    let judge = search(
        json!({ "query": "the", "judge": "estrevane", "issue_code": "internal_flight_alternative" }),
    );
    assert!(citations(&judge).iter().all(|it| it == "2019 MCA 10"));
    let words = |it: &Json| it["passage"]["text"].as_str().unwrap().to_lowercase();
    let held =
        search(json!({ "query": "child", "must_include": ["best interests"], "limit": 50 }));
    let held = held["results"].as_array().unwrap();
    assert!(!held.is_empty() && held.iter().all(|it| words(it).contains("best interest")));
    let lacked =
        search(json!({ "query": "child", "must_not": ["best interests"], "limit": 50 }));
    let lacked = lacked["results"].as_array().unwrap();
    assert!(
        !lacked.is_empty() && !lacked.iter().any(|it| words(it).contains("best interests"))
    );
}

fn orders_are_what_they_say() {
    let search = |sort: &str| {
        found(
            "caselaw_keyword_search",
            json!({ "query": "officer", "sort": sort, "limit": 50 }),
        )
    };
    let values = |answer: &Json, key: &str| -> Vec<Json> {
        let results = answer["results"].as_array().unwrap().iter();
        results.map(|it| it["decision"][key].clone()).collect()
    };
    let days = values(&search("date"), "date");
    assert!(days.windows(2).all(|two| two[1].as_str() <= two[0].as_str()));
    let cited = values(&search("cited_by"), "cited_by");
    assert!(cited.windows(2).all(|two| two[1].as_u64() <= two[0].as_u64()));
    assert!(0 < cited[0].as_u64().unwrap());
}

fn pages_follow_each_other_and_a_cursor_goes_with_its_request() {
    let whole = found("caselaw_keyword_search", json!({ "query": "officer", "limit": 50 }));
    let mut pages = Vec::new();
    let mut cursor = Json::Null;
    for _ in 0..5 {
        let page = json!({ "query": "officer", "limit": 10, "cursor": cursor });
        let page = found("caselaw_keyword_search", page);
        pages.extend(page["results"].as_array().unwrap().clone());
        cursor = page["next_cursor"].clone();
    }
    assert_eq!(&json!(pages), &whole["results"]);
    let other = json!({ "query": "applicant", "cursor": cursor });
    fails("caselaw_keyword_search", other, "bad_argument");
    fails(
        "caselaw_keyword_search",
        json!({ "query": "officer", "cursor": "x" }),
        "bad_argument",
    );
}

fn what_there_is_to_filter_by_is_told() {
    let told = found("caselaw_metadata", json!({}));
    assert_eq!((&told["decisions"], &told["courts"][0]["code"]), (&json!(36), &json!("MCA")));
    assert_eq!(
        (&told["first_date"], &told["coverage"][0]["claims"][1]["extent"]),
        (&json!("2008-03-11"), &json!("whole"))
    );
    for (key, argument) in [
        ("issues", "issue_code"),
        ("countries", "country"),
        ("judges", "judge"),
        ("outcomes", "outcome"),
    ] {
        for value in told[key].as_array().unwrap() {
            let mut request = json!({ "query": "officer" });
            request[argument] = value["value"].clone();
            found("caselaw_keyword_search", request);
        }
    }
}

fn manuals_and_help_pages_are_read_by_their_places() {
    let section = found("operation_manual_detail", json!({ "chapter": "1", "section": "1.3" }));
    let text = section["sections"][0]["text"].as_str().unwrap();
    assert!(text.contains("Restoration of status") && !text.contains("1.4 "), "{text}");
    let hit =
        found("operation_manual_keyword_search", json!({ "query": "ninety days restoration" }));
    let pinpoint = &hit["results"][0]["passage"]["pinpoint"];
    assert_eq!((&pinpoint["kind"], &pinpoint["from"]), (&json!("section"), &json!("1.3")));
    let help = found("help_centre_search", json!({ "query": "refused because of my health" }));
    let page = help["results"][0]["page"].clone();
    let page = found("help_centre_detail", json!({ "page": page }));
    assert_eq!(page["title"], "Can I be refused because of my health?");
}

fn occupations_are_found_by_what_is_meant() {
    let ask = |services, arguments| call(services, "noc_semantic_search", arguments);
    let asked = json!({ "query": "lawyer in court", "limit": 5 });
    let found = ask(&SERVICES, asked).unwrap();
    let codes: Vec<&str> = found["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"41101"), "{codes:?}");
    assert_eq!((&found["total"], &found["next_offset"]), (&json!(516), &json!(5)));
    let narrow = ask(&SERVICES, json!({ "query": "lawyer in court", "teer": 4 })).unwrap();
    assert!(narrow["results"].as_array().unwrap().iter().all(|it| it["teer"] == 4));
    let bare = ToolServices::built_in().unwrap();
    let failure = ask(&bare, json!({ "query": "lawyer" })).unwrap_err();
    assert_eq!(failure.code(), "service_failed");
}

fn wages_are_those_of_the_table_and_no_others() {
    let ask = |arguments: Json| call(&SERVICES, "noc_wages", arguments);
    let all = ask(json!({ "code": "21231" })).unwrap();
    assert_eq!(all["title"], "Software engineers and designers");
    assert_eq!(
        all["wages"],
        json!([
            { "pack": "meridia-wages", "region": "HA", "region_title": "The Harbour", "currency": "MED",
              "low": 31.5, "median": 44.0, "high": 68.25, "per": "hour" },
            { "pack": "meridia-wages", "region": "HI", "region_title": "High Country", "currency": "MED",
              "low": 58000.0, "median": 81000.0, "high": null, "per": "year" },
        ])
    );
    assert_eq!(all["basis"]["packs"][0]["pack"], "meridia-wages");
    let one = ask(json!({ "code": "21231", "region": "high country" })).unwrap();
    assert_eq!(one["wages"], json!([all["wages"][1]]));
    for (arguments, outcome) in [
        (json!({ "code": "99999" }), "not_found"),
        (json!({ "code": "00010" }), "outside_coverage"),
        (json!({ "code": "72102", "region": "HI" }), "outside_coverage"),
        (json!({ "code": "21231", "as_of": "2023-12-31" }), "outside_coverage"),
        (json!({ "code": "21231", "region": "elsewhere" }), "bad_argument"),
    ] {
        assert_eq!(ask(arguments.clone()).unwrap_err().code(), outcome, "{arguments}");
    }
}

fn without_packs_nothing_is_covered_and_calculators_work() {
    let home = TempDir::new().unwrap();
    for services in [ToolServices::built_in().unwrap(), pack_services::services(home.path())] {
        for name in
            ["caselaw_keyword_search", "operation_manual_keyword_search", "help_centre_search"]
        {
            let failure = call(&services, name, json!({ "query": "x" })).unwrap_err();
            assert_eq!(failure.code(), "outside_coverage");
            assert!(failure.to_string().contains("jurat pack add"), "{failure}");
        }
        call(&services, "noc_lookup", json!({ "code": "21231" })).unwrap();
    }
}

fn without_vectors_meaning_fails_by_name_and_words_do_not() {
    let home = TempDir::new().unwrap();
    let services = pack_services::services(home.path());
    let search = |name: &str| call(&services, name, json!({ "query": "child" }));
    assert_eq!(search("caselaw_keyword_search").unwrap_err().code(), "outside_coverage");
    // A pack that comes while the services run is there at the next call.
    add(home.path(), &meridia(), Vectors::None);
    assert_eq!(search("caselaw_keyword_search").unwrap()["outcome"], "found");
    assert_eq!(search("caselaw_optimized_search").unwrap()["by_meaning"], json!(false));
    let failure = search("caselaw_semantic_search").unwrap_err();
    assert_eq!(failure.code(), "service_failed");
    assert!(failure.to_string().contains("has no vectors"), "{failure}");
}
