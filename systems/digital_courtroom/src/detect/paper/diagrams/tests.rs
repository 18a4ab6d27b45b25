//! Diagrams that are written, and what they show.

use jurat_model::{LabelSource, ReaderIdentity, Rendition};

use super::written_figures;

#[track_caller]
fn check(text: &str, labels: &[&str], rows: &[&[&str]], connectors: u32) {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let rendition = Rendition::plain(reader, text.to_owned());
    let found = written_figures("tides.md", &rendition);
    assert_eq!(found.len(), 1, "{text}");
    let figure = &found[0].value;
    let seen: Vec<&str> = figure.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(seen, labels);
    assert_eq!(figure.rows, rows);
    assert_eq!(figure.connectors, Some(connectors));
    assert!(figure.labels.iter().all(|label| label.source == LabelSource::Written));
    assert_eq!(
        found[0].at.span.and_then(|span| span.of(text)),
        Some(found[0].snippet.as_str())
    );
}

#[test]
fn a_flowchart_has_nodes_rows_and_edges() {
    check(
        "```mermaid\nflowchart TB\n    START([START]) --> K[keeper]\n    K -->|\"fan-out\"| G1\n    \
         K -->|fan-out| G2[gate_two\\nOpens]\n    subgraph gates[\"GATES\"]\n        G1[gate_one]\n    \
         end\n    G1 & G2 --> W{level?}\n    W -- yes --> A[alarm]\n    W -- no --> Z([END])\n```\n",
        &["START", "keeper", "gate_one", "gate_two", "Opens", "level?", "alarm", "END"],
        &[&["gate_one", "gate_two"]],
        7,
    );
}

#[test]
fn chains_and_dotted_arrows_are_edges() {
    check(
        "```mermaid\ngraph LR\nA --> B -.-> C ==> D; A---E\n%% F --> G\nstyle A fill:#fff\n```",
        &["A", "B", "C", "D", "E"],
        &[&["B", "E"]],
        4,
    );
}

#[test]
fn sequences_have_no_rows() {
    check(
        "```mermaid\nsequenceDiagram\nparticipant K as Keeper\nK->>Gate: open\nGate-->>K: done\n```",
        &["Keeper", "Gate"],
        &[],
        2,
    );
}

#[test]
fn graphviz_is_read() {
    check(
        "```dot\ndigraph tides {\n  rankdir=LR;\n  keeper [label=\"The keeper\"];\n  \
         keeper -> {north south};\n  north -> weir\n}\n```",
        &["The keeper", "north", "south", "weir"],
        &[&["north", "south"]],
        3,
    );
}

#[test]
fn boxes_of_characters_are_read() {
    check(
        "```\n      ┌────────┐\n      │ keeper │\n      └───┬────┘\n   ┌──────┴─────┐\n   ▼            ▼\n\
         [north]     [south]\n```",
        &["keeper", "north", "south"],
        &[&["north", "south"]],
        2,
    );
}

#[test]
fn code_and_trees_are_no_figures() {
    for text in [
        "```rust\nfn a() -> b { c => d }\n```",
        "```\ntide/\n├── src/\n└── README.md\n```",
        "```\nlet a = b -> c;\nlet d = e -> f;\nlet g = h -> i;\n```",
        "Plain words --> and more.",
    ] {
        let reader = ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        };
        let rendition = Rendition::plain(reader, text.to_owned());
        assert_eq!(written_figures("tides.md", &rendition), [], "{text}");
    }
}

#[test]
fn a_language_that_we_do_not_read_is_said() {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let text = "```plantuml\n@startuml\nA -> B\n@enduml\n```";
    let found = written_figures("tides.md", &Rendition::plain(reader, text.to_owned()));
    assert!(found[0].value.unread.is_some());
}
