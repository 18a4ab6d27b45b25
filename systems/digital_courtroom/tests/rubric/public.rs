//! Public rubrics, read as they are. They are not ours to ship: where they are absent, this says so.

use jurat_digital_courtroom::{
    model::{CriterionTarget, Rubric},
    rubric::{CheckPack, load},
};

use crate::shipped::text;

fn rubric(name: &str) -> Option<Rubric> {
    let found = jurat_testdata::text(&format!("rubrics/{name}"))?;
    let pack = CheckPack::of(&text("agent_graph")).unwrap();
    Some(load(&found, &[&pack]).unwrap())
}

/// Each rule with its numbers, as `security_cap cap=3 fail=0 total=1`.
fn rules(rubric: &Rubric) -> Vec<String> {
    let one = |rule: &jurat_digital_courtroom::model::RuleSetting| {
        let numbers = rule.numbers.iter().map(|(name, number)| format!(" {name}={number}"));
        let criteria = rule.criteria.iter().map(|id| format!(" {id}"));
        rule.rule.clone() + &numbers.chain(criteria).collect::<String>()
    };
    rubric.synthesis.rules.iter().map(one).collect()
}

fn notes(rubric: &Rubric) -> Vec<&str> {
    rubric.notes.iter().map(|note| note.at.as_str()).collect()
}

#[test]
fn version_3_is_read_whole() {
    let Some(rubric) = rubric("kidane_week2_rubric.json") else { return };
    assert_eq!((rubric.version.as_str(), rubric.criteria.len()), ("3.0.0", 10));
    assert!(rubric.criteria.iter().all(|one| one.built_in && 3 < one.checks.len()));
    let targets: Vec<CriterionTarget> = rubric.criteria.iter().map(|one| one.target).collect();
    assert_eq!(targets[..7], [CriterionTarget::Repo; 7]);
    assert_eq!(
        targets[7..],
        [CriterionTarget::Report, CriterionTarget::Report, CriterionTarget::Images]
    );
    let synthesis = &rubric.synthesis;
    assert_eq!(
        (synthesis.pass.get(), synthesis.partial.get(), synthesis.variance_threshold),
        (5, 3, 3)
    );
    assert_eq!(
        rules(&rubric),
        [
            "coverage min_percent=50",
            "fact_supremacy",
            "all_evidence_failed",
            "security_cap cap=3 fail=0 total=1",
            "functionality_weight weight_percent=200 graph_orchestration",
            "weighted_mean",
            "variance threshold=3",
            "dissent threshold=3"
        ]
    );
    assert_eq!(
        notes(&rubric),
        ["$.synthesis_rules.dissent_requirement", "$.synthesis_rules.variance_re_evaluation"]
    );
}

#[test]
fn a_short_rubric_in_prose_is_read_whole() {
    let Some(rubric) = rubric("gemechisworku_rubric.json") else { return };
    assert_eq!((rubric.version.as_str(), rubric.criteria.len()), ("1.0", 10));
    assert!(rubric.criteria.iter().all(|one| one.built_in));
    assert!(rules(&rubric).contains(&"security_cap cap=3 fail=0 total=0".to_owned()));
    assert!(rules(&rubric).contains(&"dissent threshold=3".to_owned()));
}

#[test]
fn a_rubric_of_points_is_read_with_its_levels() {
    let Some(rubric) = rubric("mamee13_week2.json") else { return };
    let points: Vec<Option<u32>> = rubric.criteria.iter().map(|one| one.max_points).collect();
    assert_eq!(points, [Some(35), Some(20), Some(20), Some(25)]);
    let levels = |at: usize| -> Vec<(u32, bool)> {
        rubric.criteria[at]
            .levels
            .iter()
            .map(|one| (one.points, one.excluded))
            .collect()
    };
    assert_eq!(levels(0), [(35, false), (21, false), (7, false), (0, false)]);
    assert_eq!(levels(1), [(20, false), (12, false), (4, false), (0, true)]);
    assert!(
        rubric
            .criteria
            .iter()
            .all(|one| one.checks.is_empty() && !one.logic.defense.is_empty())
    );
    assert!(rules(&rubric).contains(&"security_cap cap=2 fail=0 total=1".to_owned()));
    assert!(notes(&rubric).contains(&"$.synthesis_rules.security_override"));
    assert!(notes(&rubric).contains(&"$.dimensions[3]"));
}

#[test]
fn a_rubric_of_another_domain_is_read_with_its_numbers() {
    let Some(rubric) = rubric("other_domain_iso_soc2.json") else { return };
    let known: Vec<bool> = rubric.criteria.iter().map(|one| one.built_in).collect();
    assert_eq!(known, [true, true, true, false, true]);
    assert_eq!(rubric.criteria[3].target, CriterionTarget::All);
    assert!(rubric.criteria.iter().all(|one| !one.logic.all.is_empty()));
    assert_eq!(
        rules(&rubric)[3..],
        [
            "security_cap cap=3 fail=0 total=0",
            "functionality_weight weight_percent=200 langgraph_architecture",
            "weighted_mean",
            "variance threshold=3",
            "structural_fraud score=1 langgraph_architecture",
            "dissent threshold=3"
        ]
    );
    for at in [
        "$.rubric_metadata.framework",
        "$.synthesis_rules.variance_threshold",
        "$.dimensions[0]",
    ] {
        assert!(notes(&rubric).contains(&at), "{at}");
    }
}
