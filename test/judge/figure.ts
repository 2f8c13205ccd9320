/** How much a measure does: `short` is a part of `npm test` (seconds), `full` is what its goal asks for. */
export type MeasureSize = "short" | "full";

/** What was found: the figure beside its goal, and a line for each thing that went wrong. */
export interface MeasureResult {
  readonly figure: string;
  readonly met: boolean;
  readonly findings?: readonly string[];
}

/** One goal of reliability (R1 to R8) or security (S1 to S9), and how it is measured. */
export interface Measure {
  readonly id: string;
  readonly goal: string;
  /** `editor`: drives the packaged extension in a real VS Code and browser. */
  readonly needs: "node" | "editor";
  /** Takes too long for `npm test` even when it is short. */
  readonly isLong?: true;
  measure(size: MeasureSize): Promise<MeasureResult>;
}
