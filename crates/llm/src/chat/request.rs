//! What a model is asked: a plain value that can be journaled, hashed and sent to any provider.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// English has some four and a half bytes a token, so this counts a little too many.
const BYTES_A_TOKEN: u64 = 4;
/// What servers charge for an image of about a megapixel.
const TOKENS_AN_IMAGE: u64 = 1_500;
/// Roles and separators around each message.
const TOKENS_A_MESSAGE: u64 = 4;

/// One request. The model's name, address and key are not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    pub messages: Vec<ChatMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<ReplySchema>,
    /// Chance in the choice of words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Makes a reply repeatable, where the server can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    /// Words at which the reply ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatMessage {
    pub role: ChatRole,
    pub parts: Vec<MessagePart>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// Ours: what to do.
    System,
    /// The question, with what it is about.
    User,
    /// The model's own earlier words.
    Assistant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum MessagePart {
    Text { text: String },
    Image { media: ImageMedia, base64: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageMedia {
    #[serde(rename = "image/png")]
    Png,
    #[serde(rename = "image/jpeg")]
    Jpeg,
    #[serde(rename = "image/gif")]
    Gif,
    #[serde(rename = "image/webp")]
    Webp,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplySchema {
    /// Letters, digits, `_` and `-`, 64 at most: providers want it so.
    pub name: String,
    pub schema: Value,
}

impl ChatRequest {
    /// A request with these messages and nothing else set.
    pub fn new(messages: Vec<ChatMessage>) -> Self {
        Self {
            messages,
            schema: None,
            temperature: None,
            seed: None,
            max_output_tokens: None,
            stop: Vec::new(),
        }
    }

    /// The tokens of the messages and the schema, by their length.
    pub fn estimated_tokens(&self) -> u64 {
        let parts = self.messages.iter().flat_map(|message| &message.parts);
        let tokens: u64 = parts.map(MessagePart::estimated_tokens).sum();
        let schema = self
            .schema
            .as_ref()
            .map_or(0, |wanted| wanted.schema.to_string().len());
        let around = TOKENS_A_MESSAGE * self.messages.len() as u64;
        tokens + around + estimated_tokens(schema)
    }

    pub(crate) fn has_images(&self) -> bool {
        let mut parts = self.messages.iter().flat_map(|message| &message.parts);
        parts.any(|part| matches!(part, MessagePart::Image { .. }))
    }
}

impl ChatMessage {
    pub fn system(text: impl Into<String>) -> Self {
        Self {
            role: ChatRole::System,
            parts: vec![MessagePart::text(text)],
        }
    }

    pub fn user(text: impl Into<String>) -> Self {
        Self {
            role: ChatRole::User,
            parts: vec![MessagePart::text(text)],
        }
    }

    pub fn assistant(text: impl Into<String>) -> Self {
        Self {
            role: ChatRole::Assistant,
            parts: vec![MessagePart::text(text)],
        }
    }

    pub(crate) fn text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            MessagePart::Text { text } => Some(text.as_str()),
            MessagePart::Image { .. } => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

impl MessagePart {
    /// Characters of words; a picture has none.
    pub fn characters(&self) -> u64 {
        match self {
            Self::Text { text } => text.chars().count() as u64,
            Self::Image { .. } => 0,
        }
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    pub fn image(media: ImageMedia, bytes: &[u8]) -> Self {
        Self::Image { media, base64: STANDARD.encode(bytes) }
    }

    fn estimated_tokens(&self) -> u64 {
        match self {
            Self::Text { text } => estimated_tokens(text.len()),
            Self::Image { .. } => TOKENS_AN_IMAGE,
        }
    }
}

impl ImageMedia {
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }
}

pub(crate) fn estimated_tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(BYTES_A_TOKEN)
}
