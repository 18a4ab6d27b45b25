//! What SARIF 2.1.0 demands of a log, as far as ours uses it.

use serde_json::Value as Json;

use crate::{render, sample};

/// Holds a log against the rules of the format.
#[track_caller]
pub(crate) fn check(log: &Json) {
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert!(run["tool"]["driver"]["name"].is_string());
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        assert!(!rule["help"]["text"].as_str().unwrap().is_empty());
        assert!(rule.get("helpUri").is_none());
    }
    for told in run["invocations"][0]["toolExecutionNotifications"]
        .as_array()
        .unwrap()
    {
        if let Some(rule) = told.get("associatedRule") {
            let index = usize::try_from(rule["index"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], rule["id"]);
        }
    }
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        let message = result["message"]["text"].as_str().unwrap();
        assert!(!message.is_empty() && !message.contains("](") && !message.contains("{0"));
        assert_eq!(
            result["partialFingerprints"]["juratFinding/v1"]
                .as_str()
                .unwrap()
                .len(),
            32
        );
        let locations = result["locations"].as_array().unwrap();
        assert!(!locations.is_empty(), "code scanning refuses a result that lies nowhere");
        for location in locations {
            place(&location["physicalLocation"], &run["originalUriBaseIds"]);
        }
    }
}

#[track_caller]
fn place(place: &Json, bases: &Json) {
    let artifact = &place["artifactLocation"];
    let uri = artifact["uri"].as_str().unwrap();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
    assert!(!uri.starts_with('/') && uri.chars().all(plain), "{uri}");
    assert!(bases.get(artifact["uriBaseId"].as_str().unwrap()).is_some());
    if let Some(region) = place.get("region") {
        let (start, end) = (&region["startLine"], &region["endLine"]);
        assert!(0 < start.as_u64().unwrap() && start.as_u64() <= end.as_u64());
    }
}

fn log(case: &sample::Case) -> Json {
    serde_json::from_slice(&render(&case.report(), "sarif")).unwrap()
}

#[test]
fn logs_are_of_the_format() {
    check(&log(&sample::case()));
    check(&log(&sample::empty()));
}

#[test]
fn a_finding_has_its_lines_and_the_commit() {
    let log = log(&sample::case());
    let run = &log["runs"][0];
    assert_eq!(run["versionControlProvenance"][0]["revisionId"], sample::COMMIT);
    assert_eq!(run["versionControlProvenance"][0]["repositoryUri"], sample::ADDRESS);
    let first = &run["results"][0];
    assert_eq!(first["ruleId"], "security/shell-command");
    let place = &first["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/tools.py");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["endLine"]),
        (&31.into(), &32.into())
    );
    let tags = &run["tool"]["driver"]["rules"][0]["properties"]["tags"];
    assert!(tags.as_array().unwrap().contains(&"external/cwe/cwe-078".into()));
}

#[test]
fn what_was_not_assessed_is_told_and_is_no_result() {
    let log = log(&sample::empty());
    let run = &log["runs"][0];
    assert!(run["results"].as_array().unwrap().is_empty());
    let told = run["invocations"][0]["toolExecutionNotifications"]
        .as_array()
        .unwrap();
    assert!(
        told.iter()
            .any(|one| one["message"]["text"].as_str().unwrap().contains("404"))
    );
    assert!(told.iter().all(|one| one["level"] == "warning"));
}

#[test]
fn a_run_that_could_not_read_a_part_is_no_success_and_has_no_score_without_a_verdict() {
    let success = |log: &Json| log["runs"][0]["invocations"][0]["executionSuccessful"].clone();
    let mut case = sample::case();
    assert_eq!(success(&log(&case)), true);
    case.submission.docs = jurat_digital_courtroom::model::ArtifactAvailability::NotGiven;
    assert_eq!(success(&log(&case)), true);
    case.submission.docs =
        jurat_digital_courtroom::model::ArtifactAvailability::Unreadable("torn".to_owned());
    case.overall.verdict = jurat_digital_courtroom::model::CourtVerdict::NotAssessable;
    let log = log(&case);
    assert_eq!(success(&log), false);
    assert_eq!(log["runs"][0]["properties"]["verdict"], "NOT_ASSESSABLE");
    assert!(log["runs"][0]["properties"]["score"].is_null());
}

#[test]
fn a_finding_without_a_place_is_put_into_a_file_of_its_criterion_or_told() {
    let mut report = sample::case().report();
    let shell = report
        .findings
        .iter()
        .position(|one| one.rule.ends_with("no_shell"))
        .unwrap();
    let figure = report
        .findings
        .iter()
        .position(|one| one.rule.ends_with("parallel"))
        .unwrap();
    report.findings[shell].places.clear();
    report.findings[figure].places.clear();
    let log: Json = serde_json::from_slice(&render(&report, "sarif")).unwrap();
    check(&log);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let shell = results
        .iter()
        .find(|one| one["ruleId"] == report.findings[shell].rule);
    let place = &shell.unwrap()["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/tools.py");
    let figure = &report.findings[figure].rule;
    assert!(results.iter().all(|one| one["ruleId"] != *figure));
    let told = &run["invocations"][0]["toolExecutionNotifications"];
    let told = told.as_array().unwrap();
    assert!(told.iter().any(|one| one["associatedRule"]["id"] == *figure));
}
