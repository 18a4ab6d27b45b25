//! What is nothing decides nothing, and the same is the same twice.

use jurat_engine::RunOutcome;
use serde_json::json;

use crate::audited_run::audited;

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_folder_without_files_decides_nothing", nothing_decides_nothing),
    ("the_same_folder_gives_the_same_report", the_same_twice),
];

pub(crate) const LETTER: &str = "Letter of invitation\n\nI, Mara Quill, invite my cousin Odo Fenn to stay with me in Halifax.\n";

fn nothing_decides_nothing() {
    let run = audited("risk_audit", "guest", &[]);
    assert_eq!(run.outcome, RunOutcome::Incomplete);
    assert_eq!(json!(run.report().judgment.recommendation), json!("NOT_ASSESSABLE"));
}

fn the_same_twice() {
    let files = [("a.txt", LETTER), ("b/c.txt", crate::loop_back::OVERRULED)];
    let first = audited("final_review", "pro", &files).state;
    let second = audited("final_review", "pro", &files).state;
    assert_eq!(first["report"], second["report"]);
}
