//! The protocol's own tools: MCP Inspector on every server, and the conformance suite on a server with its fixtures.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Output,
};

use crate::mcp_fixture::{BINARY, HttpServer, folder};

/// The folder of programs of Node that hold the suite and the inspector.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says where they are")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn programs() -> Option<PathBuf> {
    let found = std::env::var_os("JURAT_MCP_NODE");
    if found.is_none() {
        let required = std::env::var_os("JURAT_REQUIRE_ALL").is_some();
        assert!(!required, "JURAT_MCP_NODE names no folder with mcp-inspector and conformance");
        eprintln!("skipped: JURAT_MCP_NODE names no folder with mcp-inspector and conformance");
    }
    found.map(PathBuf::from)
}

#[expect(clippy::disallowed_methods, reason = "the suite is a program of its own")]
fn run(programs: &Path, program: &str, words: &[&str], home: &Path) -> Output {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: OsString = std::env::join_paths(
        [programs.to_path_buf()]
            .into_iter()
            .chain(std::env::split_paths(&path)),
    )
    .unwrap();
    std::process::Command::new(programs.join(program))
        .args(words)
        .env("PATH", path)
        .env("JURAT_HOME", home)
        .current_dir(home)
        .output()
        .unwrap()
}

#[track_caller]
fn passed(output: &Output, what: &str) {
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}\n{out}\n{err}");
}

#[test]
fn the_inspector_finds_no_fault_with_any_schema() {
    let Some(programs) = programs() else { return };
    let server = HttpServer::start();
    let home = server.home.path();
    let url = server.url();
    let strict = ["--method", "tools/list", "--strict"];
    let by_http = [&["--cli", url.as_str()], &strict[..]].concat();
    passed(&run(&programs, "mcp-inspector", &by_http, home), "by HTTP");
    let by_stdio = [&["--cli", BINARY, "mcp"], &strict[..]].concat();
    passed(&run(&programs, "mcp-inspector", &by_stdio, home), "by stdio");
    for method in ["resources/list", "prompts/list"] {
        let words = ["--cli", url.as_str(), "--method", method];
        passed(&run(&programs, "mcp-inspector", &words, home), method);
    }
}

/// What is expected to fail is in `expected_failures_*.yml`; a scenario that passes all the same must leave it.
#[test]
fn the_conformance_suite_passes_but_for_what_is_named() {
    let Some(programs) = programs() else { return };
    let server = HttpServer::with(&["mcp", "conformance-fixture", "--http", "0"], &[]);
    let url = server.url();
    for suite in [["--suite", "active"], ["--requirements", "2026-07-28"]] {
        let expected = folder().join(format!("expected_failures_{}.yml", suite[1]));
        let words =
            ["server", "--url", &url, "--expected-failures", expected.to_str().unwrap()];
        let words = [&words[..], &suite].concat();
        let home = server.home.path();
        passed(&run(&programs, "conformance", &words, home), &suite.concat());
    }
}
