//! The report of a court as data, and two reports compared.
#![expect(clippy::unwrap_used)]

mod compared;
mod sample;

use jurat_digital_courtroom::{
    model::{
        ArtifactAvailability, CheckOutcome, ClaimStatus, EvidenceFact, UnassessedReason,
        UnreadGroup,
    },
    report::{CourtReport, FindingLevel},
};
use jurat_model::LineRange;
use sample::{Case, case, empty};

/// The report, and that it survives being written and read.
#[track_caller]
fn check(case: &Case) -> CourtReport {
    let report = case.report();
    let written = serde_json::to_string(&report).unwrap();
    let read: CourtReport = serde_json::from_str(&written).unwrap();
    assert_eq!(read, report);
    report
}

fn sentences(text: &str) -> usize {
    text.split(". ").count()
}

#[test]
fn the_known_keys_lie_at_the_top() {
    let json = serde_json::to_value(check(&case())).unwrap();
    for key in
        ["executive_summary", "criterion_breakdown", "remediation_plan", "synthesis_narrative"]
    {
        assert!(json.get(key).is_some(), "{key}");
    }
    for key in [
        "has_state_graph",
        "has_add_edge",
        "has_fan_out",
        "has_evidence_aggregator",
        "has_parallel_judges",
        "node_names",
        "edge_count",
        "details",
    ] {
        assert!(json["graph"].get(key).is_some(), "{key}");
    }
}

#[test]
fn a_summary_has_numbers_and_says_what_is_not_known() {
    let summary = check(&case()).audit.executive_summary;
    assert!((2..=5).contains(&sentences(&summary)), "{summary}");
    for words in [
        "PARTIAL with 2.80 of 5",
        "at commit 4c1d0be2a97f",
        "1 passes, 2 pass in part, 2 fail and 1 could not be assessed",
        "1 confirmed security finding in the product",
        "2 are borne out, 1 hollow and 1 missing",
        "2 texts that address the judge",
        "The personas differed on Graph Orchestration",
        "no pass: Team Interview and part of Graph Orchestration",
    ] {
        assert!(summary.contains(words), "{words}: {summary}");
    }
}

