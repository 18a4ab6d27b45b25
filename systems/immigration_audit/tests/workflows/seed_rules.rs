//! The rules of delegation and the quality checklist that every audit keeps, a test each, over all workflows in all tiers. The
//! table of docs/auditing.md names them.

use std::collections::{BTreeMap, BTreeSet};

use jurat_immigration_audit::{
    model::{AuditReport, EvidenceTier, FinalRecommendation, VerdictWord},
    page::render,
};
use serde_json::{Value as Json, json};

use crate::{
    audited_run::{ALL, WORKFLOWS, audited},
    golden::{RUNS, SampleRun},
    loop_back::{MISNAMED, OVERRULED},
    workflow_runs::LETTER,
};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("rules_are_those_of_the_table", table_names_tests),
    ("intake_reads_or_names_every_file", intake_reads_or_names),
    ("intake_recognises_what_is_applied_for", intake_recognises),
    ("intake_gives_a_profile_with_places", intake_profile),
    ("intake_decides_nothing", intake_decides_nothing),
    ("only_intake_reads_files", only_intake_reads),
    ("only_the_detective_finds_law", only_detective),
    ("only_the_strategist_argues", only_strategist),
    ("only_the_gatekeeper_reviews_compliance", only_gatekeeper),
    ("citations_are_verified_in_all_tiers", verified_in_all_tiers),
    ("verifications_are_counted_and_limited", verifications_limited),
    ("judgment_comes_before_the_report", judgment_first),
    ("services_are_asked_before_anything_else", services_first),
    ("authorities_say_where_they_are_from_and_how_sure_that_is", authorities_sourced),
    ("arguments_rest_on_what_was_verified", arguments_rest),
    ("a_score_has_its_rationale", score_rationale),
    ("a_plan_can_be_acted_on", plan_actionable),
    ("refusal_triggers_are_checked", triggers_checked),
    ("critical_issues_are_flagged", critical_flagged),
    ("document_lists_are_checked_in_all_tiers", lists_checked),
    ("the_report_changes_nothing_of_the_judgment", report_changes_nothing),
    ("the_theme_is_that_of_the_house", theme),
    ("a_report_has_its_sections_in_every_tier", sections),
    ("a_higher_tier_tells_no_less", tiers_tell_more),
    ("markdown_and_pdf_are_made", markdown_and_pdf),
    ("the_disclaimer_stands_first", disclaimer_first),
    ("the_verification_status_is_told", status_told),
    ("nothing_promises_success", no_promise),
    ("the_eight_points_are_gone_through", eight_points),
    ("an_incomplete_report_says_what_to_do_next", incomplete_next_steps),
];

/// Every rule has its row, and every row its test.
fn table_names_tests() {
    let page = include_str!("../../../../docs/auditing.md");
    let table = page.split("## Rules of delegation and quality").nth(1).unwrap();
    let rows: BTreeSet<&str> = table
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| ") && line.contains('`'))
        .filter_map(|line| line.split('`').nth(1))
        .collect();
    let others = crate::loop_back::TESTS.iter().chain(crate::similar_decisions::TESTS);
    let tests = TESTS.iter().skip(1).chain(others).map(|(name, _)| *name);
    let tests: BTreeSet<&str> = tests.collect();
    let strays: Vec<&&str> = rows.difference(&tests).collect();
    assert!(strays.is_empty(), "rows without a test: {strays:?}");
    let untold: Vec<&str> = TESTS[1..]
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !rows.contains(name))
        .collect();
    assert!(untold.is_empty(), "tests without a row: {untold:?}");
}

/// Which agents write which channel, over all workflows.
fn writers() -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for workflow in ALL.workflows() {
        let definition: Json = serde_json::from_str(workflow.text).unwrap();
        for stage in definition["stages"].as_array().unwrap() {
            for channel in stage["writes"].as_array().unwrap() {
                let channel = channel.as_str().unwrap().to_owned();
                let agent = stage["agent"].as_str().unwrap().to_owned();
                all.entry(channel).or_default().insert(agent);
            }
        }
    }
    all
}

#[track_caller]
fn written_by(channels: &[&str], agents: &[&str]) {
    let writers = writers();
    for channel in channels {
        let found = writers.get(*channel).unwrap();
        assert!(found.iter().all(|it| agents.contains(&it.as_str())), "{channel}: {found:?}");
    }
}

