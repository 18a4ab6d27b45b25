//! Embeddings and scores from servers, checked before they are used.

use jurat_llm::{connect_embedder, connect_reranker};

use crate::{
    client::{KEY, keys, settings},
    server::{Server, answer},
};

/// Embeds two texts into two dimensions.
#[track_caller]
fn check_vectors(body: &str, expected: Result<[[f32; 2]; 2], &str>) {
    let server = Server::start(vec![answer("200 OK", "", body)]);
    let embedder = connect_embedder(&settings("openai", &server), 2, &keys).unwrap();
    match (embedder.embed(&["plum", "pear"]), expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected.map(Vec::from)),
        (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
        (found, _) => panic!("{found:?}, expected {expected:?}"),
    }
    let heard = server.heard().remove(0);
    assert!(heard.head.starts_with("POST /v1/embeddings "));
    assert_eq!(
        heard.body,
        r#"{"encoding_format":"float","input":["plum","pear"],"model":"plum-1"}"#
    );
}

#[track_caller]
fn check_scores(body: &str, expected: Result<[f32; 2], &str>) {
    let server = Server::start(vec![answer("200 OK", "", body)]);
    let reranker = connect_reranker(&settings("openai", &server), &keys).unwrap();
    match (reranker.rerank("fruit", &["plum", "pear"]), expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected),
        (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
        (found, _) => panic!("{found:?}, expected {expected:?}"),
    }
    assert!(server.heard()[0].head.starts_with("POST /v1/rerank "));
}

#[test]
fn vectors_come_in_the_order_of_the_texts_and_with_length_one() {
    check_vectors(
        r#"{"data":[{"index":1,"embedding":[0,-2.0]},{"index":0,"embedding":[3,4]}],"usage":{"total_tokens":2}}"#,
        Ok([[0.6, 0.8], [0.0, -1.0]]),
    );
}

#[test]
fn vectors_that_are_none_are_refused() {
    let row = |at: u32, vector: &str| format!(r#"{{"index":{at},"embedding":{vector}}}"#);
    let body = |one: &str, two: &str| format!(r#"{{"data":[{one},{two}]}}"#);
    check_vectors(&body(&row(0, "[1,0]"), &row(0, "[1,0]")), Err("there twice"));
    check_vectors(&body(&row(0, "[1,0]"), &row(7, "[1,0]")), Err("wrong"));
    check_vectors(&body(&row(0, "[1,0]"), &row(1, "[1,0,0]")), Err("2 numbers"));
    check_vectors(&body(&row(0, "[1,0]"), &row(1, "[0,0]")), Err("no direction"));
    check_vectors(&body(&row(0, "[1,0]"), &row(1, r#"["1","0"]"#)), Err("holds no numbers"));
    check_vectors(&format!(r#"{{"data":[{}]}}"#, row(0, "[1,0]")), Err("not one row"));
    check_vectors("{}", Err("no list"));
    check_vectors("<html>", Err("not JSON"));
}

#[test]
fn scores_come_in_the_order_of_the_texts() {
    check_scores(
        r#"{"results":[{"index":1,"relevance_score":0.75},{"index":0,"relevance_score":-0.5}]}"#,
        Ok([-0.5, 0.75]),
    );
    check_scores(r#"[{"index":0,"score":0.5},{"index":1,"score":0.25}]"#, Ok([0.5, 0.25]));
    check_scores(r#"{"results":[{"index":1,"relevance_score":0.75}]}"#, Err("not one row"));
    check_scores(r#"{"results":[{"index":0},{"index":1}]}"#, Err("no score"));
}

#[test]
fn many_texts_go_in_batches() {
    let rows: Vec<String> = (0..64)
        .map(|at| format!(r#"{{"index":{at},"embedding":[1,0]}}"#))
        .collect();
    let full = format!(r#"{{"data":[{}]}}"#, rows.join(","));
    let rest = format!(r#"{{"data":[{}]}}"#, rows[..6].join(","));
    let server = Server::start(vec![answer("200 OK", "", full), answer("200 OK", "", rest)]);
    let embedder = connect_embedder(&settings("openai", &server), 2, &keys).unwrap();
    assert_eq!(embedder.embed(&["plum"; 70]).unwrap().len(), 70);
    assert_eq!(embedder.embed(&[]).unwrap().len(), 0);
    assert_eq!((server.heard().len(), embedder.dimensions()), (2, 2));
    assert_eq!(embedder.name(), "plum-1@127.0.0.1");
}

#[test]
fn the_servers_words_come_without_the_key() {
    let server = Server::start(vec![answer("400 Bad", "", format!("no plums for {KEY}"))]);
    let embedder = connect_embedder(&settings("openai", &server), 2, &keys).unwrap();
    let error = format!("{:?}", embedder.embed(&["plum"]).unwrap_err());
    assert!(error.contains("no plums for [key]"), "{error}");
    assert!(connect_reranker(&settings("anthropic", &server), &keys).is_err());
}
