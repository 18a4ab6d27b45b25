//! All servers of one process, from their start to their end.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::{runtime, task::JoinSet, time};
use tokio_util::sync::CancellationToken;

use super::{HttpBinding, McpFailure, McpServer, ServerLimits, serve_http, serve_stdio};

/// How often it is asked whether the end is wanted.
const LOOK: Duration = Duration::from_millis(50);
/// How long work that nobody waits for may still hold its thread.
const LEAVE: Duration = Duration::from_millis(200);
/// Threads that answer; tools have threads of their own.
const THREADS: usize = 2;

/// A server and the way it is spoken to.
pub enum McpServing {
    Stdio(McpServer),
    Http(McpServer, HttpBinding),
}

/// Hears where a server listens, by its place in the list.
pub type HearsAddress = Arc<dyn Fn(usize, SocketAddr) + Send + Sync>;

/// Serves all of them until `stopped` says so, or the one client by stdio is done. One that fails ends all.
pub fn serve_all(
    all: Vec<McpServing>,
    stopped: fn() -> bool,
    ready: &HearsAddress,
) -> Result<(), McpFailure> {
    let built = runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .max_blocking_threads(ServerLimits::USUAL.calls + THREADS)
        .enable_all()
        .build();
    let runtime = built.map_err(|error| McpFailure::Broken(error.to_string()))?;
    let served = runtime.block_on(until_ended(all, stopped, ready));
    // Reading from a terminal cannot be called off, and no tool may keep the process.
    runtime.shutdown_timeout(LEAVE);
    served
}

async fn until_ended(
    all: Vec<McpServing>,
    stopped: fn() -> bool,
    ready: &HearsAddress,
) -> Result<(), McpFailure> {
    let stop = CancellationToken::new();
    let mut servers = JoinSet::new();
    for (place, serving) in all.into_iter().enumerate() {
        let (stop, ready) = (stop.clone(), Arc::clone(ready));
        servers.spawn(async move {
            match serving {
                McpServing::Stdio(server) => serve_stdio(server, stop).await,
                McpServing::Http(server, binding) => {
                    serve_http(server, binding, stop, |address| ready(place, address)).await
                }
            }
        });
    }
    let watched = stop.clone();
    let watch = tokio::spawn(async move {
        while !stopped() {
            time::sleep(LOOK).await;
        }
        watched.cancel();
    });
    let mut outcome = Ok(());
    while let Some(ended) = servers.join_next().await {
        let ended = ended.unwrap_or_else(|error| Err(McpFailure::Broken(error.to_string())));
        if outcome.is_ok() {
            outcome = ended;
        }
        stop.cancel();
    }
    watch.abort();
    outcome
}
