//! The report of a court in every format: byte for byte those in `golden`, safe, well-formed, and
//! of the published schema.
#![expect(clippy::unwrap_used)]

mod hostile;
#[path = "../report/sample/mod.rs"]
mod sample;
mod sarif;
mod wellformed;

use jurat_canon::Hash;
use jurat_digital_courtroom::formats::{
    self, DIFF_FORMATS, diff_format, formats, schema, templates,
};
use jurat_digital_courtroom::report::{CourtReport, compare};
use serde_json::Value as Json;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[expect(clippy::disallowed_methods)]
fn updating() -> bool {
    std::env::var_os("JURAT_UPDATE").is_some()
}

fn render(report: &CourtReport, name: &str) -> Vec<u8> {
    formats::render(report, name).unwrap()
}

fn text(report: &CourtReport, name: &str) -> String {
    String::from_utf8(render(report, name)).unwrap()
}

#[track_caller]
fn golden(file: &str, bytes: &[u8]) {
    let path = format!("{ROOT}/tests/formats/golden/{file}");
    if updating() {
        std::fs::write(&path, bytes).unwrap();
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    assert!(kept == bytes, "{path} differs; look, then run with JURAT_UPDATE=1");
}

#[track_caller]
fn check(name: &str, report: &CourtReport) {
    for one in formats() {
        let bytes = render(report, one.name);
        assert_eq!(bytes, render(report, one.extension));
        // Of a PDF the hash is kept: its fonts weigh more than its words.
        match one.name {
            "pdf" => {
                if updating() {
                    // To be looked at by whoever keeps its hash.
                    let seen = format!("{}/court-{name}.pdf", env!("CARGO_TARGET_TMPDIR"));
                    std::fs::write(seen, &bytes).unwrap();
                }
                golden(
                    &format!("{name}.pdf.blake3"),
                    format!("{}\n", Hash::of(&bytes)).as_bytes(),
                );
            }
            _ => golden(&format!("{name}.{}", one.extension), &bytes),
        }
    }
}

#[test]
fn reports_are_the_same_bytes() {
    check("orchard", &sample::case().report());
    check("nothing", &sample::empty().report());
}

#[test]
fn comparisons_are_the_same_bytes() {
    let old = sample::case();
    let mut new = old.clone();
    new.results[4].checks[0].outcome = jurat_digital_courtroom::model::CheckOutcome::Met;
    new.results[3].checks[0].outcome =
        jurat_digital_courtroom::model::CheckOutcome::NotAssessable;
    new.results[0].checks[0].outcome = jurat_digital_courtroom::model::CheckOutcome::Unmet;
    new.results[0].verdict = jurat_digital_courtroom::model::CourtVerdict::Fail;
    new.results[0].score = Some(jurat_digital_courtroom::model::RubricScore::MIN);
    new.results[0].checks[0].observed = "3 commits".to_owned();
    new.overall.score_hundredths = Some(200);
    new.results.remove(5);
    let diff = compare(&old.report(), &new.report());
    assert!(diff.has_new());
    for one in DIFF_FORMATS {
        golden(&format!("diff.{}", one.extension), &(one.render)(&diff).unwrap());
    }
    assert!(diff_format("md").is_some() && diff_format("docx").is_none());
}

#[test]
fn markdown_has_the_headings_that_people_look_for() {
    let page = text(&sample::case().report(), "md");
    let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(
        headings[..4],
        [
            "## Executive Summary",
            "## Criterion Breakdown",
            "## Remediation Plan",
            "## Synthesis"
        ]
    );
    assert!(page.starts_with("# Court report: "));
    assert!(page.contains("**Dissent.** Prosecutor 1"));
    assert!(page.contains("`src/tools.py:31-32 @4c1d0be2a97f`"));
    assert!(page.contains("      31      # orders come straight from the form\n"));
}

#[test]
fn a_whole_that_is_not_assessable_has_no_score_at_its_head() {
    let mut case = sample::case();
    case.overall.verdict = jurat_digital_courtroom::model::CourtVerdict::NotAssessable;
    let page = text(&case.report(), "md");
    assert!(page.contains("**NOT_ASSESSABLE** · Commit 4c1d0be2a97f"), "{page}");
}

#[test]
fn orders_to_the_judge_stand_on_the_first_page() {
    let report = sample::case().report();
    let page = text(&report, "md");
    let first = page.split("## Criterion Breakdown").next().unwrap();
    assert!(first.contains("### Orders to the judge, not obeyed"), "{first}");
    assert!(first.contains(&report.orders[0].pointer.split(' ').next().unwrap().to_owned()));
}

#[test]
fn the_first_page_has_the_verdict_the_reasons_and_what_to_do_first() {
    let page = text(&sample::case().report(), "md");
    let first = page.split("## Criterion Breakdown").next().unwrap();
    for words in [
        "**PARTIAL 2.80/5** · Commit 4c1d0be2a97f",
        "| [Graph Orchestration](#graph-orchestration-partial-3-of-5) | PARTIAL | 3 | 1 · 5 · 3 | one node leads to several at once: no fan-out; 1 more open |",
        "| [Git Forensic Analysis](#git-forensic-analysis-pass-5-of-5) | PASS | 5 | 4 · 5 · 5 | its one check is met |",
        "| [Team Interview](#not-assessed) | NOT_ASSESSABLE | – |  | Only a person can tell |",
        "### What to do first",
        "**critical** replace os.system in src/tools.py by subprocess.run with a list (`src/tools.py:31-32`)",
    ] {
        assert!(first.contains(words), "{words}: {first}");
    }
    assert_eq!(first.matches("\n5. ").count(), 1);
    assert!(!first.contains("\n6. "));
}

#[test]
fn a_criterion_shows_what_is_open_and_names_what_is_met() {
    let page = text(&sample::case().report(), "md");
    assert!(page.contains("\nMet: more than three commits.\n"));
    assert!(!page.contains("| met |"));
    // Rules that only say how the mean came about stand in a line; the dissent is told by itself.
    assert!(page.contains("- Rule `security_cap` (4 → 3): 1 confirmed finding; capped at 3\n"));
    assert!(!page.contains("Rule `functionality_weight`") && !page.contains("Rule `dissent`"));
    assert!(page.contains("| Team Interview | Only a person can tell |\n"));
    assert!(!page.contains("### Team Interview"));
}

#[test]
fn references_are_few_and_only_what_is_referred_to_is_shown() {
    let mut report = sample::case().report();
    let all: Vec<_> = report.evidence.iter().map(|one| one.id.clone()).collect();
    let many: Vec<String> = (0..40).map(|line| format!("line {line}")).collect();
    let shown = report
        .evidence
        .iter()
        .position(|one| one.id == report.history.as_ref().unwrap().evidence);
    report.evidence[shown.unwrap()].snippet = many.join("\n");
    report.audit.criterion_breakdown[1].checks[0].evidence = all;
    let page = text(&report, "md");
    let row = page
        .lines()
        .find(|line| line.starts_with("| not met | one node leads"))
        .unwrap();
    assert_eq!(row.matches("](#").count(), 3, "{row}");
    assert!(row.ends_with(&format!(" and {} more |", report.evidence.len() - 3)), "{row}");
    assert!(page.contains("line 11\n\n… 28 more lines\n") && !page.contains("line 12"));
    for one in &report.evidence {
        let heading = format!("### {}\n", one.alias);
        let link = format!("[{}](#", one.alias);
        assert_eq!(page.contains(&heading), page.contains(&link), "{}", one.alias);
    }
}

#[test]
fn findings_that_are_not_confirmed_are_grouped_by_rule() {
    let mut report = sample::case().report();
    let first = report.security[0].clone();
    let more = (0..20).map(|line| jurat_digital_courtroom::report::SecurityRow {
        rule: "unsafe-deserialisation".to_owned(),
        confirmed: false,
        exposure: if line < 14 {
            jurat_code::facts::FindingExposure::Reachable
        } else {
            jurat_code::facts::FindingExposure::TestOnly
        },
        pointer: format!("src/cache.py:{line} @4c1d0be2a97f"),
        ..first.clone()
    });
    report.security.extend(more);
    for name in ["md", "html"] {
        let page = text(&report, name);
        let words =
            ": 14 in the product, not confirmed; 6 in tests, examples or code of others.";
        assert!(page.contains(words), "{name}");
        assert!(page.contains("src/cache.py:2") && !page.contains("src/cache.py:3"), "{name}");
        assert!(page.contains("and 17 more"), "{name}");
    }
}

#[test]
fn every_reference_of_a_page_opens_its_words() {
    let report = sample::case().report();
    let page = text(&report, "html");
    let shown = page.matches("<details class=\"exhibit\">").count();
    assert!(0 < shown && shown <= report.evidence.len());
    for at in 0..shown {
        assert_eq!(page.matches(&format!("<div id=\"e{at}\"")).count(), 1, "{at}");
        assert!(page.contains(&format!("href=\"#e{at}\"")), "{at}");
    }
    for part in page.split("href=\"#").skip(1) {
        let anchor = part.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    assert!(page.contains("<th scope=\"row\">32</th>"));
    assert_eq!(page.matches("class=\"plot\"").count(), report.audit.criterion_breakdown.len());
    assert!(page.contains("aria-label=\"Prosecutor 1, Defense 5, Tech Lead 3; final 3\""));
    assert!(!page.contains("<script") && !page.contains("http-equiv=\"refresh\""));
}

#[test]
fn a_badge_says_verdict_and_score() {
    let badge = text(&sample::case().report(), "badge");
    assert!(badge.contains("<title>jurat: PARTIAL 2.80/5</title>"));
    assert!(
        text(&sample::empty().report(), "svg").contains("<title>jurat: NOT_ASSESSABLE</title>")
    );
    wellformed::xml(&badge);
}

#[test]
fn paper_is_tagged() {
    let paper = render(&sample::case().report(), "pdf");
    assert!(paper.starts_with(b"%PDF-1.7"));
    let said = String::from_utf8_lossy(&paper);
    for sign in ["pdfaid:part>2<", "pdfuaid:part>1<"] {
        assert!(said.contains(sign), "{sign}");
    }
}

#[test]
fn json_follows_the_published_schema() {
    let validator = jurat_testdata::FullSchema::new(&schema()).unwrap();
    for case in [sample::case(), sample::empty()] {
        let report = case.report();
        let json: Json = serde_json::from_slice(&render(&report, "json")).unwrap();
        assert_eq!(validator.check(&json), Ok(()));
        let read: CourtReport = serde_json::from_value(json).unwrap();
        assert_eq!(read, report);
    }
    assert!(!validator.is_valid(&serde_json::json!({ "executive_summary": "?" })));
}

#[test]
fn the_repository_holds_this_schema() {
    let path = format!("{ROOT}/schema/report.schema.json");
    if updating() {
        std::fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
        std::fs::write(&path, format!("{:#}\n", schema())).unwrap();
    }
    let kept: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(kept == schema(), "the schema has changed; run the tests with JURAT_UPDATE=1");
}

#[test]
fn every_file_that_shapes_a_report_is_among_the_templates() {
    let mut files = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(format!("{ROOT}/src/formats"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let known = templates();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let others = ["formats/mod.rs", "formats/diff.rs", "formats/submission_table.rs"];
        let is_other = others.iter().any(|other| path.ends_with(other));
        assert!(is_other || known.iter().any(|(_, kept)| *kept == text), "{}", path.display());
    }
}
