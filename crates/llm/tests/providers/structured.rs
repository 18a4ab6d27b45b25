//! Values of a Rust type out of replies, right or not.

use jurat_llm::{ChatError, ModelSettings, SchemaSupport, StructuredReply, ask};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    PROVIDERS,
    client::{block_on, model, question, settings},
    replies::whole,
    server::{Server, answer},
};

const GOOD: &str = r#"{"name":"plum","score":4}"#;

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Fruit {
    name: String,
    #[schemars(range(min = 1, max = 5))]
    score: u8,
}

/// Asks a server that says these things in order, with two reprompts.
fn shaped(
    provider: &str,
    texts: &[&str],
) -> (Result<StructuredReply<Fruit>, ChatError>, Server) {
    let replies = texts.iter().map(|text| answer("200 OK", "", whole(provider, text)));
    let server = Server::start(replies.collect());
    let (model, _) = model(&settings(provider, &server));
    (block_on(ask::<Fruit>(&*model, question(), 2)), server)
}

#[track_caller]
fn check(texts: &[&str], expected: Result<u32, &str>) {
    for provider in PROVIDERS {
        let (found, server) = shaped(provider, texts);
        match (found, expected) {
            (Ok(found), Ok(reprompts)) => {
                assert_eq!(found.value, Fruit { name: "plum".into(), score: 4 });
                assert_eq!(found.reprompts, reprompts, "{provider}");
                assert_eq!(found.usage.output_tokens, 3 * u64::from(reprompts + 1));
                assert_eq!(server.heard().len(), reprompts as usize + 1);
            }
            (Err(ChatError::SchemaNotMet { tries, reason }), Err(part)) => {
                assert_eq!(tries, 3, "{provider}");
                assert!(reason.contains(part), "{provider}: {reason}");
            }
            (found, _) => panic!("{provider}: {found:?}, expected {expected:?}"),
        }
    }
}

#[test]
fn a_right_shape_is_taken_at_once() {
    check(&[GOOD], Ok(0));
    check(&[&format!("\u{feff}Here:\n```json\n{GOOD}\n```")], Ok(0));
    check(&[&format!("I think that {GOOD} is right.")], Ok(0));
}

#[test]
fn a_wrong_shape_is_reprompted() {
    check(&["Plums!", GOOD], Ok(1));
    check(&[r#"{"name":"plum"}"#, r#"{"name":"plum","score":9}"#, GOOD], Ok(2));
    check(&[&format!("{GOOD} or {GOOD}"), GOOD], Ok(1));
    check(&["", GOOD], Ok(1));
}

#[test]
fn what_stays_wrong_is_a_failure_with_its_reason() {
    check(&["Plums!"], Err("no JSON"));
    check(&[r#"{"name":"plum","score":9}"#], Err("/score"));
    check(&[r#"{"name":"plum","name":"pear","score":4}"#], Err("duplicate field"));
    check(&[&format!("{GOOD}{GOOD}")], Err("more than one"));
    check(&[r#"{"name":"{{reason}}","score":"high"}"#], Err("expected a whole number"));
}

#[test]
fn a_reprompt_shows_the_reply_and_what_is_wrong_with_it() {
    let (_, server) = shaped("openai", &["Plums {{reason}}!", r#"{"name":7}"#, GOOD]);
    let heard = server.heard();
    assert!(heard[1].body.contains("Plums {{reason}}!"));
    assert!(heard[1].body.contains("there is no JSON in it"));
    assert!(!heard[2].body.contains("Plums {{reason}}!"), "only the last wrong reply is shown");
    assert_eq!(heard[2].body.matches("\"role\"").count(), 4);
}

#[test]
fn a_model_that_declines_is_not_pressed() {
    let body = whole("openai", "x").replace("\"refusal\":null", "\"refusal\":\"No.\"");
    let server = Server::start(vec![answer("200 OK", "", body)]);
    let (model, _) = model(&settings("openai", &server));
    let found = block_on(ask::<Fruit>(&*model, question(), 2));
    assert_eq!(found, Err(ChatError::Declined));
    assert_eq!(server.heard().len(), 1);
}

#[test]
fn a_server_without_schemas_is_asked_in_words_from_then_on() {
    let no = r#"{"error":{"message":"response_format json_schema is not supported"}}"#;
    let yes = answer("200 OK", "", whole("openai", GOOD));
    let scripts = || vec![answer("400 Bad Request", "", no), yes.clone()];
    let server = Server::start(scripts());
    let (model, glass) = model(&settings("openai", &server));
    for _ in 0..2 {
        let found = block_on(ask::<Fruit>(&*model, question(), 0)).unwrap();
        assert_eq!(found.reply.tries, 1);
    }
    let bodies: Vec<String> = server.heard().into_iter().map(|heard| heard.body).collect();
    let native: Vec<bool> =
        bodies.iter().map(|body| body.contains("response_format")).collect();
    assert_eq!(native, [true, false, false]);
    assert!(bodies[1].contains("must meet this JSON Schema"));
    assert_eq!(glass.slept(), [0; 0]);

    let server = Server::start(scripts());
    let mut always: ModelSettings = settings("openai", &server);
    always.json_schema = SchemaSupport::Always;
    let found = block_on(ask::<Fruit>(&*crate::client::model(&always).0, question(), 0));
    assert!(matches!(found, Err(ChatError::Rejected { status: 400, .. })), "{found:?}");
}
