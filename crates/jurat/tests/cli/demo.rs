//! The demonstration: every system is shown, every link leads somewhere, every proof holds, every command works.

use std::fs;

use jurat_systems::ALL;
use serde_json::Value as Json;

use crate::cli_fixture::Bench;

/// Words of a command; what stands between quotation marks is one.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

fn texts(list: &Json) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect()
}

#[test]
fn every_system_is_shown_and_everything_named_is_there() {
    let bench = Bench::new();
    let said = bench.jurat("demo --json");
    said.is(0, "", "index.html");
    let shown = said.json();
    let cases = shown["cases"].as_array().unwrap();
    for system in ALL.0 {
        assert!(cases.iter().any(|case| case["system"] == system.name), "{}", system.name);
    }
    let folder = bench.path("jurat-demo");
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    let links = index
        .split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    let files: Vec<&str> = links.filter(|link| !link.starts_with('#')).collect();
    assert!(cases.len() * 2 <= files.len(), "{files:?}");
    for file in files {
        assert!(folder.join(file).exists(), "{file}");
    }
    for case in cases {
        let files = case["files"].as_array().unwrap();
        let bundles = files.iter().map(|file| file["path"].as_str().unwrap());
        for bundle in bundles
            .filter(|path| path.rsplit_once('.').is_some_and(|(_, ending)| ending == "jurat"))
        {
            let verified = bench.jurat(&format!("verify jurat-demo/{bundle} --strict"));
            verified.is(0, "consistent", "");
        }
        for command in texts(&case["commands"]) {
            let said = bench.words(&words(command)[1..], "");
            assert!(said.code <= 2, "{command}: exit {}\n{}{}", said.code, said.out, said.err);
        }
    }
}

#[test]
fn people_read_a_verdict_a_page_and_a_command_for_each() {
    let bench = Bench::new();
    let said = bench.jurat("demo --out shown");
    said.is(0, "Seven years.", "open shown/index.html to see it all");
    for system in ALL.0 {
        assert!(said.out.contains(system.demo.title), "{}", said.out);
        for case in system.demo.cases {
            assert!(said.out.contains(case.title), "{}", said.out);
            let page = format!("shown/{}/{}/report.html", system.name, case.name);
            assert!(said.out.contains(&page) && bench.path(&page).exists(), "{page}");
        }
    }
    for words in [
        "    ok, risk",
        "not ok, risk",
        "src/tools/tides.py is there and does nothing",
        "try    jurat run",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    assert!(!bench.home().exists(), "a demonstration keeps to its own folder");
    let again = bench.jurat("demo --out shown --quiet");
    again.is(0, "Seven years.", "");
    assert_eq!(again.err, "");
}
