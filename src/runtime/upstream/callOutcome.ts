import * as z from "zod";
import type { ParentChannel } from "../accounts/accountTokens.ts";
import { UpstreamError } from "./upstreamError.ts";

/** What a call met at the API. */
export type CallOutcome = "answers" | "refuses" | "isNotReached";

/** Sent to the process that started the server: it checks the API again if its last check found something else. */
export const callOutcomeSchema = z.object({
  kind: z.literal("fairlead.callOutcome"),
  outcome: z.enum(["answers", "refuses", "isNotReached"]),
});

/** The same is said at most once in this time. */
const pauseMs = 60_000;

export function createOutcomeReporter(parent: ParentChannel | undefined): (outcome: CallOutcome) => void {
  let last: CallOutcome | undefined;
  let lastAt = 0;
  return (outcome) => {
    const now = performance.now();
    if (outcome === last && now - lastAt < pauseMs) return;
    last = outcome;
    lastAt = now;
    parent?.send({ kind: "fairlead.callOutcome", outcome });
  };
}

/** undefined: the failure says nothing about the API. */
export function readFailedOutcome(error: unknown): CallOutcome | undefined {
  const isAway = error instanceof UpstreamError && (error.reason === "unreachable" || error.reason === "timeout");
  return isAway ? "isNotReached" : undefined;
}
