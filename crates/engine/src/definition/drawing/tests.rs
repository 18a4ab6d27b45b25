//! Golden drawings.
#![expect(clippy::unwrap_used)]

use serde_json::{Value as Json, json};

use super::*;

fn check(stages: &Json, loops: &Json, mermaid_lines: &[&str], dot_lines: &[&str]) {
    let json = json!({ "name": "w", "stages": stages, "loop_back": loops });
    let definition: WorkflowDefinition = serde_json::from_value(json).unwrap();
    assert_eq!(mermaid(&definition).lines().map(str::trim).collect::<Vec<_>>(), mermaid_lines);
    assert_eq!(dot(&definition).lines().map(str::trim).collect::<Vec<_>>(), dot_lines);
}

#[test]
fn draws_each_kind_of_stage_and_edge() {
    check(
        &json!([
            { "id": "a", "run": "a", "for_each": "params.xs",
              "route": [{ "when": "state.n < 3", "to": "b" }, { "to": ["c"] }] },
            { "id": "b", "depends_on": ["a"], "interrupt": { "prompt": "?", "to": "x" } },
            { "id": "c", "depends_on": ["a"], "run": "c", "required": false },
            { "id": "d", "depends_on": ["b", "c"], "join": { "quorum": 2 } },
        ]),
        &json!([{ "from": "d", "to": "a", "when": "state.low", "limit": 2 }]),
        &[
            "flowchart TD",
            r#"s0["a<br/>×each"]"#,
            r#"s1{{"b"}}"#,
            r#"s2["c"]"#,
            r#"s3["d<br/>join quorum 2"]"#,
            r#"s0 -->|"state.n #60; 3"| s1"#,
            r#"s0 -->|"else"| s2"#,
            "s1 --> s3",
            "s2 --> s3",
            r#"s3 -.->|"state.low (at most 2)"| s0"#,
            "classDef optional stroke-dasharray: 5 5",
            "class s2 optional",
        ],
        &[
            r#"digraph "w" {"#,
            "rankdir=TB;",
            "node [shape=box];",
            r#"s0 [label="a\n×each"];"#,
            r#"s1 [label="b", shape=hexagon];"#,
            r#"s2 [label="c", style=dashed];"#,
            r#"s3 [label="d\njoin quorum 2"];"#,
            r#"s0 -> s1 [label="state.n < 3"];"#,
            r#"s0 -> s2 [label="else"];"#,
            "s1 -> s3;",
            "s2 -> s3;",
            r#"s3 -> s0 [label="state.low (at most 2)", style=dotted, constraint=false];"#,
            "}",
        ],
    );
}

#[test]
fn hostile_words_stay_words() {
    check(
        &json!([{ "id": "a", "description": "\"]; end\n`x` \\ <script>&amp; #quot;" }]),
        &json!([]),
        &[
            "flowchart TD",
            r#"s0["a<br/>#34;#93;#59; end #96;x#96; #92; #60;script#62;#38;amp#59; #35;quot#59;"]"#,
        ],
        &[
            r#"digraph "w" {"#,
            "rankdir=TB;",
            "node [shape=box];",
            r#"s0 [label="a", tooltip="\"]; end `x` \\ <script>&amp;amp; #quot;"];"#,
            "}",
        ],
    );
}

#[test]
fn long_words_are_cut() {
    assert_eq!(short(&"ab ".repeat(100)).chars().count(), MAX_LABEL + 1);
}
