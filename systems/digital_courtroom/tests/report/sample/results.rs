//! The verdicts of the fictional case.

use jurat_digital_courtroom::model::{
    CheckAspect, CheckOutcome, CheckResult, CheckSeverity, CourtVerdict, CriterionRemediation,
    CriterionResult, Evidence, EvidenceId, EvidenceSet, Opinion, OverallResult, Persona,
    RemediationFile, RubricScore, RuleFired,
};

use super::evidence::id;

/// A result to fill in.
fn blank(id: &str, name: &str, verdict: CourtVerdict, score: Option<u8>) -> CriterionResult {
    CriterionResult {
        criterion_id: id.to_owned(),
        name: name.to_owned(),
        verdict,
        score: score.map(RubricScore::nearest),
        points: None,
        summary: String::new(),
        dissent_summary: String::new(),
        remediation: None,
        coverage: 100,
        opinions: Vec::new(),
        checks: Vec::new(),
        trace: Vec::new(),
        evidence: Vec::new(),
    }
}

fn opinion(judge: Persona, on: &str, score: u8, words: &str, cited: &EvidenceId) -> Opinion {
    Opinion {
        judge,
        criterion_id: on.to_owned(),
        score: RubricScore::nearest(score),
        argument: words.to_owned(),
        cited_evidence: vec![cited.clone()],
        charges: Vec::new(),
        samples: Vec::new(),
        model: None,
        notes: Vec::new(),
    }
}

fn bench(on: &str, scores: [u8; 3], words: [&str; 3], cited: &EvidenceId) -> Vec<Opinion> {
    Persona::ALL
        .into_iter()
        .zip(scores.into_iter().zip(words))
        .map(|(judge, (score, words))| opinion(judge, on, score, words, cited))
        .collect()
}

/// `seen` and `expected`, then what would mend it.
fn check(
    on: &str,
    id: &str,
    outcome: CheckOutcome,
    words: [&str; 4],
    by: &EvidenceId,
) -> CheckResult {
    let [description, observed, expected, remediation] = words;
    let degree = match outcome {
        CheckOutcome::Met => 100,
        CheckOutcome::Partly => 50,
        CheckOutcome::Unmet | CheckOutcome::NotAssessable => 0,
    };
    CheckResult {
        criterion_id: on.to_owned(),
        check_id: id.to_owned(),
        description: description.to_owned(),
        outcome,
        unassessed: None,
        degree,
        measured: (outcome != CheckOutcome::NotAssessable).then_some(u64::from(degree)),
        observed: observed.to_owned(),
        expected: expected.to_owned(),
        weight: 1,
        severity: CheckSeverity::Major,
        aspect: CheckAspect::Function,
        charge: None,
        remediation: remediation.to_owned(),
        evidence: vec![by.clone()],
        fingerprint: format!("{on}/{id}"),
    }
}

fn fired(rule: &str, saw: &str, did: &str, scores: [u8; 2]) -> RuleFired {
    RuleFired {
        rule: rule.to_owned(),
        saw: saw.to_owned(),
        did: did.to_owned(),
        before: Some(RubricScore::nearest(scores[0])),
        after: Some(RubricScore::nearest(scores[1])),
    }
}

pub(crate) fn all(evidences: &EvidenceSet, crossed: &[Evidence]) -> Vec<CriterionResult> {
    let find = |kind: &str, holds: &str| -> EvidenceId {
        serde_json::from_value(id(evidences, crossed, kind, holds).into()).unwrap()
    };
    let mut all = vec![
        git(&find("git.history", "commits: 23")),
        graph(&find("graph", "RouteState"), &find("nothing", "with_structured_output")),
        tools(&find("security.finding", "form[")),
        accuracy(
            &find("claim.checked", "src/judges.py"),
            &find("claim.checked", "src/vision.py"),
        ),
        visual(&find("diagram.match", "barter")),
        interview(),
    ];
    for one in &mut all {
        let cited = one.checks.iter().flat_map(|check| check.evidence.clone());
        one.evidence = cited.collect();
    }
    all
}

