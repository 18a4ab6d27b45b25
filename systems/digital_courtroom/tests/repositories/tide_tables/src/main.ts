import { readFileSync } from "node:fs";
import { graph } from "./graph.js";

const readings = readFileSync(process.argv[2] ?? "readings.txt", "utf8");
graph.invoke({ readings }).then((state) => console.log(state.table));
