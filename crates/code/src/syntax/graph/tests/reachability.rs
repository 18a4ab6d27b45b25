//! Graphs that plainly never run, and near misses.

use super::{HEAD, edges, graph, graphs};

/// What a graph must have to be one: two nodes and an edge.
const FILL: &str = "g.add_node('a', f)\ng.add_node('b', h)\ng.add_edge('a', 'b')\n";

/// Code that is one step further in.
fn inside(head: &str, body: &str) -> String {
    let lines = body.lines().map(|line| format!("    {line}\n"));
    std::iter::once(format!("{head}\n")).chain(lines).collect()
}

/// Where a program begins that comes to none of the graphs.
const BEGINS: (&str, &str) = ("src/begin.py", "if __name__ == '__main__':\n    print(1)\n");

/// The only graph of a program runs, or never runs for a reason that has these words.
#[track_caller]
fn runs(files: &[(&str, &str)], never: Option<&str>) {
    offers(&[files, &[BEGINS]].concat(), never);
}

/// The same of files as they are.
#[track_caller]
fn offers(files: &[(&str, &str)], never: Option<&str>) {
    let heads: Vec<String> = files
        .iter()
        .map(|(path, text)| {
            if path.ends_with("flow.py") { format!("{HEAD}{text}") } else { (*text).to_owned() }
        })
        .collect();
    let files: Vec<_> = files
        .iter()
        .zip(&heads)
        .map(|((path, _), text)| (*path, text.as_str()))
        .collect();
    let all = graphs(&files);
    assert_eq!(all.len(), 1, "{files:?}");
    let why = all[0].unreached.as_deref().or(all[0].doubted.as_deref());
    match never {
        None => assert_eq!(why, None, "{files:?}"),
        Some(words) => {
            assert!(why.is_some_and(|why| why.contains(words)), "{why:?}: {files:?}");
        }
    }
    assert_eq!(all[0].counts(), never.is_none());
    assert_eq!(all[0].has_state_graph, all[0].unreached.is_none());
    assert_eq!((all[0].node_names.len(), all[0].edges.len()), (2, 1), "{files:?}");
}

#[test]
fn code_that_cannot_run_builds_no_graph() {
    let build = format!("g = StateGraph(S)\n{FILL}app = g.compile()\n");
    let alone = |text: &str, never| runs(&[("src/flow.py", text)], never);
    alone(&build, None);
    alone(&inside("if ready:", &build), None);
    alone(&inside("if True:", &build), None);
    alone(&inside("if __name__ == '__main__':", &build), None);
    alone(&inside("if False:", &build), Some("under `if False`"));
    alone(&inside("if 0:", &build), Some("under `if 0`"));
    alone(&inside("while False:", &build), Some("under `while False`"));
    alone(&inside("if TYPE_CHECKING:", &build), Some("under `if TYPE_CHECKING`"));
    alone(&inside("if ready and False:", &build), Some("under `if ready and False`"));
    alone(
        &format!("{}{}", "if True:\n    x = 1\n", inside("else:", &build)),
        Some("always taken"),
    );
    alone(&format!("{}{}", "if False:\n    x = 1\n", inside("else:", &build)), None);
    let after = inside("def build():", &format!("return None\n{build}"));
    alone(&format!("{after}build()\n"), Some("after `return`"));
    let before = inside("def build():", &format!("if not ready:\n    return None\n{build}"));
    alone(&format!("{before}build()\n"), None);
    let raised = inside("def build():", &format!("raise ValueError\n{build}"));
    alone(&format!("{raised}build()\n"), Some("after `raise`"));
}

#[test]
fn conditions_are_read_by_their_parts() {
    let build = format!("g = StateGraph(S)\n{FILL}app = g.compile()\n");
    let python = |condition: &str, runs_there: bool| {
        let text = inside(&format!("if {condition}:"), &build);
        runs(&[("src/flow.py", &text)], (!runs_there).then_some("it stands under `if "));
    };
    python("sys.version_info >= (3, 11) or typing.TYPE_CHECKING", true);
    python("f(sys.argv and None)", true);
    python("x == 'a and False'", true);
    python("(ready) or (TYPE_CHECKING)", true);
    python("not TYPE_CHECKING", true);
    python("TYPE_CHECKING is None", true);
    python("not f(True)", true);
    python("kinds[0]", true);
    python("(yield 0)", true);
    python("ready and not x or (y and False)", true);
    python("load().TYPE_CHECKING", true);
    python("typing.TYPE_CHECKING", false);
    python("(False)", false);
    python("not True", false);
    python("ready and (x and False)", false);
    python("False or TYPE_CHECKING", false);
    python("not (ready or True)", false);
    let script = |condition: &str, runs_there: bool| {
        let text = format!(
            "import {{ StateGraph }} from \"@langchain/langgraph\";\nif ({condition}) {{\n  const g = new StateGraph(S)\
             .addNode('a', f).addNode('b', h).addEdge('a', 'b');\n  run(g.compile());\n}}\n"
        );
        let never = (!runs_there).then_some("it stands under `if ");
        runs(&[("src/flow.ts", &text)], never);
    };
    script("process.env.READY ?? (n && false)", true);
    script("n || false", true);
    script("!false", true);
    script("-1", true);
    script("f(n && false)", true);
    script("n && false", false);
    script("!true", false);
    script("undefined", false);
}