#[test]
fn what_was_not_read_and_not_seen_is_told_with_what_would_help() {
    let mut case = case();
    for one in &mut case.evidences.vision {
        if let EvidenceFact::Figure(figure) = &mut one.fact {
            figure.unread = Some("tesseract is not installed".to_owned());
        }
    }
    case.submission.not_read = vec![UnreadGroup {
        what: "files of Ruby".to_owned(),
        count: 3,
        why: "no language that is read".to_owned(),
        hint: String::new(),
    }];
    case.submission.rubric_reason = "it builds a graph".to_owned();
    for result in &mut case.results {
        for check in &mut result.checks {
            if check.outcome == CheckOutcome::NotAssessable {
                check.unassessed = Some(UnassessedReason::NotSeen);
            }
        }
    }
    let report = check(&case);
    let summary = &report.audit.executive_summary;
    for words in [
        "3 files of Ruby (no language that is read)",
        "1 figure (tesseract is not installed; install tesseract to read them)",
        "looked for and not seen, which changes no score: ",
        "chosen because it builds a graph; `--rubric` names another",
    ] {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    assert!((2..=5).contains(&sentences(summary)), "{summary}");
    assert_eq!(report.not_read.len(), 3);
}

#[test]
fn a_submission_that_cannot_be_read_is_no_pass() {
    let report = check(&empty());
    let summary = &report.audit.executive_summary;
    assert!(summary.contains("could not be assessed"), "{summary}");
    assert!(summary.contains("the repository (could not be read)"), "{summary}");
    assert!((2..=5).contains(&sentences(summary)), "{summary}");
    assert!(!report.graph.found && report.graph.details.contains("could not be read"));
    assert_eq!(report.claims.note, "No paper was given, so no claim was checked.");
    assert!(
        report
            .not_assessed
            .iter()
            .any(|one| one.why == "the server answered 404")
    );
    // Every criterion of the rubric that nobody judged is named.
    assert_eq!(
        report
            .not_assessed
            .iter()
            .filter(|one| one.criterion_id.is_some())
            .count(),
        6
    );
}

#[test]
fn the_narrative_names_which_rule_applied_where() {
    let narrative = check(&case()).audit.synthesis_narrative;
    for words in [
        "Too little could be told, by the rule of coverage, of Team Interview.",
        "Rule of Evidence applied for Report Accuracy (from 3 to 2).",
        "Functionality weight applied for all 5 criteria with a score.",
        "Security cap applied to Safe Tool Engineering (from 4 to 3).",
        "Dissent on Graph Orchestration (Prosecutor 1, Defense 5 and Tech Lead 3) resolved by \
         the middle by weight: 3 of 5.",
    ] {
        assert!(narrative.contains(words), "{words}: {narrative}");
    }
}

#[test]
fn what_holds_without_rules_has_sentences_of_its_own() {
    for (rule, words) in [
        ("DEGRADED_SYNTHESIS", "Fewer than three opinions stand behind Graph Orchestration."),
        ("manual", "Only a person can tell Graph Orchestration."),
        ("no_opinion", "There is no opinion that holds on Graph Orchestration."),
        (
            "several_opinions",
            "Of several opinions of one persona the middle one counts for Graph Orchestration.",
        ),
    ] {
        let mut case = case();
        let mut fired = case.results[1].trace[0].clone();
        rule.clone_into(&mut fired.rule);
        fired.after = fired.before;
        case.results[1].trace.push(fired);
        let narrative = check(&case).audit.synthesis_narrative;
        assert!(narrative.contains(words), "{words}: {narrative}");
        let decides = matches!(rule, "manual" | "no_opinion");
        let by = "resolved by the middle by weight: 3 of 5.";
        assert_eq!(narrative.contains(by), !decides, "{rule}: {narrative}");
    }
}

#[test]
fn a_rule_that_fires_twice_on_a_criterion_is_told_once() {
    let mut case = case();
    let result = &mut case.results[3];
    let mut again = result.trace[0].clone();
    again.before = again.after;
    again.after = Some(jurat_digital_courtroom::model::RubricScore::MIN);
    result.trace.insert(1, again);
    result.trace.push(result.trace[0].clone());
    result.trace[3].rule = "house_rule".to_owned();
    let narrative = check(&case).audit.synthesis_narrative;
    let words = "Rule of Evidence applied for Report Accuracy (from 3 to 1).";
    assert!(narrative.contains(words), "{narrative}");
    assert!(narrative.contains("The rule house rule applied for Report"), "{narrative}");
}

#[test]
fn the_plan_begins_with_the_worst_and_says_each_thing_once() {
    let plan = check(&case()).audit.remediation_plan;
    let order: Vec<&str> = plan.iter().map(|one| one.criterion_id.as_str()).collect();
    assert_eq!(
        order,
        ["swarm_visual", "report_accuracy", "graph_orchestration", "safe_tool_engineering"]
    );
    let graph = &plan[2];
    assert_eq!(graph.files[0].path, "src/graph.py");
    assert!(graph.architecture_hint.starts_with("Branches that fan out"));
    assert_eq!(graph.recommended.len(), 1);
    let tools = &plan[3];
    assert_eq!(tools.files[0].lines, Some(LineRange { start: 31, end: 32 }));
    assert_eq!(
        tools.recommended,
        ["Prosecutor recommended: Replace os.system in src/tools.py."]
    );
}

#[test]
fn the_same_step_is_not_told_twice() {
    let mut case = case();
    for result in &mut case.results {
        result.remediation = None;
        for check in &mut result.checks {
            check.remediation = "Rewrite  IT".to_owned();
        }
    }
    let plan = check(&case).audit.remediation_plan;
    let steps: Vec<&String> = plan.iter().flat_map(|one| &one.steps).collect();
    let told = steps
        .iter()
        .filter(|step| step.eq_ignore_ascii_case("rewrite  it"))
        .count();
    assert_eq!(told, 1);
}

#[test]
fn the_list_of_things_to_do_has_each_once_with_places_and_who_said_so() {
    let mut case = case();
    // The same remedy, asked for by two criteria.
    let same = case.results[2].checks[0].remediation.clone();
    case.results[4].checks[0].remediation = format!("{same}.");
    // A pass with something open.
    let mut open = case.results[2].checks[0].clone();
    open.outcome = CheckOutcome::Partly;
    open.severity = jurat_digital_courtroom::model::CheckSeverity::Critical;
    open.remediation = "Sign the commits.".to_owned();
    case.results[0].checks.push(open);
    let report = check(&case);
    let actions = &report.actions;
    let shell = actions
        .iter()
        .find(|one| one.what.starts_with("replace os.system"))
        .unwrap();
    assert_eq!(shell.criteria, ["swarm_visual", "safe_tool_engineering"]);
    let place = shell.places.iter().find(|one| one.path == "src/tools.py").unwrap();
    assert_eq!(place.lines, Some(LineRange { start: 31, end: 32 }));
    let last = actions.last().unwrap();
    assert_eq!((last.what.as_str(), last.is_needed()), ("Sign the commits.", false));
    assert_eq!(report.audit.remediation_plan.last().unwrap().steps[0], "Sign the commits.");
    let needed = actions.iter().filter(|one| one.is_needed());
    let severities: Vec<_> = needed.map(|one| std::cmp::Reverse(one.severity)).collect();
    assert!(severities.is_sorted(), "{severities:?}");
}

#[test]
fn who_recommends_a_step_is_said_at_the_step() {
    let mut case = case();
    let entry = case.results[1].remediation.as_mut().unwrap();
    let step = entry.steps[1].clone();
    entry.recommended = ["Prosecutor", "Defense", "Tech Lead"]
        .iter()
        .zip([&step, "Rest.", &format!("{step} (see src/graph.py:3)")])
        .map(|(who, said)| format!("{who} recommended: {said}"))
        .collect();
    let report = check(&case);
    let leads: Vec<String> = report
        .actions
        .iter()
        .filter(|one| !one.recommended_by.is_empty())
        .filter(|one| one.criteria == ["graph_orchestration"])
        .map(|one| format!("{}{}", one.lead(), one.what))
        .collect();
    assert_eq!(
        leads,
        [
            "Defense recommended: Rest.".to_owned(),
            format!("Prosecutor and Tech Lead recommended: {step}"),
        ]
    );
}

#[test]
fn findings_that_the_same_would_mend_are_one_thing_to_do() {
    let mut case = case();
    let is_found = |one: &&jurat_digital_courtroom::model::Evidence| {
        one.kind == "security.finding" && one.content.contains("form[")
    };
    let found = case.evidences.repo.iter().find(is_found).unwrap();
    let mut twin = found.clone();
    twin.location.path = "src/more.py".to_owned();
    let twin =
        jurat_digital_courtroom::model::Evidence::of(twin.fact, twin.location, twin.content);
    case.results[2].checks[0].evidence.push(twin.id.clone());
    case.evidences.repo.push(twin);
    case.evidences = case.evidences.in_order();
    let report = check(&case);
    let mended: Vec<_> = report
        .actions
        .iter()
        .filter(|one| one.what.ends_with("(shell-command)."))
        .collect();
    assert_eq!(mended.len(), 1);
    let paths: Vec<&str> = mended[0].places.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["src/more.py", "src/tools.py"]);
}

