import { AsyncLocalStorage } from "node:async_hooks";

const counters = new AsyncLocalStorage<{ requests: number }>();

export interface CountedWork<T> {
  readonly result: T;
  /** The HTTP requests that the work has sent until now. */
  requests(): number;
}

/** Runs work and counts its HTTP requests, because one call can take several at another service. */
export function countRequests<T>(work: () => T): CountedWork<T> {
  const counter = { requests: 0 };
  return { result: counters.run(counter, work), requests: () => counter.requests };
}

/** Counts one request for the work that sends it. */
export function countRequest(): void {
  const counter = counters.getStore();
  if (counter) counter.requests += 1;
}