#[test]
fn a_function_that_nobody_names_builds_no_graph() {
    let body = format!("g = StateGraph(S)\n{FILL}return g.compile()\n");
    let build = inside("def build_flow():", &body);
    let with = |more: &[(&str, &str)], never| {
        runs(&[&[("src/flow.py", build.as_str())], more].concat(), never);
    };
    let lost = Some("nothing that runs calls or names `build_flow`");
    with(&[], lost);
    with(&[("src/main.py", "from src.flow import build_flow\nbuild_flow()\n")], None);
    with(&[("src/main.py", "import src.flow as flow\nflow.build_flow()\n")], None);
    with(&[("src/main.py", "start('src.flow:build_flow')\n")], None);
    with(&[("src/__init__.py", "from .flow import build_flow\n")], None);
    with(&[("pyproject.toml", "[project.scripts]\nflow = \"src.flow:build_flow\"\n")], None);
    for entry in ["flow=src.flow:build_flow", "flow = src.flow:build_flow"] {
        let setup = format!("setup(entry_points={{'console_scripts': ['{entry}']}})\n");
        with(&[("setup.py", setup.as_str())], None);
    }
    with(&[("infra/main.tf", "handler = \"flow.build_flow\"\n")], None);
    with(
        &[("langgraph.json", "{\"graphs\": {\"flow\": \"./src/flow.py:build_flow\"}}\n")],
        None,
    );
    with(&[("examples/try.py", "from src.flow import build_flow\n")], None);
    with(&[("tests/test_flow.py", "from src.flow import build_flow\nbuild_flow()\n")], lost);
    with(&[("README.md", "Call `build_flow`.\n")], lost);
    with(
        &[(
            "src/main.py",
            "# build_flow()\n\"\"\"build_flow()\"\"\"\nprint('call build_flow now')\n",
        )],
        lost,
    );
    let alone = |text: &str, never| runs(&[("src/flow.py", text)], never);
    alone(&format!("{build}app = build_flow()\n"), None);
    alone(&format!("{build}__all__ = ['build_flow']\n"), None);
    alone(&format!("{build}TABLE = {{'flow': build_flow}}\n"), None);
    alone(&format!("@register\n{build}"), None);
    alone(&format!("{build}if __name__ == '__main__':\n    build_flow()\n"), None);
    alone(&format!("{build}if False:\n    build_flow()\n"), lost);
    alone(&format!("{build}def main():\n    build_flow()\nmain()\n"), None);
    alone(&format!("{build}def main():\n    build_flow()\n"), lost);
    alone(&format!("{build}def build_again():\n    return build_flow()\n{}", "x = 1\n"), lost);
    runs(
        &[
            ("src/pkg/__init__.py", "x = 1\n"),
            ("src/flow.py", &format!("{build}_x = [build_flow]\n")),
        ],
        None,
    );
}

