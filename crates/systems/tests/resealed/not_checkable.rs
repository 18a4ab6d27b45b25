//! "Could not check" is never a pass: what is missing to check something is said, and the bundle does not hold by it.

use jurat_proof::{BundleStatus, BundleVerdict, FindingOutcome, fuzz::forged};
use jurat_system::{SystemSet, publish::BundleAcceptance};
use jurat_systems::ALL;
use serde_json::{Value as Json, json};

use crate::{
    asked_run::{NORMS, PROVISIONS, QUOTED_BY_MODEL, bundle, verdict, verdict_on},
    forger::rewritten,
    sample_runs::SampleRun,
};

/// Something could not be checked, and that is why the bundle does not hold.
#[track_caller]
fn unchecked(found: &BundleVerdict, check: &str, place: &str) {
    assert_ne!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
    let mut open = found.open().filter(|it| it.outcome == FindingOutcome::NotCheckable);
    let here = open.any(|it| it.check == check && it.place == place);
    assert!(here, "{check} at {place}: {:#?}", found.lines());
}

fn gone(it: &mut Json) {
    *it = json!([]);
}

#[test]
fn a_passage_whose_text_is_not_carried_cannot_be_looked_up() {
    unchecked(&verdict(&rewritten(&NORMS, "exhibits", &gone)), "chunk", "S1");
}

#[test]
fn quotes_without_the_passages_that_led_to_them_are_not_traced() {
    let without = rewritten(&QUOTED_BY_MODEL, "statute_chunks", &gone);
    let without = rewritten(&without, "policy_chunks", &gone);
    unchecked(&verdict(&without), "chunk of", "extracted_requirements");
}

#[test]
fn an_audit_of_a_stage_that_cannot_be_made_again_is_told() {
    const ALONE: SystemSet = SystemSet(&[jurat_evidence_first::SYSTEM]);
    let demands = BundleAcceptance::default();
    let found = ALONE.verify(&bundle(&PROVISIONS), &demands);
    assert_eq!(found.meaning, BundleStatus::NotFullyCheckable, "{:#?}", found.lines());
    unchecked(&found, "stage audit", "compose_answer");
}

#[test]
fn decisions_that_could_not_be_made_again_are_not_proven() {
    let from_outside = SampleRun::of("harvest_pull")[0].executed().unwrap();
    let found = verdict_on(&bundle(&from_outside));
    let open: Vec<&str> = found.proof.not_proven.iter().map(|it| it.claim).collect();
    assert_eq!(open, ["decisions"]);
}

/// Whoever names another version as the maker of a file is not asked to render it as we do.
#[test]
fn a_file_that_nobody_can_render_again_is_not_proven() {
    let edit = |whole: &[u8], member: &str, from: &str, to: &str| {
        let edited = forged(whole, member, |bytes| {
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(text.contains(from), "{member} has no {from}");
            *bytes = text.replace(from, to).into_bytes();
        });
        edited.unwrap()
    };
    let other = edit(&bundle(&PROVISIONS), "reports/report.md", "seven years", "nine days");
    let ours = concat!("\"version\":\"", env!("CARGO_PKG_VERSION"), "\"");
    let other = edit(&other, "manifest.json", ours, "\"version\":\"9.9.9\"");
    let found = ALL.verify(&other, &BundleAcceptance::default());
    let first = found.lines().remove(0);
    let (_, open) = first.split_once("not proven:").unwrap();
    assert!(open.contains("`report.md`") && open.ends_with("(files)"), "{first}");
}

#[test]
fn what_nothing_was_held_against_is_named() {
    let by_model = SampleRun::of("digital_courtroom").pop().unwrap().executed().unwrap();
    let first = verdict(&by_model).lines().remove(0);
    let named = "that it was asked with the `models`, `samples` recorded (asked)";
    assert!(first.ends_with(named), "{first}");
}
