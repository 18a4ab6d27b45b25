//! Cards of citations and the graph of who cites whom, over the fictional pack, and what is read off decisions that say nothing of themselves.

use std::{fs, sync::LazyLock};

use jurat_pack::{CoverageExtent, ManifestRequest, PackPartKind, PackSource, new_manifest};
use jurat_tools::{ToolFailure, ToolServices, tool_named};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::pack_services::{self, MERIDIA, Vectors, add, checked};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_citation_has_five_layers_in_any_form", a_citation_has_five_layers_in_any_form),
    ("good_law_is_as_of_a_day", good_law_is_as_of_a_day),
    ("a_provision_exists_or_does_not", a_provision_exists_or_does_not),
    (
        "authority_is_computed_and_knows_no_later_day",
        authority_is_computed_and_knows_no_later_day,
    ),
    ("a_place_is_the_bytes_that_it_says", a_place_is_the_bytes_that_it_says),
    ("likeness_says_why", likeness_says_why),
    ("figures_of_a_judge_say_how_little_they_say", figures_of_a_judge_say_how_little_they_say),
    ("pages_of_the_graph_follow_each_other", pages_of_the_graph_follow_each_other),
    ("what_is_not_known_is_outside_or_not_there", what_is_not_known_is_outside_or_not_there),
    ("fields_are_read_off_bare_texts", fields_are_read_off_bare_texts),
];

static SERVICES: LazyLock<ToolServices> =
    LazyLock::new(|| pack_services::services(MERIDIA.path()));

fn call(services: &ToolServices, name: &str, mut arguments: Json) -> Result<Json, ToolFailure> {
    if arguments.get("as_of").is_none() {
        arguments["as_of"] = json!("2024-12-31");
    }
    Ok(tool_named(name).unwrap().1.call(services, arguments)?.content)
}

fn found(name: &str, arguments: Json) -> Json {
    call(&SERVICES, name, arguments).unwrap()
}

#[track_caller]
fn fails(name: &str, arguments: Json, code: &str) {
    let failure = call(&SERVICES, name, arguments).unwrap_err();
    assert_eq!(failure.code(), code, "{failure}");
}

fn layer(answer: &Json, name: &str) -> String {
    let layers = answer["card"]["layers"].as_array().unwrap();
    let found = layers.iter().find(|layer| layer["layer"] == name).unwrap();
    found["outcome"].as_str().unwrap().to_owned()
}

fn a_citation_has_five_layers_in_any_form() {
    for form in ["2010 MCA 2", "2010 CAM 2", "2010 M.C.A. 2", "2010 MCA 2 at para 3"] {
        let card = found("caselaw_validity", json!({ "citation": form }));
        assert_eq!(layer(&card, "exists"), "VERIFIED", "{form}");
        assert_eq!(card["card"]["layers"].as_array().unwrap().len(), 5);
    }
    let wrong = json!({ "citation": "Brimsol v Meridia, 2008 MIT 4" });
    assert_eq!(layer(&found("caselaw_validity", wrong), "name_matches"), "FAILED");
    let words = "the purpose at the moment of the vows that counts";
    let at = |place: &str| {
        let request =
            json!({ "citation": format!("2009 MIT 31 at para {place}"), "quote": words });
        layer(&found("caselaw_validity", request), "quote_in_text")
    };
    assert_eq!((at("12").as_str(), at("3").as_str()), ("VERIFIED", "FAILED"));
    let whole = found("caselaw_validity", json!({ "citation": "2017 MCA 41" }));
    assert_eq!(layer(&whole, "exists"), "FAILED");
    let part = found("caselaw_validity", json!({ "citation": "2012 MIT 40" }));
    assert_eq!(
        (layer(&part, "exists").as_str(), &part["status"]),
        ("UNVERIFIED", &json!("UNVERIFIED"))
    );
}

