//! The providers: how each one's requests and replies look. Pure: values in, values out.
//!
//! Another provider is one file here and one line in `ALL`.

mod anthropic;
mod ollama;
mod openai;
mod wire;

pub(crate) use wire::{Encoding, Partial, Sorry, Wire};

/// Every provider there is.
pub(crate) const ALL: &[&dyn Wire] = &[&openai::OpenAi, &anthropic::Anthropic, &ollama::Ollama];

/// The provider of a name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Wire> {
    ALL.iter().copied().find(|wire| wire.name() == name)
}

/// The names of all providers.
pub fn provider_names() -> Vec<&'static str> {
    ALL.iter().map(|wire| wire.name()).collect()
}
