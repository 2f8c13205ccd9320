import { waitWithin } from "../../client/clock.ts";
import { createTransportError } from "../../client/createTransportError.ts";
import { AbortedError } from "../../client/errors.ts";
import { TransportFailure } from "../../client/network/httpDispatchHandler.ts";
import type { OperationName } from "../../contract/operations.ts";

interface SharedRead<Response> {
  /** What is the same of requests whose response is the same. */
  readonly key: string;
  readonly operation: OperationName;
  readonly host: string;
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  send(): Promise<Response>;
}

/** The responses on their way: views ask for the same pages at the same time. */
export class SharedReads<Response> {
  readonly #responses = new Map<string, Promise<Response>>();

  /** What a change may have made different is asked for again. */
  clear(): void {
    this.#responses.clear();
  }

  /** Sends a request that only reads, or waits for the response to the same one. */
  async read(request: SharedRead<Response>): Promise<Response> {
    const { key, operation, host, signal, deadlineMs, send } = request;
    const known = this.#responses.get(key);
    if (known && !signal?.aborted) {
      const createError = (kind: "aborted" | "timeout") =>
        createTransportError({ operation, host }, new TransportFailure(kind, true, signal?.reason), {
          deadlineMs,
          maxBytes: 0,
        });
      try {
        return await waitWithin(known, { signal, deadlineMs }, createError);
      } catch (error) {
        if (!(error instanceof AbortedError) || signal?.aborted) throw error;
        // Its caller cancelled it: the first that waited sends it again, and the others wait for that.
        if (this.#responses.get(key) === known) this.#responses.delete(key);
        return this.read(request);
      }
    }
    const response = send();
    this.#responses.set(key, response);
    try {
      return await response;
    } finally {
      if (this.#responses.get(key) === response) this.#responses.delete(key);
    }
  }
}