fn good_law_is_as_of_a_day() {
    // The grammar finds a reversal by the Court; before its day the decision stood.
    let reversed = found("kg_case", json!({ "citation": "2012 MCA 4" }));
    let cites = reversed["cites"].as_array().unwrap();
    let gone = cites.iter().find(|place| place["kind"] == "reversed").unwrap();
    let key = gone["to"].as_str().unwrap();
    let card = found("caselaw_validity", json!({ "citation": key }));
    assert_eq!(card["status"], "OVERRULED", "{card}");
    assert_eq!(card["history"][0]["by"], "2012 MCA 4");
    assert!(!card["history"][0]["evidence"]["words"].as_str().unwrap().is_empty());
    let before = found("caselaw_validity", json!({ "citation": key, "as_of": "2011-12-31" }));
    assert_ne!(before["status"], "OVERRULED");
}

fn a_provision_exists_or_does_not() {
    let ask = |citation: &str| found("caselaw_validity", json!({ "citation": citation }));
    let there = ask("Meridia Immigration Act, s 4(1)");
    assert_eq!(layer(&there, "exists"), "VERIFIED", "{there}");
    let evidence = there["card"]["layers"][1]["evidence"].as_array().unwrap();
    assert_eq!(evidence.len(), 2, "the English provision, and its French twin");
    // Its words do not say since when they are law.
    assert_eq!(layer(&there, "good_law"), "UNVERIFIED");
    let gone = ask("Meridia Immigration Act, s 400");
    assert_eq!(layer(&gone, "exists"), "FAILED", "{gone}");
    let other = ask("IRPA s. 40(1)(a)");
    assert_eq!(layer(&other, "exists"), "UNVERIFIED");
}