#[test]
fn what_a_library_offers_may_run() {
    let body = format!("g = StateGraph(S)\n{FILL}return g.compile()\n");
    let with = |head: &str, more: &[(&str, &str)], never| {
        let build = inside(head, &body);
        offers(&[&[("src/flow.py", build.as_str())], more].concat(), never);
    };
    with("def build_flow():", &[], None);
    with("def _build_flow():", &[], Some("names `_build_flow`"));
    with("def build_flow():", &[BEGINS], Some("names `build_flow`"));
    let scripts = ("pyproject.toml", "[project.scripts]\nflow = \"src.other:run\"\n");
    with("def build_flow():", &[scripts], Some("names `build_flow`"));
    let other = ("pyproject.toml", "[tool.hatch.envs.default.scripts]\ntest = \"pytest\"\n");
    with("def build_flow():", &[other], None);
    with("def build_flow():", &[("ci.yml", "run: scripts/x.sh\n")], None);
    with("def build_flow():", &[("src/x.py", "scripts = entry_points()\n")], None);
    with("def build_flow():", &[("examples/x.py", BEGINS.1)], None);
    with("def build_flow():", &[("src/__main__.py", "x = 1\n")], Some("names `build_flow`"));
    let inline = ("pyproject.toml", "[project]\nscripts = { flow = \"src.other:run\" }\n");
    with("def build_flow():", &[inline], Some("names `build_flow`"));
    let bin = ("package.json", "{\"bin\": \"x.js\", \"scripts\": {}}\n");
    with("def build_flow():", &[bin], Some("names `build_flow`"));
    with("def build_flow():", &[("package.json", "{\"scripts\": {}}\n")], None);
    let class = |class: &str, method: &str, never| {
        let text = inside(class, &inside(method, &body));
        offers(&[("src/flow.py", &text)], never);
    };
    class("class Agent:", "def workflow(self):", None);
    class("class _Agent:", "def workflow(self):", Some("names `_Agent`"));
    class("class Agent:", "def _workflow(self):", Some("names `Agent._workflow`"));
    class("def agent():", "def workflow(self):", Some("names `agent.workflow`"));
    let open = format!("workflow = StateGraph(S)\n{}", FILL.replace("g.", "workflow."));
    offers(&[("src/flow.py", &open)], None);
    let script = |text: &str, never| {
        let text = format!(
            "import {{ StateGraph }} from \"@langchain/langgraph\";\n{}\n",
            text.replace(
                "GRAPH",
                "new StateGraph(S).addNode('a', f).addNode('b', h).addEdge('a', 'b')"
            )
        );
        runs(&[("src/flow.ts", &text)], never);
    };
    script("export const workflow = GRAPH;", None);
    script("const workflow = GRAPH;", Some("never compiled"));
    script("export default GRAPH;", None);
    script("const flow = GRAPH;\nmodule.exports = { flow };", None);
    script("(async function main() { run(GRAPH); })();", None);
    script("export default function build() { return GRAPH; }", None);
    script("function build() { return GRAPH; }", Some("names `build`"));
}

#[test]
fn names_that_are_made_at_run_time_may_come_to_it() {
    let body = format!("g = StateGraph(S)\n{FILL}return g.compile()\n");
    let build = inside("def build_flow():", &body);
    let with = |main: &str, runs_there: bool| {
        let lost = (!runs_there).then_some("names `build_flow`");
        runs(&[("src/flow.py", &build), ("src/main.py", main)], lost);
    };
    with("getattr(a, f\"build_{kind}\")()\n", true);
    with("getattr(a, 'build_' + kind)()\n", true);
    with("getattr(a, 'build_%s' % kind)()\n", true);
    with("getattr(a, 'build_{}'.format(kind))()\n", true);
    with("getattr(a, kind + '_flow')()\n", true);
    with("getattr(a, kind)()\n", true);
    with("globals()[kind]()\n", true);
    with("globals().get(f'build_{kind}')()\n", true);
    with("import importlib\nimportlib.import_module(f'src.{kind}')\n", true);
    with("eval('build_flow()')\n", true);
    with("from src.flow import *\n", true);
    with("from .flow import *\n", true);
    with("getattr(a, f\"make_{kind}\")()\n", false);
    with("getattr(a, 'title')\n", false);
    with("globals()['other']()\n", false);
    with("import importlib\nimportlib.import_module(f'plugins.{kind}')\n", false);
    with("from .other import *\n", false);
}

#[test]
fn methods_are_come_to_through_their_class() {
    let body = format!("g = StateGraph(S)\n{FILL}return g.compile()\n");
    let class = |head: &str, method: &str| inside(head, &inside(method, &body));
    let alone = |text: &str, never| runs(&[("src/flow.py", text)], never);
    let flow = class("class Flow:", "def build(self):");
    alone(&format!("{flow}Flow().build()\n"), None);
    alone(&flow, Some("names `Flow`"));
    alone(&format!("{flow}Flow().other()\n"), Some("names `Flow.build`"));
    alone(&format!("{}Flow()\n", class("class Flow:", "def __init__(self):")), None);
    alone(&class("class Flow(Base):", "def build(self):"), None);
}

