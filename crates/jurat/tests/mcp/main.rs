//! The Model Context Protocol as its clients meet it: by stdio and HTTP, well-behaved and hostile, in three revisions.
#![expect(clippy::unwrap_used, clippy::panic)]

mod acceptance_rules;
mod audit_tasks;
mod audits_pulled;
mod conformance;
mod hostile_clients;
mod hostile_servers;
mod load;
mod mcp_fixture;
mod own_tools;
mod python_client;
mod resources;
mod wire_snapshots;
