//! Which crate may use which: the allow-list of the layers, planned crates included.

use std::path::Path;

use crate::{WorkspacePackage, none, repository_files, workspace_packages};

/// Open to every crate but itself.
const OPEN: &str = "jurat-canon";

/// Stands for every crate in `systems/`.
const A_SYSTEM: &str = "a system";

/// A crate of the workspace and the crates of the workspace that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("jurat-canon", &[]),
    ("jurat-typeset", &[]),
    ("jurat-testdata", &[]),
    ("jurat-engine", &[]),
    ("jurat-text", &[]),
    ("jurat-model", &[]),
    ("jurat-llm", &[]),
    ("jurat-store", &["jurat-engine", "jurat-retrieve"]),
    ("jurat-vault", &[]),
    ("jurat-ingest", &["jurat-model", "jurat-text"]),
    ("jurat-injection", &["jurat-model", "jurat-text"]),
    ("jurat-code", &["jurat-model", "jurat-text", "jurat-ingest", "jurat-injection"]),
    ("jurat-retrieve", &["jurat-model", "jurat-text", "jurat-llm"]),
    ("jurat-verify", &["jurat-model", "jurat-text"]),
    ("jurat-pack", &["jurat-model", "jurat-text", "jurat-ingest", "jurat-retrieve"]),
    ("jurat-citator", &["jurat-model", "jurat-text", "jurat-verify"]),
    (
        "jurat-intake",
        &[
            "jurat-model",
            "jurat-text",
            "jurat-llm",
            "jurat-ingest",
            "jurat-retrieve",
            "jurat-pack",
        ],
    ),
    ("jurat-own-stages", &["jurat-engine", "jurat-ingest", "jurat-llm"]),
    ("jurat-document", &["jurat-typeset"]),
    (
        "jurat-tools",
        &[
            "jurat-model",
            "jurat-text",
            "jurat-llm",
            "jurat-ingest",
            "jurat-retrieve",
            "jurat-verify",
            "jurat-pack",
            "jurat-citator",
        ],
    ),
    (
        "jurat-proof",
        &["jurat-engine", "jurat-model", "jurat-text", "jurat-verify", "jurat-document"],
    ),
    (
        "jurat-agents",
        &[
            "jurat-model",
            "jurat-text",
            "jurat-llm",
            "jurat-retrieve",
            "jurat-injection",
            "jurat-verify",
            "jurat-tools",
        ],
    ),
    ("jurat-compose", &["jurat-model", "jurat-text", "jurat-verify"]),
    ("jurat-system", FLOORS),
    // A system uses what lies below, and no other system.
    (A_SYSTEM, SYSTEM),
    ("jurat-systems", SYSTEMS),
    ("jurat-eval", SYSTEMS),
    // What only tests use.
    ("jurat-conformance", &["jurat-engine", "jurat-retrieve", "jurat-text"]),
    ("jurat-mcp", &["jurat-injection", "jurat-ingest", "jurat-llm", "jurat-tools"]),
    ("jurat-server", SURFACE),
    ("jurat", SURFACE),
    // Rules of tidiness look at the code; they do not use it.
    ("xtask", &[]),
];

/// What lies below all systems.
const FLOORS: &[&str] = &[
    "jurat-document",
    "jurat-typeset",
    "jurat-engine",
    "jurat-model",
    "jurat-text",
    "jurat-llm",
    "jurat-ingest",
    "jurat-injection",
    "jurat-code",
    "jurat-retrieve",
    "jurat-verify",
    "jurat-pack",
    "jurat-citator",
    "jurat-tools",
    "jurat-agents",
    "jurat-compose",
    "jurat-own-stages",
    "jurat-proof",
];

const SYSTEM: &[&str] = &concatenated::<19>(FLOORS, &["jurat-system"]);

const SYSTEMS: &[&str] = &concatenated::<20>(SYSTEM, &[A_SYSTEM]);

const SURFACE: &[&str] = &concatenated::<27>(
    SYSTEMS,
    &[
        "jurat-systems",
        "jurat-store",
        "jurat-eval",
        "jurat-intake",
        "jurat-mcp",
        "jurat-server",
        "jurat-vault",
    ],
);

