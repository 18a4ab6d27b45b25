//! A model server that says what it is told to: real HTTP on this machine, words of ours.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value as Json, json};

/// What a request is for: the name of the schema it asks for, or `draft`.
pub(crate) type Script = fn(kind: &str, count: usize, prompt: &str) -> Option<String>;

/// The vector of a text.
pub(crate) type Embedding = fn(text: &str) -> Vec<f64>;

/// A server and what it was asked.
pub(crate) struct Server {
    pub(crate) port: u16,
    asked: Arc<Mutex<Vec<(String, String)>>>,
}

impl Server {
    /// Starts it. A script that says nothing lets the call fail with status 500.
    pub(crate) fn start(script: Script) -> Self {
        Self::start_with(script, letters)
    }

    /// The same with vectors of one's own.
    pub(crate) fn start_with(script: Script, embed: Embedding) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let heard = Arc::clone(&heard);
                thread::spawn(
                    move || while serve(&stream, (script, embed), &heard).is_some() {},
                );
            }
        });
        Self { port, asked }
    }

    /// How often it was asked for this.
    pub(crate) fn count(&self, kind: &str) -> usize {
        self.asked
            .lock()
            .unwrap()
            .iter()
            .filter(|(one, _)| one == kind)
            .count()
    }

    /// The settings that lead to it.
    pub(crate) fn settings(&self, roles: &str) -> String {
        let port = self.port;
        format!(
            "[models.local]\nprovider = \"openai\"\nmodel = \"plain\"\nmax_tries = 1\n\
             base_url = \"http://127.0.0.1:{port}/v1\"\nkey_file = \"local.key\"\n\
             price = {{ input_per_million = 1.0, output_per_million = 2.0, currency = \"EUR\" }}\n\
             [roles]\n{roles}"
        )
    }
}

fn serve(
    stream: &TcpStream,
    (script, embed): (Script, Embedding),
    asked: &Mutex<Vec<(String, String)>>,
) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or_default();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let request: Json = serde_json::from_slice(&body).ok()?;
    if let Some(texts) = request["input"].as_array() {
        asked
            .lock()
            .unwrap()
            .push(("vectors".to_owned(), texts.len().to_string()));
        return respond(stream, "200 OK", &vectors(texts, embed));
    }
    let kind = request["response_format"]["json_schema"]["name"]
        .as_str()
        .unwrap_or("draft");
    let prompt = request["messages"].to_string();
    let count = {
        let mut asked = asked.lock().unwrap();
        asked.push((kind.to_owned(), prompt.clone()));
        asked.iter().filter(|(one, _)| one == kind).count()
    };
    let (status, reply) = match script(kind, count, &prompt) {
        Some(text) => ("200 OK", reply(&text)),
        None => ("500 Internal Server Error", json!({ "error": { "message": "no" } })),
    };
    respond(stream, status, &reply)
}

fn respond(mut stream: &TcpStream, status: &str, reply: &Json) -> Option<()> {
    let reply = reply.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        reply.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(reply.as_bytes()).ok()
}

/// How often each letter is there.
fn letters(text: &str) -> Vec<f64> {
    let text = text.to_lowercase();
    let count = |letter: char| u32::try_from(1 + text.matches(letter).count()).unwrap();
    ('a'..='z').map(|letter| f64::from(count(letter))).collect()
}

fn vectors(texts: &[Json], embed: Embedding) -> Json {
    let rows = texts.iter().enumerate();
    let rows: Vec<Json> = rows
        .map(|(at, text)| {
            let vector = embed(text.as_str().unwrap_or_default());
            json!({ "index": at, "embedding": vector })
        })
        .collect();
    json!({ "data": rows, "usage": { "total_tokens": texts.len() } })
}

fn reply(text: &str) -> Json {
    json!({
        "id": "1", "object": "chat.completion", "model": "plain-1",
        "choices": [{
            "index": 0, "finish_reason": "stop",
            "message": { "role": "assistant", "content": text },
        }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120 },
    })
}
