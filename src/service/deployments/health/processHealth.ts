import type { ApiContact } from "../../../runtime/upstream/apiContact.ts";
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
  nextApiCheck(): Promise<HealthCheck | ApiContact | undefined>;
  /** What a call of the server met at its API. */
  addContact(contact: ApiContact): void;
}

export function createProcessHealth(first: ProbeResult): ProcessHealth {
  let probe = first;
  let api: HealthCheck | undefined;
  let next = Promise.withResolvers<HealthCheck | ApiContact | undefined>();
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
    addContact: (contact) => {
      if (api?.status !== (contact === "answers" ? "degraded" : "healthy")) return;
      next.resolve(contact);
      next = Promise.withResolvers();
    },
  };
}
