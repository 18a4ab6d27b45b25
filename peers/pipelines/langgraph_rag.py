"""A RAG with LangGraph over a folder of texts, with a canned model: writes the states it ends in.

Graph, documents, splitter, vector store, retriever, prompt and model are LangGraph's and LangChain's
own, and so is the form in which a state is written; the vectors are ours. Nothing goes out to a
network.
"""

import json
import math
import os
import re
import zlib
from collections import Counter
from typing import TypedDict

# A trace client that phones home has no place in a test.
os.environ["LANGSMITH_TRACING"] = "false"
os.environ["LANGCHAIN_TRACING_V2"] = "false"

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.load import dumps
from langchain_core.messages import AIMessage, messages_to_dict
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import MarkdownHeaderTextSplitter
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

import canned

PROMPT = ChatPromptTemplate.from_messages(
    [("system", "Answer from the context alone.\n\n{context}"), ("human", "{question}")]
)


class Answering(TypedDict, total=False):
    """The state of LangChain's own tutorial on RAG."""

    question: str
    context: list[Document]
    answer: str


class Conversing(MessagesState, total=False):
    """The state of a chat: LangGraph's own, with what was retrieved."""

    context: list[Document]


def plain(state):
    """Each document and message as pydantic has it."""
    return json.dumps(state, default=lambda one: one.model_dump())


def by_type(state):
    """Messages as LangChain's histories keep them."""
    messages = messages_to_dict(state["messages"])
    return plain({**state, "messages": messages})


def main():
    options = canned.options(__doc__.splitlines()[0], list(SHAPES))
    retriever = indexed(options.corpus).as_retriever(search_kwargs={"k": 4})
    run, written = SHAPES[options.shape]
    options.out.mkdir(parents=True, exist_ok=True)
    for name, question, answer in canned.cases(options.fault):
        state = run(retriever, question, answer)
        (options.out / f"{name}.json").write_text(written(state), encoding="utf-8")


def indexed(corpus):
    splitter = MarkdownHeaderTextSplitter([("#", "chapter"), ("##", "section")])
    parts = []
    for name, text in canned.texts(corpus):
        for part in splitter.split_text(text):
            part.metadata["source"] = name
            parts.append(part)
    store = InMemoryVectorStore(WordCounts([part.page_content for part in parts]))
    # Ids of its own would differ from run to run.
    store.add_documents(parts, ids=[str(number) for number in range(len(parts))])
    return store


class WordCounts(Embeddings):
    """Texts as counts of their words, rare words heavier: similar texts share rare words."""

    SIZE = 4096

    def __init__(self, texts):
        self.texts = len(texts)
        self.holding = Counter(word for text in texts for word in set(words(text)))

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text):
        vector = [0.0] * self.SIZE
        for word, count in Counter(words(text)).items():
            rarity = math.log((1 + self.texts) / (0.5 + self.holding[word]))
            vector[zlib.crc32(word.encode()) % self.SIZE] += math.log(1 + count) * rarity
        return vector


def words(text):
    return re.findall(r"\w+", text.lower())


def answered(retriever, question, answer):
    """Retrieve, then generate, on a state that has a key for each."""
    model = canned_model(AIMessage(answer))

    def retrieve(state):
        return {"context": retriever.invoke(state["question"])}

    def generate(state):
        return {"answer": said(model, state["question"], state["context"]).content}

    return graph(Answering, retrieve, generate).invoke({"question": question})


def conversed(retriever, question, answer):
    """The same on a state of messages."""
    model = canned_model(AIMessage(answer))

    def retrieve(state):
        return {"context": retriever.invoke(state["messages"][-1].content)}

    def generate(state):
        return {"messages": said(model, state["messages"][-1].content, state["context"])}

    return graph(Conversing, retrieve, generate).invoke({"messages": [("human", question)]})


def asked_a_tool(retriever, question, answer):
    """A model that calls for a search, and a search whose documents stay with its message."""

    @tool(response_format="content_and_artifact")
    def search(query: str):
        """Search the texts."""
        found = retriever.invoke(query)
        return "\n\n".join(part.page_content for part in found), found

    call = {"name": "search", "args": {"query": question}, "id": "call-1"}
    model = canned_model(AIMessage("", tool_calls=[call]), AIMessage(answer))
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": model.invoke(state["messages"])})
    graph.add_node("tools", ToolNode([search]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile().invoke({"messages": [("human", question)]})


def canned_model(*messages):
    return FakeMessagesListChatModel(responses=list(messages))


def said(model, question, context):
    words = "\n\n".join(part.page_content for part in context)
    return (PROMPT | model).invoke({"question": question, "context": words})


def graph(state, retrieve, generate):
    graph = StateGraph(state)
    graph.add_node("retrieve", retrieve)
    graph.add_node("generate", generate)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "generate")
    graph.add_edge("generate", END)
    return graph.compile()


# How it runs, and how its state is written.
SHAPES = {
    "answer": (answered, plain),
    "answer-load": (answered, dumps),
    "messages": (conversed, plain),
    "messages-load": (conversed, dumps),
    "messages-dict": (conversed, by_type),
    "tool": (asked_a_tool, plain),
    "tool-load": (asked_a_tool, dumps),
    "tool-dict": (asked_a_tool, by_type),
}


if __name__ == "__main__":
    main()
