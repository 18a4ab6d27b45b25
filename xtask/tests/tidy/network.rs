//! Checking a proof needs no network: no crate that could open a socket lies below `jurat-proof`.
//!
//! Idle until that crate exists.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

use crate::{none, tree};

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

/// A crate of the resolved graph.
#[derive(Default)]
struct Node {
    name: String,
    features: Vec<String>,
    uses: Vec<String>,
}

/// Crates by their id in the lock file.
type Graph = BTreeMap<String, Node>;

fn network_below(graph: &Graph, root: &str) -> Vec<String> {
    let below = reached(graph, root);
    let nodes = below.iter().filter_map(|id| graph.get(id));
    nodes
        .filter(|node| speaks(node))
        .map(|node| format!("{root} reaches {}, which can use the network", node.name))
        .collect()
}

fn speaks(node: &Node) -> bool {
    let open = |feature: &String| feature == "net" || feature == "full";
    NETWORK.contains(&node.name.as_str())
        || (node.name == "tokio" && node.features.iter().any(open))
}

fn reached(graph: &Graph, root: &str) -> BTreeSet<String> {
    let named = graph.iter().filter(|(_, node)| node.name == root);
    let mut open: Vec<String> = named.map(|(id, _)| id.clone()).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if let Some(node) = graph.get(&id).filter(|_| seen.insert(id.clone())) {
            open.extend(node.uses.iter().cloned());
        }
    }
    seen
}

fn graph(metadata: &Metadata) -> Graph {
    let mut graph = Graph::new();
    for node in metadata.resolve.iter().flat_map(|resolve| &resolve.nodes) {
        let used = node.deps.iter().filter(|dep| {
            dep.dep_kinds
                .iter()
                .any(|info| info.kind != DependencyKind::Development)
        });
        graph.insert(
            node.id.repr.clone(),
            Node {
                name: metadata[&node.id].name.to_string(),
                features: node.features.iter().map(ToString::to_string).collect(),
                uses: used.map(|dep| dep.pkg.repr.clone()).collect(),
            },
        );
    }
    graph
}

#[test]
fn proofs_are_checked_without_a_network() {
    if !tree::root().join("crates/proof").is_dir() {
        return;
    }
    let manifest = tree::root().join("Cargo.toml");
    let graph = graph(&MetadataCommand::new().manifest_path(manifest).exec().unwrap());
    assert!(graph.values().any(|node| node.name == PROOF), "{PROOF} is not in the graph");
    none(&network_below(&graph, PROOF));
}

#[track_caller]
fn check(edges: &[(&str, &[&str])], features: &[&str], complaints: usize) {
    let node = |name: &str, uses: &[&str]| Node {
        name: name.into(),
        features: features.iter().map(ToString::to_string).collect(),
        uses: uses.iter().map(ToString::to_string).collect(),
    };
    let graph = edges
        .iter()
        .map(|(name, uses)| ((*name).into(), node(name, uses)))
        .collect();
    assert_eq!(network_below(&graph, PROOF).len(), complaints);
}

#[test]
fn a_client_two_steps_down_is_flagged() {
    check(&[(PROOF, &["fetcher"]), ("fetcher", &["reqwest"]), ("reqwest", &[])], &[], 1);
}

#[test]
fn a_client_that_others_use_is_not() {
    check(
        &[(PROOF, &["zip"]), ("zip", &[]), ("jurat-llm", &["reqwest"]), ("reqwest", &[])],
        &[],
        0,
    );
}

#[test]
fn tokio_is_flagged_only_with_sockets() {
    check(&[(PROOF, &["tokio"]), ("tokio", &[])], &["net"], 1);
    check(&[(PROOF, &["tokio"]), ("tokio", &[])], &["rt", "time"], 0);
}
