//! Whether a model is asked, what it is told, and what its answers are held to.

use super::{all, read, shown};
use crate::facts::{AstKind, AstQuery};

/// What of a kind has to do with asking a model.
fn reaching(kind: AstKind, files: &[(&str, &str)]) -> Vec<String> {
    let query = AstQuery { reaches_model: true, ..all(kind) };
    let found = read(files, &[query]).1.selected.remove(0);
    found.facts.iter().map(shown).collect()
}

#[track_caller]
fn asked(code: &str, times: usize) {
    let calls = reaching(AstKind::Call, &[("app/flow.py", code)]);
    assert_eq!(calls.len(), times, "{code}\n{calls:?}");
}

#[test]
fn a_call_of_what_a_library_of_models_made_asks_one() {
    for code in [
        "from langchain_openai import ChatOpenAI\nllm = ChatOpenAI()\ndef f(s):\n    return llm.invoke(s)\n",
        "from langchain_openai import ChatOpenAI\ndef model():\n    return ChatOpenAI()\ndef f(s):\n    llm = model().with_structured_output(Risk)\n    return llm.invoke(s)\n",
        "from openai import OpenAI\nclass A:\n    def __init__(self):\n        self.client = OpenAI()\n    def f(self, s):\n        return self.client.chat.completions.create(messages=s)\n",
        "import litellm\ndef f(s):\n    return litellm.completion(model='x', messages=s)\n",
        "from langchain_core.language_models import BaseChatModel\ndef f(llm: BaseChatModel, s):\n    return llm.invoke(s)\n",
        "from langchain_openai import ChatOpenAI\nchain = prompt | ChatOpenAI()\nanswer = chain.invoke({})\n",
        "import dspy\nask = dspy.ChainOfThought('q -> a')\ndef f(q):\n    return ask(q=q)\n",
        "import requests\ndef f(s):\n    return requests.post('https://api.openai.com/v1/chat/completions', json=s)\n",
        "import requests\nURL = 'http://localhost:11434/api/generate'\ndef f(s):\n    return requests.post(URL, json=s)\n",
    ] {
        asked(code, 1);
    }
    let ts = "import { ChatOpenAI } from '@langchain/openai';\nconst model = new ChatOpenAI({});\nexport async function f(s: string) {\n  return await model.invoke(s);\n}\n";
    assert_eq!(reaching(AstKind::Call, &[("src/flow.ts", ts)]).len(), 1);
    let files = [
        (
            "app/llm.py",
            "from langchain_openai import ChatOpenAI\ndef make():\n    return ChatOpenAI()\n",
        ),
        (
            "app/flow.py",
            "from .llm import make\nllm = make()\ndef f(s):\n    return llm.invoke(s)\n",
        ),
    ];
    assert_eq!(reaching(AstKind::Call, &files).len(), 1);
}

#[test]
fn what_only_comes_from_such_a_library_asks_nobody() {
    for code in [
        "from langchain_core.documents import Document\ndoc = Document(page_content='x')\n",
        "from langchain_openai import ChatOpenAI\nllm = ChatOpenAI()\n",
        "from langchain_text_splitters import TokenTextSplitter\nsplit = TokenTextSplitter().create('x')\n",
        "from haystack import logging\nlog = logging.getLogger('x')\n",
        "from langchain_core.prompts import ChatPromptTemplate\np = ChatPromptTemplate.from_template('x')\np.invoke({})\n",
        "from langgraph.graph import StateGraph\ndef build():\n    return StateGraph(S).compile()\nbuild().invoke({})\n",
        "def f(llm, s):\n    return llm.invoke(s)\n",
        "from openai import OpenAI\nread = config.get('read')\ndef f():\n    return read(1)\n",
        "import requests\nrequests.post('https://example.org/orders', json={})\n",
    ] {
        asked(code, 0);
    }
    // A repository that is the library does not ask by calling itself.
    let own = [(
        "haystack/agent.py",
        "from haystack.components.generators import Writer\nw = Writer()\nw.run('x')\n",
    )];
    assert!(reaching(AstKind::Call, &own).is_empty());
}

/// Twenty words and more.
const WORDS: &str = "weigh each clause by what the lease says of rent and of notice and say in one line what a tenant must know";

#[test]
fn a_text_that_reaches_a_model_is_what_it_is_told() {
    let told = |code: &str| {
        let code = format!("from openai import OpenAI\nclient = OpenAI()\n{code}");
        reaching(AstKind::Text, &[("app/flow.py", &code.replace("WORDS", WORDS))]).len()
    };
    assert_eq!(
        told("P = 'WORDS'\ndef f(s):\n    return client.responses.create(input=P + s)\n"),
        1
    );
    assert_eq!(told("def f(s):\n    return client.responses.create(input=f'WORDS {s}')\n"), 1);
    assert_eq!(
        told(
            "def ask(text):\n    return client.responses.create(input=text)\ndef f(s):\n    return ask('WORDS')\n"
        ),
        1
    );
    assert_eq!(
        told(
            "def f(s):\n    if not s:\n        raise ValueError('WORDS')\n    return client.responses.create(input=s)\n"
        ),
        0
    );
    let files = [
        ("prompts/judge.md", WORDS),
        (
            "app/flow.py",
            "from pathlib import Path\nfrom openai import OpenAI\nclient = OpenAI()\nP = Path('prompts/judge.md').read_text()\ndef f(s):\n    return client.responses.create(input=P)\n",
        ),
    ];
    assert_eq!(reaching(AstKind::Text, &files).len(), 1);
}

#[test]
fn a_class_that_is_handed_over_is_what_answers_are_held_to() {
    let held = |code: &str| {
        let code = format!(
            "from openai import OpenAI\nfrom pydantic import BaseModel\nclient = OpenAI()\nclass Risk(BaseModel):\n    level: str\nclass Other(BaseModel):\n    level: str\n{code}"
        );
        reaching(AstKind::Class, &[("app/flow.py", &code)])
    };
    let handed = "def f(s):\n    return client.responses.parse(input=s, text_format=Risk)\n";
    assert_eq!(held(handed), ["Risk(BaseModel) {level: str}"]);
    let plain =
        "def f(s):\n    client.responses.create(input=s)\n    return Risk(level='low')\n";
    assert!(held(plain).is_empty());
    let said = "def f(s):\n    return client.responses.create(input=Risk(level=s).level)\n";
    assert!(held(said).is_empty());
}