fn git(history: &EvidenceId) -> CriterionResult {
    let on = "git_forensic_analysis";
    CriterionResult {
        summary: "23 commits over eight days, from setup to orchestration.".to_owned(),
        opinions: bench(
            on,
            [4, 5, 5],
            [
                "The history is sound.",
                "Steady work in seven runs.",
                "Commits are small enough to review.",
            ],
            history,
        ),
        checks: vec![check(
            on,
            "commits",
            CheckOutcome::Met,
            ["more than three commits", "23 commits", "at least 4", ""],
            history,
        )],
        trace: vec![fired("functionality_weight", "4, 5, 5", "weighted mean 5", [5, 5])],
        ..blank(on, "Git Forensic Analysis", CourtVerdict::Pass, Some(5))
    }
}

fn graph(graph: &EvidenceId, nothing: &EvidenceId) -> CriterionResult {
    let on = "graph_orchestration";
    let mut fan_out = check(
        on,
        "fan_out",
        CheckOutcome::Unmet,
        [
            "one node leads to several at once",
            "no fan-out",
            "at least 1",
            "let `survey` send to `prune` and `weigh` at once in src/graph.py",
        ],
        graph,
    );
    fan_out.severity = CheckSeverity::Critical;
    fan_out.charge = Some("Orchestration Fraud".to_owned());
    let mut opinions = bench(
        on,
        [1, 5, 3],
        [
            "Let `survey` fan out in src/graph.py. The graph is a line, though the paper calls it a swarm.",
            "A working graph with typed state deserves credit.",
            "It runs and can be kept, but nothing runs beside anything.",
        ],
        graph,
    );
    opinions[0].charges = vec!["Orchestration Fraud".to_owned()];
    opinions[1].notes = vec!["one reference that does not exist was dropped".to_owned()];
    CriterionResult {
        summary: "A state graph with three nodes in a line; nothing fans out.".to_owned(),
        dissent_summary:
            "Prosecutor 1 cited repo#2: no fan-out. Defense 5 cited repo#2: typed state. \
            Tech Lead 3 cited repo#2."
                .to_owned(),
        opinions,
        checks: vec![
            fan_out,
            check(
                on,
                "typed_state",
                CheckOutcome::Partly,
                [
                    "state is merged by reducers",
                    "1 of 2 lists",
                    "2 of 2",
                    "annotate `orchard` too",
                ],
                graph,
            ),
            check(
                on,
                "structured",
                CheckOutcome::NotAssessable,
                [
                    "output is bound to a schema",
                    "the call could not be resolved",
                    "at least 1",
                    "",
                ],
                nothing,
            ),
        ],
        trace: vec![
            fired("functionality_weight", "1, 5, 3", "weighted mean 3", [3, 3]),
            fired("variance", "spread 4", "looked again at 3 cited places; all hold", [3, 3]),
            fired("dissent", "spread 4", "wrote the dissent", [3, 3]),
        ],
        coverage: 67,
        remediation: Some(CriterionRemediation {
            criterion_id: on.to_owned(),
            files: vec![RemediationFile {
                path: "src/graph.py".to_owned(),
                lines: None,
                page: None,
                words: String::new(),
            }],
            architecture_hint: String::new(),
            steps: vec![
                "let `survey` send to `prune` and `weigh` at once in src/graph.py".to_owned(),
                "annotate `orchard` too".to_owned(),
            ],
            recommended: vec![
                "Prosecutor recommended: Let `survey` fan out in src/graph.py.".to_owned(),
            ],
        }),
        ..blank(on, "Graph Orchestration", CourtVerdict::Partial, Some(3))
    }
}

