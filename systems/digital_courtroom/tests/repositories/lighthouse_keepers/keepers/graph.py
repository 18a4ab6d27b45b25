"""Detectives and judges, each group side by side."""
from langgraph.graph import END, START, StateGraph

from .detectives import evidence_aggregator, fog_detective, lamp_detective, supply_detective
from .judges import defense, prosecutor, tech_lead
from .justice import chief_justice
from .state import KeeperState


def enough(state):
    if not state["evidences"]:
        return "stop"
    return "go"


def build():
    graph = StateGraph(KeeperState)
    graph.add_node("lamp_detective", lamp_detective)
    graph.add_node("fog_detective", fog_detective)
    graph.add_node("supply_detective", supply_detective)
    graph.add_node("evidence_aggregator", evidence_aggregator)
    graph.add_node("hearing", evidence_aggregator)
    graph.add_node("prosecutor", prosecutor)
    graph.add_node("defense", defense)
    graph.add_node("tech_lead", tech_lead)
    graph.add_node("chief_justice", chief_justice)
    for detective in ["lamp_detective", "fog_detective", "supply_detective"]:
        graph.add_edge(START, detective)
        graph.add_edge(detective, "evidence_aggregator")
    graph.add_conditional_edges("evidence_aggregator", enough, {"go": "hearing", "stop": END})
    for judge in ["prosecutor", "defense", "tech_lead"]:
        graph.add_edge("hearing", judge)
        graph.add_edge(judge, "chief_justice")
    graph.add_edge("chief_justice", END)
    return graph.compile()
