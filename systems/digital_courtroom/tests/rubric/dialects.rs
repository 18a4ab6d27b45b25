//! Rubrics as others write them.

use jurat_digital_courtroom::{
    model::{CriterionTarget, Rubric},
    rubric::{CheckPack, load},
};
use serde_json::{Value, json};

use crate::shipped::text;

fn pack() -> CheckPack {
    CheckPack::of(&text("agent_graph")).unwrap()
}

#[track_caller]
fn read(rubric: &Value) -> Rubric {
    load(&rubric.to_string(), &[&pack()]).unwrap()
}

fn with(part: &Value) -> Value {
    let mut rubric = json!({
        "rubric_metadata": {"rubric_name": "Weirs", "version": "1"},
        "dimensions": [{"id": "graph_orchestration", "name": "G", "target_artifact": "github_repo"}]
    });
    for (key, value) in part.as_object().unwrap() {
        rubric[key] = value.clone();
    }
    rubric
}

#[track_caller]
fn noted(rubric: &Rubric, at: &str, words: &str) {
    let found = rubric
        .notes
        .iter()
        .any(|note| note.at == at && note.message.contains(words));
    assert!(found, "{at} {words}: {:#?}", rubric.notes);
}

/// The numbers of a rule, where it is in force.
fn rule(rubric: &Rubric, name: &str) -> Option<Vec<(String, u32)>> {
    let found = rubric.synthesis.rules.iter().find(|rule| rule.rule == name)?;
    Some(found.numbers.clone().into_iter().collect())
}

fn numbers(all: &[(&str, u32)]) -> Vec<(String, u32)> {
    all.iter()
        .map(|(name, number)| ((*name).to_owned(), *number))
        .collect()
}

#[test]
fn a_bare_rubric_has_the_defaults() {
    let rubric = read(&with(&json!({})));
    let synthesis = &rubric.synthesis;
    let rules: Vec<&str> = synthesis.rules.iter().map(|rule| rule.rule.as_str()).collect();
    assert_eq!(
        rules,
        [
            "coverage",
            "fact_supremacy",
            "all_evidence_failed",
            "security_cap",
            "functionality_weight",
            "weighted_mean",
            "variance",
            "dissent"
        ]
    );
    assert_eq!(
        (synthesis.pass.get(), synthesis.partial.get(), synthesis.variance_threshold),
        (4, 3, 3)
    );
    let weights = synthesis.weights;
    assert_eq!((weights.tech_lead, weights.prosecutor, weights.defense), (150, 120, 90));
    assert_eq!((rubric.scale.min, rubric.scale.max), (1, 5));
    assert_eq!(synthesis.rules[4].criteria, ["graph_orchestration"]);
    assert!(rubric.notes.is_empty(), "{:?}", rubric.notes);
}

#[test]
fn rules_in_words_set_numbers() {
    let table = [
        ("Flaws cap the score at 2.", numbers(&[("cap", 2), ("fail", 0), ("total", 0)])),
        ("Flaws cap the total score at 3.", numbers(&[("cap", 3), ("fail", 0), ("total", 1)])),
        (
            "A flaw overrides to FAIL, capped at 1.",
            numbers(&[("cap", 1), ("fail", 1), ("total", 0)]),
        ),
        (
            "Flaws cap the total at 40% of max.",
            numbers(&[("cap", 2), ("fail", 0), ("total", 1)]),
        ),
    ];
    for (words, expected) in table {
        let rubric = read(&with(&json!({"synthesis_rules": {"security_override": words}})));
        assert_eq!(rule(&rubric, "security_cap").unwrap(), expected, "{words}");
        assert_eq!(rubric.synthesis.words["security_override"], words);
    }
}

#[test]
fn more_than_two_is_three_or_more() {
    for value in [json!("when variance > 2, explain"), json!(2)] {
        let rubric =
            read(&with(&json!({"synthesis_rules": {"variance_re_evaluation": value}})));
        assert_eq!(rule(&rubric, "variance").unwrap(), numbers(&[("threshold", 3)]));
        noted(
            &rubric,
            "$.synthesis_rules.variance_re_evaluation",
            "more than 2 was taken as 3",
        );
    }
    let rubric = read(&with(&json!({"synthesis_config": {"variance_threshold": 2}})));
    assert_eq!(rubric.synthesis.variance_threshold, 2);
    noted(&rubric, "$.synthesis_config.variance_threshold", "2 or more");
}

