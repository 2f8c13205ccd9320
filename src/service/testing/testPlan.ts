/** A case of a run before it is run. Ids are the same in every run of the same case. */
export interface PlannedCase {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Of the file it is written in; lines count from 1. */
  readonly location: { readonly path: string; readonly line: number } | null;
}

export interface CaseResult {
  readonly status: "passed" | "failed" | "skipped" | "errored";
  /** Why it failed, was skipped or could not be run. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly output?: string;
}

/** What a run does: its cases in their order, and how one is run. What throws is an `errored` case. */
export interface TestPlan {
  readonly cases: readonly PlannedCase[];
  /** The signal ends when the case's time is over or the run is to end. */
  run(planned: PlannedCase, signal: AbortSignal): Promise<CaseResult>;
  /** Gives back what the plan holds: processes, folders. Called once, whatever came before. */
  close(): Promise<void>;
}
