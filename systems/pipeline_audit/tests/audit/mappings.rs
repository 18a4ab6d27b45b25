//! States of other pipelines, read through the shipped mappings.

use jurat_pipeline_audit::audit::{
    AuditPolicy, AuditSubject, MappingDetectError, StateMapping, detect,
};
use serde_json::{Value, json};

use crate::support::{audited, json, mappings, shipped};

#[track_caller]
fn check(name: &str, text: &str, first_id: Option<&str>, scored: bool) {
    let state = json(text);
    let mappings = mappings();
    let mapping = detect(&state, &mappings).unwrap();
    assert_eq!(mapping.name, name);
    let subject = AuditSubject::read(&state, &mapping, &AuditPolicy::default().limits).unwrap();
    assert_eq!(
        subject.query.as_ref().map(|query| query.text.as_str()),
        Some("How long do I have to return a kayak bought online in Maravel?")
    );
    let hits = subject.hits();
    assert_eq!(hits.len(), 2);
    assert!(hits[0].text.starts_with("Section 12. A buyer"), "{:?}", hits[0]);
    assert_eq!(hits[0].id.as_deref(), first_id);
    assert_eq!(hits[0].score, scored.then_some(0.88));
    let draft = &subject.draft_texts()[0];
    assert!(draft.text.starts_with("Under section 12 a buyer"), "{draft:?}");
    let audit = audited(&state, &AuditPolicy::default());
    assert_eq!(audit.search.map(|one| one.ok), Some(true));
}

#[test]
fn states_of_known_frameworks_are_read() {
    check("langchain", shipped!("samples/langchain.json"), Some("d1"), true);
    check("langchain", shipped!("samples/langgraph.json"), None, false);
    check("llamaindex", shipped!("samples/llamaindex.json"), Some("n1"), true);
    check("haystack", shipped!("samples/haystack.json"), Some("h1"), true);
    check("openai", shipped!("samples/openai.json"), Some("c1"), false);
    check("openai", shipped!("samples/openai_responses.json"), Some("f1"), true);
    check("ragas", shipped!("samples/ragas.json"), None, false);
    check("ragas", shipped!("samples/ragas_older.json"), None, false);
}

#[test]
fn the_latest_turn_counts() {
    let state = json!({"messages": [
        {"role": "user", "content": "First?"}, {"role": "assistant", "content": "One."},
        {"role": "user", "content": [{"type": "text", "text": "Second?"}]},
        {"role": "assistant", "content": "Two."}]});
    let mappings = mappings();
    let mapping = detect(&state, &mappings).unwrap();
    let subject = AuditSubject::read(&state, &mapping, &AuditPolicy::default().limits).unwrap();
    assert_eq!(subject.query.unwrap().text, "Second?");
    assert_eq!(subject.draft.unwrap().texts[0].text, "Two.");
}

#[test]
fn a_state_of_no_known_shape_is_refused_with_what_was_looked_for() {
    let refused = detect(&json!({"foo": 1}), &mappings()).unwrap_err();
    let MappingDetectError::None { looked_for } = &refused else { unreachable!("{refused}") };
    assert_eq!(looked_for.len(), mappings().len());
    assert!(refused.to_string().contains("/retrieved_contexts"), "{refused}");
}

#[test]
fn a_state_of_two_shapes_is_refused_with_both_names() {
    let both = json!({"retrieved_contexts": [], "sources": []});
    let refused = detect(&both, &mappings()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the state fits the mappings native and ragas; name one of them"
    );
}

#[test]
fn a_mapping_of_ones_own_is_read_or_refused_whole() {
    let own = r#"{"name": "mine", "query": ["/pergunta"], "sources": {"at": ["/fontes"], "text": ["/t"]}}"#;
    let mapping = StateMapping::read(own).unwrap();
    let state = json!({"pergunta": "Sim?", "fontes": [{"t": "Não."}]});
    let subject = AuditSubject::read(&state, &mapping, &AuditPolicy::default().limits).unwrap();
    assert_eq!(subject.hits()[0].text, "Não.");
    let wrong = r#"{"nam": "x", "query": "question", "draft": ["answer", "/m/?role"], "sources": {"score": 3}}"#;
    let refused = StateMapping::read(wrong).unwrap_err().to_string();
    for problem in [
        "$.nam: there is no such key; did you mean `name`?",
        "$: `name` is missing",
        "$.query: expected an array",
        "$.sources.score: expected an array",
    ] {
        assert!(refused.contains(problem), "{problem} in {refused}");
    }
    let pointers = r#"{"name": "x", "draft": ["answer", "/m/?role"]}"#;
    let refused = StateMapping::read(pointers).unwrap_err().to_string();
    assert!(
        refused.contains("$.draft[0]: a pointer begins with `/`: did you mean `/answer`?"),
        "{refused}"
    );
    assert!(refused.contains("$.draft[1]: `?role` is not `?key=value`"), "{refused}");
}

