//! A real model on the bench: whatever it says, the court ends in order and can be checked.

use crate::{
    bench::Bench,
    repository::{court, harbour, without_git},
    small_model::server,
};

/// One criterion: a small model on one processor takes its time.
const RUBRIC: &str = r#"{
  "rubric_metadata": { "rubric_name": "Berths", "version": "1" },
  "dimensions": [{
    "id": "typed_state", "name": "A typed state", "target_artifact": "github_repo",
    "forensic_instruction": "Look for the class that holds the state of the graph.",
    "success_pattern": "The state is a typed class.", "failure_pattern": "The state is a dict.",
    "checks": [{
      "id": "state_class", "description": "a class holds the state", "severity": "major",
      "query": { "ast": { "find": "class", "name": ["*State"] } }, "expect": { "min": 1 },
      "weight": 1, "remediation": "Declare the state as a class."
    }]
  }]
}"#;

#[test]
fn a_small_model_is_heard_and_the_court_still_holds() {
    if without_git() {
        return;
    }
    let Some(server) = server() else { return };
    let bench = Bench::new();
    harbour(&bench);
    bench.write("berths.json", RUBRIC);
    let roles = "[roles]\ndefense = \"local\"\n";
    bench.write("home/jurat.toml", format!("{}\n{roles}", server.settings()));
    let words = ["harbour", "--rubric", "berths.json", "--json", "--fail-on", "never"];
    let said = court(&bench, &[&words[..], &["--bundle", "a.jurat"]].concat());
    assert_eq!(said.code, 0, "{}\n{}", said.err, said.out);
    let report = said.json();
    let used = report["model_use"].as_array().unwrap();
    let spoke = used.iter().filter(|one| 0 < one["tokens_out"].as_u64().unwrap());
    assert_eq!(spoke.count(), 1, "{used:#?}");
    let opinions = report["criterion_breakdown"][0]["opinions"].as_array().unwrap();
    assert_eq!(opinions.len(), 3, "who cannot be heard is replaced: {opinions:#?}");
    drop(server);
    bench.homeless("verify a.jurat --strict").is(0, "consistent", "");
    bench.jurat("runs replay last").is(0, "the same", "");
}
