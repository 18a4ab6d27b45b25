//! Streamable HTTP, without sessions: every request stands alone, so a client that goes away leaves nothing behind.

use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc};

use hyper::{Request, StatusCode, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
    time,
};
use tokio_util::sync::CancellationToken;

use super::{
    BearerToken, McpFailure, McpServer, ServerLimits,
    http_guard::{HttpReply, allowed_hosts, allowed_origins, is_open, refusal, reply},
};

/// The largest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// Where a server listens, and who may ask it.
#[derive(Clone)]
pub struct HttpBinding {
    pub address: SocketAddr,
    pub token: Option<BearerToken>,
    /// Names under which it may be asked for, beside loopback and its own address.
    pub hosts: Vec<String>,
    /// Pages that may ask, beside those of this machine.
    pub origins: Vec<String>,
}

type SpokenProtocol = StreamableHttpService<McpServer, NeverSessionManager>;

/// Serves until `stop`, then lets what is under way come to its end. `ready` hears where it listens.
pub async fn serve_http(
    server: McpServer,
    binding: HttpBinding,
    stop: CancellationToken,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), McpFailure> {
    let address = binding.address;
    if is_open(address) && binding.token.is_none() {
        return Err(McpFailure::TokenNeeded { address });
    }
    let bound = TcpListener::bind(address).await;
    let listener = bound.map_err(|why| McpFailure::Bind { address, why })?;
    let address = listener
        .local_addr()
        .map_err(|why| McpFailure::Bind { address, why })?;
    let limits = server.limits;
    let door = Arc::new(HttpDoor {
        spoken: spoken(server, &binding, address, &stop),
        token: binding.token,
        limits,
    });
    ready(address);
    let mut connections = JoinSet::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    while let Some((stream, place)) = accepted(&listener, &places, &stop).await {
        let (door, stop) = (Arc::clone(&door), stop.clone());
        connections.spawn(async move {
            serve_connection(stream, &door, &stop).await;
            drop(place);
        });
        // Those that are over are forgotten.
        while connections.try_join_next().is_some() {}
    }
    drop(listener);
    let ended =
        time::timeout(limits.grace, async { while connections.join_next().await.is_some() {} });
    if ended.await.is_err() {
        connections.shutdown().await;
    }
    Ok(())
}

/// What every connection shares.
struct HttpDoor {
    spoken: SpokenProtocol,
    token: Option<BearerToken>,
    limits: ServerLimits,
}

fn spoken(
    server: McpServer,
    binding: &HttpBinding,
    address: SocketAddr,
    stop: &CancellationToken,
) -> SpokenProtocol {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(allowed_hosts(address, &binding.hosts))
        .with_allowed_origins(allowed_origins(&binding.origins))
        .with_max_request_body_bytes(server.limits.message_bytes)
        .with_cancellation_token(stop.clone());
    let sessions = Arc::new(NeverSessionManager::default());
    StreamableHttpService::new(move || Ok(server.clone()), sessions, config)
}

/// The next connection, once there is room for it; none at the end.
async fn accepted(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    stop: &CancellationToken,
) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    let next = async {
        let place = Arc::clone(places).acquire_owned().await.ok()?;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return Some((stream, place)),
                Err(error) => pause_after(&error).await,
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => None,
        next = next => next,
    }
}

/// A client that is gone already costs nothing; with no files left, others must end first.
async fn pause_after(error: &io::Error) {
    let gone = [
        io::ErrorKind::ConnectionAborted,
        io::ErrorKind::ConnectionReset,
        io::ErrorKind::Interrupted,
    ];
    if !gone.contains(&error.kind()) {
        time::sleep(time::Duration::from_millis(100)).await;
    }
}

async fn serve_connection(stream: TcpStream, door: &HttpDoor, stop: &CancellationToken) {
    let service =
        service_fn(|request| async { Ok::<_, Infallible>(door.answer(request).await) });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(door.limits.head_time)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let grace = tokio::select! {
        // How a client broke off is its own affair.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => door.limits.grace,
        () = time::sleep(door.limits.connection_time) => door.limits.request_time,
    };
    connection.as_mut().graceful_shutdown();
    let _ = time::timeout(grace, connection).await;
}

impl HttpDoor {
    async fn answer(&self, request: Request<Incoming>) -> HttpReply {
        if let Some(refusal) = refusal(&request, self.token.as_ref()) {
            return refusal;
        }
        let handled = time::timeout(self.limits.request_time, self.spoken.handle(request));
        handled
            .await
            .unwrap_or_else(|_| reply(StatusCode::REQUEST_TIMEOUT, "the request took too long"))
    }
}
