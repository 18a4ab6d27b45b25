//! What is tried again, how often, and after which waits.

use jurat_llm::{ChatError, ErrorClass};

use crate::{
    PROVIDERS,
    client::{block_on, model, question, settings},
    replies::whole,
    server::{Act, Server, answer},
};

/// A call to a server that first says these things and then answers; the waits in milliseconds.
#[track_caller]
fn check(first: &[(&str, &str)], expected_tries: u32, expected_waits: &[u64]) {
    for provider in PROVIDERS {
        let mut scripts: Vec<Vec<Act>> = first
            .iter()
            .map(|(status, headers)| answer(status, headers, "{}"))
            .collect();
        scripts.push(answer("200 OK", "", whole(provider, "Plums.")));
        let server = Server::start(scripts);
        let (model, glass) = model(&settings(provider, &server));
        let reply = block_on(model.chat(&question())).unwrap();
        assert_eq!(
            (reply.text.as_str(), reply.tries),
            ("Plums.", expected_tries),
            "{provider}"
        );
        assert_eq!(glass.slept(), expected_waits, "{provider}");
        assert_eq!(server.heard().len(), expected_tries as usize, "{provider}");
    }
}

/// A call that fails; the error, and how often the server was asked.
fn failed(status: &str, headers: &str, body: &str) -> (ChatError, usize) {
    let server = Server::start(vec![answer(status, headers, body)]);
    let (model, _) = model(&settings("openai", &server));
    (block_on(model.chat(&question())).unwrap_err(), server.heard().len())
}

#[test]
fn failures_of_the_server_are_retried_with_growing_waits() {
    check(&[], 1, &[]);
    check(&[("500 Oops", "")], 2, &[500]);
    check(&[("502 Oops", ""), ("503 Oops", ""), ("504 Oops", "")], 4, &[500, 1000, 2000]);
    check(&[("529 Overloaded", "")], 2, &[500]);
}

#[test]
fn too_many_requests_are_retried_after_a_wait() {
    check(&[("429 Too Many", "")], 2, &[500]);
}

#[test]
fn the_servers_wish_is_kept_in_seconds_and_as_a_date() {
    check(&[("429 Too Many", "Retry-After: 7\r\n")], 2, &[7125]);
    let date =
        "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:49:57 GMT\r\n";
    check(&[("429 Too Many", date)], 2, &[20_125]);
    check(&[("503 Busy", "Retry-After: 3\r\n")], 2, &[3125]);
}

#[test]
fn a_wish_beyond_patience_is_told_to_the_caller() {
    let (error, asked) = failed("429 Too Many", "Retry-After: 3600\r\n", "{}");
    assert_eq!(error, ChatError::RateLimited { tries: 1, retry_after_s: Some(3600) });
    assert_eq!(asked, 1);
    let after = Some(std::time::Duration::from_hours(1));
    assert_eq!(error.class(), ErrorClass::RateLimited { retry_after: after });
}

#[test]
fn tries_come_to_an_end() {
    let (error, asked) = failed("500 Oops", "", r#"{"error":{"message":"no plums"}}"#);
    let message = "no plums".into();
    assert_eq!(error, ChatError::Server { status: 500, message, tries: 4 });
    assert_eq!(asked, 4);
    let (error, asked) = failed("429 Too Many", "", "{}");
    assert_eq!((error, asked), (ChatError::RateLimited { tries: 4, retry_after_s: None }, 4));
}

#[test]
fn what_cannot_get_better_is_tried_once() {
    for status in ["400 Bad", "401 Who", "403 No", "404 Where", "422 What", "204 Nothing"] {
        let (error, asked) = failed(status, "", "{}");
        assert_eq!((error.class(), asked), (ErrorClass::Permanent, 1), "{status}");
    }
    let (error, _) = failed("401 Who", "", r#"{"error":{"message":"bad key sk-plum"}}"#);
    assert_eq!(error, ChatError::Refused { status: 401 });
    let quota = r#"{"error":{"code":"insufficient_quota","message":"pay"}}"#;
    assert_eq!(failed("429 Too Many", "", quota), (ChatError::QuotaSpent, 1));
}

#[test]
fn a_servers_words_are_cut_short_and_put_on_one_line() {
    let long = format!(r#"{{"error":{{"message":"a\nb\u0007 {}"}}}}"#, "x".repeat(90_000));
    let (error, _) = failed("400 Bad", "", &long);
    let ChatError::Rejected { message, .. } = error else { panic!("{error:?}") };
    assert!(message.starts_with("a b xxx") && message.len() <= 300, "{message}");
}
