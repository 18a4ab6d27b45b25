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
    let tried = "def judge(state):\n    \"\"\"Asks.\"\"\"\n    try:\n        return {'a': 1}\n    except Exception:\n        return {}\n";
    check(tried, Some("gives back a constant"));
    check("judge = lambda state: state\n", None);
    check(
        "class judge:\n    def __call__(self, s):\n        return {}\n",
        Some("gives back a constant"),
    );
}

#[test]
fn a_result_that_rests_on_nothing_is_a_constant() {
    let constant = Some("gives back a constant");
    for body in [
        "level = 'low'\n    return {'risk': level}",
        "found = Risk(level='low')\n    return {'risk': found}",
        "return {'draft': Draft(text='You pay.').text}",
        "return {'draft': Draft(text='You pay.').model_dump()}",
        "clause = state['clause']\n    log.info('at %s', clause)\n    return {'risk': 'low'}",
        "clause = state['clause']\n    prompt = f'Rate {clause}'\n    return {'risk': 'low'}",
        "return {'risk': random.choice(['low', 'high'])}",
        "import random\n    return {'risk': random.choice(['low', 'high'])}",
        "from random import choice\n    return {'risk': choice(['low', 'high'])}",
        "doc = Document(page_content='You pay.')\n    text = doc.page_content\n    return {'draft': text}",
        "lost = []\n    lost.append('rent')\n    return {'missing': lost}",
        "if state['clause']:\n        log.info('read')\n    return {'risk': 'low'}",
        "state['risk'] = 'low'\n    return state",
        "return {**state, 'risk': 'low'}",
        "return state | {'risk': 'low'}",
        "return {'risk': rate(state['clause'])}",
        "return {'risk': default}",
    ] {
        let text = format!(
            "import logging\nimport random\nfrom datetime import datetime\nfrom langchain_core.documents import Document\nlog = logging.getLogger('x')\ndefault = 'low'\nclass Risk(BaseModel):\n    level: str\nclass Draft(BaseModel):\n    text: str\ndef rate(text):\n    return 'low'\ndef judge(state):\n    {body}\n"
        );
        check(&text, constant);
    }
    for body in [
        "return {'output': None, 'errors': []}",
        "begun = time.time()\n    log.info(state['clause'])\n    return {'begun': begun, 'errors': []}",
        "return {'at': datetime.now().isoformat()}",
    ] {
        let text = format!(
            "import time\nfrom datetime import datetime\ndef judge(state):\n    {body}\n"
        );
        check(&text, Some("sets fields to nothing or to the time"));
    }
}

#[test]
fn a_class_is_hollow_by_what_it_is_called_for() {
    let text = "class judge:\n    def __init__(self, llm):\n        self.llm = llm\n    def __call__(self, state):\n        return {'risk': 'low'}\n";
    check(text, Some("gives back a constant"));
    check(&text.replace("'low'", "self.llm.invoke(state)"), None);
}

