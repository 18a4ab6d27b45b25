//! How a model server is reached: plain settings, checked before anything is sent.

mod address;
mod api_key;
mod error;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use error::SettingsError;

pub(crate) use address::{ServerAddress, is_loopback};
pub(crate) use api_key::{SecretApiKey, key_of};

const TIMEOUT_S: u64 = 120;
const TRIES: u32 = 4;
const MOST_TRIES: u32 = 10;
const CONCURRENCY: usize = 8;
const MOST_CONCURRENCY: usize = 256;
const OUTPUT_TOKENS: u64 = 4096;
const REPLY_BYTES: u64 = 8 * 1024 * 1024;
const MOST_TIMEOUT_S: u64 = 3600;

/// One model on one server. Keys are named here, never held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSettings {
    /// A name of the table of providers: `openai` (and all that speak like it), `anthropic`,
    /// `ollama`.
    pub provider: String,
    /// The address, with `/v1` for `openai`. Each provider has a default.
    pub base_url: Option<String>,
    /// The model, as the server calls it.
    pub model: String,
    /// Under which licence its replies are had, for `jurat doctor` to show.
    pub licence: Option<String>,
    /// The length of its vectors, where it makes embeddings.
    pub dimensions: Option<usize>,
    pub key_env: Option<String>,
    /// The file that holds the key; nobody else may read it.
    pub key_file: Option<PathBuf>,
    /// Seconds for one try, from the first byte sent to the last received.
    #[serde(default = "timeout_s")]
    pub timeout_s: u64,
    /// How often a request is sent at most.
    #[serde(default = "tries")]
    pub max_tries: u32,
    /// Requests within any minute.
    pub requests_per_minute: Option<u64>,
    /// Tokens within any minute, request and reply.
    pub tokens_per_minute: Option<u64>,
    #[serde(default = "concurrency")]
    pub concurrency: usize,
    /// Tokens of request and reply together.
    pub context_tokens: Option<u64>,
    /// Tokens of a reply, where the request says nothing.
    #[serde(default = "output_tokens")]
    pub output_tokens: u64,
    /// Where the request says nothing.
    pub temperature: Option<f64>,
    /// Where the request says nothing.
    pub seed: Option<u64>,
    pub price: Option<TokenPrice>,
    /// Whether the server holds replies to a schema.
    #[serde(default)]
    pub json_schema: SchemaSupport,
    #[serde(default = "yes")]
    pub images: bool,
    /// Lets keys and texts travel in the clear to another machine.
    #[serde(default)]
    pub allow_http: bool,
    #[serde(default = "reply_bytes")]
    pub max_reply_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenPrice {
    pub input_per_million: f64,
    pub output_per_million: f64,
    /// Such as `EUR`.
    pub currency: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemaSupport {
    /// The server, until it says that it cannot; then the prompt.
    #[default]
    Auto,
    Always,
    Never,
}

impl ModelSettings {
    /// Settings with the defaults of a file that names only the provider and the model.
    pub fn new(provider: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            base_url: None,
            model: model.into(),
            licence: None,
            dimensions: None,
            key_env: None,
            key_file: None,
            timeout_s: TIMEOUT_S,
            max_tries: TRIES,
            requests_per_minute: None,
            tokens_per_minute: None,
            concurrency: CONCURRENCY,
            context_tokens: None,
            output_tokens: OUTPUT_TOKENS,
            temperature: None,
            seed: None,
            price: None,
            json_schema: SchemaSupport::Auto,
            images: true,
            allow_http: false,
            max_reply_bytes: REPLY_BYTES,
        }
    }

    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        let prices = self
            .price
            .iter()
            .flat_map(|price| [price.input_per_million, price.output_per_million]);
        let prices_hold = prices.into_iter().all(|price| price.is_finite() && 0.0 <= price);
        let temperature_holds = self.temperature.is_none_or(|t| (0.0..=2.0).contains(&t));
        let rules = [
            ("model", !self.model.trim().is_empty(), "must not be empty"),
            ("timeout_s", (1..=MOST_TIMEOUT_S).contains(&self.timeout_s), "must be 1 to 3600"),
            ("max_tries", (1..=MOST_TRIES).contains(&self.max_tries), "must be 1 to 10"),
            (
                "concurrency",
                (1..=MOST_CONCURRENCY).contains(&self.concurrency),
                "must be 1 to 256",
            ),
            ("requests_per_minute", self.requests_per_minute != Some(0), "must not be 0"),
            ("tokens_per_minute", self.tokens_per_minute != Some(0), "must not be 0"),
            ("output_tokens", self.output_tokens != 0, "must not be 0"),
            ("max_reply_bytes", self.max_reply_bytes != 0, "must not be 0"),
            ("temperature", temperature_holds, "must be 0 to 2"),
            ("price", prices_hold, "must be numbers from 0"),
        ];
        let broken = rules.into_iter().find(|(_, holds, _)| !holds);
        broken.map_or(Ok(()), |(field, _, rule)| Err(SettingsError::Value { field, rule }))
    }
}

fn timeout_s() -> u64 {
    TIMEOUT_S
}

fn tries() -> u32 {
    TRIES
}

fn concurrency() -> usize {
    CONCURRENCY
}

fn output_tokens() -> u64 {
    OUTPUT_TOKENS
}

fn reply_bytes() -> u64 {
    REPLY_BYTES
}

fn yes() -> bool {
    true
}
