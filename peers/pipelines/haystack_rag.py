"""A RAG with Haystack over a folder of texts, with a canned model: writes what its pipeline gives.

Pipeline, splitter, store, retriever, prompt, model and answers are Haystack's own, and so is the
form in which a result is written. Nothing goes out to a network.
"""

import json
import os

# Telemetry has no place in a test.
os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"

from haystack import Document, Pipeline
from haystack.components.builders import AnswerBuilder, ChatPromptBuilder
from haystack.components.generators.chat import MockChatGenerator
from haystack.components.preprocessors import MarkdownHeaderSplitter
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.dataclasses import ChatMessage
from haystack.document_stores.in_memory import InMemoryDocumentStore

import canned

PROMPT = [
    ChatMessage.from_system(
        "Answer from these documents alone."
        "{% for document in documents %}\n\n{{ document.content }}{% endfor %}"
    ),
    ChatMessage.from_user("{{ question }}"),
]
SHAPES = ["answers", "replies"]


def main():
    options = canned.options(__doc__.splitlines()[0], SHAPES)
    store = indexed(options.corpus)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, question, answer in canned.cases(options.fault):
        result = run(pipeline(store, answer, options.shape), question, options.shape)
        text = json.dumps(result, default=lambda one: one.to_dict())
        (options.out / f"{name}.json").write_text(text, encoding="utf-8")


def indexed(corpus):
    files = [Document(content=text, meta={"file_name": name}) for name, text in canned.texts(corpus)]
    parts = MarkdownHeaderSplitter().run(documents=files)["documents"]
    store = InMemoryDocumentStore()
    store.write_documents(parts)
    return store


def pipeline(store, answer, shape):
    pipeline = Pipeline()
    pipeline.add_component("retriever", InMemoryBM25Retriever(store, top_k=4))
    pipeline.add_component("prompt", ChatPromptBuilder(PROMPT, required_variables="*"))
    pipeline.add_component("llm", MockChatGenerator(answer))
    pipeline.connect("retriever.documents", "prompt.documents")
    pipeline.connect("prompt.prompt", "llm.messages")
    if shape == "answers":
        pipeline.add_component("answers", AnswerBuilder())
        pipeline.connect("llm.replies", "answers.replies")
        pipeline.connect("retriever.documents", "answers.documents")
    return pipeline


def run(pipeline, question, shape):
    """With an answer builder the answers hold all; without one the documents are asked for."""
    asked = {"retriever": {"query": question}, "prompt": {"question": question}}
    if shape == "answers":
        return pipeline.run({**asked, "answers": {"query": question}})
    return pipeline.run(asked, include_outputs_from={"retriever"})


if __name__ == "__main__":
    main()
