//! Checking a proof needs no network: no crate that could open a socket lies below `jurat-proof`.
//!
//! Read from `cargo tree` of that crate alone: in the whole workspace other crates turn features
//! on that it does not.

use crate::{cargo_tree, none};

const PROOF: &str = "jurat-proof";

/// Crates that speak to other machines.
const NETWORK: &[&str] = &[
    "async-std",
    "axum",
    "curl",
    "h2",
    "h3",
    "hickory-resolver",
    "hyper",
    "hyper-util",
    "isahc",
    "mio",
    "native-tls",
    "openssl",
    "quinn",
    "reqwest",
    "rmcp",
    "rustls",
    "socket2",
    "tokio-postgres",
    "tonic",
    "tower-http",
    "tungstenite",
    "ureq",
];

/// Lines of `cargo tree -e normal,features` that should not be there.
fn network_in(lines: &str) -> Vec<String> {
    let speaks = |line: &&str| {
        let mut words = line.split_whitespace();
        let (name, rest) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>());
        let open = rest.starts_with(&["feature", "\"net\""])
            || rest.starts_with(&["feature", "\"full\""]);
        NETWORK.contains(&name) || name == "tokio" && open
    };
    lines
        .lines()
        .filter(speaks)
        .map(|line| format!("{PROOF} reaches the network: {line}"))
        .collect()
}

#[test]
fn proofs_are_checked_without_a_network() {
    let lines = cargo_tree(&["-p", PROOF, "-e", "normal,features"]);
    assert!(lines.contains("jurat-engine"), "{lines}");
    none(&network_in(&lines));
}

#[track_caller]
fn check(lines: &str, complaints: usize) {
    assert_eq!(network_in(lines).len(), complaints, "{lines}");
}

#[test]
fn a_client_is_flagged() {
    check("jurat-proof v0.1.0\nfetcher v1.0.0\nreqwest v0.13.0\nmio v1.0.0 (*)\n", 2);
}

#[test]
fn a_runtime_is_flagged_only_where_it_can_open_sockets() {
    check("tokio v1.40.0\ntokio feature \"rt\"\n", 0);
    check("tokio v1.40.0\ntokio feature \"net\"\n", 1);
}
