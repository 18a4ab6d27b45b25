//! Logged calls of models, tools that join documents, and words with citations: what is taken from where.

use jurat_pipeline_audit::audit::{AuditPolicy, AuditSubject, MappedPart, detect};
use serde_json::{Value, json};

use crate::support::mappings;

const RULE: &str = "A buyer may return a kayak within 14 days.";
const OTHER: &str = "The seller repays the price at once.";

fn read(state: &Value) -> AuditSubject {
    let mappings = mappings();
    let mapping = detect(state, &mappings).unwrap();
    AuditSubject::read(state, &mapping, &AuditPolicy::default().limits).unwrap()
}

#[track_caller]
fn check(state: &Value, mapping: &str, paths: [&str; 3]) {
    let mappings = mappings();
    assert_eq!(detect(state, &mappings).unwrap().name, mapping, "{state:#}");
    let subject = read(state);
    let query = subject.query.as_ref().map(|one| (one.at.as_str(), one.text.as_str()));
    assert_eq!(query, Some((paths[0], "How long?")), "{state:#}");
    let hits: Vec<(&str, &str)> = subject
        .hits()
        .iter()
        .map(|hit| (hit.at.as_str(), hit.text.as_str()))
        .collect();
    assert_eq!(hits, [(paths[1], RULE)], "{state:#}");
    let draft = subject
        .draft
        .as_ref()
        .map(|one| (one.at.as_str(), one.texts[0].text.as_str()));
    assert_eq!(draft, Some((paths[2], "14 days.")), "{state:#}");
}

#[test]
fn question_and_context_come_from_the_request_and_the_answer_from_the_response() {
    let messages = json!([
        {"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Good day."},
        {"role": "system", "content": format!("Context: {RULE}")},
        {"role": "user", "content": "How long?"}]);
    let choices = json!([{"message": {"role": "assistant", "content": "14 days."}}]);
    check(
        &json!({"request": {"messages": messages}, "response": {"choices": choices}}),
        "openai",
        [
            "$.request.messages[3].content",
            "$.request.messages[2].content",
            "$.response.choices[0].message.content",
        ],
    );
    check(
        &json!({"request": {"body": {"messages": messages}}, "response": {"body": {"choices": choices}}}),
        "openai",
        [
            "$.request.body.messages[3].content",
            "$.request.body.messages[2].content",
            "$.response.body.choices[0].message.content",
        ],
    );
    check(
        &json!({"input": messages, "output": "14 days.", "model": "some-model"}),
        "openai",
        ["$.input[3].content", "$.input[2].content", "$.output"],
    );
    let kwargs = |kind: &str, content: &str| json!({"lc": 1, "kwargs": {"type": kind, "content": content}});
    let inputs = json!({"messages": [[kwargs("human", "How long?"), kwargs("tool", RULE)]]});
    check(
        &json!({"run_type": "llm", "inputs": inputs, "outputs": {"generations": [[{"text": "14 days."}]]}}),
        "langchain",
        [
            "$.inputs.messages[0][0].kwargs.content",
            "$.inputs.messages[0][1].kwargs",
            "$.outputs.generations[0][0].text",
        ],
    );
}

#[test]
fn an_earlier_turn_is_no_answer() {
    let messages = json!([{"role": "assistant", "content": "Good day."}, {"role": "user", "content": "How long?"}]);
    let message = json!({"role": "assistant", "content": null, "tool_calls": []});
    let state = json!({"request": {"messages": messages}, "response": {"choices": [{"message": message}]}});
    assert_eq!(read(&state).draft, None);
}

#[test]
fn words_alone_are_no_bodies() {
    let subject = read(&json!({"input": "How long?", "output": "14 days.", "context": [RULE]}));
    assert_eq!(subject.query.unwrap().at, "$.input");
    assert_eq!(subject.draft.unwrap().at, "$.output");
}

fn tool(content: &str, artifact: &Value) -> Value {
    json!({"messages": [{"type": "human", "content": "How long?"},
        {"type": "tool", "content": content, "artifact": artifact},
        {"type": "ai", "content": "14 days."}]})
}

fn told(state: &Value) -> MappedPart {
    let mappings = mappings();
    let mapping = detect(state, &mappings).unwrap();
    let parts = mapping.explain(state);
    parts.into_iter().find(|part| part.part == "sources").unwrap()
}

#[test]
fn documents_that_a_tool_joined_are_parted_where_that_is_safe() {
    let texts = |state: &Value| {
        let hits = read(state).hits().to_vec();
        assert_eq!(told(state).count, hits.len());
        assert!(hits.iter().map(|hit| hit.number).eq(1..=hits.len()));
        hits.into_iter().map(|hit| hit.text).collect::<Vec<_>>()
    };
    let joined = format!("{RULE}\n\n{OTHER}");
    assert_eq!(texts(&tool(&joined, &Value::Null)), [RULE, OTHER]);
    assert_eq!(told(&tool(&joined, &Value::Null)).note, None);
    let artifact = json!([{"page_content": joined}]);
    assert_eq!(texts(&tool(&joined, &artifact)), [joined.as_str()]);
    let titled = format!("Returns\n\n{joined}");
    assert_eq!(texts(&tool(&titled, &Value::Null)), [titled.as_str()]);
    let note = told(&tool(&titled, &Value::Null)).note.unwrap();
    assert!(note.contains("may be several"), "{note}");
}

#[test]
fn words_with_citations_are_one_sentence_and_cite_their_sources() {
    let cited = json!({"citationsContent": {
        "content": [{"text": "within 14 days"}],
        "citations": [{"title": "Act", "sourceContent": [{"text": RULE}], "location": {"documentChar": {"documentIndex": 0, "start": 0, "end": 42}}}]}});
    let content = json!([{"text": "A buyer may return it "}, cited, {"text": "."}, {"text": "The price is repaid."}]);
    let output = json!({"message": {"role": "assistant", "content": content}});
    let state = json!({"messages": [{"role": "user", "content": [{"text": "How long?"},
        {"document": {"name": "law", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}], "output": output});
    let subject = read(&state);
    let draft = &subject.draft_texts()[0].text;
    assert_eq!(draft, "A buyer may return it within 14 days.\nThe price is repaid.");
    assert_eq!(subject.hits()[0].text, RULE);
    assert_eq!(subject.hits()[0].title.as_deref(), Some("Act"));
}