fn pages(one: &SampleRun) -> String {
    String::from_utf8(render(&one.report, "md").unwrap()).unwrap()
}

fn researched() -> impl Iterator<Item = &'static SampleRun> {
    RUNS.iter().filter(|it| it.report.research.is_some())
}

fn intake_reads_or_names() {
    let files = [("a.txt", LETTER), ("torn.pdf", "%PDF-1.7\nnothing more"), ("empty.txt", "")];
    let report = audited("risk_audit", "guest", &files).report();
    assert_eq!(report.files.len(), 3);
    assert_eq!(report.summary.not_read.len(), 2, "{:?}", report.summary.not_read);
    assert!(report.summary.not_read.iter().all(|it| it.contains(": ")));
}

fn intake_recognises() {
    for one in RUNS.iter() {
        assert_eq!(one.report.summary.application_type, "visitor");
        assert!(!one.report.summary.type_reason.is_empty());
    }
}

fn intake_profile() {
    for one in RUNS.iter() {
        let profile = &one.report.profile;
        assert!(5 < profile.fields.len(), "{:?}", profile.fields.keys());
        let ids: BTreeSet<&str> = one.report.files.iter().map(|it| it.id.as_str()).collect();
        for reading in profile.fields.values().flatten() {
            assert!(ids.contains(reading.place.file.as_str()), "{reading:?}");
        }
    }
}

fn intake_decides_nothing() {
    let law = [
        "case_law",
        "defensibility_score",
        "compliance_issues",
        "refusal_risks",
        "verdict",
        "judgment",
        "recommendations",
    ];
    let writers = writers();
    for channel in law {
        assert!(!writers[channel].contains("intake"), "{channel}");
    }
}

fn only_intake_reads() {
    written_by(&["files", "exhibits", "profile"], &["intake"]);
}

fn only_detective() {
    written_by(&["case_law", "policy_citations", "authority_texts"], &["detective"]);
    for one in researched() {
        let research = one.report.research.as_ref().unwrap();
        let record = one.report.verification.as_ref().unwrap();
        for cited in &record.citations {
            let is_found = research.case_law.iter().any(|it| it.citation == cited.citation);
            let is_guidance = research
                .policy_citations
                .iter()
                .any(|it| cited.citation.starts_with(&it.document));
            assert!(is_found || is_guidance, "{}", cited.citation);
        }
    }
}

fn only_strategist() {
    // The judge scores anew with what was verified, by the strategist's own function.
    written_by(&["defensibility_score", "evidence_plan", "analysis"], &["strategist", "judge"]);
}

fn only_gatekeeper() {
    written_by(&["compliance_issues", "refusal_risks", "review"], &["gatekeeper"]);
    for one in RUNS.iter().filter(|it| it.workflow != "client_guidance") {
        assert!(one.report.review.is_some(), "{} {}", one.workflow, one.tier);
    }
}

fn verified_in_all_tiers() {
    for workflow in ALL.workflows() {
        let definition: Json = serde_json::from_str(workflow.text).unwrap();
        for stage in definition["stages"].as_array().unwrap() {
            assert!(stage.get("tier_skip").is_none(), "{}: {stage}", workflow.name);
        }
    }
    for one in researched() {
        let record = one.report.verification.as_ref().unwrap();
        assert!(!record.citations.is_empty(), "{} {}", one.workflow, one.tier);
    }
}

fn verifications_limited() {
    for (tier, most) in [("guest", 1), ("pro", 2), ("ultra", 3)] {
        for one in researched().filter(|it| it.tier == tier) {
            let record = one.report.verification.as_ref().unwrap();
            assert_eq!(record.max_iterations, most);
            assert!((1..=most + 1).contains(&record.iteration));
        }
    }
}

fn judgment_first() {
    for workflow in ALL.workflows() {
        let definition: Json = serde_json::from_str(workflow.text).unwrap();
        let stages = definition["stages"].as_array().unwrap();
        let at = |agent: &str| stages.iter().rposition(|it| it["agent"] == agent);
        assert_eq!(at("reporter"), Some(stages.len() - 1), "{}", workflow.name);
        if let Some(judge) = at("judge") {
            assert_eq!(stages[stages.len() - 1]["depends_on"], json!([stages[judge]["id"]]));
        }
    }
}

