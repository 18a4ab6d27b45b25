//! Changes to a run, and the check that finds each.

use jurat_digital_courtroom::{
    built_in_rubrics::RUBRICS,
    model::{Evidence, EvidenceFact, Persona, RubricScore},
};
use jurat_engine::RunOutcome;
use jurat_proof::{FinalState, FindingOutcome};
use serde_json::{Value as Json, json};

use crate::{
    checked,
    trial::{NAME, PATH, Trial},
    which,
};

/// A change before anything is decided: all that follows from it is made anew.
#[track_caller]
fn forged(change: impl FnOnce(&mut Trial), finds: &[&str]) {
    let mut trial = Trial::honest();
    change(&mut trial);
    let checked = checked(&trial.state());
    assert_eq!(which(&checked, FindingOutcome::Failed), finds, "{:#?}", checked.content);
}

/// A change to the channels at the end.
#[track_caller]
fn changed(change: impl FnOnce(&mut Json), finds: &str) {
    let mut state = Trial::honest().state();
    let before = state.channels.clone();
    change(&mut state.channels);
    assert_ne!(state.channels, before, "nothing was changed");
    let failed = checked(&state);
    let failed = which(&failed, FindingOutcome::Failed);
    assert!(failed.contains(&finds), "{finds} in {failed:?}");
}

/// A change to how the run began or ended.
#[track_caller]
fn told(change: impl FnOnce(&mut FinalState), finds: &[&str]) {
    let mut state = Trial::honest().state();
    change(&mut state);
    let checked = checked(&state);
    assert_eq!(which(&checked, FindingOutcome::Failed), finds, "{:#?}", checked.content);
}

/// The evidence of the call, made anew after a change; answers follow it.
fn call(trial: &mut Trial, change: impl FnOnce(&mut Evidence)) {
    let call = trial
        .evidences
        .repo
        .iter_mut()
        .find(|one| matches!(one.fact, EvidenceFact::Syntax(_)))
        .unwrap();
    change(call);
    *call = Evidence::of(call.fact.clone(), call.location.clone(), call.content.clone());
    trial.answers[0].evidence = vec![call.id.clone()];
}

#[test]
fn evidence_that_was_changed_is_found() {
    changed(|run| run["evidences"]["repo"][0]["found"] = json!(false), "evidence");
    changed(|run| run["evidences"]["repo"][0]["alias"] = json!("repo#7"), "order");
    changed(|run| run["held_blobs"][0]["text"] = json!("import tide\n"), "blob");
    changed(|run| run["held_blobs"][0]["path"] = json!("src/weir.py"), "file");
    changed(|run| run["repo_index"]["files"][0]["hollow"] = json!(true), "file");
    changed(|run| run["repo_index"] = Json::Null, "file");
}

#[test]
fn what_was_decided_otherwise_is_found() {
    changed(|run| run["check_results"][0]["outcome"] = json!("UNMET"), "checks");
    changed(|run| run["criterion_results"][0]["score"] = json!(1), "verdict");
    changed(|run| run["opinions"][0]["score"] = json!(5), "opinion");
    changed(|run| run["rubric"]["synthesis"]["pass"] = json!(1), "rubric");
    changed(|run| run["cross_references"] = json!([]), "claims");
    changed(|run| run["final_report"]["overall"] = json!({}), "report");
}

#[test]
fn a_run_that_began_or_ended_otherwise_than_it_says_is_found() {
    told(
        |run| {
            run.params["as_of"] = json!("2026-01-09");
            run.channels["as_of"] = json!("2026-01-09");
        },
        // The report is not dated: the control is that the day itself is not found wrong.
        &["report"],
    );
    told(
        |run| {
            run.params["as_of"] = json!("2026-01-09");
            run.channels["as_of"] = json!("");
        },
        &["asked"],
    );
    told(|run| run.outcome = RunOutcome::Incomplete, &["outcome"]);
    told(
        |run| {
            let row = json!([{
                "stage": "prosecutor_node", "role": "prosecutor", "provider": "openai",
                "model": "oracle-1", "done_by": "twin", "calls": 1, "characters_in": 0,
                "characters_out": 0, "tokens_in": 0, "tokens_out": 0, "estimated": false,
                "parse_failures": 0, "cost_micros": 0,
            }]);
            run.channels["model_use"] = row;
        },
        &["model", "report"],
    );
}

