//! Models that are connected to servers of ours, time that does not pass, and a bare executor.

use std::{
    future::Future,
    pin::{Pin, pin},
    sync::{Arc, Mutex},
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Duration,
};

use jurat_llm::{
    ChatError, ChatMessage, ChatModel, ChatReply, ChatRequest, ModelSettings, RetryTimer,
    connect_with_timer,
};

use crate::server::Server;

pub(crate) const KEY: &str = "sk-plum-4711-0815-tell-nobody";

/// Time that moves only when somebody waits.
#[derive(Default)]
pub(crate) struct Sandglass {
    now: Mutex<Duration>,
    slept: Mutex<Vec<u64>>,
}

impl Sandglass {
    /// The waits so far, in milliseconds.
    pub(crate) fn slept(&self) -> Vec<u64> {
        self.slept.lock().unwrap().clone()
    }
}

impl RetryTimer for Sandglass {
    fn now(&self) -> Duration {
        *self.now.lock().unwrap()
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        *self.now.lock().unwrap() += time;
        self.slept
            .lock()
            .unwrap()
            .push(u64::try_from(time.as_millis()).unwrap());
        Box::pin(std::future::ready(()))
    }

    fn jitter(&self) -> f64 {
        1.0
    }
}

/// Settings for a server of ours, with a key.
pub(crate) fn settings(provider: &str, server: &Server) -> ModelSettings {
    let path = if provider == "openai" { "/v1" } else { "" };
    let mut settings = ModelSettings::new(provider, "plum-1");
    settings.base_url = Some(format!("http://127.0.0.1:{}{path}", server.port));
    settings.key_env = Some("PLUM_KEY".into());
    settings.timeout_s = 5;
    settings
}

pub(crate) fn keys(name: &str) -> Option<String> {
    (name == "PLUM_KEY").then(|| KEY.to_owned())
}

pub(crate) fn model(settings: &ModelSettings) -> (Arc<dyn ChatModel>, Arc<Sandglass>) {
    let glass = Arc::new(Sandglass::default());
    let timer: Arc<dyn RetryTimer> = Arc::<Sandglass>::clone(&glass);
    (connect_with_timer(settings, &keys, timer).unwrap(), glass)
}

pub(crate) fn question() -> ChatRequest {
    ChatRequest::new(vec![ChatMessage::system("Be brief."), ChatMessage::user("Which fruit?")])
}

/// One question to one server.
pub(crate) fn asked(settings: &ModelSettings) -> Result<ChatReply, ChatError> {
    block_on(model(settings).0.chat(&question()))
}

/// The same as a stream, with what the sink got.
pub(crate) fn streamed(
    settings: &ModelSettings,
) -> (Result<ChatReply, ChatError>, Vec<String>) {
    let mut deltas = Vec::new();
    let request = question();
    let (model, _) = model(settings);
    let mut sink = |delta: &str| deltas.push(delta.to_owned());
    let reply = block_on(model.chat_stream(&request, &mut sink));
    (reply, deltas)
}

/// An executor with nothing of tokio in it.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}
