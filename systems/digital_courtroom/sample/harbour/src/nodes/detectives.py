"""Detectives: each reads one kind of paper and offers no opinion."""

from src.state import AgentState, Evidence


def manifest_detective(state: AgentState) -> dict:
    found = "passengers" in state["voyage"]
    note = Evidence(source="manifest", found=found, content=state["voyage"], location="manifest")
    return {"evidences": {"manifest": [note]}}


def crew_detective(state: AgentState) -> dict:
    found = "master" in state["voyage"]
    note = Evidence(source="crew", found=found, content=state["voyage"], location="crew list")
    return {"evidences": {"crew": [note]}}


def weather_detective(state: AgentState) -> dict:
    found = "wind" in state["voyage"]
    note = Evidence(source="weather", found=found, content=state["voyage"], location="log")
    return {"evidences": {"weather": [note]}}


def evidence_aggregator(state: AgentState) -> dict:
    return {}