#[test]
fn rules_in_numbers_and_switches() {
    let rubric = read(&with(&json!({"synthesis_rules": {
        "security_override_cap": 2, "fact_supremacy": false, "functionality_weight": "techlead",
        "variance_threshold": 2, "structural_fraud_architecture_score": 1,
        "missing_vision_cap": 3, "high_variance_missing_evidence": 2,
        "dissent_required_on_variance": false, "moon_phase": 7
    }})));
    assert_eq!(
        rule(&rubric, "security_cap").unwrap(),
        numbers(&[("cap", 2), ("fail", 0), ("total", 0)])
    );
    assert_eq!(rule(&rubric, "fact_supremacy"), None);
    assert_eq!(rule(&rubric, "all_evidence_failed"), None);
    assert_eq!(
        rule(&rubric, "functionality_weight").unwrap(),
        numbers(&[("weight_percent", 200)])
    );
    assert_eq!(rule(&rubric, "structural_fraud").unwrap(), numbers(&[("score", 1)]));
    assert_eq!(rule(&rubric, "missing_vision_cap").unwrap(), numbers(&[("cap", 3)]));
    assert_eq!(rule(&rubric, "dissent"), None);
    noted(&rubric, "$.synthesis_rules.moon_phase", "no such rule");
    noted(&rubric, "$.synthesis_rules.high_variance_missing_evidence", "covered");
}

#[test]
fn rules_on_architecture_wait_for_such_a_criterion() {
    let rules =
        json!({"structural_fraud_architecture_score": 1, "functionality_weight": "techlead"});
    let mut rubric = with(&json!({ "synthesis_rules": rules }));
    rubric["dimensions"][0]["id"] = json!("moon_phase");
    let rubric = read(&rubric);
    assert_eq!(
        (rule(&rubric, "structural_fraud"), rule(&rubric, "functionality_weight")),
        (None, None)
    );
    for name in ["structural_fraud_architecture_score", "functionality_weight"] {
        noted(&rubric, &format!("$.synthesis_rules.{name}"), "not applied");
    }
}

#[test]
fn a_scale_from_0_to_10_is_mapped_and_said_so() {
    let config = json!({"score_threshold_pass": 7, "score_threshold_partial": 4, "variance_threshold": 3});
    let rubric = read(&with(&json!({"synthesis_config": config})));
    let synthesis = &rubric.synthesis;
    assert_eq!(
        (synthesis.pass.get(), synthesis.partial.get(), synthesis.variance_threshold),
        (4, 3, 2)
    );
    noted(&rubric, "$.synthesis_config.score_threshold_pass", "0 to 10");
    for scale in [json!("0-10"), json!([0, 10]), json!({"min": 0, "max": 10})] {
        let rubric = read(&with(&json!({"scale": scale})));
        assert_eq!((rubric.scale.min, rubric.scale.max), (0, 10));
        noted(&rubric, "$.scale", "mapped to 1 to 5");
    }
}

#[test]
fn weights_are_factors_or_hundredths() {
    for weights in [
        json!({"TechLead": 2, "prosecutor": 1.25}),
        json!({"tech_lead": 200, "prosecutor": 125}),
    ] {
        let rubric = read(&with(&json!({"synthesis_config": {"weights": weights}})));
        let found = rubric.synthesis.weights;
        assert_eq!((found.tech_lead, found.prosecutor, found.defense), (200, 125, 90));
    }
}

#[test]
fn judicial_logic_is_absent_one_text_or_one_each() {
    let dimension = |logic: &Value| {
        let mut rubric = with(&json!({}));
        rubric["dimensions"][0]["judicial_logic"] = logic.clone();
        read(&rubric).criteria.remove(0).logic
    };
    assert_eq!(dimension(&Value::Null).all, "");
    assert_eq!(dimension(&json!("Be fair.")).all, "Be fair.");
    let each = dimension(&json!({"prosecutor": "p", "defense": "d", "techlead": "t"}));
    assert_eq!(
        (each.prosecutor, each.defense, each.tech_lead),
        ("p".into(), "d".into(), "t".into())
    );
}

