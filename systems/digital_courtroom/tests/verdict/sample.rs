//! A case to be changed: one criterion, its checks, three opinions.

use std::collections::BTreeMap;

use jurat_code::facts::{FindingExposure, SecurityFinding, SecuritySeverity};
use jurat_digital_courtroom::{
    model::{
        ArtifactAvailability, CheckAspect, CheckOutcome, CheckResult, CheckSeverity,
        CitationCheck, Criterion, CriterionResult, CriterionTarget, Evidence, EvidenceFact,
        EvidenceSet, Opinion, Persona, PersonaLogic, PersonaWeights, Rubric, RubricScale,
        RubricScore, RubricSynthesis, RuleFired, RuleSetting, Submission,
    },
    verdict::{AdjudicationInput, AdjudicationResult, adjudicate},
};
use jurat_model::{EvidenceLocation, LineRange, SubmissionArtifact};

pub(crate) use CheckOutcome::{Met, NotAssessable as Unknown, Partly, Unmet};
pub(crate) use CheckSeverity::{Critical, Major, Minor};

/// The only criterion of most cases.
pub(crate) const GRAPH: &str = "graph_orchestration";

pub(crate) struct Sample {
    pub(crate) rubric: Rubric,
    pub(crate) results: Vec<CheckResult>,
    pub(crate) opinions: Vec<Opinion>,
    pub(crate) evidences: EvidenceSet,
    pub(crate) citations: Vec<CitationCheck>,
    pub(crate) submission: Submission,
}

impl Sample {
    /// One criterion with such checks, and the scores of Prosecutor, Defense and Tech Lead.
    pub(crate) fn of(checks: &[(CheckOutcome, CheckSeverity)], scores: [u8; 3]) -> Self {
        let evidences = EvidenceSet {
            repo: (0..9).map(fact).collect(),
            ..EvidenceSet::default()
        }
        .in_order();
        let ids: Vec<_> = evidences.repo.iter().map(|one| one.id.clone()).collect();
        let result =
            |(number, (outcome, severity)): (usize, &(CheckOutcome, CheckSeverity))| {
                CheckResult {
                    evidence: vec![ids[number].clone()],
                    ..result(GRAPH, number, *outcome, *severity)
                }
            };
        let opinion = |(persona, score): (Persona, u8)| Opinion {
            cited_evidence: vec![ids[0].clone()],
            ..opinion(persona, GRAPH, score)
        };
        Self {
            rubric: rubric(vec![criterion(GRAPH)]),
            results: checks.iter().enumerate().map(result).collect(),
            opinions: Persona::ALL.into_iter().zip(scores).map(opinion).collect(),
            evidences,
            citations: Vec::new(),
            submission: Submission {
                repo: ArtifactAvailability::Read,
                docs: ArtifactAvailability::Read,
                vision: ArtifactAvailability::Read,
                ..Submission::default()
            },
        }
    }

    /// With one rule beside those that are always wanted.
    pub(crate) fn rule(mut self, rule: &str, numbers: &[(&str, u32)]) -> Self {
        let mut rules: Vec<RuleSetting> =
            jurat_digital_courtroom::verdict::rules::defaults().to_vec();
        rules.retain(|setting| setting.rule != rule);
        rules.push(setting(rule, numbers));
        self.rubric.synthesis.rules = rules;
        self
    }

    /// With a finding that the first check cites.
    pub(crate) fn finding(mut self, confirmed: bool, exposure: FindingExposure) -> Self {
        let finding = finding(confirmed, exposure);
        self.results[0].evidence.push(finding.id.clone());
        self.evidences.repo.push(finding);
        self
    }

    pub(crate) fn judged(&self) -> AdjudicationResult {
        adjudicate(&AdjudicationInput {
            rubric: &self.rubric,
            results: &self.results,
            opinions: &self.opinions,
            evidences: &self.evidences,
            crossed: &[],
            citations: &self.citations,
            submission: &self.submission,
        })
    }

    pub(crate) fn first(&self) -> CriterionResult {
        self.judged().criteria.remove(0)
    }
}

