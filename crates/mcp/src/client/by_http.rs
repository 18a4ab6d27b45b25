//! A service at an address: each message a POST, the reply as JSON or as a stream of events.

use std::sync::LazyLock;

use jurat_llm::http_client;
use reqwest::{
    Response, StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue},
};
use serde_json::Value as Json;
use tokio::{runtime, time};

use super::{
    CallLimits,
    conversation::{CALL_ID, CallMessages, OPEN_ID, REVISION, reply_to},
};

/// One for all calls: connections that are kept belong to it.
static RUNTIME: LazyLock<Result<runtime::Runtime, String>> = LazyLock::new(|| {
    let built = runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    built.map_err(|error| error.to_string())
});

const SESSION: &str = "mcp-session-id";

/// An address that can be asked, and nothing else.
pub(super) fn address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| format!("`url` is no address: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err("`url` is no address of http or https".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err("`url` carries no user, password or fragment".to_owned());
    }
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err("`url` is plain http, which is for this machine alone".to_owned());
    }
    Ok(url)
}

/// The result of the call.
pub(super) fn converse(
    url: &Url,
    token: Option<&str>,
    messages: &CallMessages,
    limits: CallLimits,
) -> Result<Json, String> {
    let runtime = RUNTIME.as_ref().map_err(Clone::clone)?;
    let client = http_client(is_loopback(url))?;
    let asked = HttpCall { client, url, token, bytes: limits.bytes };
    let whole = async { time::timeout(limits.time, asked.converse(messages)).await };
    let late = |_| format!("it took longer than {} s", limits.time.as_secs());
    runtime.block_on(whole).unwrap_or_else(|error| Err(late(error)))
}

struct HttpCall<'a> {
    client: reqwest::Client,
    url: &'a Url,
    token: Option<&'a str>,
    /// Bytes of one reply.
    bytes: usize,
}

impl HttpCall<'_> {
    async fn converse(&self, messages: &CallMessages) -> Result<Json, String> {
        let mut headers = HeaderMap::new();
        let opened = self.post(&messages.open, &headers).await?;
        if let Some(session) = opened.headers().get(SESSION) {
            headers.insert(SESSION, session.clone());
        }
        self.reply(opened, OPEN_ID).await?;
        headers.insert("mcp-protocol-version", HeaderValue::from_static(REVISION));
        self.post(&messages.opened, &headers).await?;
        let called = self.post(&messages.call, &headers).await?;
        self.reply(called, CALL_ID).await
    }

    async fn post(&self, message: &Json, headers: &HeaderMap) -> Result<Response, String> {
        let request = self
            .client
            .post(self.url.clone())
            .headers(headers.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .body(message.to_string());
        let request = match self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let sent = request.send().await;
        let response =
            sent.map_err(|error| format!("it cannot be asked: {}", error.without_url()))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(format!("it replied {status}; redirects are not followed"));
        }
        match status {
            StatusCode::OK | StatusCode::ACCEPTED | StatusCode::NO_CONTENT => Ok(response),
            status => Err(format!("it replied {status}")),
        }
    }

    /// The reply to a request, or an error as soon as there is too much of it.
    async fn reply(&self, mut response: Response, id: u64) -> Result<Json, String> {
        let kind = response
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok());
        let is_stream = kind.is_some_and(|kind| kind.starts_with("text/event-stream"));
        let mut body = Vec::new();
        let mut events = EventStream::default();
        loop {
            let chunk = response.chunk().await;
            let chunk =
                chunk.map_err(|error| format!("it broke off: {}", error.without_url()))?;
            let Some(chunk) = chunk else { break };
            if self.bytes < body.len() + chunk.len() {
                return Err(format!("its reply has more than {} MB", self.bytes >> 20));
            }
            body.extend_from_slice(&chunk);
            if is_stream && let Some(reply) = events.reply(&body, id)? {
                return Ok(reply);
            }
        }
        let none = || "it gave no reply".to_owned();
        if is_stream { Err(none()) } else { reply_to(id, &body)?.ok_or_else(none) }
    }
}

/// A stream of server-sent events, read as it comes.
#[derive(Default)]
struct EventStream {
    /// Bytes whose lines are read.
    read: usize,
    data: Vec<u8>,
}

impl EventStream {
    fn reply(&mut self, body: &[u8], id: u64) -> Result<Option<Json>, String> {
        while let Some(length) = body[self.read..].iter().position(|byte| *byte == b'\n') {
            let line = &body[self.read..self.read + length];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            self.read += length + 1;
            if let Some(data) = line.strip_prefix(b"data:") {
                self.data.extend_from_slice(data.strip_prefix(b" ").unwrap_or(data));
                self.data.push(b'\n');
            } else if line.is_empty() && !self.data.trim_ascii().is_empty() {
                let reply = reply_to(id, &self.data)?;
                self.data.clear();
                if reply.is_some() {
                    return Ok(reply);
                }
            }
        }
        Ok(None)
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let address: Result<std::net::IpAddr, _> = host.parse();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    #[test]
    fn an_address_is_plain_and_safe() {
        for (text, expected) in [
            ("https://law.example/mcp", true),
            ("http://127.0.0.1:3105/mcp", true),
            ("http://localhost/mcp", true),
            ("http://law.example/mcp", false),
            ("http://169.254.169.254/latest", false),
            ("https://user:word@law.example/mcp", false),
            ("file:///etc/passwd", false),
            ("law.example", false),
        ] {
            assert_eq!(address(text).is_ok(), expected, "{text}");
        }
    }

    #[test]
    fn events_are_read_across_chunks() {
        let text = b"event: message\ndata: {\"id\":9,\ndata: \"result\":{}}\n\ndata: {\"id\":2,\"result\":1}\r\n\r\n";
        let mut events = EventStream::default();
        let mut found = None;
        for end in 0..=text.len() {
            found = found.or(events.reply(&text[..end], 2).unwrap());
        }
        assert_eq!(found, Some(json!(1)));
    }
}
