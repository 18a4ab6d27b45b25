from langgraph.graph import END, START, StateGraph

from .nodes.detectives import doc_detective, evidence_aggregator, repo_detective, vision_detective
from .nodes.judges import defense, prosecutor, tech_lead
from .nodes.justice import chief_justice
from .state import AgentState

graph = StateGraph(AgentState)
for name, node in [
    ("repo_detective", repo_detective),
    ("doc_detective", doc_detective),
    ("vision_detective", vision_detective),
    ("evidence_aggregator", evidence_aggregator),
    ("prosecutor", prosecutor),
    ("defense", defense),
    ("tech_lead", tech_lead),
    ("chief_justice", chief_justice),
]:
    graph.add_node(name, node)
for detective in ["repo_detective", "doc_detective", "vision_detective"]:
    graph.add_edge(START, detective)
    graph.add_edge(detective, "evidence_aggregator")
for judge in ["prosecutor", "defense", "tech_lead"]:
    graph.add_edge("evidence_aggregator", judge)
    graph.add_edge(judge, "chief_justice")
graph.add_conditional_edges("chief_justice", lambda state: END, {END: END})
app = graph.compile()

if __name__ == "__main__":
    app.invoke({})
