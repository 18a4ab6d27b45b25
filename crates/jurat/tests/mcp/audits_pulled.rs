//! A whole risk audit driven over the protocol by the Python SDK, with agents of the client's own: the shapes of the loop, the way
//! back to the detective, and malformed outputs, which are refused and lose nothing.

use std::{collections::BTreeSet, fs};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::mcp_fixture::{BINARY, python, script};

/// The stages in their order: what the verifier sent back comes twice.
const STAGES: [&str; 10] = [
    "intake",
    "detective",
    "strategist",
    "gatekeeper",
    "verifier",
    "detective",
    "strategist",
    "verifier",
    "judge",
    "reporter",
];

fn driven() -> Option<Json> {
    let python = python()?;
    let home = TempDir::new().unwrap();
    let matter = home.path().join("matter");
    fs::create_dir(&matter).unwrap();
    fs::write(matter.join("letter.txt"), "Letter of invitation\n\nI invite Odo Fenn.\n")
        .unwrap();
    fs::write(matter.join("note.txt"), "See Dunsmuir v. New Brunswick, 2008 SCC 9.\n").unwrap();
    let (matter, store) = (matter.to_str().unwrap(), home.path().join("runs"));
    let store = store.to_str().unwrap();
    let words = ["audit_client.py", matter, BINARY, "mcp", "--allow", matter, "--store", store];
    Some(script(&python, &words, home.path()))
}

fn keys(value: &Json) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_client_that_knows_only_the_loop_takes_a_risk_audit_to_its_end() {
    let Some(said) = driven() else { return };
    let steps = said["steps"].as_array().unwrap();
    let agents: Vec<&str> =
        steps.iter().map(|it| it["due"]["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, STAGES);
    for (step, next) in steps.iter().zip(steps.iter().skip(1)) {
        let (due, done) = (&step["due"], &step["completed"]);
        let needed = BTreeSet::from(["stage", "agent", "description", "progress"]);
        assert!(needed.is_subset(&keys(due)), "{due}");
        assert_eq!(keys(done), BTreeSet::from(["completed", "next_stage", "progress"]));
        assert_eq!(
            (&done["completed"], &done["next_stage"]),
            (&due["stage"], &next["due"]["stage"])
        );
        let status = BTreeSet::from([
            "current_stage",
            "completed_stages",
            "total_stages",
            "progress",
            "is_complete",
            "checkpoint_path",
        ]);
        assert!(status.is_subset(&keys(&step["before"])), "{}", step["before"]);
        assert_eq!(step["before"]["current_stage"], due["stage"]);
    }
    // Percentages are rounded down, and a loop never lowers them.
    let first: Vec<u64> = said["progress"].as_array().unwrap()[..6]
        .iter()
        .map(|it| it.as_u64().unwrap())
        .collect();
    assert_eq!(first, [0, 14, 28, 42, 57, 71]);
    let progress: Vec<u64> = said["progress"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_u64().unwrap())
        .collect();
    assert!(progress.is_sorted() && progress.last() == Some(&100), "{progress:?}");
    let whole = json!({ "completed": 7, "total": 7, "percentage": 100 });
    assert_eq!(
        (&said["end"]["status"], &said["end"]["progress"]),
        (&json!("complete"), &whole)
    );
    assert_eq!(said["status"]["is_complete"], true);
    assert_eq!(said["run"]["params"]["tier"], "pro");
    refused(&said);
}

/// What is malformed is refused with what is due, the argument, or the channels that may be set.
fn refused(said: &Json) {
    let refused = said["refused"].as_array().unwrap();
    // Three for each stage, one more for each turn of the detective, and a session that is not there.
    assert_eq!(refused.len(), 3 * STAGES.len() + 2 + 1);
    let told = |at: usize| refused[at].to_string();
    assert!(told(0).contains("is not due") && told(0).contains("intake@0#0"), "{}", told(0));
    assert!(told(1).contains("nobody_asked") && told(1).contains("profile"), "{}", told(1));
    assert_eq!(refused[1]["argument"], "output");
    assert!(told(2).contains("object"), "{}", told(2));
    assert!(told(6).contains("case_law") && told(6).contains("expected a list"), "{}", told(6));
    assert!(told(refused.len() - 1).contains("nobody"), "{}", told(refused.len() - 1));
}
