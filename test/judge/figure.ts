/** The extent of a measure: `short` is part of `npm test` (seconds), `full` is what the goal requires. */
export type MeasureSize = "short" | "full";

/** The result: the figure beside its goal, and a line for each problem. */
export interface MeasureResult {
  readonly figure: string;
  readonly met: boolean;
  readonly findings?: readonly string[];
}

/** A goal of reliability (R1 to R8), security (S1 to S12), of forms (F1), of tools (T1 to T3) or of whole flows (E1), and its measure. */
export interface Measure {
  readonly id: string;
  readonly goal: string;
  /** `editor`: drives the packaged extension in a real VS Code and browser. */
  readonly needs: "node" | "editor";
  /** Takes too long for `npm test` even in the short form. */
  readonly isLong?: true;
  measure(size: MeasureSize): Promise<MeasureResult>;
}
