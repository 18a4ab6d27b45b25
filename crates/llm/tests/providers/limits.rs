//! Requests and tokens a minute, calls at a time, and what does not fit a model.

use std::{sync::Arc, thread};

use jurat_llm::{
    ChatError, ChatMessage, ChatRequest, ChatRole, ImageMedia, MessagePart, ModelLimits,
};

use crate::{
    PROVIDERS,
    client::{asked, block_on, model, question, settings},
    replies::whole,
    server::{Act, Server, answer, open_ended},
};

#[test]
fn no_minute_holds_more_requests_than_allowed() {
    let server = Server::start(vec![answer("200 OK", "", whole("openai", "Plums."))]);
    let mut settings = settings("openai", &server);
    settings.requests_per_minute = Some(2);
    let (model, glass) = model(&settings);
    for _ in 0..5 {
        block_on(model.chat(&question())).unwrap();
    }
    assert_eq!(glass.slept(), [60_000, 60_000]);
}

#[test]
fn tokens_are_reserved_by_estimate_and_settled_by_what_was_used() {
    let server = Server::start(vec![answer("200 OK", "", whole("openai", "Plums."))]);
    let mut settings = settings("openai", &server);
    // The server counts 15 a call; the estimate is above a hundred.
    (settings.tokens_per_minute, settings.output_tokens) = (Some(160), 100);
    let (model, glass) = model(&settings);
    for _ in 0..3 {
        block_on(model.chat(&question())).unwrap();
    }
    assert_eq!(glass.slept(), [0; 0]);
    for _ in 0..2 {
        block_on(model.chat(&question())).unwrap();
    }
    assert_eq!(glass.slept().len(), 1, "five calls of 15 and a reserve do not fit 160");
}

#[test]
fn calls_at_a_time_are_limited() {
    let server = Server::start(vec![vec![Act::Hang]]);
    let mut settings = settings("openai", &server);
    (settings.concurrency, settings.timeout_s, settings.max_tries) = (2, 1, 1);
    let (model, _) = model(&settings);
    let calls: Vec<_> = (0..4)
        .map(|_| {
            let model = Arc::clone(&model);
            thread::spawn(move || block_on(model.chat(&question())))
        })
        .collect();
    thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(server.heard().len(), 2);
    for call in calls {
        assert!(matches!(call.join().unwrap(), Err(ChatError::TimedOut { .. })));
    }
    assert_eq!(server.heard().len(), 4);
}

#[test]
fn what_cannot_fit_is_not_sent() {
    let server = Server::start(vec![answer("200 OK", "", whole("openai", "Plums."))]);
    let mut settings = settings("openai", &server);
    (settings.context_tokens, settings.output_tokens) = (Some(1000), 500);
    let (model, _) = model(&settings);
    let long = ChatRequest::new(vec![ChatMessage::user("plum ".repeat(1000))]);
    let error = block_on(model.chat(&long)).unwrap_err();
    assert_eq!(error, ChatError::ContextTooLong { limit: Some(1000), needed: Some(1754) });
    assert_eq!(model.limits().room(&question()), Some(1000 - 500 - 8 - 3 - 3));
    assert_eq!(server.heard().len(), 0);
    block_on(model.chat(&question())).unwrap();
}

#[test]
fn pictures_are_not_sent_to_the_blind() {
    let limits = ModelLimits {
        context_tokens: None,
        output_tokens: 1,
        images: false,
        json_schema: false,
        seed: false,
    };
    let parts = vec![MessagePart::image(ImageMedia::Png, b"\x89PNG")];
    let request = ChatRequest::new(vec![ChatMessage { role: ChatRole::User, parts }]);
    assert_eq!(limits.admit(&request), Err(ChatError::NotSupported { what: "images".into() }));
}

#[test]
fn a_servers_own_limit_is_read() {
    let cases = [
        (
            "openai",
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            Some(8192),
            Some(9001),
        ),
        (
            "openai",
            r#"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).","type":"BadRequestError","code":400}"#,
            Some(4096),
            Some(5000),
        ),
        (
            "openai",
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":700,"n_ctx":512}}"#,
            Some(512),
            Some(700),
        ),
        (
            "anthropic",
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            Some(200_000),
            Some(210_000),
        ),
        ("ollama", r#"{"error":"the input length exceeds the context length"}"#, None, None),
    ];
    for (provider, body, limit, needed) in cases {
        let server = Server::start(vec![answer("400 Bad Request", "", body)]);
        let found = asked(&settings(provider, &server));
        assert_eq!(found, Err(ChatError::ContextTooLong { limit, needed }), "{body}");
    }
}

#[test]
fn tokens_that_the_server_does_not_count_are_estimated_and_said_to_be() {
    for provider in PROVIDERS {
        let body = whole(provider, "Plums.");
        let silent = body.replace("usage", "x").replace("eval_count", "x");
        let server = Server::start(vec![open_ended(silent), open_ended(body)]);
        let settings = settings(provider, &server);
        let usage = asked(&settings).unwrap().usage;
        assert_eq!((usage.input_tokens, usage.output_tokens, usage.estimated), (14, 2, true));
        let usage = asked(&settings).unwrap().usage;
        assert_eq!((usage.input_tokens, usage.output_tokens, usage.estimated), (12, 3, false));
    }
}
