//! What a call costs beyond the bare HTTP client, and what 64 calls at a time hold:
//! `cargo bench -p jurat-llm --bench overhead`.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured"
)]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Barrier},
    thread,
};

use jurat_llm::{ChatMessage, ChatModel, ChatRequest, ModelSettings, connect};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

const CALLS: u32 = 2000;
const ROUNDS: u32 = 5;
const AT_A_TIME: usize = 64;
const TARGET_MS: f64 = 1.0;
const TARGET_MB: f64 = 60.0;

fn main() {
    let runtime = Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()
        .unwrap();
    let port = serve(None);
    let model = model(port);
    let (mut raw_best, mut ours_best) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        raw_best = raw_best.min(raw(&runtime, port));
        ours_best = ours_best.min(ours(&runtime, &*model));
    }
    let over = ours_best - raw_best;
    println!(
        "CPU a call, server included: bare {raw_best:.3} ms, ours {ours_best:.3} ms, ratio {:.2}",
        ours_best / raw_best
    );
    println!("overhead {over:.3} ms, {:.2} of the target of {TARGET_MS} ms", over / TARGET_MS);
    let before = peak_mb();
    at_a_time(&runtime);
    let peak = peak_mb();
    println!("{AT_A_TIME} calls at a time: peak {peak:.1} MB (before {before:.1} MB)");
    println!("{:.2} of the target of {TARGET_MB} MB", peak / TARGET_MB);
}

/// CPU milliseconds a call through the bare client: text to JSON, JSON to text.
fn raw(runtime: &Runtime, port: u16) -> f64 {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("http://127.0.0.1:{port}/v1/chat/completions");
    timed(|| {
        let body =
            json!({ "model": "plum-1", "messages": [{ "role": "user", "content": words() }] });
        let request = client.post(&url).header("content-type", "application/json");
        let answer = runtime.block_on(async {
            request
                .body(body.to_string())
                .send()
                .await
                .unwrap()
                .bytes()
                .await
                .unwrap()
        });
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        answer["choices"][0]["message"]["content"].as_str().unwrap().len()
    })
}

fn ours(runtime: &Runtime, model: &dyn ChatModel) -> f64 {
    timed(|| {
        let request = ChatRequest::new(vec![ChatMessage::user(words())]);
        runtime.block_on(model.chat(&request)).unwrap().text.len()
    })
}

fn timed(call: impl Fn() -> usize) -> f64 {
    // The first call opens the connection.
    assert_eq!(call(), words().len());
    let before = cpu();
    for _ in 0..CALLS {
        call();
    }
    (cpu() - before) * 1e3 / f64::from(CALLS)
}

/// All calls are under way before the first is answered.
fn at_a_time(runtime: &Runtime) {
    let model = model(serve(Some(Arc::new(Barrier::new(AT_A_TIME)))));
    runtime.block_on(async {
        let calls: Vec<_> = (0..AT_A_TIME)
            .map(|_| {
                let model = Arc::clone(&model);
                tokio::spawn(async move {
                    let request = ChatRequest::new(vec![ChatMessage::user(words())]);
                    model.chat(&request).await.unwrap().text.len()
                })
            })
            .collect();
        for call in calls {
            assert_eq!(call.await.unwrap(), words().len());
        }
    });
}

fn model(port: u16) -> Arc<dyn ChatModel> {
    let mut settings = ModelSettings::new("openai", "plum-1");
    settings.base_url = Some(format!("http://127.0.0.1:{port}/v1"));
    settings.concurrency = AT_A_TIME;
    connect(&settings, &|_| None).unwrap()
}

/// Eight kilobytes: a prompt with some passages.
fn words() -> String {
    "plums and pears ".repeat(512)
}

fn serve(barrier: Option<Arc<Barrier>>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let barrier = barrier.clone();
            thread::spawn(move || answer(stream.unwrap(), barrier.as_deref()));
        }
    });
    port
}

/// Answers with the words that came, until the client leaves.
fn answer(stream: TcpStream, barrier: Option<&Barrier>) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream);
    let body = json!({
        "model": "plum-1",
        "choices": [{ "message": { "content": words() }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 2000, "completion_tokens": 2000 },
    });
    let body = body.to_string();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    let answer = head + &body;
    loop {
        let (mut line, mut length) = (String::new(), 0);
        while line != "\r\n" {
            line.clear();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
        }
        reader.read_exact(&mut vec![0; length]).unwrap();
        if let Some(barrier) = barrier {
            barrier.wait();
        }
        reader.get_mut().write_all(answer.as_bytes()).unwrap();
    }
}

/// CPU seconds of this process, all threads.
#[expect(clippy::cast_precision_loss, reason = "seconds of a process are few")]
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The most memory that this process has held.
fn peak_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}
