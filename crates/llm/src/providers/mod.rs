//! The providers: how each one's requests and replies look. Pure: values in, values out.
//!
//! Another provider is one file here and one line in `ALL`.

mod anthropic;
mod format;
mod ollama;
mod openai;

pub(crate) use format::{EncodingOptions, PartialReply, ProviderFormat, RefusalReason};

/// Every provider there is.
pub(crate) const ALL: &[&dyn ProviderFormat] =
    &[&openai::OpenAiFormat, &anthropic::AnthropicFormat, &ollama::OllamaFormat];

/// The provider of a name.
pub(crate) fn provider_format(name: &str) -> Option<&'static dyn ProviderFormat> {
    ALL.iter().copied().find(|wire| wire.name() == name)
}

/// The names of all providers.
pub fn provider_names() -> Vec<&'static str> {
    ALL.iter().map(|wire| wire.name()).collect()
}
