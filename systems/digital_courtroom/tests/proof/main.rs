//! Runs of a court: an honest one holds, and every change to one is found, though all that follows
//! from the change is made anew by the rules.
#![expect(clippy::unwrap_used, reason = "tests stop loudly")]

mod model;
mod repository;
mod stub_bench;
mod tamper;
mod trial;

use jurat_digital_courtroom::{model::Rubric, recheck::DigitalCourtroom, rubric};
use jurat_proof::{ContentCheck, ContentFindings, FinalState, FindingOutcome};

use stub_bench::{opine, read};
use trial::Trial;

fn load(text: &str) -> Result<Rubric, String> {
    rubric::load(text, &[]).map_err(|error| error.to_string())
}

pub(crate) fn checked(state: &FinalState) -> ContentFindings {
    let court = DigitalCourtroom {
        load: Some(&load),
        opine: Some(&opine),
        paper: Some(&read),
        renderer: None,
        rereader: None,
        survey: None,
    };
    court.check(state, &[])
}

/// Checks that came out like this, by name, each once.
pub(crate) fn which(checked: &ContentFindings, outcome: FindingOutcome) -> Vec<&'static str> {
    let all = checked.content.iter().filter(|one| one.outcome == outcome);
    let mut names: Vec<&str> = all.map(|one| one.check).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn an_honest_run_holds_and_tells_what_it_cannot_show() {
    let checked = checked(&Trial::honest().state());
    assert_eq!(which(&checked, FindingOutcome::Failed), [""; 0], "{:#?}", checked.content);
    assert_eq!(which(&checked, FindingOutcome::NotCheckable), [""; 0]);
    let held = which(&checked, FindingOutcome::Held);
    for check in
        ["answer", "asked", "citation", "claims", "commit", "file", "opinion", "paper facts"]
    {
        assert!(held.contains(&check), "{check} in {held:?}");
    }
    let recorded = checked.recorded.join("\n");
    for what in ["facts of code", "not to be in the repository", "files of the repository"] {
        assert!(recorded.contains(what), "{what} in {recorded}");
    }
}

#[test]
fn whoever_is_not_at_hand_leaves_a_check_unmade() {
    let state = Trial::honest().state();
    let checked = DigitalCourtroom::default().check(&state, &[]);
    assert_eq!(which(&checked, FindingOutcome::Failed), [""; 0]);
    let unmade = ["opinion", "paper facts", "rubric"];
    assert_eq!(which(&checked, FindingOutcome::NotCheckable), unmade);
    let mut trial = Trial::honest();
    trial.params["rubric"] = serde_json::Value::Null;
    let checked = crate::checked(&trial.state());
    assert_eq!(which(&checked, FindingOutcome::NotCheckable), ["rubric"]);
}
