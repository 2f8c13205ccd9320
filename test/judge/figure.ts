/** The result: the figure beside its goal, and a line for each problem. */
export interface MeasureResult {
  readonly figure: string;
  readonly met: boolean;
  readonly findings?: readonly string[];
}

/** A goal of reliability (R1 to R7), security (S1 to S14), of our own API (F3), of tools (T2) or of long tests (E1, E2), and its measure. */
export interface Measure {
  readonly id: string;
  readonly goal: string;
  /** `editor`: drives the packaged extension in a real VS Code and browser. */
  readonly needs: "node" | "editor";
  measure(): Promise<MeasureResult>;
}
