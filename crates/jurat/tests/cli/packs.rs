//! Packs from the command line: made, checked, added, searched and removed; and archives that mean harm.

use std::io::{Cursor, Write as _};

use serde_json::json;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::cli_fixture::Bench;

const DECISION: &str =
    "Citation: A v B, 2020 XC 1\nDate: 20200501\n\n[1] The heron is grey.\n\n[2] It flew.\n";

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_folder_becomes_a_pack_that_tools_search() {
    let bench = Bench::new();
    bench.write("mine/one.txt", DECISION);
    bench.jurat("pack list").is(0, "", "jurat pack add meridia");
    bench
        .jurat("pack init mine --kind decisions --court XC --years 2020-2021 --whole")
        .is(0, "1 files", "lint");
    bench
        .jurat("pack init mine --kind decisions")
        .is(3, "", "is there already");
    bench.jurat("pack lint mine").is(0, "no fault found", "");
    bench
        .jurat("pack add mine --no-vectors")
        .is(0, "mine.decisions: 1 files, 1 documents", "");
    bench
        .jurat("pack add mine --no-vectors")
        .is(0, "is there already", "");
    bench
        .jurat("pack show mine")
        .is(0, "XC from 2020-01-01 to 2021-12-31, whole", "");
    let call = |arguments: &str| {
        bench.words(&["tools", "call", "caselaw_get_fulltext_by_url", "--json", arguments], "")
    };
    let said = call(r#"{"as_of":"2024-01-01","citation":"2020 X.C. 1"}"#);
    assert_eq!((said.code, &said.json()["paragraphs"][1]["text"]), (0, &json!("[2] It flew.")));
    assert_eq!(call(r#"{"as_of":"2024-01-01","citation":"2020 XC 2"}"#).code, 1);
    assert_eq!(call(r#"{"as_of":"2024-01-01","citation":"2019 XC 2"}"#).code, 2);
    bench.write("mine/one.txt", DECISION.replace("grey", "blue"));
    bench.jurat("pack lint mine").is(1, "SHA-256", "");
    bench.jurat("pack update mine").is(3, "", "SHA-256");
    bench
        .jurat("pack remove mine")
        .is(0, "removed mine and mine.decisions", "");
    bench.jurat("pack remove mine").is(3, "", "there is no pack `mine`");
    assert_eq!(call(r#"{"as_of":"2024-01-01","citation":"2020 XC 1"}"#).code, 2);
}

#[test]
fn acts_as_justice_publishes_them_and_pages_of_html_are_read() {
    let bench = Bench::new();
    bench.write(
        "act/X-1.xml",
        "<?xml version='1.0' encoding='utf-8'?><Statute xml:lang='en'><Identification><ShortTitle>Heron Act</ShortTitle>\
         </Identification><Body><Section><Label>4</Label><Text>No person shall startle a heron.</Text></Section></Body></Statute>",
    );
    bench.jurat("pack init act --kind act").is(0, "1 files", "");
    bench
        .jurat("pack add act --no-vectors")
        .is(0, "act.act: 1 files, 1 documents", "");
    bench.jurat("search heron --corpus act.act --json").is(
        0,
        "No person shall startle a heron",
        "",
    );
    bench.write(
        "pages/one.html",
        "<html><body><h1>A v B</h1><p>Citation: A v B, 2020 XC 1</p><p>[1] The heron is grey.</p></body></html>",
    );
    bench
        .jurat("pack init pages --kind decisions --court XC")
        .is(0, "1 files", "");
    bench.jurat("pack add pages --no-vectors").is(
        0,
        "pages.decisions: 1 files, 1 documents",
        "",
    );
    let arguments = r#"{"as_of":"2024-01-01","query":"grey heron"}"#;
    let said =
        bench.words(&["tools", "call", "caselaw_keyword_search", "--json", arguments], "");
    let first = &said.json()["results"][0];
    assert_eq!(first["decision"]["citation"], "2020 XC 1");
    assert_eq!(
        first["passage"]["pinpoint"],
        json!({ "kind": "paragraph", "from": "1", "to": "1" })
    );
}

#[test]
fn an_archive_is_a_pack_with_its_folder_or_without() {
    let bench = Bench::new();
    bench.write("mine/one.txt", DECISION);
    bench
        .jurat("pack init mine --kind decisions --court XC")
        .is(0, "1 files", "");
    let manifest = std::fs::read(bench.path("mine/pack.json")).unwrap();
    let flat = archive(&[("pack.json", &manifest), ("one.txt", DECISION.as_bytes())]);
    let folded = archive(&[("x/pack.json", &manifest), ("x/one.txt", DECISION.as_bytes())]);
    for bytes in [flat, folded] {
        bench.write("pack.zip", bytes);
        bench
            .jurat("pack lint pack.zip")
            .is(0, "1 documents, no fault found", "");
    }
    bench
        .jurat("pack add pack.zip --no-vectors")
        .is(0, "mine.decisions", "");
}

#[test]
fn an_archive_that_means_harm_is_refused_with_its_reason() {
    let bench = Bench::new();
    bench.write("bomb.zip", archive(&[("pack.json", &vec![b' '; 64 << 20])]));
    bench.jurat("pack lint bomb.zip").is(3, "", "bomb");
    bench.jurat("pack add bomb.zip").is(3, "", "unpack it yourself");
    bench.write("out.zip", archive(&[("pack.json", b"{}"), ("../../out.txt", b"x")]));
    bench.jurat("pack lint out.zip").is(1, "pack.json", "");
    bench.write("words.zip", "no archive");
    bench.jurat("pack lint words.zip").is(3, "", "is no pack");
    bench
        .jurat("pack add nowhere")
        .is(3, "", "part of the program: meridia");
    assert!(!bench.path("out.txt").exists() && !bench.home().join("packs").exists());
}
