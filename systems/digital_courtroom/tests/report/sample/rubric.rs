//! The rubric of the fictional case.

use std::collections::BTreeMap;

use jurat_digital_courtroom::model::{
    Criterion, CriterionTarget, PersonaLogic, PersonaWeights, Rubric, RubricNote, RubricScale,
    RubricScore, RubricSynthesis, RuleSetting,
};

const CRITERIA: &[(&str, &str, CriterionTarget, &str)] = &[
    (
        "git_forensic_analysis",
        "Git Forensic Analysis",
        CriterionTarget::Repo,
        "Many small commits that tell a story.",
    ),
    (
        "graph_orchestration",
        "Graph Orchestration",
        CriterionTarget::Repo,
        "Branches that fan out, run beside each other and meet again.",
    ),
    (
        "safe_tool_engineering",
        "Safe Tool Engineering",
        CriterionTarget::Repo,
        "No shell; arguments as a list; everything in a sandbox.",
    ),
    (
        "report_accuracy",
        "Report Accuracy",
        CriterionTarget::Report,
        "Every file that the paper names is there and does something.",
    ),
    (
        "swarm_visual",
        "Swarm Visual",
        CriterionTarget::Images,
        "The figure shows the graph that the code builds.",
    ),
    (
        "team_interview",
        "Team Interview",
        CriterionTarget::Manual,
        "The team can explain its choices.",
    ),
];

pub(crate) fn rubric() -> Rubric {
    let rule = |name: &str| RuleSetting {
        rule: name.to_owned(),
        numbers: BTreeMap::new(),
        criteria: Vec::new(),
    };
    let rules = [
        "coverage",
        "fact_supremacy",
        "functionality_weight",
        "security_cap",
        "variance",
        "dissent",
    ];
    let words = [
        ("security_override", "A confirmed flaw caps the score at 3."),
        ("fact_supremacy", "Facts overrule opinions."),
    ];
    Rubric {
        name: "Orchard Rubric".to_owned(),
        version: "3.0.0".to_owned(),
        grading_target: "routing agents".to_owned(),
        applies_when: None,
        scale: RubricScale { min: 0, max: 10 },
        criteria: CRITERIA.iter().map(criterion).collect(),
        synthesis: RubricSynthesis {
            words: words.map(|(name, words)| (name.to_owned(), words.to_owned())).into(),
            rules: rules.map(rule).to_vec(),
            pass: RubricScore::nearest(4),
            partial: RubricScore::nearest(3),
            variance_threshold: 3,
            weights: PersonaWeights::default(),
        },
        notes: vec![RubricNote {
            at: "$.dimensions[2].colour".to_owned(),
            message: "`colour` has no meaning here".to_owned(),
        }],
    }
}

fn criterion((id, name, target, success): &(&str, &str, CriterionTarget, &str)) -> Criterion {
    Criterion {
        id: (*id).to_owned(),
        name: (*name).to_owned(),
        target: *target,
        instruction: String::new(),
        success_pattern: (*success).to_owned(),
        failure_pattern: String::new(),
        logic: PersonaLogic::default(),
        levels: Vec::new(),
        max_points: None,
        weight: 1,
        persona_weights: None,
        checks: Vec::new(),
        built_in: true,
    }
}