pub(crate) fn setting(rule: &str, numbers: &[(&str, u32)]) -> RuleSetting {
    RuleSetting {
        rule: rule.to_owned(),
        numbers: numbers
            .iter()
            .map(|(name, number)| ((*name).to_owned(), *number))
            .collect(),
        criteria: Vec::new(),
    }
}

/// The firings of a rule.
pub(crate) fn fired<'a>(result: &'a CriterionResult, rule: &str) -> Vec<&'a RuleFired> {
    result.trace.iter().filter(|fired| fired.rule == rule).collect()
}

pub(crate) fn rubric(criteria: Vec<Criterion>) -> Rubric {
    Rubric {
        name: "Orchard".to_owned(),
        version: "1".to_owned(),
        grading_target: "a repository".to_owned(),
        applies_when: None,
        scale: RubricScale { min: 1, max: 5 },
        criteria,
        synthesis: RubricSynthesis {
            words: BTreeMap::new(),
            rules: Vec::new(),
            pass: RubricScore::nearest(4),
            partial: RubricScore::nearest(3),
            variance_threshold: 3,
            weights: PersonaWeights::default(),
        },
        notes: Vec::new(),
    }
}

pub(crate) fn criterion(id: &str) -> Criterion {
    Criterion {
        id: id.to_owned(),
        name: "Graph orchestration".to_owned(),
        target: CriterionTarget::Repo,
        instruction: "look at the graph".to_owned(),
        success_pattern: "Two fan-outs and two fan-ins.".to_owned(),
        failure_pattern: "A chain.".to_owned(),
        logic: PersonaLogic::default(),
        levels: Vec::new(),
        max_points: None,
        weight: 1,
        persona_weights: None,
        checks: Vec::new(),
        built_in: false,
    }
}

pub(crate) fn result(
    criterion: &str,
    number: usize,
    outcome: CheckOutcome,
    severity: CheckSeverity,
) -> CheckResult {
    CheckResult {
        criterion_id: criterion.to_owned(),
        check_id: format!("check-{number}"),
        description: format!("Part {number} of the graph"),
        outcome,
        unassessed: None,
        degree: match outcome {
            Met => 100,
            Partly => 60,
            Unmet | Unknown => 0,
        },
        measured: (outcome != Unknown).then_some(1),
        observed: "1 fan-out".to_owned(),
        expected: "at least 2".to_owned(),
        weight: 1,
        severity,
        aspect: CheckAspect::Function,
        charge: None,
        remediation: format!("Add part {number} in src/graph.py."),
        evidence: Vec::new(),
        fingerprint: format!("f{number}"),
    }
}

pub(crate) fn opinion(judge: Persona, criterion: &str, score: u8) -> Opinion {
    Opinion {
        judge,
        criterion_id: criterion.to_owned(),
        score: RubricScore::nearest(score),
        argument: format!("Change src/graph.py as the {} says. More.", judge.title()),
        cited_evidence: Vec::new(),
        charges: Vec::new(),
        samples: Vec::new(),
        model: None,
        notes: Vec::new(),
    }
}

/// A fact at lines of its own.
pub(crate) fn fact(number: u32) -> Evidence {
    let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
    at.lines = Some(LineRange { start: number + 1, end: number + 1 });
    let sought = format!("part {number}");
    Evidence::of(EvidenceFact::Nothing { sought }, at, format!("line {number}"))
}

fn finding(confirmed: bool, exposure: FindingExposure) -> Evidence {
    let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/clone.py");
    at.lines = Some(LineRange { start: 12, end: 12 });
    let finding = SecurityFinding {
        rule: "shell-command".to_owned(),
        severity: SecuritySeverity::High,
        cwe: "CWE-78".to_owned(),
        message: "a shell runs words from outside".to_owned(),
        remediation: "Call the program with a list of arguments".to_owned(),
        exposure,
        confirmed,
    };
    Evidence::of(EvidenceFact::Security(finding), at, "os.system(url)".to_owned())
}
