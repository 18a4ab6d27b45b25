//! A bench that a model plays: what it cites is looked up, and what it says against the facts
//! changes nothing.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value as Json, json};

use crate::{
    bench::Bench,
    repository::{Step, court, criterion, harbour, make, without_git},
    server::{Script, Server},
};

/// The first name of evidence in a prompt.
fn first_name(prompt: &str) -> Option<&str> {
    let at = ["repo#", "docs#", "vision#", "crossed#"]
        .iter()
        .filter_map(|it| prompt.find(it));
    let rest = &prompt[at.min()?..];
    let digits = rest.find('#')? + 1;
    let end = rest[digits..].find(|c: char| !c.is_ascii_digit());
    Some(&rest[..end.map_or(rest.len(), |end| digits + end)])
}

fn heard(script: Script, roles: &str, make: fn(&Bench)) -> (Json, Server) {
    let (bench, server) = (Bench::new(), Server::start(script));
    make(&bench);
    bench.write("home/jurat.toml", server.settings(roles));
    bench.write("home/local.key", "sk-harbour-0123456789abcdef");
    fs::set_permissions(bench.path("home/local.key"), fs::Permissions::from_mode(0o600))
        .unwrap();
    let words = ["harbour", "--json", "--fail-on", "never", "--bundle", "a.jurat"];
    let said = court(&bench, &words);
    assert_eq!(said.code, 0, "{}\n{}", said.err, said.out);
    bench
        .homeless("verify a.jurat --strict")
        .is(0, "consistent; origin not proven", "");
    (said.json(), server)
}

/// A repository without tests.
fn bare(bench: &Bench) {
    let step = |message, date| Step {
        message,
        date,
        files: vec![("src/sums.py", b"def add(a, b):\n    return a + b\n".to_vec())],
    };
    let steps = [step("Add sums of numbers", "2026-02-01T10:00:00Z")];
    make(&bench.path("harbour"), &steps);
}

fn opinions<'a>(report: &'a Json, judge: &str) -> Vec<&'a Json> {
    let criteria = report["criterion_breakdown"].as_array().unwrap().iter();
    criteria
        .flat_map(|one| one["opinions"].as_array().unwrap())
        .filter(|one| one["judge"] == judge)
        .collect()
}

#[test]
fn a_model_that_praises_against_the_facts_is_overruled() {
    if without_git() {
        return;
    }
    let script: Script = |_, _, prompt| {
        let cited = [first_name(prompt)?, "repo#99999"];
        Some(
            json!({ "argument": "Flawless.", "cited_evidence": cited, "score": 5 }).to_string(),
        )
    };
    let (report, server) = heard(script, "defense = \"local\"\n", bare);
    assert!(0 < server.count("PersonaOpinion"), "nobody asked the model");
    let said = opinions(&report, "Defense");
    assert!(said.iter().all(|one| one["model"] == "plain"));
    let noted = |one: &&Json| one["notes"].to_string().contains("repo#99999");
    assert!(said.iter().all(noted), "{said:#?}");
    assert!(
        opinions(&report, "Prosecutor")
            .iter()
            .all(|one| one["model"].is_null())
    );
    let tests = criterion(&report, "tests");
    assert_eq!(tests["verdict"], "FAIL", "{tests:#}");
    let trace = tests["trace"].to_string();
    assert!(trace.contains("Defense"), "{trace}");
    assert!(
        trace.contains("fact_supremacy") || trace.contains("all_evidence_failed"),
        "{trace}"
    );
}

#[test]
fn a_model_that_fails_leaves_the_bench_to_its_twin() {
    if without_git() {
        return;
    }
    let (report, _) = heard(|_, _, _| None, "any = \"local\"\n", harbour);
    for judge in ["Prosecutor", "Defense", "TechLead"] {
        assert!(opinions(&report, judge).iter().all(|one| one["model"].is_null()));
    }
    let used = report["model_use"].as_array().unwrap();
    assert!(used.iter().all(|one| one["done_by"] == "twin"), "{used:#?}");
}