#[test]
fn everything_cited_is_shown_with_its_place() {
    let report = check(&case());
    for result in &report.audit.criterion_breakdown {
        let opinions = result.opinions.iter().flat_map(|one| &one.cited_evidence);
        for id in result.evidence.iter().chain(opinions) {
            assert!(report.evidence.iter().any(|one| one.id == *id), "{id}");
        }
    }
    let shell = report
        .evidence
        .iter()
        .find(|one| one.snippet.contains("form["))
        .unwrap();
    assert_eq!(shell.pointer, "src/tools.py:31-32 @4c1d0be2a97f");
    assert_eq!(shell.cited_by, ["safe_tool_engineering"]);
    let aliases: std::collections::BTreeSet<&str> =
        report.evidence.iter().map(|one| one.alias.as_str()).collect();
    assert_eq!(aliases.len(), report.evidence.len());
}

#[test]
fn evidence_may_be_cited_by_its_alias() {
    let mut other = case();
    let alias = |id: &jurat_digital_courtroom::model::EvidenceId| {
        let found = case().evidences.get(id.as_str()).map(|one| one.alias.clone());
        found.map_or_else(|| id.clone(), |alias| serde_json::from_value(alias.into()).unwrap())
    };
    for opinion in other.results.iter_mut().flat_map(|one| &mut one.opinions) {
        opinion.cited_evidence = opinion.cited_evidence.iter().map(alias).collect();
    }
    let report = check(&other);
    assert_eq!(report.evidence, case().report().evidence);
    assert!(report.remarks.iter().all(|words| !words.contains("not at hand")));
}

