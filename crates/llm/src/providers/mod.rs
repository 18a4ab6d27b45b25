//! The providers: how each one's requests and replies look. Pure: values in, values out.
//!
//! Another provider is one file here and one line in `ALL`.

mod anthropic;
mod format;
mod ollama;
mod openai;

pub(crate) use format::{EncodingOptions, PartialReply, ProviderFormat, RefusalReason};

pub(crate) const ALL: &[&dyn ProviderFormat] =
    &[&openai::OpenAiFormat, &anthropic::AnthropicFormat, &ollama::OllamaFormat];

pub(crate) fn provider_format(name: &str) -> Option<&'static dyn ProviderFormat> {
    ALL.iter().copied().find(|wire| wire.profile().name == name)
}

pub fn provider_names() -> Vec<&'static str> {
    ALL.iter().map(|wire| wire.profile().name).collect()
}
