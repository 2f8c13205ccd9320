import type { CallOutcome } from "../../../runtime/upstream/callOutcome.ts";
import type { HealthCheck } from "./apiHealthCheck.ts";
import { addApiCheck, type ProbeResult } from "./serverProbe.ts";

/** The health of one process: the result of its last probe with the last check of its API. */
export interface ProcessHealth {
  /** Calls the listener at once and after each change. */
  onResult(listener: (result: ProbeResult) => void): void;
  addProbe(result: ProbeResult): void;
  current(): ProbeResult;
  /** undefined: the server did not respond, so nothing is known of its API. */
  addApiCheck(check: HealthCheck | undefined): void;
  /** The next check that is added, or what a call met other than the last check, which is to be made again. */
  nextApiCheck(): Promise<HealthCheck | CallOutcome | undefined>;
  /** What a call of the server met at its API. */
  addOutcome(outcome: CallOutcome): void;
}

export function createProcessHealth(first: ProbeResult): ProcessHealth {
  let probe = first;
  let api: HealthCheck | undefined;
  let next = Promise.withResolvers<HealthCheck | CallOutcome | undefined>();
  let report = (_: ProbeResult) => {};
  const current = () => addApiCheck(probe, api);
  return {
    current,
    onResult: (listener) => {
      report = listener;
      report(current());
    },
    addProbe: (result) => {
      probe = result;
      report(current());
    },
    addApiCheck: (check) => {
      api = check;
      report(current());
      next.resolve(check);
      next = Promise.withResolvers();
    },
    nextApiCheck: () => next.promise,
    addOutcome: (outcome) => {
      if (api?.status !== (outcome === "answers" ? "degraded" : "healthy")) return;
      next.resolve(outcome);
      next = Promise.withResolvers();
    },
  };
}
