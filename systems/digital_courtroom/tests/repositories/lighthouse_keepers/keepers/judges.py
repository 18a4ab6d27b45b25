"""Three judges over the same evidence; what each is told lies in a file of its own."""
from pathlib import Path

from langchain_openai import ChatOpenAI

from .state import JudicialOpinion

PERSONAS = Path(__file__).parent.parent / "personas"


def told(name):
    return (PERSONAS / f"{name}.txt").read_text()


def opinion(name, state):
    model = ChatOpenAI(model="gpt-4o-mini", temperature=0).with_structured_output(JudicialOpinion)
    words = "\n".join(f"{key}: {one.words}" for key, one in state["evidences"].items())
    for attempt in range(3):
        try:
            said = model.invoke([("system", told(name)), ("user", words)])
            return {"opinions": [said]}
        except ValueError:
            if attempt == 2:
                raise
    return {"opinions": []}


def prosecutor(state):
    return opinion("prosecutor", state)


def defense(state):
    return opinion("defense", state)


def tech_lead(state):
    return opinion("tech_lead", state)