#[test]
fn a_node_that_does_anything_is_not_hollow() {
    for body in [
        "return {'n': len(state['facts'])}",
        "return {'n': state['n']}",
        "return {'words': f'{state}'}",
        "state['n'] = len(state)\n    return state",
        "return weigh(state)",
        "for one in state:\n        print(one)",
        "try:\n        return ask(state)\n    except Exception:\n        return {}",
        "lost = []\n    for one in state['facts']:\n        lost.append(one)\n    return {'missing': lost}",
        "text = open('lease.txt').read()\n    return {'draft': text}",
        "text = Path('lease.txt').read_text()\n    return {'draft': text}",
        "return {'draft': requests.get('https://example.org').text}",
        "return {'draft': llm.invoke('Write a lease.')}",
        "store.save(state['draft'])\n    return {'saved': True}",
        "print(state['answer'])",
        "state['tries'] += 1\n    return state",
        "if not state['clause']:\n        raise ValueError('empty')\n    return {'ok': True}",
        "with open('lease.txt') as f:\n        text = f.read()\n    return {'draft': text}",
        "return {'risk': rate(state['clause'])}\ndef rate(text):\n    return len(text)",
        "n, *_ = [len(one) for one in state['facts']]\n    return {'n': n}",
        "return Command(goto='b', update={'n': state['n']})",
        "state['facts'].append(ask())\n    return state",
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

/// The nodes of a graph that is built in one file from functions of another.
#[track_caller]
fn registered(adds: &str, nodes: &str) -> Vec<OrchestrationNode> {
    let flow = format!(
        "from langgraph.graph import StateGraph, START\nfrom . import nodes\ng = StateGraph(S)\n{adds}\ng.add_edge(START, 'plan')\ng.compile()\n"
    );
    let mut all = graphs(&[("src/flow.py", &flow), ("src/nodes.py", nodes)]);
    all.remove(0).nodes
}

#[test]
fn nodes_that_a_loop_registers_are_those_of_the_functions() {
    let nodes = "def plan(state):\n    return {'plan': 'ok'}\ndef write(state):\n    return {'n': len(state)}\n";
    for adds in [
        "for n in ('plan', 'write'):\n    g.add_node(n, getattr(nodes, n))",
        "for n, f in {'plan': nodes.plan, 'write': nodes.write}.items():\n    g.add_node(n, f)",
        "ALL = ['plan', 'write']\nfor n in ALL:\n    g.add_node(n, getattr(nodes, n))",
    ] {
        let found = registered(adds, nodes);
        let shown: Vec<_> = found
            .iter()
            .map(|node| (node.hollow.as_deref(), node.untold))
            .collect();
        assert_eq!(shown, [(Some("gives back a constant"), false), (None, false)], "{adds}");
    }
}

#[test]
fn what_a_factory_makes_is_what_a_node_does() {
    let add = "for n in ('plan', 'write'):\n    g.add_node(n, nodes.make(n))";
    let idle = "def make(name):\n    def node(state):\n        return {name: 'ok'}\n    return node\ndef other():\n    def node(state):\n        return ask(state)\n    return node\n";
    let lambda = "def make(name):\n    return lambda state: {'n': 1}\n";
    for nodes in [idle, lambda] {
        let hollow = |node: &OrchestrationNode| node.hollow.is_some() && !node.untold;
        assert!(registered(add, nodes).iter().all(hollow), "{nodes}");
    }
    let works =
        "def make(name):\n    def node(state):\n        return ask(state)\n    return node\n";
    let works = registered(add, works);
    assert!(works.iter().all(|node| node.hollow.is_none() && !node.untold));
    let written = registered("g.add_node('plan', lambda state: {'plan': 'ok'})", "");
    assert_eq!(written[0].hollow.as_deref(), Some("gives back a constant"));
}

#[test]
fn what_stands_behind_a_node_may_be_untold() {
    let untold = |adds: &str| registered(adds, "def plan(s):\n    return ask(s)\n")[0].untold;
    assert!(untold("g.add_node('plan', getattr(nodes, chosen()))"));
    assert!(untold("g.add_node('plan', TABLE[key])"));
    assert!(untold("for f in found():\n    g.add_node('plan', f)"));
    assert!(!untold("g.add_node('plan', nodes.plan)"));
    assert!(!untold(
        "from langgraph.prebuilt import ToolNode\ng.add_node('plan', ToolNode([]))"
    ));
    assert!(!untold("plan_chain = prompt | llm\ng.add_node('plan', plan_chain)"));
    assert!(!untold(
        "import functools\ng.add_node('plan', functools.partial(nodes.plan, x=1))"
    ));
}

#[test]
fn entry_points_of_branches_that_exclude_each_other_are_alternatives() {
    let chosen = graph(
        "g = StateGraph(S)\nif quick:\n    g.set_entry_point('a')\nelse:\n    g.set_entry_point('b')\n",
    );
    assert_eq!(edges(&chosen), ["START -?> a", "START -?> b"]);
    assert!(!chosen.has_fan_out);
}

#[test]
fn an_entry_that_is_one_of_two_names_is_an_alternative() {
    let chosen = graph(
        "g = StateGraph(S)\nif quick:\n    entry = 'a'\nelse:\n    entry = 'b'\ng.set_entry_point(entry)\n",
    );
    assert_eq!(edges(&chosen), ["START -?> a", "START -?> b"]);
    assert!(!chosen.has_fan_out);
}

#[test]
fn a_name_that_is_bound_anew_is_another_graph() {
    let text = "from langgraph.graph import StateGraph, START\nb = StateGraph(S)\nb.add_node('one', f)\nb.add_edge(START, 'one')\nfirst = b.compile()\nb = StateGraph(S)\nb.add_node('two', f)\nb.add_edge(START, 'two')\nsecond = b.compile()\n";
    let all = graphs(&[("src/flow.py", text)]);
    let names: Vec<_> = all.iter().map(|graph| graph.node_names.clone()).collect();
    assert_eq!(names, [["one"], ["two"]]);
    assert!(all.iter().all(|graph| !graph.has_fan_out));
}

#[test]
fn a_node_that_only_chooses_between_constants_says_so() {
    let chooses = Some("chooses between constants");
    for (body, expected) in [
        ("if state:\n        return {}\n    return {}", chooses),
        (
            "level = 'low'\n    if 'rent' in state['clause']:\n        level = 'high'\n    return {'risk': level}",
            chooses,
        ),
        ("found = 'A' if state.get('plan') else 'B'\n    return {'e': [found]}", chooses),
        ("return {'e': 'A' if len(state['plan']) > 3 else 'B'}", chooses),
        (
            "if state['c'] == 'sound':\n        return {'a': 'wins'}\n    elif state['c']:\n        return {'a': 'x'}\n    return {'a': 'fails'}",
            chooses,
        ),
        ("state['risk'] = 'low' if state['c'] else 'high'\n    return state", chooses),
        // Whatever it is given, it comes to the same.
        (
            "score = len('always good')\n    if score > 3:\n        return {'c': 'sound'}\n    return {'c': 'weak'}",
            Some("gives back a constant"),
        ),
        // What is given, counted, searched or asked is more than a choice; so is the way onward.
        ("return {'e': state['plan'] if state.get('plan') else 'B'}", None),
        ("return {'e': 'A' if ask(state) else 'B'}", None),
        ("return {'e': 'A' if any(w in state['c'] for w in WORDS) else 'B'}", None),
        ("return {'e': 'A' if re.search('rent', state['c']) else 'B'}", None),
        ("return Command(goto='b' if state['c'] else 'a')", None),
        (
            "if not state['c']:\n        raise ValueError('empty')\n    return {'e': 'A' if state['d'] else 'B'}",
            None,
        ),
        ("n = 0\n    for one in state['c']:\n        n += 1\n    return {'n': n}", None),
    ] {
        check(&format!("import re\ndef judge(state):\n    {body}\n"), expected);
    }
}