#[test]
fn evidence_that_is_not_at_hand_is_said() {
    let mut case = case();
    case.evidences.repo.clear();
    let report = check(&case);
    assert!(
        report
            .remarks
            .iter()
            .any(|words| words.ends_with("is cited and is not at hand"))
    );
    assert!(!report.graph.found);
}

#[test]
fn claims_and_figures_are_held_against_the_repository() {
    let report = check(&case());
    let claims = &report.claims;
    assert_eq!((claims.verified, claims.hollow, claims.missing, claims.planned), (2, 1, 1, 1));
    assert_eq!(claims.rows[0].status, ClaimStatus::Missing);
    assert_eq!(claims.rows[0].pointer, "orchard-router.pdf, page 3");
    assert!(!report.diagrams[0].agrees);
    assert_eq!(report.orders.len(), 2);
    assert!(
        report
            .rubric
            .notes
            .iter()
            .any(|note| note.message.contains("from 0 to 10"))
    );
}

#[test]
fn no_place_on_a_disk_gets_into_a_report() {
    let mut case = case();
    case.submission.repository.as_mut().unwrap().address =
        "/home/someone/orchard-router".to_owned();
    let written = serde_json::to_string(&check(&case)).unwrap();
    assert!(!written.contains("/home/"));
}

#[test]
fn the_order_of_what_is_given_does_not_matter() {
    let mut other = case();
    other.results.reverse();
    other.crossed.reverse();
    assert_eq!(other.report(), case().report());
}

#[test]
fn the_worst_finding_comes_first_and_unknown_is_no_finding() {
    let report = check(&case());
    assert_eq!(report.findings[0].level, FindingLevel::Error);
    assert_eq!(report.findings[0].rule, "security/shell-command");
    assert_eq!(report.findings.len(), 7);
    assert!(
        report
            .findings
            .iter()
            .all(|one| one.outcome != Some(CheckOutcome::NotAssessable))
    );
}

#[test]
fn an_unread_part_is_named_with_its_reason() {
    let mut case = case();
    case.submission.vision =
        ArtifactAvailability::Unreadable("no reader for pictures".to_owned());
    let report = check(&case);
    assert!(
        report
            .not_assessed
            .iter()
            .any(|one| one.why == "no reader for pictures")
    );
    assert!(
        report
            .audit
            .executive_summary
            .contains("its pictures (could not be read)")
    );
}
