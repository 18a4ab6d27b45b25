//! A repository at hand: facts that are gathered again are the same, or the difference is named.

use jurat_code::facts::{
    AstQuery, AstSelection, CommitHistory, RepoFacts, SymbolDefinition, SyntaxFact,
};
use jurat_digital_courtroom::{
    model::{Evidence, EvidenceFact},
    recheck::{DigitalCourtroom, SurveyFn},
};
use jurat_model::LocatedValue;
use jurat_proof::{ContentCheck, ContentFindings, FindingOutcome};

use crate::{load, opine, read, trial::Trial, which};

/// The facts that an honest trial rests on, of a clone with another address.
fn facts() -> RepoFacts {
    let trial = Trial::honest();
    let call = trial.evidences.repo.iter().find_map(|one| match &one.fact {
        EvidenceFact::Syntax(fact) => Some(LocatedValue::<SyntaxFact> {
            value: fact.clone(),
            at: one.location.clone(),
            snippet: one.content.clone(),
        }),
        _ => None,
    });
    let mut identity = trial.submission.repository.clone().unwrap();
    "/srv/clones/weir".clone_into(&mut identity.address);
    "path".clone_into(&mut identity.form);
    RepoFacts {
        identity,
        history: None,
        files: trial.index.files.clone(),
        symbols: Vec::new(),
        graphs: Vec::new(),
        findings: Vec::new(),
        libraries: Vec::new(),
        selected: vec![AstSelection {
            total: 1,
            facts: call.into_iter().collect(),
            hollow: Vec::new(),
            problem: None,
        }],
        names: Vec::new(),
        addressed: Vec::new(),
        skipped: Vec::new(),
        cut: Vec::new(),
        held: trial.held,
    }
}

fn with(trial: Trial, survey: &SurveyFn<'_>) -> ContentFindings {
    let court = DigitalCourtroom {
        load: Some(&load),
        opine: Some(&opine),
        paper: Some(&read),
        survey: Some(survey),
        ..DigitalCourtroom::default()
    };
    court.check(&trial.state(), &[])
}

/// A trial that was changed, all that follows made anew, with the honest repository at hand.
#[track_caller]
fn forged(change: impl FnOnce(&mut Trial), place: &str) {
    let mut trial = Trial::honest();
    change(&mut trial);
    let alone = crate::checked(&trial.clone().state());
    assert_eq!(which(&alone, FindingOutcome::Failed), [""; 0], "it is found without as well");
    let found = with(trial, &|_, _| Ok(facts()));
    assert_eq!(which(&found, FindingOutcome::Failed), ["repository"], "{:#?}", found.content);
    let mut named = found.content.iter().filter(|one| one.check == "repository");
    assert!(named.any(|one| one.place == place), "{place} in {:#?}", found.content);
    assert!(found.scope.proven.iter().all(|claim| claim.claim != "repository"));
}

/// What is said where the repository at hand cannot show anything.
#[track_caller]
fn not_checked(survey: impl Fn() -> Result<RepoFacts, String> + 'static, why: &str) {
    let found = with(Trial::honest(), &move |_, _| survey());
    assert_eq!(which(&found, FindingOutcome::Failed), [""; 0], "{:#?}", found.content);
    assert_eq!(which(&found, FindingOutcome::NotCheckable), ["repository"]);
    let said = found.content.iter().find(|one| one.check == "repository").unwrap();
    assert!(said.message.contains(why), "{}", said.message);
    assert!(found.scope.proven.iter().all(|claim| claim.claim != "repository"));
}

#[test]
fn the_same_facts_hold_and_are_more_than_recorded() {
    let asked = |commit: Option<&str>, wanted: Vec<AstQuery>| {
        assert_eq!((commit, wanted.len()), (Some(&*"a".repeat(40)), 1));
        Ok(facts())
    };
    let found = with(Trial::honest(), &asked);
    assert_eq!(which(&found, FindingOutcome::Failed), [""; 0], "{:#?}", found.content);
    assert_eq!(which(&found, FindingOutcome::NotCheckable), [""; 0]);
    assert!(which(&found, FindingOutcome::Held).contains(&"repository"));
    assert!(!found.recorded.join("\n").contains("repository"), "{:?}", found.recorded);
    let claims = |all: &[jurat_proof::ScopeClaim]| -> Vec<&'static str> {
        all.iter().map(|it| it.claim).collect()
    };
    assert!(claims(&found.scope.proven).contains(&"repository"));
    assert_eq!(claims(&found.scope.not_proven), ["origin", "behaviour"]);
}

#[test]
fn facts_that_were_made_up_are_named() {
    let symbol = || SymbolDefinition {
        name: "Weir".to_owned(),
        path: "src/gauge.py".to_owned(),
        line: 2,
    };
    forged(|it| it.index.symbols.push(symbol()), "names that are defined");
    forged(|it| it.answers[0].total = 9, "answer to level of gauges");
    forged(
        |it| {
            let mut file = it.index.files[0].clone();
            "src/tests.py".clone_into(&mut file.path);
            it.index.files.push(file);
        },
        "file src/tests.py",
    );
}

#[test]
fn what_cannot_be_gathered_again_is_not_checked() {
    not_checked(|| Err("commit aaaa is not on any of its branches".to_owned()), "branches");
    let other = || {
        let mut facts = facts();
        facts.identity.commit = None;
        Ok(facts)
    };
    not_checked(other, "records no commit");
    let shallow = || {
        let history: CommitHistory = serde_json::from_value(serde_json::json!({
            "commits": 1, "merges": 0, "authors": 1, "first": 0, "last": 0, "clusters": 1,
            "largest_cluster": 100, "largest_commit": null, "meaningful": 0, "progression": [],
            "rewritten": [], "shallow": true, "log": [],
        }))
        .unwrap();
        Ok(RepoFacts { history: Some(history), ..facts() })
    };
    not_checked(shallow, "cut off");
    // A history that was cut off where the run was made shows no more where it is cut off again.
    let mut trial = Trial::honest();
    let history = shallow().unwrap().history.unwrap();
    let whole = trial.evidences.repo[0].location.clone();
    let cut = Evidence::of(EvidenceFact::History(history), whole, String::new());
    trial.evidences.repo.push(cut);
    let found = with(trial, &move |_, _| shallow());
    assert!(which(&found, FindingOutcome::NotCheckable).contains(&"repository"));
    assert!(!which(&found, FindingOutcome::Held).contains(&"repository"));
}
