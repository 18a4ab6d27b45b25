import { END, START, StateGraph } from "@langchain/langgraph";
import { northAnalyst, southAnalyst } from "./analysts.js";
import { kindCritic, strictCritic } from "./critics.js";
import { TideState } from "./state.js";
import { aggregate, verdict } from "./verdict.js";

export const graph = new StateGraph(TideState)
  .addNode("north_analyst", northAnalyst)
  .addNode("south_analyst", southAnalyst)
  .addNode("aggregate", aggregate)
  .addNode("strict_critic", strictCritic)
  .addNode("kind_critic", kindCritic)
  .addNode("verdict", verdict)
  .addEdge(START, "north_analyst")
  .addEdge(START, "south_analyst")
  .addEdge("north_analyst", "aggregate")
  .addEdge("south_analyst", "aggregate")
  .addConditionalEdges("aggregate", (state) => (state.evidences.length === 0 ? END : ["strict_critic", "kind_critic"]))
  .addEdge("strict_critic", "verdict")
  .addEdge("kind_critic", "verdict")
  .addEdge("verdict", END)
  .compile();
