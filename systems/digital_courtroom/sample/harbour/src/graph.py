"""The graph: two fan-outs, two fan-ins."""

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from src.nodes.detectives import (
    crew_detective,
    evidence_aggregator,
    manifest_detective,
    weather_detective,
)
from src.nodes.judges import defense, judges_aggregator, prosecutor, tech_lead
from src.nodes.justice import chief_justice
from src.state import AgentState


def judges_router(state: AgentState):
    if not state["evidences"]:
        return "no_evidence"
    return [Send(name, state) for name in ("prosecutor", "defense", "tech_lead")]


def no_evidence(state: AgentState) -> dict:
    return {"verdict": "NOT ASSESSABLE"}


def build():
    builder = StateGraph(AgentState)
    builder.add_node("manifest_detective", manifest_detective)
    builder.add_node("crew_detective", crew_detective)
    builder.add_node("weather_detective", weather_detective)
    builder.add_node("evidence_aggregator", evidence_aggregator)
    builder.add_node("no_evidence", no_evidence)
    builder.add_node("prosecutor", prosecutor)
    builder.add_node("defense", defense)
    builder.add_node("tech_lead", tech_lead)
    builder.add_node("judges_aggregator", judges_aggregator)
    builder.add_node("chief_justice", chief_justice)

    builder.add_edge(START, "manifest_detective")
    builder.add_edge(START, "crew_detective")
    builder.add_edge(START, "weather_detective")
    builder.add_edge("manifest_detective", "evidence_aggregator")
    builder.add_edge("crew_detective", "evidence_aggregator")
    builder.add_edge("weather_detective", "evidence_aggregator")
    builder.add_conditional_edges("evidence_aggregator", judges_router)
    builder.add_edge("prosecutor", "judges_aggregator")
    builder.add_edge("defense", "judges_aggregator")
    builder.add_edge("tech_lead", "judges_aggregator")
    builder.add_edge("judges_aggregator", "chief_justice")
    builder.add_edge("chief_justice", END)
    builder.add_edge("no_evidence", END)
    return builder.compile()


if __name__ == "__main__":
    import sys
    from pathlib import Path

    verdict = build().invoke({"voyage": sys.argv[1]})["verdict"]
    Path("verdict.md").write_text(f"# Verdict\n\n{verdict}\n")
