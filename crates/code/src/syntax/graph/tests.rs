//! Graphs of invented products.

mod costly;
mod node_substance;
mod reachability;
mod shapes;

use super::super::tests::read;
use crate::facts::{EdgeKind, OrchestrationEdge, OrchestrationGraph};

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Send, Command\n";

/// All graphs of some files.
fn graphs(files: &[(&str, &str)]) -> Vec<OrchestrationGraph> {
    read(files, &[])
        .1
        .graphs
        .into_iter()
        .map(|graph| graph.value)
        .collect()
}

/// The only graph of one Python file, after the usual imports and before what runs it.
fn graph(body: &str) -> OrchestrationGraph {
    let run = if body.contains("def build(") { "build(1).compile()" } else { "g.compile()" };
    let mut all = graphs(&[("src/flow.py", &format!("{HEAD}{body}{run}\n"))]);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn shown(edge: &OrchestrationEdge) -> String {
    let mark = match edge.kind {
        EdgeKind::Plain => "->",
        EdgeKind::Conditional => "-?>",
        EdgeKind::Send => "=>",
    };
    format!("{} {mark} {}", edge.from, edge.to)
}

fn edges(graph: &OrchestrationGraph) -> Vec<String> {
    graph.edges.iter().map(shown).collect()
}

const COURT: &str = "
def to_searchers(state):
    sends: list[Send] = []
    if state.get('yard'):
        sends.append(Send('yard_search', state))
    if state.get('ledger'):
        sends.append(Send('ledger_search', state))
    return sends

def to_bench(state):
    return [Send('prosecutor', state), Send('defence', state), Send('tech_lead', state)]

def build():
    graph = StateGraph(State)
    graph.add_node('intake', intake)
    graph.add_node('yard_search', yard)
    graph.add_node('ledger_search', ledger)
    graph.add_node('nothing', nothing)
    graph.add_node('gather', gather)
    graph.add_node('prosecutor', p)
    graph.add_node('defence', d)
    graph.add_node('tech_lead', t)
    graph.add_node('verdict', verdict)
    graph.add_edge(START, 'intake')

    def first(state):
        if not state:
            return 'nothing'
        out = to_searchers(state)
        return out

    graph.add_conditional_edges('intake', first)
    graph.add_edge('yard_search', 'gather')
    graph.add_edge('ledger_search', 'gather')
    graph.add_edge('nothing', 'gather')
    graph.add_conditional_edges('gather', to_bench)
    graph.add_edge('prosecutor', 'verdict')
    graph.add_edge('defence', 'verdict')
    graph.add_edge('tech_lead', 'verdict')
    graph.add_edge('verdict', END)
    return graph
";

#[test]
fn sends_of_routers_are_edges_that_run_at_once() {
    let graph = graph(COURT);
    assert_eq!(graph.node_names.len(), 9);
    assert_eq!((graph.edge_count, graph.conditional_count), (8, 2));
    assert!(graph.has_state_graph && graph.has_add_edge && graph.has_fan_out);
    assert!(graph.has_evidence_aggregator && graph.has_parallel_judges);
    assert!(graph.unresolved.is_empty(), "{:?}", graph.unresolved);
    let edges = edges(&graph);
    for edge in [
        "intake => yard_search",
        "intake => ledger_search",
        "intake -?> nothing",
        "gather => prosecutor",
        "gather => tech_lead",
        "verdict -> END",
    ] {
        assert!(edges.contains(&edge.to_owned()), "{edge}: {edges:?}");
    }
    assert_eq!(graph.nodes[1].function.as_deref(), Some("yard"));
    assert!(
        graph
            .details
            .contains("judges run beside each other: defence, prosecutor, tech_lead"),
        "{}",
        graph.details
    );
}

#[test]
fn a_line_of_nodes_has_no_fan_and_no_meeting() {
    let graph = graph(
        "g = StateGraph(S)\ng.add_node('judge_a', a)\ng.add_node('judge_b', b)\ng.set_entry_point('judge_a')\n\
         g.add_edge('judge_a', 'judge_b')\ng.set_finish_point('judge_b')\n",
    );
    assert!(!graph.has_fan_out && !graph.has_evidence_aggregator && !graph.has_parallel_judges);
    assert_eq!(edges(&graph), ["START -> judge_a", "judge_a -> judge_b", "judge_b -> END"]);
    assert_eq!(graph.edge_count, 1);
}

#[test]
fn a_choice_of_one_is_no_fan_out() {
    let graph = graph(
        "def route(s):\n    return 'tools' if s else END\n\
         g = StateGraph(S)\ng.add_node('judge_a', a)\ng.add_node('tools', t)\n\
         g.add_conditional_edges('judge_a', route, {'tools': 'tools', END: END})\ng.add_edge('tools', 'judge_a')\n",
    );
    assert!(!graph.has_fan_out && !graph.has_evidence_aggregator);
    assert_eq!(edges(&graph), ["judge_a -?> END", "judge_a -?> tools", "tools -> judge_a"]);
}

#[test]
fn exclusive_branches_that_come_together_do_not_meet() {
    let graph = graph(
        "g = StateGraph(S)\nfor n in ['a', 'b', 'c', 'd']:\n    g.add_node(n, f)\n\
         g.add_conditional_edges('a', unknown, ['b', 'c'])\ng.add_edge('b', 'd')\ng.add_edge('c', 'd')\n",
    );
    assert!(!graph.has_fan_out && !graph.has_evidence_aggregator);
    assert_eq!(graph.node_names, ["a", "b", "c", "d"]);
}

#[test]
fn plain_edges_to_two_targets_fan_out_and_lists_wait_for_all() {
    let graph = graph(
        "g = StateGraph(S)\ng.add_edge(START, 'a')\ng.add_edge('a', 'b')\ng.add_edge('a', 'c')\ng.add_edge(['b', 'c'], 'd')\n",
    );
    assert!(graph.has_fan_out && graph.has_evidence_aggregator && !graph.has_parallel_judges);
    assert_eq!(edges(&graph), ["START -> a", "a -> b", "a -> c", "b -> d", "c -> d"]);
    assert_eq!(graph.edge_count, 4);
}

#[test]
fn names_come_through_constants_loops_and_single_functions() {
    let graph = graph(
        "FIRST = 'first'\nclass Names(str, Enum):\n    LAST = 'last'\nJUDGES = ['judge_one', 'judge_two']\n\
         g = StateGraph(S)\ng.add_node(FIRST, f)\ng.add_node(plan)\ng.add_node(Names.LAST.value, l)\n\
         for name, fn in [('judge_one', one), ('judge_two', two)]:\n    g.add_node(name, fn)\n    g.add_edge(FIRST, name)\n\
         for name in JUDGES:\n    g.add_edge(name, Names.LAST)\n",
    );
    assert_eq!(graph.node_names, ["first", "judge_one", "judge_two", "last", "plan"]);
    assert!(graph.has_parallel_judges && graph.has_evidence_aggregator);
    assert_eq!(graph.edge_count, 4);
    let one = graph.nodes.iter().find(|node| node.name == "judge_one");
    assert_eq!(one.and_then(|node| node.function.as_deref()), Some("one"));
    assert!(graph.unresolved.is_empty(), "{:?}", graph.unresolved);
}

#[test]
fn a_list_that_is_filled_in_steps_is_taken_whole() {
    let graph = graph(
        "def build(deep):\n    g = StateGraph(S)\n    team = ['x', 'y']\n    if deep:\n        team.append('z')\n\
         \x20   for n in team:\n        g.add_edge('a', n)\n        g.add_edge(n, 'b')\n    return g\n",
    );
    assert_eq!(edges(&graph), ["a -> x", "a -> y", "a -> z", "x -> b", "y -> b", "z -> b"]);
    assert!(graph.has_fan_out && graph.has_evidence_aggregator);
}

#[test]
fn comprehensions_over_known_and_unknown_lists_send() {
    let graph = graph(
        "TEAM = ['x', 'y']\ndef route(s):\n    return [Send(n, s) for n in TEAM]\n\
         def many(s):\n    return [Send('worker', {'t': t}) for t in s['tasks']]\n\
         g = StateGraph(S)\ng.add_conditional_edges('a', route)\ng.add_conditional_edges('b', many, ['worker'])\n\
         g.add_edge('worker', 'collect')\n",
    );
    assert_eq!(edges(&graph), ["a => x", "a => y", "b => worker", "worker -> collect"]);
    assert!(graph.has_fan_out && graph.has_evidence_aggregator);
}

#[test]
fn sequences_commands_and_hints_lead_on() {
    let graph = graph(
        "def plan(s) -> Command[Literal['search', 'write']]:\n    return Command(goto=['search', 'check'])\n\
         def search(s) -> Command[Literal['write', '__end__']]:\n    return choose(s)\n\
         def write(s): return s\n\
         g = StateGraph(S)\ng.add_sequence([write, ('check', c)])\ng.add_node(plan)\ng.add_node('search', search)\n",
    );
    assert_eq!(
        edges(&graph),
        [
            "plan => check",
            "plan => search",
            "search -?> END",
            "search -?> write",
            "write -> check"
        ]
    );
}

#[test]
fn routers_and_names_are_found_in_other_files() {
    let all = graphs(&[
        (
            "src/flow.py",
            &format!(
                "{HEAD}from src.names import NAMES, Step\nfrom .ways import way, tell\nfrom src.nodes import go\n\
            g = StateGraph(S)\ng.add_node(Step.ONE, f)\ng.add_node(NAMES[0], h)\n\
            g.add_conditional_edges('one', way)\ng.add_conditional_edges('two', tell)\ng.add_conditional_edges('three', go)\n"
            ),
        ),
        ("src/names.py", "NAMES = ['two']\nclass Step:\n    ONE = 'one'\n"),
        ("src/nodes/__init__.py", "from .deep import go\n"),
        ("src/nodes/deep.py", "def go(s):\n    return 'seven' if s else 'eight'\n"),
        (
            "src/ways.py",
            "from langgraph.types import Send\ndef way(s):\n    yield 1\n    return [Send('five', s), Send('six', s)]\ndef tell(s):\n    if s:\n        return 'five'\n    return 'six'\n",
        ),
    ]);
    let edges = edges(&all[0]);
    assert_eq!(
        edges,
        [
            "one => five",
            "one => six",
            "three -?> eight",
            "three -?> seven",
            "two -?> five",
            "two -?> six"
        ]
    );
    assert_eq!(all[0].unresolved, ["line 8: the name of a node is not plain"]);
}

#[test]
fn builders_in_attributes_and_parameters_are_one_graph() {
    let all = graphs(&[(
        "src/flow.py",
        &format!(
            "{HEAD}class Flow:\n    def __init__(self):\n        self.graph = StateGraph(S)\n        self.nodes()\n\
            \x20   def nodes(self):\n        self.graph.add_node('a', self.a)\n        more(self.graph)\n\
            def more(graph: StateGraph):\n    graph.add_edge('a', END)\n"
        ),
    )]);
    assert_eq!(all.len(), 1);
    assert_eq!(edges(&all[0]), ["a -> END"]);
    assert_eq!(all[0].node_names, ["a"]);
}

#[test]
fn chains_of_typescript_are_read() {
    let text = "import { StateGraph, START, END, Send } from \"@langchain/langgraph\";\n\
        const route = (s) => { if (!s.ok) { return \"fix\"; } return [new Send(\"left\", s), new Send(\"right\", s)]; };\n\
        const graph = new StateGraph(State)\n  .addNode(\"plan\", plan)\n  .addNode(\"left\", left)\n  .addNode(\"right\", right)\n  .addNode(\"fix\", fix)\n\
        \x20 .addEdge(START, \"plan\")\n  .addConditionalEdges(\"plan\", route)\n  .addEdge(\"left\", \"done\")\n  .addEdge(\"right\", \"done\");\n\
        graph.addEdge(\"done\", END);\nexport const app = graph.compile();\n";
    let all = graphs(&[("src/flow.ts", text)]);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].node_names, ["fix", "left", "plan", "right"]);
    assert_eq!(
        edges(&all[0]),
        [
            "START -> plan",
            "done -> END",
            "left -> done",
            "plan -?> fix",
            "plan => left",
            "plan => right",
            "right -> done"
        ]
    );
    assert!(all[0].has_fan_out && all[0].has_evidence_aggregator);
    assert_eq!(all[0].nodes[1].line, 5);
}

