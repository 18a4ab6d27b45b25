"""Three judges with three philosophies over the same evidence."""

from pathlib import Path

from langchain_openai import ChatOpenAI

from src.state import AgentState, JudicialOpinion

PROMPTS = Path(__file__).parent.parent.parent / "prompts"
TRIES = 3


def _ask(judge: str, state: AgentState) -> JudicialOpinion:
    model = ChatOpenAI(model="gpt-4o-mini", temperature=0).with_structured_output(JudicialOpinion)
    system = (PROMPTS / f"{judge}.md").read_text()
    for attempt in range(TRIES):
        try:
            return model.invoke([("system", system), ("user", str(state["evidences"]))])
        except ValueError:
            if attempt + 1 == TRIES:
                raise
    raise RuntimeError("unreachable")


def prosecutor(state: AgentState) -> dict:
    return {"opinions": [_ask("prosecutor", state)]}


def defense(state: AgentState) -> dict:
    return {"opinions": [_ask("defense", state)]}


def tech_lead(state: AgentState) -> dict:
    return {"opinions": [_ask("tech_lead", state)]}


def judges_aggregator(state: AgentState) -> dict:
    return {}
