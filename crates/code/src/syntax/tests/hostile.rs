//! Files that are made to break a reader.

use super::{all, read, selected};
use crate::{
    facts::{AstKind, AstQuery},
    syntax::SyntaxReader,
};

const DEEP: usize = 100_000;

/// Reads a file that must end, and says how many calls it has.
fn survives(path: &str, text: &str) -> u64 {
    // What nobody wrote by hand is no product: it must be asked for.
    let query = AstQuery { everywhere: true, ..all(AstKind::Call) };
    selected(path, text, query).total
}

#[test]
fn deep_nesting_is_walked_without_a_deep_stack() {
    survives("a.py", &format!("x = {}1{}\n", "(".repeat(DEEP), ")".repeat(DEEP)));
    survives("a.js", &format!("x = {}1{}\n", "[".repeat(DEEP), "]".repeat(DEEP)));
    survives("a.rs", &format!("fn f() {}{}\n", "{".repeat(DEEP), "}".repeat(DEEP)));
    survives("a.go", &"(".repeat(DEEP));
    survives("a.java", &"{".repeat(DEEP));
}

#[test]
fn deep_calls_and_chains_end() {
    let deep = 20_000;
    assert_eq!(
        survives("a.py", &format!("x = {}1{}\n", "f(".repeat(deep), ")".repeat(deep))),
        deep as u64
    );
    assert_eq!(survives("a.py", &format!("x{}\n", ".f()".repeat(deep))), deep as u64);
    let graph = format!(
        "from langgraph.graph import StateGraph\ng = StateGraph(S){}\n",
        ".add_node('a', f)".repeat(2000)
    );
    assert_eq!(survives("a.py", &graph), 2001);
}

#[test]
fn names_do_not_grow_with_the_depth_of_their_scopes() {
    let lines: Vec<String> = (0..400)
        .map(|n| format!("{}class Quite{n}:\n", " ".repeat(n)))
        .collect();
    let text = lines.concat();
    let (_, survey) = read(&[("a.py", &format!("{text}{}pass\n", " ".repeat(400)))], &[]);
    assert!(300 < survey.symbols.len());
    assert!(survey.symbols.iter().all(|symbol| symbol.name.len() < 300));
}

#[test]
fn a_router_that_returns_itself_ends() {
    let text = "from langgraph.graph import StateGraph\nfrom langgraph.types import Send\n\
        def a(s):\n    out = b(s)\n    out = out + [Send('x', s)]\n    return out\n\
        def b(s):\n    return a(s)\n\
        g = StateGraph(S)\ng.add_node('x', f)\ng.add_conditional_edges('y', a)\n";
    let (_, survey) = read(&[("a.py", text)], &[]);
    assert_eq!(survey.graphs.len(), 1);
    assert_eq!(survey.graphs[0].value.edges.len(), 1);
}

#[test]
fn names_that_stand_for_many_names_end() {
    let mut text = String::from("from langgraph.graph import StateGraph\ng = StateGraph(S)\n");
    for level in 0..6 {
        text.push_str(&format!("a{level} = a{}\n", level + 1).repeat(60));
    }
    text.push_str("a6 = ['x']\nfor n in a0:\n    g.add_node(n, f)\ng.add_edge('y', a0)\n");
    let (_, survey) = read(&[("a.py", &text)], &[]);
    assert_eq!(survey.graphs.len(), 1);
    assert!(!survey.graphs[0].value.unresolved.is_empty());
}

#[test]
fn bytes_that_are_no_text_are_listed_and_nothing_more() {
    let mut reader = SyntaxReader::new(&[all(AstKind::Call)]);
    let mut file = super::file("src/a.py");
    reader.read(&mut file, b"f()\n\xff\xfe");
    let survey = reader.finish();
    assert_eq!(survey.problems.len(), 1);
    assert_eq!(survey.selected[0].total, 0);
}

#[test]
fn broken_code_still_gives_the_facts_that_stand() {
    assert_eq!(survives("a.py", "def f(:\n  g(1)\nh(2)\n"), 2);
    assert_eq!(survives("a.ts", "class A { m( { } }\ngo(1);\n"), 1);
}

#[test]
fn a_line_that_is_too_long_is_pointed_to_by_its_file() {
    let text = format!("f('{}')\n", "x".repeat(20_000));
    let mut query = all(AstKind::Call);
    query.everywhere = true;
    let found = selected("a.py", &text, query).facts.remove(0);
    assert_eq!((found.at.lines, found.snippet.as_str()), (None, ""));
}
