//! Opinions of a model: who may speak by one, and what is left to the rules.

use jurat_digital_courtroom::model::{Opinion, Persona, RubricScore};
use jurat_model::{DoneBy, ModelUse};
use jurat_proof::FindingOutcome;
use serde_json::json;

use crate::{checked, trial::Trial, which};

const MODEL: &str = "oracle-1";

/// A run in which a model plays the Prosecutor.
fn modelled(heard: fn(&mut Vec<Opinion>)) -> Trial {
    let mut trial = Trial::honest();
    trial.params["models"] = json!({ "prosecutor": "oracle" });
    trial.model_use = vec![ModelUse {
        role: "prosecutor".to_owned(),
        model: MODEL.to_owned(),
        calls: 2,
        ..ModelUse::default()
    }];
    trial.heard = heard;
    trial
}

fn spoken(all: &mut [Opinion], samples: &[u8], score: u8) {
    for one in all.iter_mut().filter(|one| one.judge == Persona::Prosecutor) {
        "The weir holds.".clone_into(&mut one.argument);
        one.model = Some(MODEL.to_owned());
        one.samples = samples.iter().copied().map(RubricScore::nearest).collect();
        one.score = RubricScore::nearest(score);
    }
}

#[track_caller]
fn check(trial: Trial, failed: &[&str], unmade: &[&str]) {
    let checked = checked(&trial.state());
    assert_eq!(which(&checked, FindingOutcome::Failed), failed, "{:#?}", checked.content);
    assert_eq!(which(&checked, FindingOutcome::NotCheckable), unmade);
}

#[test]
fn a_model_speaks_where_the_run_asked_it() {
    check(modelled(|all| spoken(all, &[], 3)), &[], &[]);
    let mut any = modelled(|all| spoken(all, &[], 3));
    any.params["models"] = json!({ "any": "oracle" });
    check(any, &[], &[]);
    let mut nobody = modelled(|all| spoken(all, &[], 3));
    nobody.params["models"] = json!({ "prosecutor": "", "defense": "oracle" });
    check(nobody, &["model"], &[]);
    let mut unused = modelled(|all| spoken(all, &[], 3));
    unused.model_use[0].done_by = DoneBy::Twin;
    check(unused, &["model"], &[]);
    let mut other = modelled(|all| spoken(all, &[], 3));
    "oracle-2".clone_into(&mut other.model_use[0].model);
    check(other, &["model"], &[]);
}

#[test]
fn the_score_is_the_lower_median_of_the_samples() {
    check(modelled(|all| spoken(all, &[5, 2, 4, 3], 3)), &[], &[]);
    check(modelled(|all| spoken(all, &[5, 2, 4, 3], 4)), &["samples"], &[]);
    check(modelled(|all| spoken(all, &[1, 1, 5], 5)), &["samples"], &[]);
}

#[test]
fn what_no_model_said_follows_from_the_rules_or_is_told() {
    let first_gone: fn(&mut Vec<Opinion>) = |all| {
        spoken(all, &[], 3);
        all.remove(0);
    };
    check(modelled(first_gone), &["opinion"], &[]);
    let mut told = modelled(first_gone);
    let remark = "the model that plays the Prosecutor gave no opinion on gauges: it was silent";
    told.submission.remarks = vec![remark.to_owned()];
    check(told, &[], &[]);
    let half: fn(&mut Vec<Opinion>) = |all| spoken(&mut all[..1], &[], 3);
    check(modelled(half), &[], &[]);
    let charged: fn(&mut Vec<Opinion>) = |all| {
        spoken(all, &[], 3);
        all[0].charges = vec!["Leaking".to_owned()];
    };
    check(modelled(charged), &["opinion"], &[]);
    let mut value = modelled(|all| drop(all.remove(0)));
    value.model_use[0].done_by = DoneBy::Value;
    check(value, &[], &["opinion"]);
}
