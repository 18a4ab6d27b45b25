//! Whether nodes do something, whether a model can be asked from them, and branches of which only
//! one is taken.

use super::{edges, graph, graphs};
use crate::facts::OrchestrationNode;

/// The only node of a graph, behind which a function with this body stands.
#[track_caller]
fn node(function: &str) -> OrchestrationNode {
    let text = format!(
        "{function}\ng = StateGraph(S)\ng.add_node('judge', judge)\ng.add_edge(START, 'judge')\n"
    );
    graph(&text).nodes.remove(0)
}

#[track_caller]
fn check(function: &str, hollow: Option<&str>) {
    assert_eq!(node(function).hollow.as_deref(), hollow, "{function}");
}

#[test]
fn a_node_that_does_nothing_says_how() {
    check("def judge(state):\n    pass\n", Some("does nothing"));
    check("def judge(state):\n    \"\"\"Weighs.\"\"\"\n    ...\n", Some("does nothing"));
    check("def judge(state):\n    print('judging')\n    return\n", Some("does nothing"));
    check("def judge(state):\n    return {}\n", Some("gives back a constant"));
    let made = "def judge(state):\n    return {'o': [Opinion(score=5, words='a' 'b')]}\n";
    check(made, Some("gives back a constant"));
    check("def judge(state):\n    return DONE\n", Some("gives back a constant"));
    check("def judge(state: S):\n    return state\n", Some("gives back its argument"));
    check("judge = lambda state: state\n", None);
    check(
        "class judge:\n    def __call__(self, s):\n        return {}\n",
        Some("gives back a constant"),
    );
}

#[test]
fn a_node_that_does_anything_is_not_hollow() {
    for body in [
        "return {'n': len(state['facts'])}",
        "return {'n': state['n']}",
        "return {'words': f'{state}'}",
        "state['n'] = 1\n    return state",
        "return weigh(state)",
        "for one in state:\n        print(one)",
        "if state:\n        return {}\n    return {}",
    ] {
        check(&format!("def judge(state):\n    {body}\n"), None);
    }
    // One of two functions of that name does something: nobody can tell which it is.
    check(
        "class A:\n    def judge(self, s):\n        return ask(s)\ndef judge(s):\n    return {}\n",
        None,
    );
}

#[test]
fn whether_a_model_can_be_asked_is_followed_through_functions() {
    let asks = |text: &str| node(text).asks_model;
    assert_eq!(asks("def judge(s):\n    return llm.invoke(s)\n"), Some(true));
    let through =
        "def tell(s):\n    return chain.ainvoke(s)\ndef judge(s):\n    return tell(s)\n";
    assert_eq!(asks(through), Some(true));
    let beside = "def tell(s):\n    return llm.invoke(s)\ndef judge(s):\n    return {'n': 5}\n";
    assert_eq!(asks(beside), Some(false));
    assert_eq!(asks("judge = make()\n"), None);
    let round = "def judge(s):\n    return other(s)\ndef other(s):\n    return judge(s)\n";
    assert_eq!(asks(round), Some(false));
}

#[test]
fn functions_in_other_files_count_as_well() {
    let flow = "from langgraph.graph import StateGraph, START\nfrom .nodes import judge\ng = StateGraph(S)\ng.add_node('judge', judge)\ng.add_edge(START, 'judge')\ng.compile()\n";
    let nodes = "def judge(state):\n    return {}\n";
    let all = graphs(&[("src/flow.py", flow), ("src/nodes.py", nodes)]);
    assert_eq!(all[0].nodes[0].hollow.as_deref(), Some("gives back a constant"));
}

#[test]
fn branches_that_exclude_each_other_are_alternatives() {
    let chosen = graph(
        "g = StateGraph(S)\nif quick:\n    g.add_edge('a', 'b')\nelse:\n    g.add_edge('a', 'c')\n",
    );
    assert_eq!(edges(&chosen), ["a -?> b", "a -?> c"]);
    assert!(!chosen.has_fan_out);
    let both =
        graph("g = StateGraph(S)\ng.add_edge('a', 'b')\nif more:\n    g.add_edge('a', 'c')\n");
    assert_eq!(edges(&both), ["a -> b", "a -> c"]);
}
