//! What is read off our own decisions and sentences, against what people wrote down of them.
#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

use std::{collections::BTreeMap, path::PathBuf};

use jurat_citator::{
    CardRequest, CaseCoverage, CaseGraph, CourtFacts, CourtTable, CoverageRow, GraphCase,
    ReadCases, TreatmentFamily, TreatmentKind, citation_card, citing_treatments, read_decision,
};
use jurat_model::{CitationLayer, CitationOutcome};
use serde_json::Value;

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn rows(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(data().join(file)).unwrap();
    let lines = text.split('\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn courts() -> CourtTable {
    let mut table = CourtTable::canada();
    let text = std::fs::read_to_string(data().join("courts.json")).unwrap();
    let added: Vec<CourtFacts> = serde_json::from_str(&text).unwrap();
    for court in added {
        table.add(court);
    }
    table
}

/// The decisions are those of the fictional pack.
fn text_of(row: &Value) -> String {
    let pack = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../pack/data/meridia");
    std::fs::read_to_string(pack.join(row["file"].as_str().unwrap())).unwrap()
}

fn cases() -> (CaseGraph, BTreeMap<String, String>) {
    let table = courts();
    let mut texts = BTreeMap::new();
    let mut cases = Vec::new();
    for row in rows("decisions.jsonl") {
        let text = text_of(&row);
        let key = row["citation"].as_str().unwrap().to_owned();
        let case = GraphCase {
            issues: serde_json::from_value(row["issues"].clone()).unwrap(),
            country: row["country"].as_str().map(str::to_owned),
            ..GraphCase::read(key.clone(), read_decision(&text, &table))
        };
        cases.push((case, citing_treatments(&text, &table, Some(&key))));
        texts.insert(key, text);
    }
    (CaseGraph::new(cases), texts)
}

#[test]
fn every_field_of_our_own_decisions_is_read() {
    let table = courts();
    let mut wrong = Vec::new();
    for row in rows("decisions.jsonl") {
        let text = text_of(&row);
        let read = read_decision(&text, &table);
        let mut check = |field: &str, got: Option<&str>, want: Option<&str>| {
            if got != want {
                wrong.push(format!("{} {field}: {got:?}, not {want:?}", row["citation"]));
            }
        };
        let value = |field: &str| row[field].as_str();
        check(
            "citation",
            read.citation.as_ref().map(|one| one.value.as_str()),
            value("citation"),
        );
        check("court", read.court.as_ref().map(|one| one.value.as_str()), value("court"));
        check("date", read.date.as_ref().map(|one| one.value.as_str()), value("date"));
        let last = |name: &str| name.rsplit(' ').next().unwrap_or_default().to_owned();
        let judge = read.judge.as_ref().map(|one| last(&one.value));
        check("judge", judge.as_deref(), value("judge").map(last).as_deref());
        let docket = read.dockets.first().map(|one| one.value.as_str());
        check("docket", docket, value("docket"));
        check("language", read.language.map(jurat_text::Language::code), value("language"));
        let outcome = read.outcome.as_ref();
        check("outcome", outcome.map(|one| one.outcome.word()), value("outcome"));
        let paragraphs = read.paragraphs.len() as u64;
        if Some(paragraphs) != row["paragraphs"].as_u64() {
            wrong.push(format!("{}: {paragraphs} paragraphs", row["citation"]));
        }
    }
    let most = 2;
    assert!(wrong.len() <= most, "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// How many sentences of a part are told right, and which are not.
fn told(file: &str, part: &str) -> (usize, usize, usize, Vec<String>) {
    let table = courts();
    let (mut right, mut all, mut false_treatments, mut wrong) = (0, 0, 0, Vec::new());
    for row in rows(file).iter().filter(|row| row["part"] == part) {
        let text = row["text"].as_str().unwrap();
        let at = text.find(row["citation"].as_str().unwrap()).unwrap();
        let contexts = citing_treatments(text, &table, None);
        let found = contexts
            .iter()
            .find(|one| one.mention.start <= at && at < one.mention.end);
        let kind = found.map_or("not found", |one| one.kind.word());
        let want = row["kind"].as_str().unwrap();
        let want = if want == "none" { "mentioned" } else { want };
        all += 1;
        if kind == want {
            right += 1;
        } else {
            wrong.push(format!("{} {want}: {kind}: {text}", row["id"]));
        }
        false_treatments += usize::from(want == "mentioned" && kind != want);
    }
    (right, all, false_treatments, wrong)
}

#[test]
fn sentences_that_were_tuned_on_are_told() {
    let (right, all, false_treatments, wrong) = told("treatment_own.jsonl", "tune");
    assert!(95 * all <= 100 * right, "{right} of {all}:\n{}", wrong.join("\n"));
    assert_eq!(false_treatments, 0, "{}", wrong.join("\n"));
}

#[test]
fn sentences_of_the_second_set_are_told() {
    let (right, all, false_treatments, wrong) = told("treatment_second.jsonl", "tune");
    assert!(90 * all <= 100 * right, "{right} of {all}:\n{}", wrong.join("\n"));
    assert!(false_treatments <= 4, "{}", wrong.join("\n"));
}

/// A floor, not an aim: these sentences are worded as no others are, and nothing was tuned on them.
#[test]
fn sentences_that_nobody_looked_at_are_told() {
    let (right, all, false_treatments, _) = told("treatment_own.jsonl", "report");
    assert!(50 * all <= 100 * right, "{right} of {all}, {false_treatments} false");
    assert!(false_treatments <= 6, "{false_treatments} false");
}

#[test]
fn edges_between_our_own_decisions_are_found() {
    let (graph, texts) = cases();
    let (mut right, mut all, mut wrong) = (0, 0, Vec::new());
    for row in rows("edges.jsonl").iter().filter(|row| row["form"] != "implied") {
        let (from, to) = (row["from"].as_str().unwrap(), row["to"].as_str().unwrap());
        let want = TreatmentKind::from_word(row["kind"].as_str().unwrap()).unwrap();
        let sentence: String = row["sentence"].as_str().unwrap().split_whitespace().collect();
        let edges = graph.cites(from);
        let text = &texts[from];
        let here: Vec<_> = edges
            .iter()
            .filter(|edge| edge.to == to)
            .filter(|edge| {
                let words = text[edge.sentence.start..edge.sentence.end].split_whitespace();
                let words: String = words.collect();
                words.contains(&sentence) || sentence.contains(&words)
            })
            .collect();
        all += 1;
        if here.iter().any(|edge| edge.kind == want) {
            right += 1;
        } else {
            let got: Vec<&str> = here.iter().map(|edge| edge.kind.word()).collect();
            wrong.push(format!("{from} -> {to} {}: {got:?}: {}", row["kind"], row["sentence"]));
        }
    }
    assert!(80 * all <= 100 * right, "{right} of {all}:\n{}", wrong.join("\n"));
}

#[track_caller]
fn check(asked: &CardRequest, layer: CitationLayer, outcome: CitationOutcome) {
    let (graph, texts) = cases();
    let row = |court: &str, from, coverage| CoverageRow {
        court: court.to_owned(),
        from,
        to: 2024,
        coverage,
    };
    let coverage =
        [row("MIT", 2008, CaseCoverage::Part), row("MCA", 2010, CaseCoverage::Whole)];
    let courts = courts();
    let index = ReadCases {
        name: "our own decisions",
        graph: &graph,
        texts: &texts,
        coverage: &coverage,
        courts: &courts,
    };
    let card = citation_card(asked, &courts, &index);
    let found = card.layer(layer).unwrap();
    assert_eq!(found.outcome, outcome, "{}: {}", asked.written, found.reason);
}

#[test]
fn not_found_is_a_failure_only_where_all_is_held() {
    use CitationOutcome::{Failed, Unverified, Verified};
    let ask = |written| CardRequest {
        written,
        as_of: Some("2024-12-31"),
        ..CardRequest::default()
    };
    check(&ask("2010 CAM 2"), CitationLayer::Exists, Verified);
    check(&ask("2017 MCA 41"), CitationLayer::Exists, Failed);
    check(&ask("2012 MIT 40"), CitationLayer::Exists, Unverified);
    check(&ask("2006 MIT 2"), CitationLayer::Parses, Failed);
    check(&ask("2019 SCC 65"), CitationLayer::Exists, Unverified);
    check(&ask("Brimsol v Meridia, 2008 MIT 4"), CitationLayer::NameMatches, Failed);
    check(
        &ask("Aldervane v Meridia (Minister of Immigration), 2008 MIT 4"),
        CitationLayer::NameMatches,
        Verified,
    );
}

#[test]
fn a_quote_must_stand_at_its_pinpoint() {
    let words = "the purpose at the moment of the vows that counts";
    let ask = |written, quote| CardRequest {
        written,
        quote: Some(quote),
        ..CardRequest::default()
    };
    let layer = CitationLayer::QuoteInText;
    check(&ask("2009 MIT 31 at para 12", words), layer, CitationOutcome::Verified);
    check(&ask("2009 MIT 31 at para 3", words), layer, CitationOutcome::Failed);
    let other = "the purpose at the hour of the wedding that counts";
    check(&ask("2009 MIT 31 at para 12", other), layer, CitationOutcome::Failed);
}

#[test]
fn a_reversed_decision_fails_from_the_day_of_its_reversal() {
    let (graph, _) = cases();
    let gone = rows("edges.jsonl")
        .into_iter()
        .find(|row| row["kind"] == "reversed" && row["from"] == "2012 MCA 4")
        .unwrap();
    let key = gone["to"].as_str().unwrap();
    let day = graph.case("2012 MCA 4").unwrap().date().unwrap().to_owned();
    let ask = |as_of| CardRequest {
        written: key,
        as_of: Some(as_of),
        ..CardRequest::default()
    };
    check(&ask(&day), CitationLayer::GoodLaw, CitationOutcome::Failed);
    check(&ask("2011-12-31"), CitationLayer::GoodLaw, CitationOutcome::Verified);
}

#[test]
fn weights_sum_to_one_and_know_no_later_day() {
    let (graph, _) = cases();
    let ranked = graph.ranked(None);
    let sum: f64 = ranked.iter().map(|one| one.score).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    assert!(ranked[0].score > ranked[35].score && ranked[0].cited_by > 0);
    let early = graph.ranked(Some("2010-12-31"));
    assert!(early.iter().all(|one| one.date.as_deref() <= Some("2010-12-31")));
    assert!(early.len() < ranked.len() && !early.is_empty());
    let late = graph.cited_by("2010 MCA 2", None).len();
    assert!(graph.cited_by("2010 MCA 2", Some("2011-01-01")).len() < late);
}

#[test]
fn likeness_tells_its_reasons_and_a_bench_its_doubts() {
    let (graph, _) = cases();
    let like = graph.similar("2010 MCA 2", None, 5);
    assert!(!like.is_empty());
    for one in &like {
        let reason = !one.shared_authorities.is_empty()
            || !one.shared_issues.is_empty()
            || one.cites_each_other;
        assert!(reason && one.key != "2010 MCA 2", "{one:?}");
    }
    let name = graph.bench().into_iter().next().unwrap();
    let figures = graph.bench_statistics(&name, None).unwrap();
    let (low, high) = figures.interval.unwrap();
    let share = figures.share_allowed.unwrap();
    assert!(low <= share && share <= high && figures.warning.is_some());
    assert_eq!(graph.bench_statistics("Nobody", None), None);
}

#[test]
fn every_treatment_shows_the_words_that_say_so() {
    let table = courts();
    for (key, text) in cases().1 {
        for context in citing_treatments(&text, &table, Some(&key)) {
            let told = context.family != TreatmentFamily::Mention;
            assert_eq!(told, context.cue.is_some());
            let span = context.cue.unwrap_or(context.mention);
            assert!(text.get(span.start..span.end).is_some_and(|words| !words.is_empty()));
        }
    }
}
