//! How long a search takes on 13,000 passages, inside the process.

use std::{fmt::Write as _, fs, time::Instant};

use jurat_pack::{CoverageExtent, ManifestRequest, PackPartKind, PackSource, new_manifest};
use jurat_tools::tool_named;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::pack_services::{self, Vectors, add, checked};

pub(crate) const TESTS: &[(&str, fn())] = &[
    (
        "a_search_of_13_000_passages_takes_milliseconds",
        a_search_of_13_000_passages_takes_milliseconds,
    ),
    ("a_search_of_real_rules_takes_milliseconds", a_search_of_real_rules_takes_milliseconds),
];

const DECISIONS: u32 = 400;
const PARAGRAPHS: u32 = 33;
const WORDS: [&str; 48] = [
    "officer",
    "applicant",
    "child",
    "interest",
    "credible",
    "permit",
    "study",
    "work",
    "removal",
    "stay",
    "harm",
    "risk",
    "evidence",
    "letter",
    "fairness",
    "notice",
    "reply",
    "spouse",
    "genuine",
    "sponsor",
    "medical",
    "cost",
    "plan",
    "appeal",
    "late",
    "days",
    "extension",
    "reason",
    "decision",
    "unreasonable",
    "refused",
    "allowed",
    "tribunal",
    "court",
    "section",
    "act",
    "rule",
    "country",
    "city",
    "militia",
    "village",
    "hearing",
    "transcript",
    "interpreter",
    "document",
    "passport",
    "visa",
    "status",
];

/// A small generator: the same words on every machine.
struct WordSource(u64);

impl WordSource {
    fn next(&mut self) -> &'static str {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(self.0 >> 40).unwrap();
        // Words are not equally common.
        WORDS[(at % WORDS.len()).min((at / 64) % WORDS.len())]
    }
}

fn a_search_of_13_000_passages_takes_milliseconds() {
    let mut words = WordSource(7);
    let mut rows = String::new();
    for number in 1..=DECISIONS {
        let mut text = String::new();
        for paragraph in 1..=PARAGRAPHS {
            let line: Vec<&str> = (0..60).map(|_| words.next()).collect();
            write!(text, "[{paragraph}] The {}.\n\n", line.join(" ")).unwrap();
        }
        let row = json!({
            "id": format!("2020 XC {number}"), "citation": format!("2020 XC {number}"), "court": "XC", "date": "2020-05-01",
            "judge": words.next(), "text": text,
        });
        writeln!(rows, "{row}").unwrap();
    }
    let home = home_of(&rows, PackPartKind::Decisions);
    let requests = (0..220).map(|number| {
        let query = (0..4).map(|_| words.next()).collect::<Vec<_>>().join(" ");
        let mut request = json!({ "as_of": "2024-12-31", "query": query });
        if number % 2 == 0 {
            request["judge"] = json!(words.next());
        }
        request
    });
    measure(&home, "caselaw_keyword_search", requests.collect());
}

/// Rules of a real set, where it is there, and the questions that go with them.
fn a_search_of_real_rules_takes_milliseconds() {
    let Some(rows) = jurat_testdata::text("dev/retrieval_obliqa/corpus.jsonl") else { return };
    let Some(queries) = jurat_testdata::text("dev/retrieval_obliqa/queries.jsonl") else {
        return;
    };
    let home = home_of(&rows, PackPartKind::Manual);
    let request = |line: &str| {
        let row: Json = serde_json::from_str(line).unwrap();
        json!({ "as_of": "2024-12-31", "query": row["query"] })
    };
    let requests = queries.lines().take(220).map(request).collect();
    measure(&home, "operation_manual_keyword_search", requests);
}

/// A home with one pack of these rows.
fn home_of(rows: &str, kind: PackPartKind) -> TempDir {
    let (home, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fs::write(folder.path().join("rows.jsonl"), rows).unwrap();
    let request = ManifestRequest {
        kind,
        format: None,
        name: "large".to_owned(),
        title: None,
        licence: "CC0-1.0".to_owned(),
        as_of: "2024-12-31".to_owned(),
        language: Some("en".to_owned()),
        courts: vec!["XC".to_owned()],
        years: None,
        extent: CoverageExtent::Part,
    };
    let manifest = new_manifest(folder.path(), &request).unwrap();
    fs::write(folder.path().join("pack.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
    let pack = checked(PackSource::Folder(folder.path().to_owned()));
    let added = add(home.path(), &pack, Vectors::None);
    assert!(13_000 <= added.parts[0].indexed.passages, "{:?}", added.parts[0].indexed);
    home
}

fn measure(home: &TempDir, name: &str, requests: Vec<Json>) {
    let services = pack_services::services(home.path());
    let tool = tool_named(name).unwrap().1;
    let mut times: Vec<f64> = Vec::new();
    for (number, request) in requests.into_iter().enumerate() {
        let began = Instant::now();
        let answer = tool.call(&services, request);
        // Opening is once; a judge that nobody is called is an error that costs nothing.
        if 20 <= number && answer.is_ok() {
            times.push(began.elapsed().as_secs_f64() * 1000.0);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[times.len() * share / 100];
    eprintln!("{name}: {} searches, p50 {:.1} ms, p95 {:.1} ms", times.len(), at(50), at(95));
    // The aim is 15 ms in a build for use; one for tests, on a busy machine, takes many times as long.
    assert!(at(95) < 1500.0);
}
