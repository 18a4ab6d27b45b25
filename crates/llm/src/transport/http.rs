//! One request over HTTP: no redirects, no compression, a limit of bytes, errors with a type.

use std::{error::Error, sync::LazyLock, time::Duration};

use reqwest::{
    Client, Response, StatusCode, Url,
    header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, LOCATION},
    redirect::Policy,
};
use rustls::crypto::{CryptoProvider, ring};

use super::retry_after::retry_after;
use crate::{chat::ChatError, settings::SecretApiKey};

const CONNECT: Duration = Duration::from_secs(10);
const MOST_HEADERS: usize = 64;
/// Enough for any server's apology.
const MOST_APOLOGY: u64 = 64 * 1024;
const MOST_WORDS: usize = 300;

/// Servers on this machine are never asked through a proxy.
static DIRECT: LazyLock<Result<Client, String>> =
    LazyLock::new(|| client(Client::builder().no_proxy()));
static PROXIED: LazyLock<Result<Client, String>> = LazyLock::new(|| client(Client::builder()));

/// Where requests go, and what each of them carries.
pub(crate) struct ModelEndpoint {
    pub(crate) client: Client,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) key: Option<SecretApiKey>,
    pub(crate) timeout: Duration,
    pub(crate) most: u64,
}

pub(crate) struct ErrorReply {
    pub(crate) status: StatusCode,
    pub(crate) body: Vec<u8>,
    pub(crate) retry_after_s: Option<u64>,
}

/// An answer that is still coming, or an apology that has come.
pub(crate) enum HttpOutcome {
    Coming(Response),
    Sorry(ErrorReply),
}

impl ModelEndpoint {
    /// The server, as it may be printed.
    pub(crate) fn host(&self) -> String {
        host(&self.url)
    }

    pub(crate) fn timed_out(&self) -> ChatError {
        ChatError::TimedOut {
            host: self.host(),
            seconds: self.timeout.as_secs(),
            tries: 1,
        }
    }

    pub(crate) async fn post(&self, body: Vec<u8>) -> Result<HttpOutcome, ChatError> {
        let request = self.client.post(self.url.clone()).headers(self.headers.clone());
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        let response = request.send().await.map_err(|error| self.failed(error))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(self.redirected(&response));
        }
        if response.headers().contains_key(CONTENT_ENCODING) {
            return Err(ChatError::invalid(
                "the answer is compressed, which was not asked for",
            ));
        }
        if status == StatusCode::OK {
            return Ok(HttpOutcome::Coming(response));
        }
        let retry_after_s = retry_after(response.headers(), None).map(|time| time.as_secs());
        // A long apology is cut; it need not be whole.
        let body = self.start_of(response, MOST_APOLOGY).await;
        Ok(HttpOutcome::Sorry(ErrorReply { status, body, retry_after_s }))
    }

    /// All bytes of an answer, or an error as soon as there are too many.
    pub(crate) async fn whole(&self, mut response: Response) -> Result<Vec<u8>, ChatError> {
        if response.content_length().is_some_and(|length| self.most < length) {
            return Err(ChatError::TooLarge { most: self.most });
        }
        let mut body = Vec::new();
        while let Some(chunk) = self.chunk(&mut response).await? {
            if self.most < (body.len() + chunk.as_ref().len()) as u64 {
                return Err(ChatError::TooLarge { most: self.most });
            }
            body.extend_from_slice(chunk.as_ref());
        }
        Ok(body)
    }

    pub(crate) async fn chunk(
        &self,
        response: &mut Response,
    ) -> Result<Option<impl AsRef<[u8]> + use<>>, ChatError> {
        response.chunk().await.map_err(|error| self.failed(error))
    }

    /// A server's words as they may be printed: short, on one line, without the key.
    pub(crate) fn words(&self, text: &str) -> String {
        let start: String = text.chars().take(MOST_WORDS * 8).collect();
        let masked = self
            .key
            .as_ref()
            .map_or_else(|| start.clone(), |key| key.mask_parts(&start));
        let words = masked.split(|c: char| c.is_whitespace() || c.is_control());
        let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        line.chars().take(MOST_WORDS).collect()
    }

    async fn start_of(&self, mut response: Response, most: u64) -> Vec<u8> {
        let mut body = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            body.extend_from_slice(&chunk);
            if most <= body.len() as u64 {
                break;
            }
        }
        body
    }

    fn redirected(&self, response: &Response) -> ChatError {
        let to = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
        let to = to.and_then(|to| self.url.join(to).ok());
        let to = to.map_or_else(|| "nowhere".into(), |to| host(&to));
        ChatError::Redirected { host: self.host(), to: self.words(&to) }
    }

    fn failed(&self, error: reqwest::Error) -> ChatError {
        if error.is_timeout() && !error.is_connect() {
            return self.timed_out();
        }
        let connecting = error.is_connect();
        let error = error.without_url();
        let (mut message, mut parse) = (error.to_string(), false);
        let mut cause = error.source();
        while let Some(this) = cause {
            let http = this.downcast_ref::<hyper::Error>();
            parse |= http.is_some_and(hyper::Error::is_parse);
            message = this.to_string();
            cause = this.source();
        }
        let message = self.words(&message);
        match (connecting, parse) {
            (true, _) => ChatError::Unreachable { host: self.host(), message, tries: 1 },
            (false, true) => ChatError::Invalid { message },
            (false, false) => ChatError::cut_off(message),
        }
    }
}

/// A client that follows no redirects, and asks servers on this machine without a proxy.
pub fn shared_client(loopback: bool) -> Result<Client, String> {
    let client = if loopback { &DIRECT } else { &PROXIED };
    client.as_ref().cloned().map_err(Clone::clone)
}

pub(crate) fn provide_crypto() {
    if CryptoProvider::get_default().is_none() {
        // Somebody else may have been quicker, which is as good.
        let _ = ring::default_provider().install_default();
    }
}

fn client(builder: reqwest::ClientBuilder) -> Result<Client, String> {
    provide_crypto();
    let client = builder
        .user_agent(concat!("jurat/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        .http1_max_headers(MOST_HEADERS)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .build();
    client.map_err(|error| error.without_url().to_string())
}

fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or("?");
    url.port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
