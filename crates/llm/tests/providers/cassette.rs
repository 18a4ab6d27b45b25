//! Tapes give back what was recorded, and say what is not on them.

use std::{fs, path::Path};

use jurat_llm::{CassetteError, ChatCassette, ChatError, ChatMessage, ChatModel, ChatRequest};
use tempfile::TempDir;

use crate::{
    client::{block_on, model, question, settings},
    replies::whole,
    server::{Server, answer},
};

fn other() -> ChatRequest {
    ChatRequest::new(vec![ChatMessage::system("Be brief."), ChatMessage::user("Which tree?")])
}

/// Records the same question twice, with different replies, and another that fails.
fn recorded(path: &Path) {
    let server = Server::start(vec![
        answer("200 OK", "", whole("openai", "Plums.")),
        answer("200 OK", "", whole("openai", "Pears.")),
        answer("400 Bad", "", r#"{"error":{"message":"no trees"}}"#),
    ]);
    let tape = ChatCassette::record(model(&settings("openai", &server)).0, path).unwrap();
    assert_eq!(block_on(tape.chat(&question())).unwrap().text, "Plums.");
    assert_eq!(block_on(tape.chat(&question())).unwrap().text, "Pears.");
    assert!(block_on(tape.chat(&other())).is_err());
}

/// Replays a request on a fresh tape; `expected` is its text, or a part of the error.
#[track_caller]
fn check(request: &ChatRequest, expected: Result<&str, &str>) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("plum.jsonl");
    recorded(&path);
    let tape = ChatCassette::replay(&path).unwrap();
    match (block_on(tape.chat(request)), expected) {
        (Ok(reply), Ok(text)) => assert_eq!(reply.text, text),
        (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
        (found, _) => panic!("{found:?}, expected {expected:?}"),
    }
}

#[test]
fn what_was_recorded_is_replayed() {
    check(&question(), Ok("Plums."));
    check(&other(), Err("no trees"));
}

#[test]
fn the_same_question_gets_its_answers_in_order() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("plum.jsonl");
    recorded(&path);
    let tape = ChatCassette::replay(&path).unwrap();
    let mut told = String::new();
    let request = question();
    assert_eq!(block_on(tape.chat(&request)).unwrap().text, "Plums.");
    let mut sink = |delta: &str| told.push_str(delta);
    assert_eq!(block_on(tape.chat_stream(&request, &mut sink)).unwrap().text, "Pears.");
    let third = block_on(tape.chat(&request)).unwrap_err();
    assert!(third.to_string().contains("recorded 2 times"), "{third}");
    assert_eq!(told, "Pears.");
    assert_eq!((tape.identity().model.as_str(), tape.limits().seed), ("plum-1", true));
}

#[test]
fn what_is_not_on_the_tape_is_named() {
    let mut request = question();
    request.messages[1] = ChatMessage::user("Which one?");
    check(&request, Err("at /messages/1/parts/0/text: `"));
    check(&request, Err("on the tape, `\"Which one?\"` asked"));
    let mut request = question();
    request.temperature = Some(0.5);
    check(&request, Err("/temperature: `null` on the tape, `0.5` asked"));
}

#[test]
fn a_tape_is_lines_that_a_person_can_read() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("plum.jsonl");
    recorded(&path);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(
        lines[0]
            .starts_with(r#"{"cassette":1,"identity":{"provider":"openai","model":"plum-1"}"#)
    );
    assert!(
        lines[1].contains(r#""text":"Which fruit?""#)
            && lines[1].contains(r#""text":"Plums.""#)
    );
    assert!(lines[3].contains(r#""error":{"error":"rejected","status":400"#), "{}", lines[3]);
}

#[test]
fn a_tape_is_never_written_over_and_never_half_understood() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("plum.jsonl");
    recorded(&path);
    let server = Server::start(vec![vec![]]);
    let again = ChatCassette::record(model(&settings("openai", &server)).0, &path);
    assert!(matches!(again, Err(CassetteError::File { verb: "create", .. })));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"cassette\":1", "\"cassette\":2")).unwrap();
    assert!(matches!(ChatCassette::replay(&path), Err(CassetteError::Line { line: 1, .. })));
    fs::write(&path, text.replacen("\"occurrence\":1", "\"plums\":1", 1)).unwrap();
    assert!(matches!(ChatCassette::replay(&path), Err(CassetteError::Line { line: 3, .. })));
    fs::write(&path, "").unwrap();
    assert!(ChatCassette::replay(&path).is_err());
}

#[test]
fn errors_survive_the_tape() {
    let error = ChatError::RateLimited { tries: 3, retry_after_s: Some(9) };
    let text = serde_json::to_string(&error).unwrap();
    assert_eq!(serde_json::from_str::<ChatError>(&text).unwrap(), error);
}
