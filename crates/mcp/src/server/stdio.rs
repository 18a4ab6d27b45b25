//! Standard input and output: one client, which is the process that started this one.

use rmcp::{
    RoleServer, ServiceExt as _,
    model::JsonRpcMessage,
    service::{RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage},
    transport::{Transport, async_rw::AsyncRwTransport, stdio_pipes},
};
use tokio_util::sync::CancellationToken;

use super::{McpFailure, McpServer};

/// Serves until the client closes its end, or until `stop`.
pub async fn serve_stdio(server: McpServer, stop: CancellationToken) -> Result<(), McpFailure> {
    let (reader, writer) = stdio_pipes();
    let lines = AsyncRwTransport::new_server(reader, writer);
    let lines = lines.with_max_line_length(server.limits.message_bytes);
    let opening = OpeningRequest { inner: lines, is_open: false };
    let broken = |why: String| Err(McpFailure::Broken(why));
    match server.serve_with_ct(opening, stop).await {
        Ok(running) => match running.waiting().await {
            Ok(_) => Ok(()),
            Err(error) => broken(error.to_string()),
        },
        // Whoever says nothing, or says good-bye at once, is done.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            Ok(())
        }
        Err(error) => broken(error.to_string()),
    }
}

/// Passes over what comes before the first request. The library takes a notification there for the end of the
/// conversation; bad input must never end the server.
struct OpeningRequest<T> {
    inner: T,
    is_open: bool,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for OpeningRequest<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.inner.receive().await?;
            self.is_open |= matches!(message, JsonRpcMessage::Request(_));
            if self.is_open {
                return Some(message);
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}
