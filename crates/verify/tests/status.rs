//! The five layers against a small index that is plainly made up.
#![expect(clippy::unwrap_used)]

use jurat_model::{CitationLayer, CitationOutcome};
use jurat_text::citations::{CitationOptions, extract};
use jurat_verify::citations::{
    AttributedQuote, CitationStatusOptions, CitationStatusRequest, IndexCompleteness,
    QuotePresence, decisions_by_group, read_index, status,
};

const INDEX: &str = r#"
{"citation":"2019 FC 101","parallel":["[2019] 2 FCR 77"],"name":"Okonjo v. Canada (Citizenship and Immigration)","date":"2019-02-01","treatment":[]}
{"citation":"2018 FC 9","name":"Bellweather v. Canada","date":"2018-01-04","treatment":{"kind":"Overruled","by":"2021 FCA 3","date":"2021-05-01"}}
{"citation":"2018 FC 10","name":"Tarn v. Canada","date":"2018-01-05","treatment":[{"kind":"questioned"}]}
{"citation":"(1877) 1 SCR 110","name":"Boak et al. v. The Harbour Company","date":"1877-01-23"}
"#;

#[track_caller]
fn check(
    cite: &str,
    world: IndexCompleteness,
    as_of: Option<&str>,
    layer: CitationLayer,
    expected: CitationOutcome,
) {
    let index = read_index(INDEX).unwrap();
    let found = extract(cite, CitationOptions { now: Some(2025) });
    let citation = found.iter().find(|one| one.kind.is_decision()).unwrap();
    let asked = CitationStatusRequest {
        written: &cite[citation.span.clone()],
        citation: Some(citation),
        parallel: &[],
        name: citation.name.as_ref().map(|name| name.text.as_str()),
        quote: None,
    };
    let status = status(&asked, &index, CitationStatusOptions { world, as_of });
    let one = status.layer(layer).unwrap();
    assert_eq!(one.outcome, expected, "{cite}: {}", one.reason);
}

#[test]
fn any_form_of_a_citation_is_found() {
    for cite in [
        "2019 FC 101",
        "2019 CF 101",
        "[2019] 2 F.C.R. 77",
        "[2019] 2 RCF 77",
        "(1877) 1 S.C.R. 110",
    ] {
        check(
            cite,
            IndexCompleteness::Open,
            None,
            CitationLayer::Exists,
            CitationOutcome::Verified,
        );
    }
}

#[test]
fn outside_of_the_index_is_not_missing() {
    check(
        "2018 FC 555",
        IndexCompleteness::Open,
        None,
        CitationLayer::Exists,
        CitationOutcome::Unverified,
    );
    check(
        "2018 FC 555",
        IndexCompleteness::Closed,
        None,
        CitationLayer::Exists,
        CitationOutcome::Failed,
    );
    check(
        "2012 FC 555",
        IndexCompleteness::Open,
        None,
        CitationLayer::Exists,
        CitationOutcome::Unverified,
    );
    check(
        "2018 ONCA 5",
        IndexCompleteness::Open,
        None,
        CitationLayer::Exists,
        CitationOutcome::Unverified,
    );
    check(
        "2018 ONCA 5",
        IndexCompleteness::Closed,
        None,
        CitationLayer::Exists,
        CitationOutcome::Failed,
    );
}

#[test]
fn impossible_years_do_not_parse() {
    check(
        "1987 SCC 4",
        IndexCompleteness::Open,
        None,
        CitationLayer::Parses,
        CitationOutcome::Failed,
    );
    check(
        "2031 SCC 4",
        IndexCompleteness::Open,
        None,
        CitationLayer::Parses,
        CitationOutcome::Failed,
    );
}

#[test]
fn names_are_compared() {
    check(
        "Okonjo c. Canada (MCI), 2019 CF 101",
        IndexCompleteness::Open,
        None,
        CitationLayer::NameMatches,
        CitationOutcome::Verified,
    );
    check(
        "Hollin v. Ostrow, 2019 FC 101",
        IndexCompleteness::Open,
        None,
        CitationLayer::NameMatches,
        CitationOutcome::Failed,
    );
}

