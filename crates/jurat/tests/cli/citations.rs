//! `jurat citations`: what it finds, what it says of an index, and its exit codes.

use crate::cli_fixture::{Bench, Said};

const TEXT: &str = "Okonjo v. Canada (Citizenship and Immigration), 2019 FC 101, [2019] 2 FCR 77 at para 12; \
    see Bellweather c. Canada, 2018 CF 9. Section 7 of the Tides Act applies.";

const INDEX: &str = concat!(
    r#"{"citation":"2019 FC 101","parallel":["[2019] 2 FCR 77"],"name":"Okonjo v. Canada (Citizenship and Immigration)","date":"2019-02-01","court":"FC","treatment":[]}"#,
    "\n",
    r#"{"citation":"2018 FC 9","name":"Bellweather v. Canada","date":"2018-01-04","court":"FC","treatment":{"kind":"overruled","by":"2021 FCA 3","date":"2021-05-01"}}"#,
    "\n",
);

fn said(text: &str, line: &str) -> Said {
    let bench = Bench::new();
    bench.write("text.txt", text);
    bench.write("index.jsonl", INDEX);
    bench.jurat(line)
}

#[track_caller]
fn check(text: &str, options: &str, code: i32, out: &str) {
    let line = format!("citations text.txt --check --index index.jsonl {options}");
    said(text, &line).is(code, out, "");
}

#[test]
fn citations_are_listed() {
    said(TEXT, "citations text.txt").is(0, "2018 FC 9", "");
    let json = said(TEXT, "citations text.txt --json").json();
    let kinds: Vec<&str> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["neutral", "reporter", "pinpoint", "neutral", "statute"]);
    assert_eq!(json[0]["name"]["text"], "Okonjo v. Canada (Citizenship and Immigration)");
    assert_eq!(json[0]["group"], json[1]["group"]);
    assert_eq!(json[1]["pinpoint"], "12");
}

#[test]
fn standard_input_is_read() {
    let bench = Bench::new();
    bench
        .words(&["citations", "-"], "R v Tarn, 2016 SCC 27")
        .is(0, "2016 SCC 27", "");
}

#[test]
fn what_is_known_is_verified() {
    check("Okonjo v. Canada, 2019 FC 101", "", 0, "VERIFIED");
}

#[test]
fn a_wrong_name_fails() {
    check("Hollin v. Ostrow, 2019 FC 101", "", 1, "not Hollin v. Ostrow");
    // A later short form belongs to a group that began before it.
    let text = "Okonjo v Canada, 2019 FC 101. As Okonjo at 12 says. Tarn v Quill, 2018 FC 9.";
    check(text, "", 1, "not Tarn v Quill");
}

#[test]
fn what_was_overruled_fails_from_that_day_on() {
    check("Bellweather c. Canada, 2018 CF 9", "", 1, "overruled by 2021 FCA 3");
    check("Bellweather c. Canada, 2018 CF 9", "--as-of 2020-01-01", 0, "VERIFIED");
}

#[test]
fn outside_of_the_index_nothing_is_known() {
    check("Tarn v. Hollin, 2016 ONCA 5", "", 2, "holds nothing of its series");
    check("Tarn v. Hollin, 2016 ONCA 5", "--closed", 1, "said to be all");
    check("Tarn v. Hollin, 2018 FC 555", "", 2, "from 2018 to 2019");
    check("Tarn v. Hollin, 2018 FC 555", "--closed", 1, "said to be all");
}

#[test]
fn an_impossible_year_fails() {
    check("Tarn v. Hollin, 1987 SCC 4", "", 1, "from 2000 on");
    check("Okonjo v. Canada, 2019 FC 101", "--as-of 2018-01-01", 1, "its year is after 2018");
}

#[test]
fn bad_input_is_named() {
    let bench = Bench::new();
    bench.write("text.txt", "2019 FC 101");
    bench.write("index.jsonl", "{\"citation\":\"2019 FC 101\"}\n\n{\"name\":1}\n");
    bench.write("bytes.txt", b"\xFF\xFE2019");
    let line = "citations text.txt --check --index index.jsonl";
    bench.jurat(line).is(3, "", "index.jsonl, line 3");
    bench
        .jurat("citations missing.txt")
        .is(3, "", "cannot read `missing.txt`");
    bench.jurat("citations bytes.txt").is(3, "", "byte 0");
    bench.jurat("citations text.txt --closed").is(3, "", "--index");
    bench.words(&["cite", " "], "").is(3, "", "no citation");
    bench
        .jurat("citations text.txt --as-of soon")
        .is(3, "", "as in 2024-03-01");
}

#[test]
fn without_an_index_the_table_of_authorities_is_asked() {
    let bench = Bench::new();
    bench.write(
        "text.txt",
        "See Dunsmuir v New Brunswick, 2008 SCC 9, and Okonjo v. Canada, 2019 FC 101.",
    );
    bench.jurat("citations text.txt --check").is(
        1,
        "overruled: 2019 SCC 65",
        "1 failed, 1 could not be checked",
    );
}

#[test]
fn the_card_of_a_citation_has_an_exit_code() {
    let bench = Bench::new();
    let cite = |words: &[&str]| bench.words(&[&["cite"], words].concat(), "");
    cite(&["2008 SCC 9"]).is(1, "FAILED", "");
    cite(&["2008 CSC 9", "--as-of", "2015-01-01"]).is(2, "Dunsmuir", "");
    cite(&["R v Tarn, 1987 SCC 4"]).is(1, "from 2000 on", "");
    cite(&["IRPA s. 40(1)(a)"]).is(2, "not among the legislation", "");
    let card = cite(&["2019 SCC 65", "--json"]).json();
    assert_eq!(card["layers"].as_array().unwrap().len(), 5);
    assert_eq!(card["layers"][1]["outcome"], "VERIFIED");
}

#[test]
fn decisions_that_are_given_are_read_for_the_card() {
    let bench = Bench::new();
    bench.write(
        "decisions/one.txt",
        "Federal Court\n\nTarn v Hollin\nNeutral citation: 2030 FC 900\nDate: 20300301\n\nPRESENT: The Honourable Mr. Justice Ostrow\n\n\
         [1] A lantern must be lit before the tide comes in, and not after it.\n\n[2] The application is allowed.\n",
    );
    bench.write(
        "decisions/two.txt",
        "Federal Court of Appeal\n\nHollin v Tarn\nNeutral citation: 2031 FCA 901\nDate: 20310301\n\n\
         [1] I would allow the appeal and set aside the judgment of the Federal Court (2030 FC 900).\n",
    );
    let from = ["--decisions", "decisions", "--as-of"];
    let early = [
        "cite",
        "Tarn v Hollin, 2030 FC 900 at para 1",
        "--quote",
        "A lantern must be lit before the tide comes in",
    ];
    let early = [&early[..], &from, &["2030-06-01"]].concat();
    bench.words(&early, "").is(2, "the words stand at paragraph 1", "");
    let late = [&["cite", "2030 FC 900"][..], &from, &["2031-06-01"]].concat();
    bench.words(&late, "").is(1, "reversed: 2031 FCA 901", "");
}
