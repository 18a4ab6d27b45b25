import { writeFileSync } from "node:fs";
import type { TideState } from "./state.js";

export function aggregate(state: typeof TideState.State) {
  const silent = state.evidences.filter((one) => Number.isNaN(one.metres));
  return { opinions: silent.map((one) => `silent gauge: ${one.gauge}`) };
}

export function weighOpinions(opinions: string[]): number {
  const scores = opinions.map((one) => Number(one.split(":")[0])).filter((one) => !Number.isNaN(one));
  return scores.reduce((a, b) => a + b, 0) / Math.max(1, scores.length);
}

export function verdict(state: typeof TideState.State) {
  const rows = state.evidences.map((one) => `${one.gauge} ${one.metres.toFixed(2)}`);
  const table = `${rows.join("\n")}\n${weighOpinions(state.opinions).toFixed(1)} of 5\n`;
  writeFileSync("table.txt", table);
  return { table };
}