fn services_first() {
    let known =
        ["caselaw", "authority_table", "matter_file", "operation-manual", "help-centre"];
    for one in researched() {
        let research = one.report.research.as_ref().unwrap();
        let sources = research.case_law.iter().map(|it| &it.source);
        for source in sources.chain(research.policy_citations.iter().map(|it| &it.source)) {
            assert!(known.contains(&source.service.as_str()), "{source:?}");
        }
        assert_eq!(research.research_notes[0].service, "caselaw_metadata");
    }
}

fn authorities_sourced() {
    for one in researched() {
        for authority in &one.report.research.as_ref().unwrap().case_law {
            assert!(!authority.citation.is_empty() && !authority.cited_for.is_empty());
            assert!(!authority.source.basis.is_empty() && !authority.source.as_of.is_empty());
            assert!(0.0 < authority.confidence && authority.confidence <= 1.0);
            // Words of a decision come with where they stand.
            assert_eq!(authority.quote.is_empty(), authority.span.is_none(), "{authority:?}");
        }
    }
}

fn arguments_rest() {
    let failing =
        ["guest", "pro", "ultra"].map(|it| audited("risk_audit", it, &[("a.txt", MISNAMED)]));
    let failing = failing.iter().map(crate::audited_run::AuditedFolder::report);
    let sound = RUNS.iter().map(|it| it.report.clone());
    for report in sound.chain(failing) {
        let verified: BTreeSet<String> = report
            .verification
            .iter()
            .flat_map(|it| &it.citations)
            .filter(|it| it.status == "VERIFIED")
            .map(|it| it.citation.clone())
            .collect();
        let cited: Vec<String> = report
            .research
            .iter()
            .flat_map(|it| &it.case_law)
            .map(|it| it.citation.clone())
            .filter(|it| !verified.contains(it))
            .collect();
        let points = report
            .score
            .iter()
            .flat_map(|it| &it.dimensions)
            .flat_map(|it| &it.items);
        for rest in points.flat_map(|it| &it.rests_on) {
            assert!(!cited.iter().any(|it| rest.contains(it)), "{rest}");
        }
    }
}

fn score_rationale() {
    for score in RUNS.iter().filter_map(|it| it.report.score.as_ref()) {
        assert!(score.score <= 100 && !score.rationale.is_empty());
        assert!(["high", "medium", "low"].contains(&score.confidence.as_str()));
        assert!(!score.dimensions.is_empty());
    }
    assert!(researched().all(|it| it.report.score.is_some()));
}

fn plan_actionable() {
    for one in researched() {
        for item in &one.report.plan.items {
            let is_there = item.tier == EvidenceTier::Baseline;
            assert!(!item.words.is_empty());
            assert!(
                if is_there { !item.files.is_empty() } else { !item.obtain.is_empty() },
                "{item:?}"
            );
        }
        assert!(!one.report.plan.items.is_empty());
    }
}

fn triggers_checked() {
    for one in RUNS.iter() {
        assert!(5 < one.report.assessment.triggers.len());
        assert!(one.report.assessment.triggers.iter().all(|it| !it.reason.is_empty()));
    }
}

fn critical_flagged() {
    for one in RUNS.iter().filter(|it| it.workflow != "client_guidance") {
        let review = one.report.review.as_ref().unwrap();
        // A refusal that the forms do not disclose.
        let all = review.compliance_issues.iter().chain(&review.refusal_risks);
        let codes: Vec<&str> = all.map(|it| it.code.as_str()).collect();
        assert!(
            codes.contains(&"REFUSAL_UNDISCLOSED"),
            "{} {}: {codes:?}",
            one.workflow,
            one.tier
        );
        assert_eq!(review.status, "FIX");
    }
}

fn lists_checked() {
    let lists: Vec<&SampleRun> =
        RUNS.iter().filter(|it| it.workflow == "document_list").collect();
    assert_eq!(lists.len(), 3);
    for one in lists {
        assert!(one.report.review.is_some());
        assert!(10 < one.report.assessment.requirements.len());
        assert_eq!(one.report.judgment.verdict, VerdictWord::Incomplete);
        assert!(!one.report.judgment.missing_documents.is_empty());
    }
}