#[test]
fn whose_rubric_it_is_and_what_is_not_proven_is_said() {
    let checked = checked(&Trial::honest().state());
    assert_eq!(checked.notices, ["its rubric, `Weirs`, is none that this version ships"]);
    let open: Vec<&str> = checked.scope.not_proven.iter().map(|it| it.claim).collect();
    assert_eq!(open, ["origin", "absence", "behaviour"]);
    assert!(checked.scope.result.is_some());
    let mut shipped = Trial::honest().state();
    shipped.params["rubric"] = json!(RUBRICS[0].text);
    assert_eq!(crate::checked(&shipped).notices, [""; 0]);
}

#[test]
fn places_that_were_not_submitted_are_found() {
    let commit = || Some("b".repeat(40));
    forged(|it| call(it, |one| one.location.commit = commit()), &["commit"]);
    forged(|it| call(it, |one| one.location.path = "src/weir.py".to_owned()), &["file"]);
    forged(|it| call(it, |one| one.location.blob = None), &["file"]);
    forged(|it| call(it, |one| one.content.clear()), &["words"]);
    forged(|it| call(it, |one| one.content = "os.system(level)".to_owned()), &["words"]);
    let beyond = |one: &mut Evidence| {
        let lines = one.location.lines.as_mut().unwrap();
        (lines.start, lines.end) = (9, 9);
    };
    forged(|it| call(it, beyond), &["words"]);
    forged(|it| it.submission.repository.as_mut().unwrap().address.clear(), &["submitted"]);
    forged(|it| it.submission.paper.as_mut().unwrap().words = 9_000, &["submitted"]);
    forged(|it| it.answers[0].total = 0, &["answer"]);
    forged(|it| it.answers.clear(), &["asked"]);
    let hollow = |it: &mut Trial| it.index.files[0].code_lines = 900;
    forged(hollow, &["file"]);
}

#[test]
fn a_paper_that_says_something_else_is_found() {
    let claims = |one: &Evidence, name: &str| match &one.fact {
        EvidenceFact::Claim(claim) => claim.name == name,
        _ => false,
    };
    let gone = |it: &mut Trial| it.evidences.docs.retain(|one| !claims(one, "src/weir.py"));
    forged(gone, &["paper facts"]);
    forged(|it| it.evidences.vision.clear(), &["paper facts"]);
    let other = |it: &mut Trial| {
        for one in it.evidences.docs.iter_mut().filter(|one| claims(one, "src/weir.py")) {
            let EvidenceFact::Claim(claim) = &mut one.fact else { continue };
            PATH.clone_into(&mut claim.name);
            *one = Evidence::of(one.fact.clone(), one.location.clone(), one.content.clone());
        }
    };
    forged(other, &["paper facts"]);
    let elsewhere = |it: &mut Trial| {
        let one = &mut it.evidences.vision[0];
        one.location.path = format!("other {NAME}");
        *one = Evidence::of(one.fact.clone(), one.location.clone(), one.content.clone());
    };
    let mut trial = Trial::honest();
    elsewhere(&mut trial);
    let checked = checked(&trial.state());
    assert_eq!(which(&checked, FindingOutcome::Failed), ["paper", "paper facts"]);
    forged(|it| it.params["skip_vision"] = json!(true), &["paper facts"]);
}

#[test]
fn a_bench_that_says_something_else_is_found() {
    let heard = |heard| move |it: &mut Trial| it.heard = heard;
    let without: fn(&mut Vec<_>) = |all| {
        all.retain(|one: &jurat_digital_courtroom::model::Opinion| {
            one.judge != Persona::Prosecutor
        });
    };
    forged(heard(without), &["opinion"]);
    forged(heard(|all| drop(all.remove(0))), &["opinion"]);
    forged(heard(|all| all[0].score = RubricScore::MAX), &["opinion"]);
    forged(heard(|all| all[0].argument.push('!')), &["opinion"]);
    forged(heard(|all| all.push(all[0].clone())), &["opinion"]);
    forged(heard(|all| all[0].cited_evidence.clear()), &["citation", "opinion"]);
    forged(heard(|all| all[0].model = Some("oracle-1".to_owned())), &["model"]);
}
