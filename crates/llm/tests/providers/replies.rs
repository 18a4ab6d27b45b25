//! Replies in the form of each provider, as its public documentation shows them.

/// A whole reply with these words.
pub(crate) fn whole(provider: &str, text: &str) -> String {
    let text = serde_json::json!(text);
    match provider {
        "openai" => format!(
            r#"{{"id":"chatcmpl-1","object":"chat.completion","created":1750000000,"model":"plum-1-0815","choices":[{{"index":0,"message":{{"role":"assistant","content":{text},"refusal":null}},"logprobs":null,"finish_reason":"stop"}}],"usage":{{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}}}"#
        ),
        "anthropic" => format!(
            r#"{{"id":"msg_1","type":"message","role":"assistant","model":"plum-1-0815","content":[{{"type":"text","text":{text}}}],"stop_reason":"end_turn","stop_sequence":null,"usage":{{"input_tokens":10,"cache_creation_input_tokens":0,"cache_read_input_tokens":2,"output_tokens":3}}}}"#
        ),
        _ => format!(
            r#"{{"model":"plum-1-0815","created_at":"2026-01-01T00:00:00Z","message":{{"role":"assistant","content":{text}}},"done":true,"done_reason":"stop","total_duration":1,"prompt_eval_count":12,"eval_count":3}}"#
        ),
    }
}

/// A stream with these words.
pub(crate) fn stream(provider: &str, deltas: &[&str]) -> String {
    let (start, end) = match provider {
        "openai" => (
            sse(r#"{"id":"c","object":"chat.completion.chunk","model":"plum-1-0815","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}"#),
            sse(r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}"#)
                + &sse(r#"{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3}}"#)
                + &sse("[DONE]"),
        ),
        "anthropic" => (
            event("message_start", r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"plum-1-0815","content":[],"stop_reason":null,"usage":{"input_tokens":12,"output_tokens":1}}}"#)
                + &event("content_block_start", r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#)
                + &event("ping", r#"{"type":"ping"}"#),
            event("content_block_stop", r#"{"type":"content_block_stop","index":0}"#)
                + &event("message_delta", r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}"#)
                + &event("message_stop", r#"{"type":"message_stop"}"#),
        ),
        _ => (
            String::new(),
            r#"{"model":"plum-1-0815","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":12,"eval_count":3}"#.to_owned() + "\n",
        ),
    };
    start + &deltas.iter().map(|text| delta(provider, text)).collect::<String>() + &end
}

/// One message of a stream.
pub(crate) fn delta(provider: &str, text: &str) -> String {
    let text = serde_json::json!(text);
    match provider {
        "openai" => sse(&format!(
            r#"{{"choices":[{{"index":0,"delta":{{"content":{text}}},"finish_reason":null}}]}}"#
        )),
        "anthropic" => event(
            "content_block_delta",
            &format!(
                r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":{text}}}}}"#
            ),
        ),
        _ => format!(
            "{{\"model\":\"plum-1-0815\",\"message\":{{\"role\":\"assistant\",\"content\":{text}}},\"done\":false}}\n"
        ),
    }
}

fn sse(data: &str) -> String {
    format!("data: {data}\n\n")
}

fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}