fn tools(finding: &EvidenceId) -> CriterionResult {
    let on = "safe_tool_engineering";
    let mut shell = check(
        on,
        "no_shell",
        CheckOutcome::Unmet,
        [
            "no command is given to a shell",
            "1 confirmed finding",
            "none",
            "replace os.system in src/tools.py by subprocess.run with a list",
        ],
        finding,
    );
    shell.severity = CheckSeverity::Critical;
    shell.aspect = CheckAspect::Security;
    shell.charge = Some("Security Negligence".to_owned());
    CriterionResult {
        summary: "One command is put together from a form and given to a shell.".to_owned(),
        opinions: bench(
            on,
            [2, 4, 4],
            [
                "Replace os.system in src/tools.py. A form reaches a shell.",
                "All other tools are clean.",
                "One call to mend.",
            ],
            finding,
        ),
        checks: vec![shell],
        trace: vec![
            fired("functionality_weight", "2, 4, 4", "weighted mean 4", [4, 4]),
            fired("security_cap", "1 confirmed finding", "capped at 3", [4, 3]),
        ],
        ..blank(on, "Safe Tool Engineering", CourtVerdict::Partial, Some(3))
    }
}

fn accuracy(missing: &EvidenceId, hollow: &EvidenceId) -> CriterionResult {
    let on = "report_accuracy";
    let mut files = check(
        on,
        "claims",
        CheckOutcome::Unmet,
        [
            "files that the paper names are there",
            "2 of 4 borne out",
            "all",
            "write src/judges.py or take it out of the paper",
        ],
        missing,
    );
    files.evidence.push(hollow.clone());
    files.aspect = CheckAspect::Documentation;
    files.charge = Some("Hallucination Liability".to_owned());
    CriterionResult {
        summary: "The paper names a file that is not there and one that does nothing."
            .to_owned(),
        opinions: bench(
            on,
            [1, 4, 2],
            [
                "Write src/judges.py or strike it. The paper invents it.",
                "Most names are right.",
                "Two of four claims fail.",
            ],
            missing,
        ),
        checks: vec![files],
        trace: vec![
            fired(
                "fact_supremacy",
                "Defense 4 against 2 of 4 claims borne out",
                "Defense overruled, clamped to 2",
                [3, 2],
            ),
            fired("functionality_weight", "1, 2, 2", "weighted mean 2", [2, 2]),
        ],
        ..blank(on, "Report Accuracy", CourtVerdict::Fail, Some(2))
    }
}

fn visual(figure: &EvidenceId) -> CriterionResult {
    let on = "swarm_visual";
    let mut shown = check(
        on,
        "parallel",
        CheckOutcome::Unmet,
        [
            "rows of the figure run beside each other",
            "1 row does not",
            "none",
            "draw `survey` and `prune` one after the other",
        ],
        figure,
    );
    shown.severity = CheckSeverity::Minor;
    shown.charge = Some("Misleading Architecture Visual".to_owned());
    CriterionResult {
        summary:
            "The figure draws as parallel what runs in a line, and a node that is not there."
                .to_owned(),
        opinions: bench(
            on,
            [1, 2, 1],
            [
                "Draw the graph as it is. The figure misleads.",
                "Two of three nodes are right.",
                "It would mislead whoever keeps it.",
            ],
            figure,
        ),
        checks: vec![shown],
        trace: vec![fired("functionality_weight", "1, 2, 1", "weighted mean 1", [1, 1])],
        ..blank(on, "Swarm Visual", CourtVerdict::Fail, Some(1))
    }
}

fn interview() -> CriterionResult {
    CriterionResult {
        summary: "Only a person can tell.".to_owned(),
        coverage: 0,
        trace: vec![RuleFired {
            rule: "coverage".to_owned(),
            saw: "0 per cent of the weight could be told".to_owned(),
            did: "no score".to_owned(),
            before: None,
            after: None,
        }],
        ..blank("team_interview", "Team Interview", CourtVerdict::NotAssessable, None)
    }
}

pub(crate) fn overall() -> OverallResult {
    OverallResult {
        verdict: CourtVerdict::Partial,
        score_hundredths: Some(280),
        points: None,
        assessed: 5,
        not_assessable: 1,
        trace: Vec::new(),
    }
}

pub(crate) fn nothing() -> OverallResult {
    OverallResult {
        verdict: CourtVerdict::NotAssessable,
        score_hundredths: None,
        points: None,
        assessed: 0,
        not_assessable: 0,
        trace: Vec::new(),
    }
}
