//! Ways in which honest products come to their graphs.

use super::{HEAD, graphs};

const GRAPH: &str =
    "StateGraph(S).add_node('a', f).add_node('b', h).add_edge('a', 'b').compile()";

/// The only graph of a program runs. `GRAPH` in its files is one.
#[track_caller]
fn runs(files: &[(&str, &str)]) {
    let begins = ("src/begin.py", "if __name__ == '__main__':\n    print(1)\n");
    let texts: Vec<(&str, String)> = files
        .iter()
        .chain([&begins])
        .map(|(path, text)| {
            let head =
                if text.contains("GRAPH") || text.contains("StateGraph") { HEAD } else { "" };
            (*path, format!("{head}{}", text.replace("GRAPH", GRAPH)))
        })
        .collect();
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let all = graphs(&files);
    assert_eq!(all.len(), 1, "{files:?}");
    assert_eq!((&all[0].unreached, &all[0].doubted), (&None, &None), "{files:?}");
}

#[test]
fn honest_products_keep_their_graphs() {
    let alone = |text: &str| runs(&[("src/flow.py", text)]);
    alone(
        "def lifespan(app):\n    app.graph = GRAPH\n    yield\napp = FastAPI(lifespan=lifespan)\n",
    );
    alone(
        "def flow():\n    return GRAPH\n@app.get('/')\ndef ask(flow=Depends(flow)):\n    pass\n",
    );
    alone("@app.command()\ndef start():\n    GRAPH.invoke({})\n");
    alone(
        "class Flow:\n    @cached_property\n    def graph(self):\n        return GRAPH\nflow = Flow()\n",
    );
    alone("class Flow:\n    def __call__(self):\n        return GRAPH\nflow = Flow()\n");
    alone("class Flow:\n    def __init__(self):\n        self.app = GRAPH\nflow = Flow()\n");
    alone(
        "class Flow:\n    def __init__(self):\n        self.app = self._make()\n    def _make(self):\n        return GRAPH\nFlow()\n",
    );
    alone("@lru_cache\ndef flow():\n    return GRAPH\n");
    alone("flow = lambda: GRAPH\n");
    alone("async def main():\n    await GRAPH.ainvoke({})\nasyncio.run(main())\n");
    alone(
        "class Flow(Base):\n    def __init__(self):\n        self.open = StateGraph(S)\n        self.open.add_edge('a', 'b')\n",
    );
    let flow = ("src/flow.py", "def build_flow():\n    return GRAPH\n");
    let with = |path: &str, text: &str| runs(&[flow, (path, text)]);
    with("src/__init__.py", "from .flow import *\n");
    with("src/wire.py", "flow = providers.Factory('src.flow.build_flow')\n");
    with("langgraph.json", "{\"graphs\": {\"x\": \"./src/flow.py:build_flow\"}}\n");
    with("notebooks/try.ipynb", "{\"source\": [\"import x\\nbuild_flow()\"]}\n");
    with("Dockerfile.prod", "CMD uvicorn --factory src.flow:build_flow\n");
    with("deploy/flow.service", "ExecStart=run src.flow:build_flow\n");
}
