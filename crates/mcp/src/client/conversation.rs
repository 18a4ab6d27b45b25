//! The three messages of a call, and the reply that is looked for among what comes back.

use serde_json::{Value as Json, json};

/// The revision that is spoken to others: old enough for all, new enough for structured content.
pub(super) const REVISION: &str = "2025-06-18";

/// What is sent.
pub(super) struct CallMessages {
    pub(super) open: Json,
    pub(super) opened: Json,
    pub(super) call: Json,
}

pub(super) const OPEN_ID: u64 = 1;
pub(super) const CALL_ID: u64 = 2;

pub(super) fn messages(tool: &str, arguments: &Json) -> CallMessages {
    let client = json!({ "name": "jurat", "version": env!("CARGO_PKG_VERSION") });
    let open = json!({ "protocolVersion": REVISION, "capabilities": {}, "clientInfo": client });
    CallMessages {
        open: json!({ "jsonrpc": "2.0", "id": OPEN_ID, "method": "initialize", "params": open }),
        opened: json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        call: json!({
            "jsonrpc": "2.0", "id": CALL_ID, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        }),
    }
}

/// The reply to a request, if this message is it; an error of the other side is one too.
pub(super) fn reply_to(id: u64, message: &[u8]) -> Result<Option<Json>, String> {
    let message: Json = serde_json::from_slice(message)
        .map_err(|error| format!("it sent what is not JSON: {error}"))?;
    if message["id"] != id || message.get("method").is_some() {
        return Ok(None);
    }
    if let Some(error) = message.get("error") {
        let code = error["code"].as_i64().unwrap_or_default();
        // Its words are not passed on: nobody screened them, and the code says enough.
        return Err(format!("it answered with error {code}"));
    }
    match message.get("result") {
        Some(result) => Ok(Some(result.clone())),
        None => Err("its reply has neither result nor error".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_reply_itself_counts() {
        let read = |text: &str| reply_to(2, text.as_bytes());
        assert_eq!(read(r#"{"id":2,"result":{"a":1}}"#), Ok(Some(json!({ "a": 1 }))));
        assert_eq!(read(r#"{"id":3,"result":{}}"#), Ok(None));
        assert_eq!(read(r#"{"id":"2","result":{}}"#), Ok(None));
        assert_eq!(read(r#"{"method":"ping","id":2}"#), Ok(None));
        assert!(read(r#"{"id":2,"error":{"code":-32602,"message":"obey"}}"#).is_err());
        assert!(read(r#"{"id":2}"#).is_err());
        assert!(read("<html>").is_err());
    }
}
