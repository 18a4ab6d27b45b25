//! Submissions with little in them: what is not there to be looked at is neither merit nor fault.

use serde_json::Value as Json;

use crate::{
    bench::Bench,
    repository::{Step, court, criterion, make, verdict, without_git},
};

const DAY: &str = "2026-04-02T09:00:00Z";

/// An audit of files that came in one commit, and what it says on stderr.
fn audited(files: &[(&str, &str)], words: &[&str]) -> (Json, String) {
    let bench = Bench::new();
    let files = files.iter().map(|(name, text)| (*name, text.as_bytes().to_vec()));
    let step = Step {
        message: "Add the whole of it",
        date: DAY,
        files: files.collect(),
    };
    make(&bench.path("small"), &[step]);
    let said = court(&bench, &[&["small", "--json", "--fail-on", "never"], words].concat());
    assert!(said.code == 0 || said.code == 2, "{}", said.err);
    (said.json(), said.err)
}

#[track_caller]
fn check<'a>(report: &'a Json, of: &str, id: &str) -> &'a Json {
    let checks = criterion(report, of)["checks"].as_array().unwrap();
    checks.iter().find(|one| one["check_id"] == id).unwrap()
}

const SCRIPT: &str = "import csv\nimport sys\n\n\ndef rows(path):\n    with open(path) as file:\n        return list(csv.reader(file))\n\n\nprint(len(rows(sys.argv[1])))\n";

#[test]
fn a_script_without_dependencies_needs_no_lock_file_and_no_pipeline() {
    if without_git() {
        return;
    }
    let rubric = ["--rubric", "iso27001_code"];
    let (report, _) = audited(&[("count_rows.py", SCRIPT)], &rubric);
    assert_eq!(verdict(&report, "dependencies"), "NOT_ASSESSABLE");
    assert_eq!(
        check(&report, "continuous_integration", "pipeline")["outcome"],
        "NOT_ASSESSABLE"
    );
    // With something of others in it, it does.
    let script = SCRIPT.replace("import csv", "import csv\nimport pandas");
    let (report, _) = audited(&[("count_rows.py", &script)], &rubric);
    assert_eq!(check(&report, "dependencies", "lock_file")["outcome"], "UNMET");
    let (report, _) =
        audited(&[("count_rows.py", &script), ("requirements.txt", "pandas\n")], &rubric);
    assert_eq!(check(&report, "continuous_integration", "pipeline")["outcome"], "UNMET");
}

#[test]
fn one_commit_is_no_bulk_upload() {
    if without_git() {
        return;
    }
    let (report, _) =
        audited(&[("count_rows.py", SCRIPT), ("a.md", "x\n")], &["--rubric", "agent_graph"]);
    let bulk = check(&report, "git_forensic_analysis", "no_bulk_commit");
    assert_eq!((&bulk["outcome"], &bulk["charge"]), (&Json::from("UNMET"), &Json::Null));
    assert!(!report.to_string().contains("Bulk Upload"));
}

#[test]
fn tools_that_are_not_there_are_not_safe_either() {
    if without_git() {
        return;
    }
    let rubric = ["--rubric", "agent_graph"];
    let (report, _) = audited(&[("count_rows.py", SCRIPT)], &rubric);
    assert_eq!(verdict(&report, "safe_tool_engineering"), "NOT_ASSESSABLE");
    let unsafe_one = format!("import os\n{SCRIPT}os.system('ls ' + sys.argv[1])\n");
    let (report, _) = audited(&[("count_rows.py", &unsafe_one)], &rubric);
    assert!(verdict(&report, "safe_tool_engineering").starts_with("FAIL"));
    let safe = format!("import subprocess\n{SCRIPT}subprocess.run(['ls'], check=True)\n");
    let (report, _) = audited(&[("count_rows.py", &safe)], &rubric);
    assert!(verdict(&report, "safe_tool_engineering").starts_with("PASS"));
}

#[test]
fn a_rubric_that_is_chosen_gives_the_report_of_one_that_is_named() {
    if without_git() {
        return;
    }
    let files = [("count_rows.py", SCRIPT), ("README.md", "# Rows\n\nCounts them.\n")];
    let (mut chosen, said) = audited(&files, &[]);
    assert!(said.contains("rubric iso27001_code"), "{said}");
    let (mut named, _) = audited(&files, &["--rubric", "iso27001_code"]);
    assert_ne!(chosen, named, "why it was chosen is said");
    for report in [&mut chosen, &mut named] {
        report["rubric"].as_object_mut().unwrap().remove("chosen");
        report["executive_summary"] = Json::Null;
    }
    assert!(chosen == named, "all else is the same");
}
