from langchain_openai import ChatOpenAI

from ..state import JudicialOpinion

PROSECUTOR_PROMPT = """You are the prosecutor. Trust no one. Hunt for every gap, every flaw and every lazy shortcut in
the code; assume the worst, be adversarial and strict, and charge whatever cannot be proved beyond doubt today."""
DEFENSE_PROMPT = """You are the defense. Reward effort and intent. Find merit in half-finished work, forgive what
deadlines broke, and give generous credit to anybody who tried to understand the problem deeply."""
TECH_LEAD_PROMPT = """You are the tech lead. Does it work, is the architecture sound and modular, can a new colleague
maintain it? Be pragmatic, ignore style, and decide what ships on Monday morning without any drama."""


def structured():
    for attempt in range(3):
        try:
            return ChatOpenAI().with_structured_output(JudicialOpinion).invoke("")
        except ValueError:
            continue


def prosecutor(state):
    return {"opinions": [JudicialOpinion(score=5)]}


def defense(state):
    return {"opinions": [JudicialOpinion(score=5)]}


def tech_lead(state):
    return {"opinions": [JudicialOpinion(score=5)]}
