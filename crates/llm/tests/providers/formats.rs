//! The forms of the three providers: what is sent, and what is read.

use jurat_llm::{
    ChatMessage, ChatRequest, ChatRole, FinishReason, ImageMedia, MessagePart, ModelSettings,
    ReplySchema, SettingsError, TokenPrice, connect, provider_names,
};
use serde_json::{Value, json};

use crate::{
    PROVIDERS,
    client::{KEY, asked, block_on, keys, model, settings, streamed},
    replies::{stream, whole},
    server::{Server, answer, open_ended},
};

/// A request with everything in it.
fn full() -> ChatRequest {
    let picture = MessagePart::image(ImageMedia::Png, b"plum");
    let parts = vec![MessagePart::text("What is this?"), picture];
    ChatRequest {
        messages: vec![
            ChatMessage::system("Be brief."),
            ChatMessage { role: ChatRole::User, parts },
            ChatMessage::assistant("A plum."),
            ChatMessage::user("Sure?"),
        ],
        schema: Some(ReplySchema {
            name: "Fruit".into(),
            schema: json!({ "type": "object", "properties": { "name": { "type": "string" } } }),
        }),
        temperature: Some(0.5),
        seed: Some(7),
        max_output_tokens: Some(50),
        stop: vec!["END".into()],
    }
}

/// What a provider sends for a request: its path, and its body.
fn sent(provider: &str, change: impl Fn(&mut ModelSettings)) -> (String, Value, String) {
    let server = Server::start(vec![answer("200 OK", "", whole(provider, "{}"))]);
    let mut settings = settings(provider, &server);
    change(&mut settings);
    block_on(model(&settings).0.chat(&full())).unwrap();
    let heard = server.heard().remove(0);
    let path = heard.head.split(' ').nth(1).unwrap().to_owned();
    (path, serde_json::from_str(&heard.body).unwrap(), heard.head.to_ascii_lowercase())
}

#[test]
fn openai_is_asked_in_its_own_form() {
    let (path, body, head) = sent("openai", |_| {});
    assert_eq!(path, "/v1/chat/completions");
    assert!(head.contains(&format!("authorization: bearer {KEY}\r\n")));
    let expected = json!({
        "model": "plum-1",
        "messages": [
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": [
                { "type": "text", "text": "What is this?" },
                { "type": "image_url", "image_url": { "url": "data:image/png;base64,cGx1bQ==" } },
            ] },
            { "role": "assistant", "content": "A plum." },
            { "role": "user", "content": "Sure?" },
        ],
        "max_tokens": 50,
        "temperature": 0.5,
        "seed": 7,
        "stop": ["END"],
        "response_format": { "type": "json_schema", "json_schema": {
            "name": "Fruit",
            "strict": true,
            "schema": {
                "type": "object",
                "properties": { "name": { "type": "string" } },
                "required": ["name"],
                "additionalProperties": false,
            },
        } },
    });
    assert_eq!(body, expected);
}

#[test]
fn anthropic_is_asked_in_its_own_form() {
    let (path, body, head) = sent("anthropic", |_| {});
    assert_eq!(path, "/v1/messages");
    assert!(head.contains(&format!("x-api-key: {KEY}\r\n")));
    assert!(head.contains("anthropic-version: 2023-06-01\r\n"));
    let text = |text: &str| json!([{ "type": "text", "text": text }]);
    let source = json!({ "type": "base64", "media_type": "image/png", "data": "cGx1bQ==" });
    let expected = json!({
        "model": "plum-1",
        "max_tokens": 50,
        "system": "Be brief.",
        "messages": [
            { "role": "user", "content": [
                { "type": "text", "text": "What is this?" },
                { "type": "image", "source": source },
            ] },
            { "role": "assistant", "content": text("A plum.") },
            { "role": "user", "content": text("Sure?") },
        ],
        "temperature": 0.5,
        "stop_sequences": ["END"],
        "output_config": { "format": {
            "type": "json_schema",
            "schema": { "type": "object", "properties": { "name": { "type": "string" } } },
        } },
    });
    assert_eq!(body, expected);
}

#[test]
fn ollama_is_asked_in_its_own_form() {
    let (path, body, _) = sent("ollama", |settings| settings.context_tokens = Some(9000));
    assert_eq!(path, "/api/chat");
    let expected = json!({
        "model": "plum-1",
        "messages": [
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "What is this?", "images": ["cGx1bQ=="] },
            { "role": "assistant", "content": "A plum." },
            { "role": "user", "content": "Sure?" },
        ],
        "stream": false,
        "truncate": false,
        "options": {
            "num_predict": 50, "num_ctx": 9000, "temperature": 0.5, "seed": 7, "stop": ["END"],
        },
        "format": { "type": "object", "properties": { "name": { "type": "string" } } },
    });
    assert_eq!(body, expected);
}