#[test]
fn other_libraries_are_read() {
    let haystack = graphs(&[(
        "src/flow.py",
        "from haystack import Pipeline\np = Pipeline()\np.add_component('find', F())\np.add_component('write', W())\np.connect('find.documents', 'write.documents')\n",
    )]);
    assert_eq!(
        (haystack[0].framework.as_str(), edges(&haystack[0])),
        ("haystack", vec!["find -> write".to_owned()])
    );
    let typed = graphs(&[(
        "src/flow.py",
        "from pydantic_graph import BaseNode, End, Graph\nclass A(BaseNode):\n    async def run(self, ctx) -> B | End[int]:\n        return B()\nclass B(BaseNode):\n    async def run(self, ctx) -> A:\n        return A()\ng = Graph(nodes=[A, B])\n",
    )]);
    assert_eq!(
        (typed[0].framework.as_str(), edges(&typed[0])),
        (
            "pydantic_graph",
            vec!["A -?> B".to_owned(), "A -?> END".to_owned(), "B -> A".to_owned()]
        )
    );
}

#[test]
fn nothing_is_invented() {
    let none =
        |path: &str, text: &str| assert!(graphs(&[(path, text)]).is_empty(), "{path}: {text}");
    none(
        "src/loader.py",
        "class Loader:\n    def build(self):\n        self.graph = MigrationGraph()\n        self.graph.add_node('a', b)\n        self.graph.add_edge('a', 'b')\n",
    );
    none("src/flow.py", "g = StateGraph(S)\ng.add_node('a', f)\n");
    none(
        "src/flow.py",
        "from mine import StateGraph  # not langgraph\ng = StateGraph(S)\ng.add_edge('a', 'b')\n",
    );
    none("src/flow.py", &format!("{HEAD}g = StateGraph(S)\n"));
    none(
        "src/flow.py",
        &format!(
            "{HEAD}# g = StateGraph(S)\n\"\"\"\ng = StateGraph(S)\ng.add_edge('a', 'b')\n\"\"\"\nx = \"g = StateGraph(S); g.add_edge('a', 'b')\"\n"
        ),
    );
    none("tests/test_flow.py", &format!("{HEAD}g = StateGraph(S)\ng.add_edge('a', 'b')\n"));
    none("examples/flow.py", &format!("{HEAD}g = StateGraph(S)\ng.add_edge('a', 'b')\n"));
}

#[test]
fn what_cannot_be_told_is_listed() {
    let graph = graph(
        "g = StateGraph(S)\ng.add_node('a', f)\ng.add_edge('a', pick())\ng.add_conditional_edges('a', load_router())\n",
    );
    assert_eq!(
        graph.unresolved,
        [
            "line 5: an end of an edge is not plain",
            "line 6: where a router leads cannot be told in full"
        ]
    );
    assert!(graph.edges.is_empty());
}
