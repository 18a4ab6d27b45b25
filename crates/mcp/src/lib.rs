//! The Model Context Protocol, both ways: a server of tools, resources and prompts, and a client of services that live
//! elsewhere.
//!
//! No tool is named here: what is served comes in as data, be it the table of tools or what a surface adds to it.

mod client;
mod server;

pub use client::{RemoteAnswer, RemoteService, RemoteSettings, SuspectWords};
pub use server::{
    BearerToken, HearsAddress, HttpBinding, LawShelf, McpFailure, McpOffer, McpServer,
    McpServing, ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText, ServedCall,
    ServedPrompt, ServedTool, ServerLimits, TableShelf, conformance_fixture, resource_steps,
    serve_all, serve_http, serve_stdio, served_remote, served_services, shipped_prompts,
};
