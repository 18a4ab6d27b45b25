import { Annotation } from "@langchain/langgraph";

export interface Evidence {
  gauge: string;
  metres: number;
}

export const TideState = Annotation.Root({
  readings: Annotation<string>(),
  evidences: Annotation<Evidence[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  opinions: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  table: Annotation<string>(),
});
