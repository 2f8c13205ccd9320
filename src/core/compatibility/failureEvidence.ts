import type { Evidence } from "../../contract/evidence.ts";
import { hasName } from "../failure.ts";

/** What a failed call says of an operation; undefined where it says something of the way to the service only. */
export function failureEvidence(error: unknown, now: number): Evidence | undefined {
  const outcome = outcomeOf(error);
  if (!outcome) return undefined;
  const status = statusOf(error);
  return {
    ...{ outcome, at: new Date(now).toISOString() },
    ...(status !== undefined && { status }),
    ...{ fields: {}, unknown: [], unsaid: [], states: [], notes: [] },
  };
}

function outcomeOf(error: unknown): Evidence["outcome"] | undefined {
  const status = statusOf(error) ?? 0;
  if (status === 404 || status === 405 || status === 501) return "missing";
  if (hasName(error, "ForbiddenError")) return "forbidden";
  return hasName(error, "UnexpectedAnswerError", "RedirectedError") ? "unclear" : undefined;
}

function statusOf(error: unknown): number | undefined {
  const isTold = error instanceof Error && "status" in error && typeof error.status === "number";
  return isTold ? Number(error.status) : undefined;
}
