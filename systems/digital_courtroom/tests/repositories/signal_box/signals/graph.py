"""One node after the other."""
from typing import TypedDict

from langgraph.graph import END, START, StateGraph

from .nodes import bell_detective, defense_judge, lever_detective, prosecutor_judge, verdict


class SignalState(TypedDict):
    levers: dict
    bells: list
    facts: list
    prosecutor: object
    defense: object
    score: float


def build():
    graph = StateGraph(SignalState)
    for name, node in [
        ("lever_detective", lever_detective),
        ("bell_detective", bell_detective),
        ("prosecutor_judge", prosecutor_judge),
        ("defense_judge", defense_judge),
        ("verdict", verdict),
    ]:
        graph.add_node(name, node)
    graph.add_edge(START, "lever_detective")
    graph.add_edge("lever_detective", "bell_detective")
    graph.add_edge("bell_detective", "prosecutor_judge")
    graph.add_edge("prosecutor_judge", "defense_judge")
    graph.add_edge("defense_judge", "verdict")
    graph.add_edge("verdict", END)
    return graph.compile()


if __name__ == "__main__":
    build().invoke({"levers": {"4": "on"}, "bells": [], "facts": []})
