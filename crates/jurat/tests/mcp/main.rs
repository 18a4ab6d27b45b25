//! The Model Context Protocol as its clients meet it: by stdio and HTTP, well-behaved and hostile, in three revisions.
#![expect(clippy::unwrap_used)]

mod acceptance_rules;
mod audits_pulled;
mod conformance;
mod hostile_clients;
mod hostile_servers;
mod load;
mod mcp_fixture;
mod own_tools;
mod python_client;
mod wire_snapshots;
