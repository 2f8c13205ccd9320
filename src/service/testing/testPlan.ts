import type { CaseMeasures } from "../../contract/testRuns.ts";

/** A case of a run before it is run. The same case has the same id in every run. */
export interface PlannedCase {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** The location in its case file. Lines count from 1. */
  readonly location: { readonly path: string; readonly line: number } | null;
}

export interface CaseResult {
  readonly status: "passed" | "failed" | "skipped" | "errored";
  /** Why the case failed, was skipped or could not run. */
  readonly message?: string;
  /** The cause, if a client can act on it. */
  readonly code?: string | undefined;
  readonly expected?: string;
  readonly actual?: string;
  readonly output?: string;
  readonly measures?: CaseMeasures;
}

/** The cases of a run in order, and how to run one. A thrown error results in an `errored` case. */
export interface TestPlan {
  readonly cases: readonly PlannedCase[];
  /** The signal is aborted when the case times out or the run must end. */
  run(planned: PlannedCase, signal: AbortSignal): Promise<CaseResult>;
  /** Hides secrets in the texts of results, because the tested server or skill may repeat them. */
  readonly mask: (text: string) => string;
  /** Releases processes and folders. Called once in every case. */
  close(): Promise<void>;
}

/** A result with each of its texts changed. */
export function changeResultTexts(result: CaseResult, change: (text: string) => string): CaseResult {
  const { status, code, measures, ...texts } = result;
  const changed = Object.entries(texts).map(([name, text]) => [name, text === undefined ? text : change(text)]);
  return { status, code, ...(measures && { measures }), ...Object.fromEntries(changed) };
}
