"""Detectives and judges of the signal box."""
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, Field


class Opinion(BaseModel):
    score: int = Field(ge=1, le=5)
    argument: str


PROSECUTOR = """You are the prosecutor of the line. List every lever that stood wrong, every bell code that nobody
answered and every gap in the register. What is not written did not happen. Be strict with the signalman."""
DEFENSE = """You speak for the signalman. Tell what effort was made in the fog, which trains came through safely,
and give credit for intent wherever a rule was kept in spirit though not in letter."""


def lever_detective(state):
    wrong = [lever for lever, way in state["levers"].items() if way not in ("on", "off")]
    return {"facts": state.get("facts", []) + [f"levers: {wrong}"]}


def bell_detective(state):
    missed = [code for code in state["bells"] if not code["answered"]]
    return {"facts": state.get("facts", []) + [f"bells missed: {len(missed)}"]}


def ask(words, state):
    model = ChatOpenAI(model="gpt-4o-mini").with_structured_output(Opinion)
    return model.invoke([("system", words), ("user", "\n".join(state["facts"]))])


def prosecutor_judge(state):
    return {"prosecutor": ask(PROSECUTOR, state)}


def defense_judge(state):
    return {"defense": ask(DEFENSE, state)}


def verdict(state):
    score = (state["prosecutor"].score + state["defense"].score) / 2
    print(f"{score:.1f} of 5")
    return {"score": score}
