//! The server: what it offers, how a request is answered, and the two transports.

mod bearer_token;
mod conformance_fixture;
mod http;
mod http_guard;
mod law_shelf;
mod offer;
mod requests;
mod resource_uri;
mod resources;
mod serving;
mod stdio;

use std::{io, time::Duration};

pub use bearer_token::BearerToken;
pub use conformance_fixture::conformance_fixture;
pub use http::{HttpBinding, serve_http};
pub use law_shelf::LawShelf;
pub use offer::{
    McpOffer, ServedCall, ServedPrompt, ServedTool, served_remote, served_services,
    shipped_prompts,
};
pub use requests::McpServer;
pub use resource_uri::resource_steps;
pub use resources::{
    ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText, TableShelf,
};
pub use serving::{HearsAddress, McpServing, serve_all};
pub use stdio::serve_stdio;

/// What a server bears.
#[derive(Debug, Clone, Copy)]
pub struct ServerLimits {
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Bytes of one resource.
    pub resource_bytes: usize,
    /// Calls of tools at a time; the rest wait.
    pub calls: usize,
    /// How long a call waits for its turn, and then for its answer.
    pub call_time: Duration,
    /// How long a request may take to come in whole and be answered.
    pub request_time: Duration,
    /// How long a client may take over the head of a request, or stay silent between two.
    pub head_time: Duration,
    /// How long a connection is kept: who reads slowly does not hold it for ever.
    pub connection_time: Duration,
    /// Connections at a time; the rest wait.
    pub connections: usize,
    /// How long what is under way may take once the end was asked for.
    pub grace: Duration,
}

impl ServerLimits {
    pub const USUAL: Self = Self {
        message_bytes: 1 << 20,
        resource_bytes: 4 << 20,
        calls: 32,
        call_time: Duration::from_secs(30),
        request_time: Duration::from_secs(70),
        head_time: Duration::from_secs(10),
        connection_time: Duration::from_mins(5),
        connections: 256,
        grace: Duration::from_secs(5),
    };
}

/// Why a server does not serve.
#[derive(Debug, thiserror::Error)]
pub enum McpFailure {
    #[error("{address} can be reached from other machines, and no token is set")]
    TokenNeeded { address: std::net::SocketAddr },
    #[error("a token has {given} characters; {least} are the least")]
    ShortToken { given: usize, least: usize },
    #[error("cannot listen on {address}: {why}")]
    Bind { address: std::net::SocketAddr, why: io::Error },
    #[error("the protocol broke off: {0}")]
    Broken(String),
}