#[test]
fn a_draft_may_be_words_an_object_or_an_object_in_a_string() {
    let inner = json!({"summary": "It is so.", "steps": ["Go."], "note": "And so."});
    let rows: [(Value, &[&str]); 4] = [
        (json!("It is so."), &["$.draft"]),
        (inner.clone(), &["$.draft.summary", "$.draft.steps[0]", "$.draft.note"]),
        (
            json!(inner.to_string()),
            &["$.draft#$.summary", "$.draft#$.steps[0]", "$.draft#$.note"],
        ),
        (json!("{\"summary\": "), &["$.draft"]),
    ];
    for (draft, paths) in rows {
        let subject = crate::support::subject(&json!({"query": "q", "draft": draft}));
        let found: Vec<&str> =
            subject.draft_texts().iter().map(|text| text.at.as_str()).collect();
        assert_eq!(found, paths);
    }
}

#[test]
fn mappings_survive_being_written() {
    for mapping in mappings() {
        let text = serde_json::to_string(&mapping).unwrap();
        assert_eq!(StateMapping::read(&text).unwrap(), mapping);
    }
}

#[test]
fn a_draft_within_the_blocks_is_no_block() {
    let state = json!({"query": "q", "blocks": {"summary": "S.", "draft": "D.", "note": "N."}});
    let subject = crate::support::subject(&state);
    assert_eq!(subject.draft.unwrap().texts[0].text, "D.");
    let blocks = subject.blocks.unwrap();
    assert_eq!(blocks.other.keys().collect::<Vec<_>>(), ["note"]);
}

fn hits_of(state: &Value) -> Vec<String> {
    let mappings = mappings();
    let mapping = detect(state, &mappings).unwrap();
    let subject = AuditSubject::read(state, &mapping, &AuditPolicy::default().limits).unwrap();
    subject.hits().iter().map(|hit| hit.text.clone()).collect()
}

#[test]
fn json_of_a_tool_is_read_as_its_members() {
    let asked = json!({"role": "user", "content": "How long?"});
    let answer = json!({"role": "assistant", "content": "Within 14 days."});
    let told = |content: &str| {
        let tool = json!({"role": "tool", "tool_call_id": "c1", "content": content});
        hits_of(&json!({"messages": [asked, tool, answer]}))
    };
    let list = r#"[{"label": "s 1", "text": "A buyer may return a kayak."}, {"label": "s 2", "text": "The seller repays."}]"#;
    assert_eq!(told(list), ["A buyer may return a kayak.", "The seller repays."]);
    let within = format!("{{\"took\": 3, \"results\": {list}}}");
    assert_eq!(told(&within), ["A buyer may return a kayak.", "The seller repays."]);
    assert_eq!(told(r#"["One rule.", "Another rule."]"#), ["One rule.", "Another rule."]);
    for whole in [r#"{"time": "noon"}"#, "[sic] A buyer may return a kayak."] {
        assert_eq!(told(whole), [whole]);
    }
}

#[test]
fn a_tool_that_failed_gave_no_source() {
    let state = |tool: Value| {
        json!({"messages": [{"type": "human", "content": "How long?"}, tool,
            {"type": "ai", "content": "A buyer may return a kayak within 14 days."}]})
    };
    let failed = json!({"type": "tool", "name": "find", "tool_call_id": "t1", "status": "error", "content": "timed out after 3 tries"});
    assert_eq!(hits_of(&state(failed)), [""; 0]);
    let told = json!({"type": "tool", "name": "find", "tool_call_id": "t1", "content": "Error: timed out"});
    assert_eq!(hits_of(&state(told.clone())), [""; 0]);
    let mut sound = told;
    sound["content"] = json!("A buyer may return a kayak within 14 days.");
    assert_eq!(hits_of(&state(sound)), ["A buyer may return a kayak within 14 days."]);
}
