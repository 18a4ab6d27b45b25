import type { TideState } from "./state.js";

const gauge = (name: string, readings: string) => {
  const line = readings.split("\n").find((one) => one.startsWith(name));
  return { gauge: name, metres: line ? Number(line.split(" ")[1]) : NaN };
};

export async function northAnalyst(state: typeof TideState.State) {
  return { evidences: [gauge("north", state.readings)] };
}

export async function southAnalyst(state: typeof TideState.State) {
  return { evidences: [gauge("south", state.readings)] };
}
