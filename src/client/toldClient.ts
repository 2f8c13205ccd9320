import { operations } from "../contract/operations.ts";
import type { Client } from "./client.ts";
import { RedirectedError, UnexpectedAnswerError } from "./errors.ts";
import type { CallContext } from "./sendAttempt.ts";

/** The same client, which also tells the log of answers that came well and cannot be used. */
export function toldClient({ log, clock }: Pick<CallContext, "log" | "clock">, client: Client): Client {
  const telling = () => {
    const started = clock.now();
    return (error: unknown): never => {
      // What is no answer, or points elsewhere, was told with its attempt.
      const isTold = !(error instanceof UnexpectedAnswerError) || error instanceof RedirectedError;
      if (!isTold && error.status !== undefined) {
        const { operation, status, requestId, message } = error;
        const { method, path } = operations[operation];
        const facts = requestId === undefined ? {} : { requestId };
        log({ operation, method, path, status, ms: clock.now() - started, attempt: 1, error: message, ...facts });
      }
      throw error;
    };
  };
  return {
    ...client,
    call: (name, input, options) => client.call(name, input, options).catch(telling()),
    raw: (name, input, options) => client.raw(name, input, options).catch(telling()),
  };
}
