//! The states that pipelines leave, in many shapes, each with or without its sources and its answer.

use serde_json::{Map, Value, json};

/// What a state is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StateParts<'p> {
    pub(crate) question: &'p str,
    pub(crate) sources: Option<&'p [&'p str]>,
    pub(crate) answer: Option<&'p str>,
}

type StateShape = fn(StateParts<'_>) -> Value;

/// Every shape by its name.
pub(crate) const SHAPES: &[(&str, StateShape)] = &[
    ("native draft", |it| flat(it, "query", "sources", "draft")),
    ("native answer", |it| flat(it, "query", "sources", "answer")),
    ("native response", |it| flat(it, "query", "sources", "response")),
    ("native output", |it| flat(it, "query", "sources", "output")),
    ("native completion", |it| flat(it, "query", "sources", "completion")),
    ("native result", |it| flat(it, "query", "sources", "result")),
    ("question, context, answer", |it| flat(it, "question", "context", "answer")),
    ("input, retrieval_context, actual_output", |it| {
        flat(it, "input", "retrieval_context", "actual_output")
    }),
    ("passages, completion", |it| flat(it, "query", "passages", "completion")),
    ("ragas", |it| flat(it, "user_input", "retrieved_contexts", "response")),
    ("ragas of old", |it| flat(it, "question", "contexts", "answer")),
    ("blocks", |it| {
        let blocks = it.answer.map(|answer| json!({"summary": answer}));
        object([
            ("query", Some(json!(it.question))),
            ("sources", texts(it)),
            ("blocks", blocks),
        ])
    }),
    ("langchain", |it| {
        let documents = listed(it, |text| json!({"page_content": text, "metadata": {}}));
        flat_with(it, ("question", it.question), ("documents", documents), "answer")
    }),
    ("langgraph retriever tool", |it| {
        let tool = it.sources.map(|all| {
            json!({"type": "tool", "name": "retrieve", "content": all.join("\n\n"), "artifact": null})
        });
        let said = it.answer.map(|answer| json!({"type": "ai", "content": answer}));
        messages(json!({"type": "human", "content": it.question}), tool, said)
    }),
    ("llamaindex", |it| {
        let nodes = listed(it, |text| json!({"node": {"text": text}}));
        flat_with(it, ("query", it.question), ("source_nodes", nodes), "response")
    }),
    ("llamaindex streaming", |it| {
        let nodes = listed(it, |text| json!({"node": {"text": text}}));
        flat_with(it, ("query", it.question), ("source_nodes", nodes), "response_txt")
    }),
    ("haystack", |it| {
        let documents = listed(it, |text| json!({"content": text, "meta": {}}));
        let replies = it.answer.map(|answer| json!([answer]));
        let documents = documents.map(|all| json!({"documents": all}));
        let replies = replies.map(|all| json!({"replies": all}));
        object([
            ("query", Some(json!(it.question))),
            ("retriever", documents),
            ("llm", replies),
        ])
    }),
    ("openai with a tool", |it| {
        let tool = it
            .sources
            .map(|all| json!({"role": "tool", "content": all.join("\n\n")}));
        let said = it
            .answer
            .map(|answer| json!({"role": "assistant", "content": answer}));
        messages(json!({"role": "user", "content": it.question}), tool, said)
    }),
    ("openai with a system prompt", |it| {
        let all = it.sources.map(|all| all.join("\n"));
        let all = all.map(
            |all| json!({"role": "system", "content": format!("Be brief.\n\nContext:\n{all}")}),
        );
        chat(all, json!({"role": "user", "content": it.question}), it.answer)
    }),
    ("openai with a developer prompt", |it| {
        let all = it.sources.map(|all| format!("<context>{}</context>", all.join("\n")));
        let all = all.map(|all| json!({"role": "developer", "content": all}));
        chat(all, json!({"role": "user", "content": it.question}), it.answer)
    }),
    ("openai with a user prompt", |it| {
        let asked = it.sources.map_or_else(
            || it.question.to_owned(),
            |all| {
                let all = all.join("\n");
                format!("Answer from the context below:\n{all}\n\nQuestion: {}", it.question)
            },
        );
        chat(None, json!({"role": "user", "content": asked}), it.answer)
    }),
    ("azure on your data", |it| {
        let citations =
            listed(it, |text| json!({"content": text, "title": "law", "url": null}));
        let mut message = json!({"role": "assistant", "content": it.answer});
        message["context"] = json!({"citations": citations});
        json!({"messages": [{"role": "user", "content": it.question}], "choices": [{"message": message}]})
    }),
    ("anthropic documents", |it| {
        let document = |text: &str| {
            json!({"type": "document", "title": "law",
                "source": {"type": "text", "media_type": "text/plain", "data": text}})
        };
        let mut content = listed(it, document).unwrap_or_else(|| json!([]));
        let parts = content.as_array_mut().unwrap();
        parts.push(json!({"type": "text", "text": it.question}));
        anthropic(&content, it.answer)
    }),
    ("anthropic search results of a tool", |it| {
        let result = |text: &str| {
            json!({"type": "search_result", "source": "kb://1", "title": "law",
                "content": [{"type": "text", "text": text}]})
        };
        let tool = listed(it, result).map(|all| {
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "u", "content": all}]})
        });
        let said = it
            .answer
            .map(|answer| json!({"role": "assistant", "content": [{"type": "text", "text": answer}]}));
        let asked = json!({"role": "user", "content": [{"type": "text", "text": it.question}]});
        messages(asked, tool, said)
    }),
    ("anthropic citations", |it| {
        let cited = listed(it, |text| json!({"type": "char_location", "cited_text": text}));
        let part = it
            .answer
            .map(|answer| json!({"type": "text", "text": answer, "citations": cited}));
        let part = part.map_or_else(
            || json!([{"type": "tool_use", "citations": cited}]),
            |part| json!([part]),
        );
        json!({"type": "message", "role": "assistant", "content": part,
            "messages": [{"role": "user", "content": it.question}]})
    }),
    ("bedrock converse", |it| {
        let said = said(it);
        let mut state = json!({"messages": [{"role": "user", "content": [{"text": it.question}]}],
            "output": {"message": {"role": "assistant", "content": said}}, "stopReason": "end_turn"});
        if let Some(all) = it.sources {
            state["system"] = json!([{"text": format!("Context:\n{}", all.join("\n"))}]);
        }
        state
    }),
    ("bedrock retrieve and generate", |it| {
        let found = listed(it, |text| json!({"content": {"text": text}, "location": {}}));
        let citations = found.map(|all| json!([{"retrievedReferences": all}]));
        let output = it.answer.map(|answer| json!({"text": answer}));
        object([
            ("input", Some(json!({"text": it.question}))),
            ("output", output),
            ("citations", citations),
        ])
    }),
    ("gemini", |it| {
        let chunks =
            listed(it, |text| json!({"retrievedContext": {"text": text, "title": "law"}}));
        let parts = said(it);
        let mut candidate = json!({"content": {"role": "model", "parts": parts}});
        if let Some(chunks) = chunks {
            candidate["groundingMetadata"] = json!({"groundingChunks": chunks});
        }
        json!({"contents": [{"role": "user", "parts": [{"text": it.question}]}], "candidates": [candidate]})
    }),
    ("cohere", |it| {
        let documents = listed(it, |text| json!({"data": {"text": text, "title": "law"}}));
        let content = it.answer.map(|answer| json!([{"type": "text", "text": answer}]));
        object([
            ("messages", Some(json!([{"role": "user", "content": it.question}]))),
            ("documents", documents),
            (
                "message",
                content.map(|content| json!({"role": "assistant", "content": content})),
            ),
            ("finish_reason", Some(json!("COMPLETE"))),
        ])
    }),
    ("bedrock converse with citations", |it| {
        let cited =
            listed(it, |text| json!({"title": "law", "sourceContent": [{"text": text}]}));
        let content = it.answer.map_or_else(
            || json!([{"toolUse": {"name": "search"}}]),
            |answer| {
                json!([{"citationsContent": {"content": [{"text": answer}], "citations": cited}}])
            },
        );
        json!({"messages": [{"role": "user", "content": [{"text": it.question}]}],
            "output": {"message": {"role": "assistant", "content": content}}, "stopReason": "end_turn"})
    }),
    ("bedrock converse with documents", converse),
    ("logged call of openai", |it| {
        let mut request = prompted(it);
        request["model"] = json!("some-model");
        let message = json!({"role": "assistant", "content": it.answer});
        json!({"request": request, "response": {"object": "chat.completion", "choices": [{"index": 0, "message": message}]}})
    }),
    ("logged call of anthropic", |it| {
        let messages = json!([{"role": "user", "content": it.question}]);
        let mut request = json!({"model": "some-model", "messages": messages});
        if let Some(all) = it.sources {
            request["system"] = json!(format!("<context>{}</context>", all.join("\n")));
        }
        let content = it.answer.map(|answer| json!([{"type": "text", "text": answer}]));
        json!({"request": request,
            "response": {"type": "message", "role": "assistant", "content": content.unwrap_or_else(|| json!([]))}})
    }),
    ("logged call of gemini", |it| {
        let mut request =
            json!({"contents": [{"role": "user", "parts": [{"text": it.question}]}]});
        if let Some(all) = it.sources {
            let all = format!("Context:\n{}", all.join("\n"));
            request["systemInstruction"] = json!({"parts": [{"text": all}]});
        }
        let content = json!({"role": "model", "parts": said(it)});
        json!({"request": request, "response": {"candidates": [{"content": content}]}})
    }),
    ("logged call of bedrock", |it| {
        let state = converse(it);
        json!({"input": {"inputBodyJson": {"messages": state["messages"]}},
            "output": {"outputBodyJson": {"output": state["output"]}}})
    }),
    ("generation of a trace", |it| {
        let request = prompted(it);
        let said = it
            .answer
            .map(|answer| json!({"role": "assistant", "content": answer}));
        object([
            ("type", Some(json!("GENERATION"))),
            ("input", Some(request["messages"].clone())),
            ("output", said),
        ])
    }),
    ("span of a trace", |it| {
        let input = object([("question", Some(json!(it.question))), ("context", texts(it))]);
        object([("input", Some(input)), ("output", it.answer.map(|answer| json!(answer)))])
    }),
    ("chain of a trace", |it| {
        let documents = listed(it, |text| json!({"page_content": text, "metadata": {}}));
        let answer = it.answer.map(|answer| json!(answer));
        let outputs = object([("context", documents), ("answer", answer)]);
        json!({"run_type": "chain", "inputs": {"question": it.question}, "outputs": outputs})
    }),
];

fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    let given = fields
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(given.collect::<Map<_, _>>())
}

/// The answer as a list of parts, empty where there is none.
fn said(it: StateParts<'_>) -> Value {
    it.answer
        .map_or_else(|| json!([]), |answer| json!([{"text": answer}]))
}

fn texts(it: StateParts<'_>) -> Option<Value> {
    it.sources.map(|all| json!(all))
}

fn listed(it: StateParts<'_>, one: impl Fn(&str) -> Value) -> Option<Value> {
    it.sources.map(|all| all.iter().map(|text| one(text)).collect())
}

fn flat(it: StateParts<'_>, question: &str, sources: &str, answer: &str) -> Value {
    flat_with(it, (question, it.question), (sources, texts(it)), answer)
}

fn flat_with(
    it: StateParts<'_>,
    (question, asked): (&str, &str),
    (sources, found): (&str, Option<Value>),
    answer: &str,
) -> Value {
    let answer = (answer, it.answer.map(|said| json!(said)));
    object([(question, Some(json!(asked))), (sources, found), answer])
}

fn messages(asked: Value, tool: Option<Value>, said: Option<Value>) -> Value {
    let all: Vec<Value> = [Some(asked), tool, said].into_iter().flatten().collect();
    json!({ "messages": all })
}

fn chat(before: Option<Value>, asked: Value, answer: Option<&str>) -> Value {
    let said = answer.map(|answer| json!({"role": "assistant", "content": answer}));
    let all: Vec<Value> = [before, Some(asked), said].into_iter().flatten().collect();
    json!({ "messages": all })
}

fn anthropic(content: &Value, answer: Option<&str>) -> Value {
    let asked = json!({"role": "user", "content": content});
    let said = answer.map(
        |answer| json!({"role": "assistant", "content": [{"type": "text", "text": answer}]}),
    );
    let all: Vec<Value> = [Some(asked), said].into_iter().flatten().collect();
    json!({ "messages": all })
}

/// A request with a system prompt that holds the sources.
fn prompted(it: StateParts<'_>) -> Value {
    let all = it
        .sources
        .map(|all| format!("Be brief.\n\nContext:\n{}", all.join("\n")));
    let system = all.map(|all| json!({"role": "system", "content": all}));
    chat(system, json!({"role": "user", "content": it.question}), None)
}

/// Bedrock's Converse, with documents in the request.
fn converse(it: StateParts<'_>) -> Value {
    let document = |text: &str| json!({"document": {"name": "law", "format": "txt", "source": {"text": text}}});
    let mut content = listed(it, document).unwrap_or_else(|| json!([]));
    let parts = content.as_array_mut().unwrap();
    parts.push(json!({"text": it.question}));
    json!({"messages": [{"role": "user", "content": content}],
        "output": {"message": {"role": "assistant", "content": said(it)}}, "stopReason": "end_turn"})
}