#[test]
fn treatment_counts_from_its_day_on() {
    let day = |cite, as_of, expected| {
        check(cite, IndexCompleteness::Open, as_of, CitationLayer::GoodLaw, expected);
    };
    day("2018 FC 9", None, CitationOutcome::Failed);
    day("2018 FC 9", Some("2021-05-01"), CitationOutcome::Failed);
    day("2018 FC 9", Some("2021-04-30"), CitationOutcome::Verified);
    day("2018 FC 10", None, CitationOutcome::Unverified);
    day("(1877) 1 SCR 110", None, CitationOutcome::Unverified);
    check(
        "(1877) 1 SCR 110",
        IndexCompleteness::Closed,
        None,
        CitationLayer::GoodLaw,
        CitationOutcome::Verified,
    );
}

#[track_caller]
fn check_treatment(rows: &str, world: IndexCompleteness, expected: CitationOutcome) {
    let index = read_index(rows).unwrap();
    let found = extract("2018 FC 10", CitationOptions { now: Some(2025) });
    let asked = CitationStatusRequest {
        written: "2018 FC 10",
        citation: found.first(),
        parallel: &[],
        name: None,
        quote: None,
    };
    let status = status(&asked, &index, CitationStatusOptions { world, as_of: None });
    let one = status.layer(CitationLayer::GoodLaw).unwrap();
    assert_eq!(one.outcome, expected, "{rows}: {}", one.reason);
}

#[test]
fn an_index_without_treatment_vouches_for_nothing() {
    let row = r#"{"citation":"2018 FC 10"}"#;
    check_treatment(row, IndexCompleteness::Closed, CitationOutcome::Unverified);
    let other = format!("{row}\n{{\"citation\":\"2018 FC 11\",\"treatment\":[]}}");
    check_treatment(&other, IndexCompleteness::Closed, CitationOutcome::Verified);
    check_treatment(&other, IndexCompleteness::Open, CitationOutcome::Unverified);
}

#[test]
fn only_known_treatment_is_harmless() {
    for (kind, expected) in [
        ("followed", CitationOutcome::Verified),
        ("Referred_to", CitationOutcome::Verified),
        ("overruled", CitationOutcome::Failed),
        ("set-aside", CitationOutcome::Failed),
        ("reversed by the full bench", CitationOutcome::Failed),
        ("overruled in part", CitationOutcome::Unverified),
        ("reversed on other grounds", CitationOutcome::Unverified),
        ("rejected", CitationOutcome::Unverified),
        ("not followed", CitationOutcome::Unverified),
        ("questioned", CitationOutcome::Unverified),
    ] {
        let row = format!(r#"{{"citation":"2018 FC 10","treatment":{{"kind":"{kind}"}}}}"#);
        check_treatment(&row, IndexCompleteness::Open, expected);
    }
}

#[test]
fn a_group_need_not_be_in_one_piece() {
    let text = "Hollin v Ostrow, 2019 SCC 65. As Hollin at 12 says. Tarn v Quill, 2020 SCC 5.";
    let found = extract(text, CitationOptions { now: None });
    let groups = decisions_by_group(&found);
    let last = found.iter().rfind(|one| one.kind.is_decision()).unwrap();
    let name = groups[&last.group][0].name.as_ref().unwrap();
    assert_eq!(name.text, "Tarn v Quill");
}

#[test]
fn quotes_are_looked_for_where_there_is_a_text() {
    let index = read_index(INDEX).unwrap();
    let anchor = |words: &str, text: &str| {
        if text.contains(words) {
            QuotePresence::Verbatim
        } else {
            QuotePresence::Absent("not there".to_owned())
        }
    };
    for (words, text, expected) in [
        ("the lamp", Some("the lamp was lit"), CitationOutcome::Verified),
        ("the ship", Some("the lamp was lit"), CitationOutcome::Failed),
        ("the lamp", None, CitationOutcome::Unverified),
    ] {
        let quote = Some(AttributedQuote { words, text, anchor: &anchor });
        let asked = CitationStatusRequest {
            written: "2019 FC 101",
            citation: None,
            parallel: &[],
            name: None,
            quote,
        };
        let status = status(
            &asked,
            &index,
            CitationStatusOptions { world: IndexCompleteness::Open, as_of: None },
        );
        assert_eq!(status.layer(CitationLayer::QuoteInText).unwrap().outcome, expected);
    }
}

#[test]
fn a_bad_row_is_named_by_its_line() {
    let error = read_index("{\"citation\":\"2019 FC 1\"}\n\n{\"name\":\"x\"}").unwrap_err();
    assert_eq!(error.line, 3);
}
