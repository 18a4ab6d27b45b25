//! Chat models against servers that behave, and against servers that do not.
#![expect(clippy::unwrap_used, clippy::panic)]

mod cancel;
mod cassette;
mod client;
mod formats;
mod hostile;
mod keys;
mod limits;
mod replies;
mod retries;
mod server;
mod services;
mod structured;

/// Every provider; what holds for one must hold for all.
const PROVIDERS: &[&str] = &["openai", "anthropic", "ollama"];
