import { notOfferedCode, ServiceError, UnclearAnswerError } from "../../client/errors.ts";
import type { Asking } from "../dialect.ts";
import { notOffered } from "../send/dialectError.ts";

/** What the service lacked is asked for again after so long: it may have been away only. */
const believedMs = 600_000;

/** Runs what a service may not have, and remembers whether it does. */
export async function ifOffered<T>(of: Asking, run: () => Promise<T>): Promise<T> {
  const { knowledge, missedAt, madeAt, context } = of.dialect;
  const isMissing = knowledge.of(of.name).offered === false;
  if (isMissing && context.clock.now() - (missedAt.get(of.name) ?? madeAt) < believedMs) throw notOffered(of);
  try {
    const result = await run();
    if (isMissing) knowledge.forget(of.name, "offered");
    return result;
  } catch (error) {
    if (error instanceof ServiceError && isNotOffered(error) && error.operation === of.name) {
      missedAt.set(of.name, context.clock.now());
      if (!isMissing) knowledge.learn(of.name, { offered: false });
    }
    throw error;
  }
}

export function isNotOffered(error: unknown): boolean {
  return error instanceof ServiceError && error.code === notOfferedCode;
}

/** Whether a failure is of how a thing was asked for: then it may be read in another way. */
export function mayBeReadOtherwise(error: unknown): boolean {
  if (error instanceof UnclearAnswerError || isNotOffered(error)) return true;
  return error instanceof ServiceError && [400, 404, 422].includes(error.status);
}
