//! A case to be changed: one criterion and its checks.

use std::collections::BTreeMap;

use jurat_code::facts::CommitHistory;
use jurat_digital_courtroom::model::{
    CheckAspect, CheckOutcome, CheckResult, CheckSeverity, Criterion, CriterionTarget,
    Evidence, EvidenceFact, EvidenceSet, ExpectedRange, GraphMeasure, OnMissing, PersonaLogic,
    PersonaWeights, Rubric, RubricCheck, RubricQuery, RubricScale, RubricScore,
    RubricSynthesis,
};
use jurat_model::{EvidenceLocation, LineRange, SubmissionArtifact};

pub(crate) use CheckOutcome::{Met, NotAssessable as Unknown, Partly, Unmet};
pub(crate) use CheckSeverity::{Critical, Major, Minor};

pub(crate) const GRAPH: &str = "graph_orchestration";

pub(crate) struct Sample {
    pub(crate) rubric: Rubric,
    pub(crate) results: Vec<CheckResult>,
    pub(crate) evidences: EvidenceSet,
    pub(crate) crossed: Vec<Evidence>,
}

impl Sample {
    pub(crate) fn of(checks: &[(CheckOutcome, CheckSeverity)]) -> Self {
        let repo = (0..10).map(fact).collect();
        let numbered = checks.iter().enumerate();
        Self {
            rubric: rubric(criterion()),
            results: numbered
                .map(|(number, (outcome, severity))| result(GRAPH, number, *outcome, *severity))
                .collect(),
            evidences: EvidenceSet { repo, ..EvidenceSet::default() }.in_order(),
            crossed: Vec::new(),
        }
    }

    /// The rubric's checks ask for so many.
    pub(crate) fn expect_at_least(&mut self, least: u64) {
        let check = |one: &CheckResult| RubricCheck {
            id: one.check_id.clone(),
            description: one.description.clone(),
            query: RubricQuery::Graph(GraphMeasure::FanOuts),
            expect: ExpectedRange { min: Some(least), ..ExpectedRange::default() },
            given: None,
            weight: one.weight,
            severity: one.severity,
            aspect: one.aspect,
            on_missing: OnMissing::Fail,
            charge: one.charge.clone(),
            charge_given: None,
            per: None,
            remediation: one.remediation.clone(),
        };
        self.rubric.criteria[0].checks = self.results.iter().map(check).collect();
    }

    /// The first check cites a history made in steps.
    pub(crate) fn with_history(&mut self) {
        let history = CommitHistory {
            commits: 14,
            merges: 1,
            authors: 2,
            first: 0,
            last: 900_000,
            clusters: 6,
            largest_cluster: 30,
            largest_commit: Some(20),
            meaningful: 90,
            progression: Vec::new(),
            rewritten: Vec::new(),
            shallow: false,
            log: Vec::new(),
        };
        let at = EvidenceLocation::to(SubmissionArtifact::Repo, "");
        let history = Evidence::of(EvidenceFact::History(history), at, String::new());
        self.results[0].evidence.push(history.id.clone());
        self.evidences.repo.push(history);
        self.evidences = std::mem::take(&mut self.evidences).in_order();
    }

    /// A case as a small repository gives it.
    pub(crate) fn orchard() -> Self {
        let mut sample = Self::of(&[
            (Unmet, Critical),
            (Partly, Major),
            (Met, Major),
            (Unmet, Minor),
            (Unknown, Minor),
        ]);
        let told = [
            (
                "Three reviewers run beside each other",
                "1 of 3 reviewers in parallel",
                "at least 3",
                "Return a list of sends to all three reviewers from route_reviews in src/graph.py",
            ),
            (
                "Branches join before the verdict",
                "1 join",
                "at least 2",
                "Add an edge from each reviewer to the join node in src/graph.py",
            ),
            ("The graph is built from a typed state", "1 typed state", "at least 1", ""),
            (
                "The README names the nodes of the graph",
                "0 of 5 nodes named",
                "at least 4",
                "List the nodes of the graph in README.md",
            ),
            ("A diagram shows the graph", "", "at least 1", "Add a diagram of the graph"),
        ];
        for (one, (what, observed, expected, remedy)) in sample.results.iter_mut().zip(told) {
            what.clone_into(&mut one.description);
            observed.clone_into(&mut one.observed);
            expected.clone_into(&mut one.expected);
            remedy.clone_into(&mut one.remediation);
        }
        sample.results[0].charge = Some("Orchestration Fraud".to_owned());
        sample.results[1].degree = 50;
        sample.results[3].aspect = CheckAspect::Documentation;
        sample.results[4].aspect = CheckAspect::Documentation;
        sample.expect_at_least(3);
        sample.results[3].measured = Some(0);
        sample
    }
}

fn rubric(criterion: Criterion) -> Rubric {
    Rubric {
        name: "Orchard".to_owned(),
        version: "1".to_owned(),
        grading_target: "a repository".to_owned(),
        applies_when: None,
        scale: RubricScale { min: 1, max: 5 },
        criteria: vec![criterion],
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

fn criterion() -> Criterion {
    Criterion {
        id: GRAPH.to_owned(),
        name: "Graph orchestration".to_owned(),
        target: CriterionTarget::Repo,
        instruction: "Look at how the graph is wired.".to_owned(),
        success_pattern: "Two fan-outs and two fan-ins.".to_owned(),
        failure_pattern: "A chain.".to_owned(),
        logic: PersonaLogic {
            prosecutor: "Charge a chain that calls itself parallel.".to_owned(),
            ..PersonaLogic::default()
        },
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
    let at = u32::try_from(number).unwrap();
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
        evidence: vec![fact(at).id],
        fingerprint: format!("f{number}"),
    }
}

fn fact(number: u32) -> Evidence {
    let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
    at.lines = Some(LineRange { start: number + 1, end: number + 1 });
    let sought = format!("part {number}");
    Evidence::of(EvidenceFact::Nothing { sought }, at, format!("builder.add_edge({number})"))
}