fn report_changes_nothing() {
    for one in RUNS.iter() {
        assert_eq!(one.run.state["judgment"], json!(one.report.judgment));
        assert_eq!(one.run.state["verdict"], json!(one.report.judgment.verdict));
        if one.report.score.is_some() {
            assert_eq!(one.run.state["defensibility_score"], json!(one.report.score));
        }
    }
}

fn theme() {
    for one in RUNS.iter().filter(|it| it.tier == "pro") {
        let page = String::from_utf8(render(&one.report, "html").unwrap()).unwrap();
        let page = page.to_lowercase();
        for colour in ["#0a192f", "#c5a059", "#fdfbf7"] {
            assert!(page.contains(colour), "{}: {colour}", one.workflow);
        }
    }
}

fn sections() {
    for one in researched() {
        let page = pages(one);
        let at = |needed: &str| {
            let found = page
                .lines()
                .position(|it| it.starts_with("## ") && it.contains(needed));
            found.unwrap_or_else(|| panic!("{} {}: {needed}: {page}", one.workflow, one.tier))
        };
        let order = ["Disclaimer", "Status", "summary", "score", "decision"].map(at);
        assert!(order.is_sorted(), "{order:?}");
        for needed in ["Defensibility", "Verification status"] {
            assert!(page.contains(needed), "{needed}");
        }
    }
}

fn tiers_tell_more() {
    for workflow in WORKFLOWS {
        let lines: Vec<usize> = RUNS
            .iter()
            .filter(|it| it.workflow == workflow)
            .map(|it| pages(it).lines().count())
            .collect();
        assert!(lines.is_sorted(), "{workflow}: {lines:?}");
    }
}

fn markdown_and_pdf() {
    let report = &RUNS[0].report;
    assert!(render(report, "pdf").unwrap().starts_with(b"%PDF-"));
    assert!(render(report, "md").unwrap().starts_with(b"#"));
}

const DISCLAIMER: &str = "This report provides a risk assessment based on historical Federal Court jurisprudence. It does NOT predict outcomes or guarantee visa issuance. Officers retain discretion. We assess judicial defensibility only.";

fn disclaimer_first() {
    for one in RUNS.iter() {
        let page = pages(one).split_whitespace().collect::<Vec<_>>().join(" ");
        let at = page.replace("> ", "").find(DISCLAIMER);
        assert!(at.is_some_and(|at| at < 600), "{} {}: {at:?}", one.workflow, one.tier);
    }
}

fn status_told() {
    for one in RUNS.iter() {
        let status = one.report.verification_status.as_str();
        assert!(["PASS", "INCOMPLETE"].contains(&status));
        assert!(pages(one).contains(&format!("Verification: {status}")));
    }
}

fn no_promise() {
    for one in RUNS.iter() {
        let page = pages(one).to_lowercase();
        for promise in
            ["guaranteed success", "will be approved", "guaranteed approval", "100% success"]
        {
            assert!(!page.contains(promise), "{} {}: {promise}", one.workflow, one.tier);
        }
    }
}

fn eight_points() {
    for one in RUNS.iter().filter(|it| it.workflow != "client_guidance") {
        let quality = &one.report.review.as_ref().unwrap().quality;
        assert_eq!(quality.len(), 8, "{} {}", one.workflow, one.tier);
        let failing: Vec<_> = quality.iter().filter(|it| it.holds == Some(false)).collect();
        if one.report.verification_status == "PASS" {
            assert!(failing.is_empty(), "{} {}: {failing:?}", one.workflow, one.tier);
        }
    }
}

fn incomplete_next_steps() {
    let report: AuditReport = audited("risk_audit", "guest", &[("a.txt", MISNAMED)]).report();
    assert_eq!(report.verification_status, "INCOMPLETE");
    let record = report.verification.as_ref().unwrap();
    for failed in &record.failed_citations {
        assert!(record.fixes.iter().any(|it| it.starts_with(&failed.citation)));
    }
    assert_ne!(report.judgment.recommendation, FinalRecommendation::Proceed);
    let mended = audited("risk_audit", "guest", &[("a.txt", OVERRULED)]).report();
    assert_eq!(mended.verification_status, "PASS");
}
