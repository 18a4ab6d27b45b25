//! What search says, and what it says when it cannot.

use crate::{bench::Bench, ferry_rules};

fn ferry() -> Bench {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.jurat("ingest docs --corpus ferry --language en").is(0, "", "");
    bench
}

#[test]
fn hits_show_where_they_stand_and_why() {
    let bench = ferry();
    bench
        .jurat("search whale oil --corpus ferry")
        .is(0, "    Lamps\n", "");
    bench
        .jurat("search whale oil --corpus ferry")
        .is(0, "*whale* *oil*", "");
}

#[test]
fn json_has_scores_and_byte_ranges_that_can_be_re_read() {
    let bench = ferry();
    let said = bench.jurat("search whale oil --corpus ferry --json").json();
    let hit = &said["hits"][0];
    assert!(0.0 < hit["bm25"].as_f64().unwrap() && hit["bm25_rank"] == 1);
    assert!((0.0..=1.0).contains(&hit["probability"].as_f64().unwrap()));
    let text = bench
        .jurat("corpus show ferry --source lamps.md --text --json")
        .json();
    let text = text["text"].as_str().unwrap().to_owned();
    let span = |value: &serde_json::Value| {
        let at = |key: &str| usize::try_from(value[key].as_u64().unwrap()).unwrap();
        text[at("start")..at("end")].to_owned()
    };
    assert_eq!(span(&hit["passage"]["span"]), hit["passage"]["text"].as_str().unwrap());
    let words: Vec<String> = hit["snippet"]["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(span)
        .collect();
    assert_eq!(words, ["Oil", "whale", "oil"]);
}

#[test]
fn filters_quotas_and_exclusions_choose() {
    let bench = ferry();
    let kinds = |line: &str| {
        let said = bench.jurat(line).json();
        let hits = said["hits"].as_array().unwrap().clone();
        let kinds: Vec<String> = hits
            .iter()
            .map(|hit| hit["passage"]["metadata"]["kind"].as_str().unwrap().to_owned())
            .collect();
        kinds
    };
    let only = kinds("search ferry lamp --corpus ferry --filter kind=statute --json");
    assert!(!only.is_empty() && only.iter().all(|kind| kind == "statute"));
    let few = kinds("search ferry lamp --corpus ferry --quota statute=1 -k 9 --json");
    assert_eq!(few.iter().filter(|kind| *kind == "statute").count(), 1);
    let first = bench.jurat("search q7 --corpus ferry --json").json();
    let id = first["hits"][0]["passage"]["id"].as_str().unwrap().to_owned();
    let said = bench.jurat(&format!("search q7 --corpus ferry --exclude {id}"));
    assert!(!said.out.contains(&id));
}

#[test]
fn an_unknown_filter_lists_what_there_is() {
    let bench = ferry();
    bench.jurat("search lamp --corpus ferry --filter colour=red").is(
        3,
        "",
        "topic, sub_section",
    );
    bench
        .jurat("search lamp --corpus ferry --filter topic=t99")
        .is(3, "", "t0, t1, t2");
}

#[test]
fn no_hit_is_no_success() {
    let bench = ferry();
    bench
        .jurat("search xylophone --corpus ferry")
        .is(2, "", "hint: try other words");
    bench
        .jurat("search lamp --corpus nothing")
        .is(3, "", "there is no corpus `nothing`");
    bench.jurat("ingest docs --corpus bare --no-vectors").is(0, "", "");
    bench
        .jurat("search lamp --corpus bare --legs dense")
        .is(3, "", "no vectors");
}

#[test]
fn judged_queries_tune_a_corpus() {
    let bench = ferry();
    let rows: Vec<String> = (0..24)
        .map(|n| format!("{{\"query\": \"which ferry has lamp q{n}\", \"relevant\": [\"more/rows.jsonl#r{n}\"]}}"))
        .collect();
    bench.write("queries.jsonl", rows.join("\n"));
    bench
        .jurat("corpus tune ferry --queries queries.jsonl")
        .is(0, "bm25", "24 queries; kept");
    bench.write("bad.jsonl", "{\"query\": 1}");
    bench
        .jurat("corpus tune ferry --queries bad.jsonl")
        .is(3, "", "bad.jsonl, line 1");
}

#[test]
fn a_french_question_finds_english_law_and_is_told_so() {
    let bench = Bench::new();
    bench.write(
        "law/pay.txt",
        "An employer must pay the wages of every employee within thirty days.",
    );
    bench.write(
        "law/boat.txt",
        "The master of a vessel must keep a register of the cargo on board.",
    );
    bench.jurat("ingest law --corpus labour").is(0, "", "");
    bench
        .jurat("corpus show labour")
        .is(0, "pay.txt", "its vectors were made by `law-");
    let question = "Quand mon patron doit-il me verser mon salaire ?";
    let said = bench.words(&["search", question, "--corpus", "labour"], "");
    said.is(0, " 1. pay.txt:0", "the question is in French");
    said.is(0, "", "in English, found by meaning");
}