#[test]
fn a_graph_that_is_never_compiled_or_handed_on_is_none() {
    let lost = Some("never compiled, returned or handed on");
    let alone = |text: &str, never| runs(&[("src/flow.py", text)], never);
    alone(&format!("g = StateGraph(S)\n{FILL}"), lost);
    alone(&format!("g = StateGraph(S)\n{FILL}g.compile()\n"), None);
    alone(&format!("g = StateGraph(S)\n{FILL}run(g)\n"), None);
    alone(&format!("g = StateGraph(S)\n{FILL}flow = g\n"), None);
    alone(&format!("g = StateGraph(S)\n{FILL}if False:\n    g.compile()\n"), lost);
    alone("StateGraph(S).add_node('a', f).add_node('b', h).add_edge('a', 'b')\n", lost);
    alone(
        "StateGraph(S).add_node('a', f).add_node('b', h).add_edge('a', 'b').compile()\n",
        None,
    );
    alone(
        "app = StateGraph(S).add_node('a', f).add_node('b', h).add_edge('a', 'b').compile()\n",
        None,
    );
    let named = format!("flow = StateGraph(S)\n{}", FILL.replace("g.", "flow."));
    runs(&[("src/flow.py", &named), ("src/main.py", "from src.flow import flow\n")], None);
    runs(&[("src/flow.py", &named)], lost);
    alone(
        "g = StateGraph(S)\napp = g.add_node('a', f).add_node('b', h).add_edge('a', 'b').compile()\n",
        None,
    );
    alone(
        "g = StateGraph(S)\ng.add_node('a', f).add_node('b', h).add_edge('a', 'b').compile()\n",
        None,
    );
    alone("g = StateGraph(S)\ng.add_node('a', f).add_node('b', h).add_edge('a', 'b')\n", lost);
    let two = inside("def one():", &format!("g = StateGraph(S)\n{FILL}"));
    alone(&format!("{two}def two(g):\n    return g.compile()\none()\ntwo(x)\n"), lost);
}

#[test]
fn a_builder_that_works_may_be_the_library_itself() {
    let build = format!("g = StateGraph(S)\n{FILL}app = g.compile()\n");
    let own = "class StateGraph:\n    def add_node(self, name, action):\n        self.nodes[name] = action\n    def add_edge(self, a, b):\n        self.edges.add((a, b))\n    def compile(self):\n        return Compiled(self.nodes)\n";
    let files =
        [("langgraph/graph/state.py", own), ("langgraph/flow.py", &*format!("{HEAD}{build}"))];
    let all = graphs(&files);
    assert_eq!(all[0].unreached, None);
    assert!(
        all[0]
            .doubted
            .as_deref()
            .is_some_and(|why| why.contains("library itself"))
    );
}

#[test]
fn a_folder_with_the_name_of_the_library_is_not_the_library() {
    let build = format!("g = StateGraph(S)\n{FILL}app = g.compile()\n");
    let fake = "class StateGraph:\n    def add_node(self, *x): pass\n    def add_edge(self, *x): pass\n    def compile(self): return self\n";
    let is_fake = Some("in this repository");
    runs(&[("langgraph/graph.py", fake), ("src/flow.py", &build)], is_fake);
    runs(&[("langgraph.py", fake), ("src/flow.py", &build)], is_fake);
    runs(&[("src/langgraph/graph.py", fake), ("src/flow.py", &build)], is_fake);
    let spare = "try:\n    from langgraph.graph import StateGraph\nexcept ImportError:\n    StateGraph = None\n";
    runs(&[("src/langgraph/agent.py", spare), ("src/flow.py", &build)], None);
    let spare = spare.replace("StateGraph = None", "class StateGraph:\n        pass");
    runs(&[("src/langgraph/agent.py", &spare), ("src/flow.py", &build)], None);
    runs(&[("langgraph/nodes.py", "class Step:\n    pass\n"), ("src/flow.py", &build)], None);
    runs(&[("apps/other/langgraph/graph.py", fake), ("src/flow.py", &build)], None);
    runs(&[("tests/langgraph/graph.py", fake), ("src/flow.py", &build)], None);
    // The library's own repository has all of it.
    let names: Vec<String> = (0..40).map(|n| format!("langgraph/part{n}.py")).collect();
    let mut own: Vec<(&str, &str)> =
        names.iter().map(|name| (name.as_str(), "x = 1\n")).collect();
    own.extend([("langgraph/graph.py", fake), ("src/flow.py", &build)]);
    runs(&own, None);
}

#[test]
fn calls_that_never_run_add_nothing_to_a_graph() {
    let graph = graph(&format!(
        "def route(s):\n    return 'b'\n    return 'c'\ng = StateGraph(S)\n{FILL}g.add_conditional_edges('a', route)\n\
         if False:\n    g.add_node('c', f)\n    g.add_edge('b', 'c')\ndef more(g: StateGraph):\n    g.add_node('d', f)\n\
         if __name__ == '__main__':\n    run(g)\n"
    ));
    assert_eq!(graph.node_names, ["a", "b"]);
    assert_eq!(edges(&graph), ["a -> b", "a -?> b"]);
    assert!(graph.details.ends_with("left out, as they never run: 3"), "{}", graph.details);
}
