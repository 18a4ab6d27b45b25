//! How requests travel: one thread with an event loop for the whole process, limits, retries.

pub(crate) mod frames;
pub(crate) mod http;
pub(crate) mod rate_limiter;
mod rate_window;
pub(crate) mod retry;
pub(crate) mod retry_after;
pub(crate) mod timer;

use std::{
    future::Future,
    pin::Pin,
    sync::LazyLock,
    task::{Context, Poll},
    thread,
};

use tokio::{
    runtime::{Builder, Handle},
    task::JoinHandle,
};

use crate::chat::ChatError;

/// Started by the first model that is connected; ends with the process.
static LOOP: LazyLock<Result<Handle, String>> = LazyLock::new(start);

/// Work on the loop. Dropping it stops the work, wherever it is.
pub(crate) struct AbortOnDropTask<T>(JoinHandle<T>);

/// Puts work on the loop. May be awaited on any executor.
pub(crate) fn spawn<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<AbortOnDropTask<T>, ChatError> {
    let handle = LOOP.as_ref().map_err(|error| ChatError::invalid(error.clone()))?;
    Ok(AbortOnDropTask(handle.spawn(work)))
}

/// Does work on the loop and waits for it on this thread.
pub(crate) fn wait<T: Send + 'static>(
    work: impl Future<Output = Result<T, ChatError>> + Send + 'static,
) -> Result<T, ChatError> {
    let (give, take) = std::sync::mpsc::sync_channel(1);
    let task = spawn(async move {
        // The other end waits below, unless it is unwinding.
        let _ = give.send(work.await);
    })?;
    let done = take.recv().unwrap_or(Err(ChatError::Cancelled));
    drop(task);
    done
}

pub(crate) fn ready() -> Result<(), String> {
    LOOP.as_ref().map(|_| ()).map_err(Clone::clone)
}

fn start() -> Result<Handle, String> {
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let handle = runtime.handle().clone();
    let thread = thread::Builder::new().name("jurat-llm".into());
    let started = thread.spawn(move || runtime.block_on(std::future::pending::<()>()));
    started.map_err(|error| error.to_string())?;
    Ok(handle)
}

impl<T> Future for AbortOnDropTask<T> {
    type Output = Result<T, ChatError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map_err(|_| ChatError::Cancelled)
    }
}

impl<T> Drop for AbortOnDropTask<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
