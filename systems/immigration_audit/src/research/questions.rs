//! What is looked for: the issues of a matter, the gravest first.

use crate::model::{
    AdmissionFinding, Finding, FindingSeverity, PackAssessment, RequirementStanding,
    TriggerCheck,
};

/// A question to the services, and what its answers are cited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResearchQuestion {
    pub(super) cited_for: String,
    pub(super) words: String,
    severity: FindingSeverity,
}

impl ResearchQuestion {
    /// What is cited for a point that no check raised.
    pub(super) fn on_point(cited_for: &str, words: String) -> Self {
        Self {
            cited_for: cited_for.to_owned(),
            words,
            severity: FindingSeverity::High,
        }
    }
}

/// The questions of a matter, each once.
pub(super) fn questions(
    assessment: &PackAssessment,
    findings: &[Finding],
    (general, most): (&str, usize),
) -> Vec<ResearchQuestion> {
    let mut all: Vec<ResearchQuestion> = Vec::new();
    all.extend(
        assessment
            .triggers
            .iter()
            .filter(|it| is_raised(it))
            .flat_map(of_trigger),
    );
    all.extend(assessment.rules.iter().filter_map(of_rule));
    all.extend(findings.iter().filter_map(of_finding));
    all.sort_by_key(|it| std::cmp::Reverse(it.severity));
    let mut told: Vec<ResearchQuestion> = Vec::new();
    for question in all {
        if !told.iter().any(|it| it.words == question.words) {
            told.push(question);
        }
    }
    told.truncate(most);
    if told.is_empty() && !general.is_empty() {
        told.push(ResearchQuestion {
            cited_for: "general".to_owned(),
            words: general.to_owned(),
            severity: FindingSeverity::Low,
        });
    }
    told
}

/// Whether documents show it, or nobody can tell whether it is so.
fn is_raised(trigger: &TriggerCheck) -> bool {
    matches!(trigger.standing, RequirementStanding::Met | RequirementStanding::Unknown)
}

fn of_trigger(trigger: &TriggerCheck) -> Vec<ResearchQuestion> {
    // What is only not known is asked after what is shown.
    let severity = match trigger.standing {
        RequirementStanding::Met => trigger.severity,
        _ => FindingSeverity::Low,
    };
    let question = |words: &String| ResearchQuestion {
        cited_for: trigger.id.clone(),
        words: words.clone(),
        severity,
    };
    trigger.research.iter().map(question).collect()
}

fn of_rule(rule: &AdmissionFinding) -> Option<ResearchQuestion> {
    (rule.standing == RequirementStanding::Unmet).then(|| ResearchQuestion {
        cited_for: rule.id.clone(),
        words: format!("{} {}", rule.provision, rule.words),
        severity: rule.severity,
    })
}

fn of_finding(finding: &Finding) -> Option<ResearchQuestion> {
    (FindingSeverity::High <= finding.severity).then(|| ResearchQuestion {
        cited_for: finding.id.clone(),
        // Names and dates of a client are nobody's search words.
        words: finding.code.to_lowercase().replace('_', " "),
        severity: finding.severity,
    })
}
