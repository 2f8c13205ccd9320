import type { Evidence } from "../../contract/evidence.ts";
import { hasName } from "../foundation/failure.ts";

/** What a failed call says of an operation; undefined where it says something of the moment, or of the way to the service. */
export function failureEvidence(error: unknown, now: number): Evidence | undefined {
  const outcome = outcomeOf(error);
  if (!outcome) return undefined;
  const status = statusOf(error);
  return {
    ...{ outcome, at: new Date(now).toISOString() },
    ...(status !== undefined && { status }),
    ...{ fields: {}, unknown: [], unsaid: [], states: [] },
    notes: outcome === "unclear" && status !== undefined ? [`It was refused with ${status}.`] : [],
  };
}

function outcomeOf(error: unknown): Evidence["outcome"] | undefined {
  const status = statusOf(error) ?? 0;
  if (status === 404 || status === 405 || status === 501) return "missing";
  if (hasName(error, "ForbiddenError")) return "forbidden";
  if (hasName(error, "UnexpectedAnswerError", "RedirectedError")) return "unclear";
  // Something in the request is not as it wants it; what is busy, limited or broken passes.
  return hasName(error, "ServiceError") && status < 500 ? "unclear" : undefined;
}

function statusOf(error: unknown): number | undefined {
  const isTold = error instanceof Error && "status" in error && typeof error.status === "number";
  return isTold ? Number(error.status) : undefined;
}