#[test]
fn levels_are_listed_scaled_and_excluded() {
    let mut rubric = with(&json!({}));
    rubric["dimensions"] = json!([{
        "id": "talk", "name": "Talk", "target_artifact": "manual", "max_score": 20,
        "levels": [
            {"id": "none", "name": "None", "points": 0, "description": "silence"},
            {"id": "some", "name": "Some", "points": 60, "description": "a word"},
            {"id": "full", "name": "Full", "points": 100, "description": "words"}
        ],
        "exclude_from_total_if_level": "none"
    }]);
    let rubric = read(&rubric);
    let talk = &rubric.criteria[0];
    let levels: Vec<_> = talk
        .levels
        .iter()
        .map(|one| (one.id.as_str(), one.points, one.excluded))
        .collect();
    assert_eq!(levels, [("full", 20, false), ("some", 12, false), ("none", 0, true)]);
    assert_eq!(
        (talk.target, talk.max_points, talk.weight),
        (CriterionTarget::Manual, Some(20), 20)
    );
    assert!(talk.checks.is_empty() && !talk.built_in);
    noted(&rubric, "$.dimensions[0].levels", "scaled to points out of 20");
    noted(&rubric, "$.dimensions[0]", "only a person can tell");
}

#[test]
fn known_ids_and_their_other_names_borrow_checks() {
    let table = [
        ("graph_orchestration", true),
        ("langgraph_architecture", true),
        ("state_management", true),
        ("security_controls", true),
        ("auditability", false),
        ("moon_phase", false),
    ];
    for (id, known) in table {
        let mut rubric = with(&json!({"synthesis_rules": {"functionality_weight": true}}));
        rubric["dimensions"][0] = json!({"id": id, "name": "N", "target_artifact": "repo"});
        let rubric = read(&rubric);
        let criterion = &rubric.criteria[0];
        assert_eq!((criterion.built_in, !criterion.checks.is_empty()), (known, known), "{id}");
    }
    let mut rubric = with(&json!({}));
    rubric["dimensions"][0]["id"] = json!("langgraph_architecture");
    let weight = read(&rubric).synthesis.rules.remove(4);
    assert_eq!(
        (weight.rule.as_str(), weight.criteria),
        ("functionality_weight", vec!["langgraph_architecture".to_owned()])
    );
}

#[test]
fn an_empty_list_of_checks_is_the_authors_wish() {
    let mut rubric = with(&json!({}));
    rubric["dimensions"][0]["checks"] = json!([]);
    assert!(read(&rubric).criteria[0].checks.is_empty());
}

#[test]
fn nothing_unknown_is_dropped_in_silence() {
    let mut rubric = with(&json!({"colour": "blue"}));
    rubric["rubric_metadata"]["framework"] = json!("general");
    rubric["dimensions"][0]["mood"] = json!(["x"]);
    rubric["dimensions"][0]["target_artifact"] = json!("slack_messages");
    rubric["synthesis_config"] = json!({"speed": 3});
    let rubric = read(&rubric);
    for at in [
        "$.colour",
        "$.rubric_metadata.framework",
        "$.dimensions[0].mood",
        "$.dimensions[0].target_artifact",
        "$.synthesis_config.speed",
    ] {
        noted(&rubric, at, "");
    }
    assert_eq!(rubric.criteria[0].target, CriterionTarget::Manual);
}

#[test]
fn metadata_has_several_names() {
    for part in [
        json!({"rubric_metadata": {"name": "W", "version": 2}}),
        json!({"rubric_metadata": null, "metadata": {"title": "W", "version": "2"}}),
        json!({"rubric_metadata": null, "name": "W", "version": "2"}),
    ] {
        let rubric = read(&with(&part));
        assert_eq!((rubric.name.as_str(), rubric.version.as_str()), ("W", "2"), "{part}");
    }
}

#[test]
fn the_same_most_throughout_is_a_scale() {
    let mut rubric = with(&json!({}));
    rubric["dimensions"][0]["max_score"] = json!(10);
    let rubric = read(&rubric);
    assert_eq!(
        (rubric.scale.max, rubric.criteria[0].max_points, rubric.criteria[0].weight),
        (10, None, 1)
    );
    noted(&rubric, "$.dimensions", "taken as the scale");
}
