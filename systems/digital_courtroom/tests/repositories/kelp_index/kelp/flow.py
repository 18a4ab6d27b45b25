"""Retrieve, answer, check: one step each."""
import logging

from llama_index.core import SimpleDirectoryReader, VectorStoreIndex
from llama_index.core.workflow import Context, Event, StartEvent, StopEvent, Workflow, step
from llama_index.llms.openai import OpenAI
from pydantic import BaseModel, Field

log = logging.getLogger(__name__)

ANSWER = """Answer the question from the notes below and from nothing else. Where the notes are silent say so in
one sentence. Quote the note that each statement rests on by its file name.

{notes}

Question: {question}"""


class Answer(BaseModel):
    text: str
    files: list[str] = Field(min_length=1)


class Notes(Event):
    words: str


class Draft(Event):
    answer: Answer


class KelpFlow(Workflow):
    @step
    async def retrieve(self, ctx: Context, ev: StartEvent) -> Notes:
        await ctx.set("question", ev.question)
        index = VectorStoreIndex.from_documents(SimpleDirectoryReader(ev.folder).load_data())
        found = await index.as_retriever(similarity_top_k=4).aretrieve(ev.question)
        return Notes(words="\n\n".join(one.get_content() for one in found))

    @step
    async def answer(self, ctx: Context, ev: Notes) -> Draft:
        words = ANSWER.format(notes=ev.words, question=await ctx.get("question"))
        model = OpenAI(model="gpt-4o-mini").as_structured_llm(Answer)
        said = await model.acomplete(words)
        return Draft(answer=said.raw)

    @step
    async def check(self, ctx: Context, ev: Draft) -> StopEvent:
        known = [name for name in ev.answer.files if name.endswith(".md")]
        if len(known) < len(ev.answer.files):
            log.warning("the answer names files that are no notes")
        return StopEvent(result=ev.answer.text if known else "the notes do not say")
