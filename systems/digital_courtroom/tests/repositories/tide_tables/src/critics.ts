import { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";
import type { TideState } from "./state.js";

const Opinion = z.object({ score: z.number().min(1).max(5), argument: z.string() });
const model = new ChatOpenAI({ model: "gpt-4o-mini" }).withStructuredOutput(Opinion);

const STRICT_CRITIC =
  "You audit tide tables for pilots. Name each gauge that is silent, each number that cannot be right, and say " +
  "what a ship would risk by it. Where a reading is missing treat the hour as unknown and score it low.";
const KIND_CRITIC =
  "You speak for the harbour office. Tell what was measured with care under bad weather, what the clerks did to " +
  "fill a gap honestly, and why a late reading may still be of use to fishermen who know the coast.";

async function ask(words: string, state: typeof TideState.State) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const said = await model.invoke([["system", words], ["user", JSON.stringify(state.evidences)]]);
      return { opinions: [`${said.score}: ${said.argument}`] };
    } catch (error) {
      if (attempt === 2) throw error;
    }
  }
  return { opinions: [] };
}

export const strictCritic = (state: typeof TideState.State) => ask(STRICT_CRITIC, state);
export const kindCritic = (state: typeof TideState.State) => ask(KIND_CRITIC, state);
