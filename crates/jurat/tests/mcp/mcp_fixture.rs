//! Servers that are processes, and the plainest clients of them: no library of the protocol is used here.

use std::{
    ffi::OsString,
    fmt::Write as _,
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_jurat");
pub(crate) const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];
pub(crate) const STATELESS: &str = "2026-07-28";

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp")
}

/// A request for each tool, by its name.
pub(crate) fn requests() -> Vec<(String, Json)> {
    let text = fs::read_to_string(folder().join("requests.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "the tests are about the program")]
pub(crate) fn jurat(home: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command
        .args(words)
        .current_dir(home)
        .env("JURAT_HOME", home)
        .env_remove("JURAT_MCP_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A server by HTTP.
pub(crate) struct HttpServer {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) home: TempDir,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct HttpReply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl HttpReply {
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| json!({ "no JSON": error.to_string(), "of": self.body }))
    }
}

impl HttpServer {
    pub(crate) fn start() -> Self {
        Self::with(&["mcp", "--http", "0"], &[])
    }

    pub(crate) fn with(words: &[&str], variables: &[(&str, &str)]) -> Self {
        let home = TempDir::new().unwrap();
        let mut command = jurat(home.path(), words);
        let mut child = command.envs(variables.iter().copied()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.find_map(|line| {
            let line = line.unwrap();
            let rest = line.split_once("http://")?.1.to_owned();
            Some(rest.split_once("/mcp")?.0.parse().unwrap())
        });
        Self { child, address: address.unwrap(), home }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads until the other side is done.
    pub(crate) fn raw(&self, bytes: &[u8]) -> HttpReply {
        let mut stream = self.connect();
        // One that refuses early may not read it all.
        let _ = stream.write_all(bytes);
        read_reply(&mut stream)
    }

    pub(crate) fn post(&self, headers: &[(&str, &str)], body: &[u8]) -> HttpReply {
        self.raw(&posted(&self.address.to_string(), headers, body))
    }

    /// A request in a revision, as its clients send it.
    pub(crate) fn ask(&self, revision: &str, method: &str, params: Json) -> Json {
        let (headers, body) = request(revision, method, params);
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.post(&headers, body.to_string().as_bytes()).json()
    }

    pub(crate) fn call(&self, revision: &str, tool: &str, arguments: &Json) -> Json {
        self.ask(revision, "tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Asks for its end as a service manager does, and says how it ended.
    pub(crate) fn terminate(&mut self) -> Option<i32> {
        terminate(&mut self.child)
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn terminate(child: &mut Child) -> Option<i32> {
    let id = i32::try_from(child.id()).unwrap();
    let id = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    child.wait().unwrap().code()
}

/// The head and the body of a request in a revision.
pub(crate) fn request(
    revision: &str,
    method: &str,
    mut params: Json,
) -> (Vec<(&'static str, String)>, Json) {
    let mut headers = vec![("mcp-protocol-version", revision.to_owned())];
    if revision == STATELESS {
        headers.push(("mcp-method", method.to_owned()));
        let named = params
            .get("name")
            .or_else(|| params.get("uri"))
            .and_then(Json::as_str);
        headers.extend(named.map(|name| ("mcp-name", name.to_owned())));
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientInfo": { "name": "plain", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    (headers, body)
}

pub(crate) fn posted(host: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

pub(crate) fn read_reply(stream: &mut TcpStream) -> HttpReply {
    let mut bytes = Vec::new();
    // A connection that is cut has said what it said.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    HttpReply {
        status: status.unwrap_or(0),
        head: head.to_lowercase(),
        body: body.to_owned(),
    }
}

/// A server by stdio.
pub(crate) struct StdioServer {
    pub(crate) child: Child,
    _home: TempDir,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    revision: &'static str,
}

impl StdioServer {
    pub(crate) fn start(words: &[&str]) -> Self {
        let home = TempDir::new().unwrap();
        let mut child = jurat(home.path(), words)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        Self {
            child,
            _home: home,
            input,
            output: BufReader::new(output),
            revision: STATELESS,
        }
    }

    /// The same with the handshake of a revision.
    pub(crate) fn opened(revision: &'static str) -> Self {
        let mut server = Self::start(&["mcp"]);
        server.revision = revision;
        if revision != STATELESS {
            let client = json!({ "name": "plain", "version": "1" });
            let params = json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": client });
            let opened = server.ask("initialize", params);
            assert_eq!(opened["result"]["protocolVersion"], revision, "{opened}");
            server.send(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        }
        server
    }

    pub(crate) fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn heard(&mut self) -> Json {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line)
            .unwrap_or_else(|error| json!({ "no JSON": error.to_string() }))
    }

    pub(crate) fn ask(&mut self, method: &str, params: Json) -> Json {
        let (_, body) = request(self.revision, method, params);
        self.send(body.to_string().as_bytes());
        self.heard()
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Json) -> Json {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Closes its input, and says how it ended.
    pub(crate) fn close(&mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }
}

impl Drop for StdioServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The Python that has the SDK of the protocol.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says which Python")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(crate) fn python() -> Option<OsString> {
    let python = std::env::var_os("JURAT_MCP_PYTHON");
    if python.is_none() {
        let required = std::env::var_os("JURAT_REQUIRE_ALL").is_some();
        assert!(!required, "JURAT_MCP_PYTHON names no Python with the package mcp");
        eprintln!("skipped: JURAT_MCP_PYTHON names no Python with the package mcp");
    }
    python
}

/// Runs a script of this folder to its end, and gives what it printed as JSON.
#[expect(clippy::disallowed_methods, reason = "an independent client is a program of its own")]
pub(crate) fn script(python: &OsString, words: &[&str], home: &Path) -> Json {
    let output = Command::new(python)
        .arg(folder().join(words[0]))
        .args(&words[1..])
        .env("JURAT_HOME", home)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {err}");
    serde_json::from_slice(&output.stdout).unwrap()
}
