//! Model servers and weights. Knows no law.

pub mod weights;

mod call;
mod cassette;
mod chat;
mod connected;
mod embedder;
#[cfg(feature = "encoder")]
mod encoder;
mod index;
mod providers;
mod reranker;
mod services;
mod settings;
mod structured;
mod transport;

pub use cassette::{Cassette, CassetteError, request_hash};
pub use chat::{
    ChatError, ChatFuture, ChatModel, ChatReply, ChatRequest, Cost, DeltaSink, ErrorClass,
    FinishReason, ImageMedia, Message, ModelIdentity, ModelLimits, Part, ReplySchema, Role,
    Usage,
};
pub use connected::{connect, connect_with_timer};
pub use embedder::{EmbedError, Embedder};
#[cfg(feature = "encoder")]
pub use encoder::{Encoder, EncoderOptions};
pub use index::{PipEnvironment, PipSettings};
pub use providers::provider_names;
pub use reranker::{RerankError, Reranker};
pub use services::{connect_embedder, connect_reranker};
pub use settings::{ModelSettings, Price, SchemaSupport, SettingsError};
pub use structured::{Shaped, ask};
pub use transport::timer::{RealTimer, Timer};