const fn concatenated<const N: usize>(
    one: &[&'static str],
    other: &[&'static str],
) -> [&'static str; N] {
    let mut all = [""; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < one.len() { one[at] } else { other[at - one.len()] };
        at += 1;
    }
    all
}

/// Outside crates (and all whose names go on from theirs with `-`) that one crate alone may use.
const ONE_DOOR: &[(&str, &str)] = &[
    ("rusqlite", "jurat-store"),
    ("refinery", "jurat-store"),
    ("tokio-postgres", "jurat-store"),
    ("krilla", "jurat-typeset"),
    ("tantivy", "jurat-retrieve"),
    ("candle", "jurat-llm"),
    ("rmcp", "jurat-mcp"),
    ("chacha20poly1305", "jurat-vault"),
];

/// A crate and what it uses to build and run, on any platform; what only its tests use is free.
struct Uses {
    name: String,
    crates: Vec<String>,
}

fn forbidden(uses: &Uses, systems: &[String]) -> Vec<String> {
    let row = |name: &str| {
        let known = systems.iter().any(|system| system == name);
        if known { A_SYSTEM.to_owned() } else { name.to_owned() }
    };
    let own = row(&uses.name);
    let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == own) else {
        return vec![format!("{} is not in the list: add its row to MAY_USE", uses.name)];
    };
    let ours = |name: &str| MAY_USE.iter().any(|(known, _)| *known == name);
    let mut complaints = Vec::new();
    for used in &uses.crates {
        let below = row(used);
        if used != OPEN && ours(&below) && !allowed.contains(&below.as_str()) {
            complaints.push(format!("{} may not use {used}", uses.name));
        }
        if let Some(door) = door(used).filter(|door| *door != uses.name) {
            complaints.push(format!("{} may not use {used}: only {door} may", uses.name));
        }
    }
    complaints
}

fn door(used: &str) -> Option<&'static str> {
    let belongs = |first: &str| {
        used.strip_prefix(first)
            .is_some_and(|r| r.is_empty() || r.starts_with('-'))
    };
    ONE_DOOR
        .iter()
        .find(|(first, _)| belongs(first))
        .map(|(_, door)| *door)
}

#[test]
fn crates_use_only_what_their_row_allows() {
    let packages = workspace_packages();
    let folder = repository_files::root().join("systems").canonicalize().unwrap();
    let systems = packages
        .iter()
        .filter(|package| Path::new(&package.manifest).starts_with(&folder));
    let systems: Vec<String> = systems.map(|package| package.name.clone()).collect();
    assert!(!systems.is_empty(), "no crate in {}", folder.display());
    let used = |package: WorkspacePackage| Uses { name: package.name, crates: package.uses };
    let complaints = packages
        .into_iter()
        .map(used)
        .flat_map(|uses| forbidden(&uses, &systems));
    none(&complaints.collect::<Vec<_>>());
}

#[test]
fn rows_name_known_crates() {
    for used in MAY_USE.iter().flat_map(|(_, row)| *row) {
        assert!(MAY_USE.iter().any(|(name, _)| name == used), "{used} has no row of its own");
    }
}

#[track_caller]
fn check(name: &str, other: &str, complaints: usize) {
    let uses = Uses { name: name.into(), crates: vec![other.into()] };
    let systems = ["jurat-evidence-first", "jurat-digital-courtroom"].map(str::to_owned);
    let found = forbidden(&uses, &systems);
    assert_eq!(found.len(), complaints, "{found:?}");
}

#[test]
fn an_upward_edge_is_flagged() {
    check("jurat-engine", "jurat-store", 1);
    check("jurat-store", "jurat-engine", 0);
    check("jurat-ingest", "jurat-code", 1);
    check("jurat-code", "jurat-ingest", 0);
    check("jurat-injection", "jurat-verify", 1);
    check("jurat-code", "jurat-injection", 0);
}

#[test]
fn the_planned_layers_hold_too() {
    check("jurat-compose", "jurat-retrieve", 1);
    check("jurat-systems", "jurat-store", 1);
    check("jurat-evidence-first", "jurat-document", 0);
    check("jurat-evidence-first", "jurat-digital-courtroom", 1);
    check("jurat-verify", "jurat-evidence-first", 1);
    check("jurat-systems", "jurat-evidence-first", 0);
    check("jurat-eval", "jurat-server", 1);
}

#[test]
fn canon_is_open_to_all() {
    check("jurat-text", "jurat-canon", 0);
}

#[test]
fn an_unknown_crate_is_flagged() {
    check("jurat-extra", "serde", 1);
}

#[test]
fn a_database_outside_its_door_is_flagged() {
    check("jurat", "rusqlite", 1);
    check("jurat-document", "krilla-svg", 1);
    check("jurat-store", "rusqlite", 0);
    check("jurat", "krillax", 0);
}