#[test]
fn a_schema_goes_into_the_prompt_where_the_server_takes_none() {
    for provider in PROVIDERS {
        let never = |settings: &mut ModelSettings| {
            settings.json_schema = jurat_llm::SchemaSupport::Never;
        };
        let (_, body, _) = sent(provider, never);
        let text = body.to_string();
        assert!(text.contains("must meet this JSON Schema"), "{provider}: {text}");
        for absent in ["response_format", "output_config", "\"format\""] {
            assert!(!text.contains(absent), "{provider}: {text}");
        }
    }
}

#[test]
fn whole_replies_are_read() {
    for provider in PROVIDERS {
        let server =
            Server::start(vec![answer("200 OK", "", whole(provider, "Plums, naïve."))]);
        let mut settings = settings(provider, &server);
        settings.price = Some(TokenPrice {
            input_per_million: 2.5,
            output_per_million: 10.0,
            currency: "EUR".into(),
        });
        let reply = asked(&settings).unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), ("Plums, naïve.", FinishReason::Stop));
        assert_eq!((reply.model.as_str(), reply.tries), ("plum-1-0815", 1));
        // 12 tokens at 2.5 and 3 at 10 millionths.
        let cost = reply.cost.unwrap();
        assert_eq!((cost.micros, cost.currency.as_str()), (60, "EUR"), "{provider}");
    }
}

#[test]
fn streams_give_the_same_reply_word_by_word() {
    for provider in PROVIDERS {
        let body = answer("200 OK", "", whole(provider, "Plums, naïve."));
        let server =
            Server::start(vec![body, open_ended(stream(provider, &["Plums", ", naïve."]))]);
        let settings = settings(provider, &server);
        let reply = asked(&settings).unwrap();
        let (streamed, deltas) = streamed(&settings);
        assert_eq!(streamed.unwrap(), reply, "{provider}");
        assert_eq!(deltas.concat(), reply.text, "{provider}");
        assert!(server.heard()[1].body.contains(r#""stream":true"#), "{provider}");
    }
}

#[test]
fn the_end_of_a_reply_says_why() {
    let cases = [
        ("openai", "\"stop\"}", "\"length\"}", FinishReason::Length),
        ("openai", "\"stop\"}", "\"content_filter\"}", FinishReason::Declined),
        ("openai", "\"refusal\":null", "\"refusal\":\"No.\"", FinishReason::Declined),
        ("anthropic", "end_turn", "max_tokens", FinishReason::Length),
        ("anthropic", "end_turn", "refusal", FinishReason::Declined),
        ("anthropic", "end_turn", "stop_sequence", FinishReason::Stop),
        (
            "ollama",
            "\"done_reason\":\"stop\"",
            "\"done_reason\":\"length\"",
            FinishReason::Length,
        ),
    ];
    for (provider, from, to, expected) in cases {
        let body = whole(provider, "Plums.").replace(from, to);
        let server = Server::start(vec![answer("200 OK", "", body)]);
        assert_eq!(asked(&settings(provider, &server)).unwrap().finish, expected, "{to}");
    }
}

#[test]
fn the_table_of_providers_is_what_settings_take() {
    assert_eq!(provider_names(), PROVIDERS);
    for provider in PROVIDERS {
        let model = connect(&ModelSettings::new(*provider, "plum-1"), &keys).unwrap();
        assert_eq!(model.identity().provider, *provider);
        assert_eq!(model.limits().seed, *provider != "anthropic");
    }
    let unknown = connect(&ModelSettings::new("plums", "plum-1"), &keys);
    let error = unknown.err().unwrap();
    assert!(matches!(error, SettingsError::UnknownProvider { .. }), "{error}");
}

#[test]
fn settings_are_refused_where_they_make_no_sense() {
    let changes: [fn(&mut ModelSettings); 9] = [
        |settings| settings.model = " ".into(),
        |settings| settings.timeout_s = 0,
        |settings| settings.max_tries = 0,
        |settings| settings.concurrency = 0,
        |settings| settings.requests_per_minute = Some(0),
        |settings| settings.temperature = Some(f64::NAN),
        |settings| settings.base_url = Some("http://plums.example/v1".into()),
        |settings| settings.base_url = Some("https://me:word@plums.example/v1".into()),
        |settings| settings.key_env = Some("NO_SUCH_VARIABLE".into()),
    ];
    for (at, change) in changes.iter().enumerate() {
        let mut settings = ModelSettings::new("openai", "plum-1");
        change(&mut settings);
        assert!(connect(&settings, &keys).is_err(), "change {at}");
    }
    let text = r#"{"provider":"openai","model":"plum-1","plums":1}"#;
    assert!(serde_json::from_str::<ModelSettings>(text).is_err());
    let text = r#"{"provider":"openai","model":"plum-1"}"#;
    let read: ModelSettings = serde_json::from_str(text).unwrap();
    assert_eq!(read, ModelSettings::new("openai", "plum-1"));
}
