//! How long a graph of 20,000 decisions takes to make and to ask, what it holds in memory, and how fast real decisions are read.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a measure that cannot be taken should stop loudly, and is printed"
)]

use std::time::Instant;

use jurat_citator::{
    CaseGraph, CitingContext, CourtTable, GraphCase, MentionForm, TreatmentFamily,
    TreatmentKind, citing_treatments, read_decision,
};
use jurat_model::ByteSpan;
use serde_json::Value;

const DECISIONS: usize = 20_000;
const CITED: usize = 25;

fn key(number: usize) -> String {
    format!("{} FC {}", 2001 + number / 700, number % 700 + 1)
}

fn context(to: usize, at: usize) -> CitingContext {
    CitingContext {
        cited: vec![key(to)],
        name: None,
        form: MentionForm::Full,
        mention: ByteSpan { start: at, end: at + 10 },
        paragraph: Some(1),
        sentence: ByteSpan { start: at, end: at + 80 },
        family: TreatmentFamily::Mention,
        kind: TreatmentKind::Mentioned,
        cue: None,
        pinpoint: None,
        quote: None,
    }
}

/// Each cites earlier ones, the early ones most.
fn graph() -> CaseGraph {
    let mut state = 7_usize;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let cases = (0..DECISIONS).map(|number| {
        let case = GraphCase {
            key: key(number),
            style: None,
            court: Some("FC".to_owned()),
            judge: Some(format!("Judge {}", number % 40)),
            date: Some(format!("{}-06-01", 2001 + number / 700)),
            outcome: None,
            issues: vec![format!("issue_{}", number % 25)],
            country: None,
            paragraphs: Vec::new(),
        };
        let cites = (0..CITED.min(number)).map(|at| {
            let below = next(number) + 1;
            context(next(below), at * 100)
        });
        (case, cites.collect::<Vec<_>>())
    });
    CaseGraph::new(cases.collect::<Vec<_>>())
}

/// What the process holds, in MB; none where the system does not say.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[test]
fn twenty_thousand_decisions_are_ranked_and_compared_within_bounds() {
    let before = resident();
    let began = Instant::now();
    let graph = graph();
    let built = began.elapsed();
    let ranked = graph.ranked(Some("2030-01-01"));
    let weighed = began.elapsed();
    let like = graph.similar(&key(12_000), Some("2030-01-01"), 10);
    let compared = began.elapsed();
    eprintln!(
        "{DECISIONS} decisions, {} places: built in {built:?}, ranked in {:?}, compared in {:?}",
        graph.edge_count(),
        weighed.saturating_sub(built),
        compared.saturating_sub(weighed),
    );
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after.saturating_sub(before);
        eprintln!("{grown} MB");
        assert!(grown < 700, "{grown} MB for {} places", graph.edge_count());
    }
    assert_eq!((ranked.len(), like.len()), (DECISIONS, 10));
    let sum: f64 = ranked.iter().map(|one| one.score).sum();
    assert!((sum - 1.0).abs() < 1e-6 && ranked[DECISIONS - 1].score < ranked[0].score);
    // Nothing of it grows with the square of the decisions: that would take hours.
    assert!(compared.as_secs() < 120, "{compared:?}");
}

#[test]
fn real_decisions_are_read_in_good_time() {
    let Some(file) = jurat_testdata::data("immigration/decisions.jsonl") else { return };
    let courts = CourtTable::canada();
    let text = std::fs::read_to_string(file).unwrap();
    let rows: Vec<Value> = text
        .split('\n')
        .filter(|it| !it.is_empty())
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let began = Instant::now();
    let (mut places, mut bytes) = (0, 0);
    for row in &rows {
        let text = row["text"].as_str().unwrap();
        bytes += text.len();
        let key = row["citation"].as_str();
        places += citing_treatments(text, &courts, key).len();
        assert!(read_decision(text, &courts).paragraphs.len() < 10_000);
    }
    eprintln!(
        "{} decisions of {bytes} bytes with {places} places: {:?}",
        rows.len(),
        began.elapsed()
    );
    assert!(0 < places);
}

/// The country of claims whose people were asked: nothing was chosen on these rows.
#[test]
fn countries_of_real_claims_are_read() {
    let Some(file) = jurat_testdata::data("dev/caselaw_rllr_sample.jsonl") else { return };
    let courts = CourtTable::canada();
    let text = std::fs::read_to_string(file).unwrap();
    let (mut right, mut told, mut all) = (0, 0, 0);
    for line in text.split('\n').filter(|it| !it.is_empty()) {
        let row: Value = serde_json::from_str(line).unwrap();
        let want = match row["country"].as_str().unwrap() {
            "USA" => "United States",
            other => other,
        };
        let read = read_decision(row["text"].as_str().unwrap(), &courts).country;
        all += 1;
        told += usize::from(read.is_some());
        right += usize::from(read.is_some_and(|it| it.value == want));
    }
    eprintln!("country: {right} right of {told} told, of {all}");
    assert!(70 * told <= 100 * right, "{right} of {told}");
}
