//! Model servers and weights. Knows no law.

pub mod weights;

mod call;
mod cassette;
mod chat;
mod embedder;
#[cfg(feature = "encoder")]
mod encoder;
mod package_index;
mod providers;
mod reranker;
mod server_chat;
mod server_connection;
mod server_embed_rerank;
mod settings;
mod structured;
mod transport;

pub use cassette::{CassetteError, ChatCassette, request_hash};
pub use chat::{
    CallCost, ChatError, ChatFuture, ChatMessage, ChatModel, ChatReply, ChatRequest, ChatRole,
    DeltaSink, ErrorClass, FinishReason, ImageMedia, MessagePart, ModelIdentity, ModelLimits,
    ReplySchema, TokenUsage,
};
pub use embedder::{EmbedError, Embedder};
#[cfg(feature = "encoder")]
pub use encoder::{Encoder, EncoderOptions};
pub use package_index::{PipEnvironment, PipSettings};
pub use providers::provider_names;
pub use reranker::{RerankError, Reranker};
pub use server_chat::{connect, connect_with_timer, server_origin};
pub use server_embed_rerank::{connect_embedder, connect_reranker};
pub use settings::{ModelSettings, SchemaSupport, SettingsError, TokenPrice};
pub use structured::{StructuredReply, ask};
pub use transport::http::shared_client as http_client;
pub use transport::retry_after::retry_after;
pub use transport::timer::{RealTimer, RetryTimer};