fn authority_is_computed_and_knows_no_later_day() {
    let top = found("kg_top_authorities", json!({ "limit": 50 }));
    let scores: Vec<f64> = top["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["authority"]["score"].as_f64().unwrap())
        .collect();
    assert!(
        scores.windows(2).all(|two| two[1] <= two[0]) && scores[scores.len() - 1] < scores[0]
    );
    let first = top["results"][0]["decision"]["citation"].as_str().unwrap();
    let own = found("caselaw_authority", json!({ "citation": first }));
    assert_eq!(own["authority"]["rank"], 1);
    assert!(0 < own["authority"]["cited_by"].as_u64().unwrap());
    let early = found("kg_top_authorities", json!({ "limit": 50, "as_of": "2011-01-01" }));
    for result in early["results"].as_array().unwrap() {
        let day = result["decision"]["date"].as_str().unwrap_or_default();
        assert!(day <= "2011-01-01", "{result}");
    }
    let late =
        found("caselaw_authority", json!({ "citation": "2018 MCA 6", "as_of": "2011-01-01" }));
    assert_eq!(late["authority"], Json::Null);
}

fn a_place_is_the_bytes_that_it_says() {
    let case = found("kg_case", json!({ "citation": "2018 CAM 6" }));
    let places = case["cites"].as_array().unwrap();
    assert!(!places.is_empty());
    let root =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../pack/data/meridia/decisions/2018-mca-6.txt");
    let text = fs::read_to_string(root).unwrap();
    for place in places {
        let at = |key: &str| usize::try_from(place["bytes"][key].as_u64().unwrap()).unwrap();
        assert_eq!(&text[at("start")..at("end")], place["text"].as_str().unwrap());
    }
}

fn likeness_says_why() {
    let like = found("kg_similar_cases", json!({ "citation": "2010 MCA 2", "limit": 5 }));
    for result in like["results"].as_array().unwrap() {
        let why = &result["why"];
        let reasons = ["shared_authorities", "shared_issues"];
        let shared = reasons.iter().any(|it| !why[*it].as_array().unwrap().is_empty());
        assert!(shared || why["cites_each_other"] == true, "{why}");
    }
    assert_eq!(like["results"].as_array().unwrap().len(), 5);
}

fn figures_of_a_judge_say_how_little_they_say() {
    let stats = found("kg_judge_stats", json!({ "judge": "Estrevane" }));
    let figures = &stats["figures"];
    let (low, high) = (&figures["interval"][0], &figures["interval"][1]);
    let share = figures["share_allowed"].as_f64().unwrap();
    assert!(low.as_f64().unwrap() <= share && share <= high.as_f64().unwrap());
    assert!(figures["warning"].as_str().unwrap().contains("little"));
    assert_eq!(stats["all"]["decisions"], 36);
}

fn pages_of_the_graph_follow_each_other() {
    let whole = found("kg_search", json!({ "court": "CAM", "sort": "authority", "limit": 50 }));
    let mut pages = Vec::new();
    let mut cursor = Json::Null;
    for _ in 0..4 {
        let page = json!({ "court": "CAM", "sort": "authority", "limit": 3, "cursor": cursor });
        let page = found("kg_search", page);
        pages.extend(page["results"].as_array().unwrap().clone());
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(&pages[..], &whole["results"].as_array().unwrap()[..pages.len()]);
    assert_eq!(
        whole["total"].as_u64().unwrap(),
        whole["results"].as_array().unwrap().len() as u64
    );
    let told = found("kg_metadata", json!({}));
    assert_eq!(told["decisions"], 36);
    for code in told["issues"].as_object().unwrap().keys() {
        assert_eq!(found("kg_search", json!({ "issue_code": code }))["outcome"], "found");
    }
}

fn what_is_not_known_is_outside_or_not_there() {
    for name in ["kg_case", "kg_similar_cases", "caselaw_authority"] {
        fails(name, json!({ "citation": "2017 MCA 99" }), "not_found");
        fails(name, json!({ "citation": "2012 MIT 99" }), "outside_coverage");
        fails(name, json!({ "citation": " " }), "bad_argument");
    }
    let bare = ToolServices::built_in().unwrap();
    let card = call(&bare, "caselaw_validity", json!({ "citation": "2008 SCC 9" })).unwrap();
    assert_eq!(
        (&card["status"], &card["basis"]["assessable"]),
        (&json!("OVERRULED"), &json!(false))
    );
    let none = call(&bare, "kg_metadata", json!({})).unwrap_err();
    assert_eq!(none.code(), "outside_coverage");
}

const BARE: &str = "FEDERAL COURT\n\nCitation: 2031 FC 7\nDate: 20310215\nDocket: IMM-12-30\n\nPRESENT: The Honourable Madam Justice Tarnwell\n\n\
    BETWEEN:\n\nORREN VALE\nApplicant\nand\nTHE MINISTER OF CITIZENSHIP AND IMMIGRATION\nRespondent\n\nREASONS FOR JUDGMENT\n\n\
    [1] The applicant is a citizen of Nigeria. He says that the finding on credibility was unreasonable.\n\n\
    [2] On credibility the panel gave reasons.\n\n[3] The application for judicial review is dismissed.\n";

fn fields_are_read_off_bare_texts() {
    let (pack, home) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fs::write(pack.path().join("one.txt"), BARE).unwrap();
    let request = ManifestRequest {
        kind: PackPartKind::Decisions,
        format: None,
        name: "bare".to_owned(),
        title: None,
        licence: "CC0-1.0".to_owned(),
        as_of: "2031-12-31".to_owned(),
        language: None,
        courts: vec!["FC".to_owned()],
        years: Some((2031, 2031)),
        extent: CoverageExtent::Part,
    };
    let manifest = new_manifest(pack.path(), &request).unwrap();
    fs::write(pack.path().join("pack.json"), serde_json::to_string(&manifest).unwrap())
        .unwrap();
    let pack = checked(PackSource::Folder(pack.path().to_owned()));
    add(home.path(), &pack, Vectors::None);
    let services = pack_services::services(home.path());
    let day = json!("2031-12-31");
    let case = call(
        &services,
        "caselaw_get_fulltext_by_url",
        json!({ "as_of": day, "citation": "2031 FC 7" }),
    );
    let decision = case.unwrap()["decision"].clone();
    let fields = ["judge", "outcome", "country", "date", "docket"];
    let read: Vec<&str> = fields
        .iter()
        .map(|it| decision[*it].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(
        read,
        ["Tarnwell", "dismissed", "Nigeria", "2031-02-15", "IMM-12-30"],
        "{decision}"
    );
    assert_eq!(decision["issues"], json!(["credibility"]));
    assert!(
        decision["read_off_text"]
            .as_array()
            .unwrap()
            .contains(&json!("judge"))
    );
    let by_judge = json!({ "as_of": day, "query": "credibility", "judge": "Tarnwell" });
    assert_eq!(
        call(&services, "caselaw_keyword_search", by_judge).unwrap()["outcome"],
        "found"
    );
}
